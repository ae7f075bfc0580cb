# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# each_device.py SYCL-LS FOLDER PROGRAM [ARGUMENT...]: runs a program of examples/ on each device of the machine alone, and notes for scripts/check what
# came of it, under FOLDER and the program's name. Fails where it fails on one of them.
import json
import os
import subprocess
import sys

sycl_ls, folder, *command = sys.argv[1:]
listed = json.loads(subprocess.check_output([sycl_ls, "--json"]))
name = os.path.basename(command[0]).split(".")[-1]
failed = False
for platform in listed["platforms"]:
    for device in platform["devices"]:
        ran = subprocess.run(command, env=dict(os.environ, SYCC_DEVICE_SELECTOR=device["selector"]))
        outcome = "FAILED" if ran.returncode else "passed"
        failed |= ran.returncode != 0
        print("%s on %s, %s: %s" % (name, platform["name"], device["name"], outcome), flush=True)
        with open(os.environ["TEST_MATRIX"], "a") as matrix:
            matrix.write("%s, %s\t%s/%s\t%s\n" % (platform["name"], device["name"], folder, name, outcome))
sys.exit(failed)
