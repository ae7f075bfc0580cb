# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# families.py ROOT [SOURCES]: what tells one family of targets from another stands in devices/families.def. No other source has
# the name of a family, the prefix of its targets' names or one of its triples as a string to compare with, nor the beginning of
# one, and none asks whether a family is a certain one. SOURCES: a folder to check in place of ROOT's.
import os
import re
import sys

root, sources = sys.argv[1], sys.argv[-1]
TABLE = "devices/families.def"
ROOMS = "base devices driver formats frontend passes runtime tools".split()
COMPARE = r"\b(?:strcmp|strncmp|strstr|sy_starts|sy_ends|memcmp|starts_with|ends_with)\(((?:[^()]|\([^()]*\))*)\)"
THIS_MACHINE = "native" # as the value of -mcpu=
faults = []


def text(path, top=sources):
    with open(os.path.join(top, path), encoding="utf-8") as f:
        return re.sub(r"//.*", "", f.read())


def literals(code):
    return re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r"(?m)^#include.*", "", code))


table = text(TABLE, root)
names = set(re.findall(r"FAMILY\((\w+),", table))
beginnings = set(re.findall(r"\.(?:prefix|gpus) = \"([^\"]*)\"", table))
words = set(names)
known = names | beginnings
for field in ("triple", "code_triple", "macro", "libclc"):
    known |= set(re.findall(r"\.%s = \"([^\"]*)\"" % field, table))
for list_of in re.findall(r"\.architectures = \{([^}]*)\}", table):
    words |= set(literals(list_of))
known |= words
if not {"spir64", "ptx64", "nvidia_gpu_", "amdgcn-amd-amdhsa", "nvptx64"} <= known:
    faults.append(TABLE + ": not read")


def is_compared(word):
    """Whether a comparison with it asks for a family: it begins as a name of the table does, or names a device of one."""
    return len(word) > 3 and word != THIS_MACHINE and (any(k.startswith(word) for k in words) or any(word.startswith(b) for b in beginnings))


for room in ROOMS:
    for folder, _, found in os.walk(os.path.join(sources, room)):
        for name in sorted(found):
            path = os.path.relpath(os.path.join(folder, name), sources)
            if not name.endswith((".c", ".h", ".cpp", ".def")) or path == TABLE:
                continue
            code = text(path)
            # An initialiser is no comparison: formats of images and back ends have names of their own.
            faults += ['%s: "%s" is for %s' % (path, word, TABLE) for word in literals(code) if word in known]
            for arguments in re.findall(COMPARE, code):
                faults += ['%s: compares with "%s"' % (path, w) for w in literals(arguments) if w not in known and is_compared(w)]
                faults += ["%s: compares with %s" % (path, w) for w in re.findall(r"sy_family_(?:%s)\.name" % "|".join(names), arguments)
                           if not path.startswith("devices/")]
            faults += ["%s: asks for %s" % (path, w) for w in re.findall(r"[!=]= *&(sy_family_(?:%s))\b" % "|".join(names), code)]

print("\n".join(faults))
sys.exit(1 if faults else 0)
