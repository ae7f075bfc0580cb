# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hygiene.py ROOT: sources carry their license and say what they do, links in documents lead somewhere, every package
# is explained, scripts can be run, nothing names a place on one machine only, comments speak of code as of things, and
# folders, and the rooms of passes/, include what is below them.
import os
import re
import sys

root = sys.argv[1]
faults = []
PROGRAMS = (".c", ".h", ".cpp", ".hpp", ".inc", ".cu", ".def", ".td")
SOURCES = (".c", ".h", ".cpp", ".hpp", ".py", ".sh", ".td", ".def", ".cmake", "CMakeLists.txt", "Makefile")
# What a folder includes beside its own files (docs/architecture.md). The runtime links no LLVM and nothing of base/,
# whose count.h is a macro.
BELOW = {
    "base": [], "formats": ["base"], "devices": ["base", "formats"], "passes": ["base", "formats", "devices", "device-lib", "sycc"],
    "frontend": ["base", "formats", "devices", "passes", "device-lib", "sycc"], "driver": ["base", "formats", "devices"],
    "tools": ["base", "formats", "devices", "passes", "sycc"], "runtime": ["formats", "devices", "sycc"], "include": ["sycc", "sycl"],
    "device-lib": ["sycc", "sycl"],
}
# The same for the rooms of passes/.
ROOMS_BELOW = {
    "shim": ["common"], "common": ["shim"], "analysis": ["shim", "common"], "images": ["shim", "common", "analysis"],
    "cpu": ["shim", "common", "analysis"], "spirv": ["shim", "common", "analysis"], "gpu": ["shim", "common", "analysis"],
}


def files():
    for folder, names, found in os.walk(root):
        names[:] = [n for n in names if not n.startswith((".git", "build")) and n not in ("corpus", "__pycache__")]
        for name in found:
            yield os.path.relpath(os.path.join(folder, name), root)


def text(path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return f.read()


def has_head(content):
    """Whether a comment in words stands behind the SPDX line; lines for lit are no words."""
    lines = content.split("\n")[1:]
    end = next((i for i, line in enumerate(lines) if not line.startswith(("//", "/*", " *"))), len(lines))
    words = [re.sub(r"^ ?[/*]+ *", "", line) for line in lines[:end]]
    return any(line and not re.match(r"[A-Z][A-Z0-9-]*:", line) for line in words)


# Words of people, in comments: code and threads are "it".
PEOPLE = re.compile(r"\b(he|him|his|himself|whom|whoever|(?<!user )who)\b", re.I)
ANYBODY = re.compile(r"\b((?:no|some|any|every)body|someone|anyone)\b", re.I) # in tests it may be a part of what they show


for path in sorted(files()):
    script = path.startswith(("scripts/", ".ci/")) and "." not in os.path.basename(path)
    if script and not os.access(os.path.join(root, path), os.X_OK):
        faults.append(path + ": a script that can't be run")
    if not (script or path.endswith(SOURCES + PROGRAMS + (".md", ".test", ".txt"))):
        continue
    content = text(path)
    if path.endswith(PROGRAMS) and not has_head(content):
        faults.append(path + ": no comment at its head that says what it does")
    for word in PEOPLE.findall("\n".join(re.findall(r"//.*", content))) if path.endswith(PROGRAMS) else []:
        faults.append("%s: a comment says '%s' of code" % (path, word))
    if path.endswith(PROGRAMS) and re.search(r"(?m)^// ---- .*[^-\n]\n// -+$", content):
        faults.append(path + ": a heading in comments whose rule is on a line of its own")
    for word in ANYBODY.findall("\n".join(re.findall(r"//.*", content))) if path.endswith(PROGRAMS) and not path.startswith(("tests/", "examples/")) else []:
        faults.append("%s: a comment says '%s' of code" % (path, word))
    room = path.split("/")[0]
    for below in re.findall(r'(?m)^#include ["<](?!base/count\.h)(\w[\w-]*)/', content) if room in BELOW and path.endswith(PROGRAMS) else []:
        if below != room and below in BELOW and below not in BELOW[room]:
            faults.append("%s: includes a file of %s/, which is not below %s/" % (path, below, room))
    inner = path.split("/")[1] if room == "passes" and path.endswith(PROGRAMS) else None
    for below in re.findall(r'(?m)^#include "passes/(\w+)/', content) if inner else []:
        if below != inner and below not in ROOMS_BELOW[inner]:
            faults.append("%s: includes a file of passes/%s/, which is not below passes/%s/" % (path, below, inner))
    if (script or path.endswith(SOURCES)) and "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in content[:300]:
        faults.append(path + ": no SPDX line")
    if re.search(r"(?<![\w.$}%*/])/(work|root|home)/", content):
        faults.append(path + ": names a folder of one machine")
    if path.endswith(".md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", content):
            if not os.path.exists(os.path.join(root, os.path.dirname(path), link)):
                faults.append("%s: link to %s leads nowhere" % (path, link))

explained = text("docs/dependencies.md")
for line in text("scripts/packages.txt").splitlines():
    package = line.split("#")[0].strip()
    if package and not re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(package), explained):
        faults.append("docs/dependencies.md: nothing about " + package)

print("\n".join(faults))
sys.exit(1 if faults else 0)
