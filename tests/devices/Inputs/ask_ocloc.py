# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ask_ocloc.py DEVICES.JSON: asks the installed ocloc for the version of every Intel GPU and compares it with the
# aliases that are versions. A device that ocloc does not know is newer than it.
import json
import re
import subprocess
import sys

with open(sys.argv[1]) as f:
    records = json.load(f)
wrong = 0
for key in records["!instanceof"]["IntelGpu"]:
    target = records[key]
    device = target["aotToolchainOptions"].split()[1]
    told = subprocess.run(["ocloc", "ids", device], capture_output=True, text=True).stdout
    found = re.findall(r"^(\d+\.\d+\.\d+)", told, re.M)
    print("%s: %s is %s" % (target["TargetName"], device, ", ".join(found) or "not known here"))
    versions = [re.sub("^intel_gpu_", "", a).replace("_", ".") for a in target["aliases"]]
    versions = [v for v in versions if re.fullmatch(r"\d+\.\d+\.\d+", v)]
    if found and versions and not set(found) & set(versions):
        print("  but its alias says " + versions[0])
        wrong += 1
print("%d contradictions" % wrong if wrong else "no contradictions")
