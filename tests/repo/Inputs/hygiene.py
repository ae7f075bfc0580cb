# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hygiene.py ROOT: sources carry their license, links in documents lead somewhere, every package is explained,
# scripts can be run, and nothing names a place on one machine only.
import os
import re
import sys

root = sys.argv[1]
faults = []
SOURCES = (".c", ".h", ".cpp", ".hpp", ".py", ".sh", ".td", ".def", ".cmake", "CMakeLists.txt", "Makefile")


def files():
    for folder, names, found in os.walk(root):
        names[:] = [n for n in names if not n.startswith((".git", "build")) and n not in ("corpus", "__pycache__")]
        for name in found:
            yield os.path.relpath(os.path.join(folder, name), root)


def text(path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return f.read()


for path in sorted(files()):
    script = path.startswith(("scripts/", ".ci/")) and "." not in os.path.basename(path)
    if script and not os.access(os.path.join(root, path), os.X_OK):
        faults.append(path + ": a script that can't be run")
    if not (script or path.endswith(SOURCES + (".md", ".test", ".txt"))):
        continue
    content = text(path)
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
