# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# families.py ROOT: what tells one family of targets from another stands in devices/families.def. No other source has the name of
# a family, the prefix of its targets' names or one of its triples as a string to compare with.
import os
import re
import sys

root = sys.argv[1]
TABLE = "devices/families.def"
ROOMS = "base devices driver formats frontend passes runtime tools".split()
faults = []


def text(path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return re.sub(r"^\s*//.*$", "", f.read(), flags=re.M)


table = text(TABLE)
known = set(re.findall(r"FAMILY\((\w+),", table))
for field in ("prefix", "gpus", "triple", "code_triple", "macro", "libclc"):
    known |= set(re.findall(r"\.%s = \"([^\"]*)\"" % field, table))
if not {"spir64", "ptx64", "nvidia_gpu_", "amdgcn-amd-amdhsa"} <= known:
    faults.append(TABLE + ": not read")

for room in ROOMS:
    for folder, _, names in os.walk(os.path.join(root, room)):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), root)
            if not name.endswith((".c", ".h", ".cpp", ".def")) or path == TABLE:
                continue
            for number, line in enumerate(text(path).split("\n"), 1):
                line = re.sub(r"//.*", "", line)
                for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                    if literal in known:
                        faults.append('%s:%d: "%s" is for %s' % (path, number, literal, TABLE))

print("\n".join(faults))
sys.exit(1 if faults else 0)
