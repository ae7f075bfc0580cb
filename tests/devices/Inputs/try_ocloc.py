# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# try_ocloc.py DEVICES.JSON FOLDER: compiles a kernel with double, and kernels with required sub-group sizes, for every
# Intel GPU that the installed ocloc knows, and compares which of them pass with the GPU's row. FOLDER holds the
# kernels: fp64.spv, 8.spv, 64.spv.
import json
import os
import subprocess
import sys

folder = sys.argv[2]
with open(sys.argv[1]) as f:
    records = json.load(f)


def compiles(device, kernel):
    command = ["ocloc", "compile", "-spirv_input", "-file", os.path.join(folder, kernel + ".spv"), "-device", device,
               "-output", "k", "-out_dir", folder, "-output_no_suffix"]
    return subprocess.run(command, capture_output=True).returncode == 0


tried = 0
for key in sorted(records["!instanceof"]["IntelGpu"]):
    target = records[key]
    device = target["aotToolchainOptions"].split()[1]
    if subprocess.run(["ocloc", "ids", device], capture_output=True).returncode:
        continue
    tried += 1
    aspects = [records[a["def"]]["Name"] for a in target["aspects"]]
    if compiles(device, "fp64") != ("fp64" in aspects):
        print("%s: the row is wrong about fp64" % target["TargetName"])
    for size in 8, 64:
        if compiles(device, str(size)) != (size in target["subGroupSizes"]):
            print("%s: the row is wrong about sub-group size %d" % (target["TargetName"], size))
print("%d devices tried" % tried)
