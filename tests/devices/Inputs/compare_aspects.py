# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# compare_aspects.py NAME LIST DEVICES.JSON [X]: whether a list of aspects (lines "number name") has the same aspects as
# devices.td. Prints what either lacks; with X as lines to paste into the X-macro.
import json
import sys

name, listed, tablegen = sys.argv[1:4]
with open(listed) as f:
    theirs = {words[1]: int(words[0]) for words in map(str.split, f)}
with open(tablegen) as f:
    records = json.load(f)
ours = {records[r]["Name"]: records[r]["Number"] for r in records["!instanceof"]["Aspect"]}

missing = sorted(((number, aspect) for aspect, number in ours.items() if aspect not in theirs))
if missing:
    print("%s lacks %d aspects of devices.td:" % (name, len(missing)))
for number, aspect in missing:
    line = "  X(%s, %d)" % (aspect, number)
    print(line.ljust(int(sys.argv[4]) - 1) + "\\" if len(sys.argv) > 4 else line)
for aspect, number in sorted(theirs.items()):
    if aspect not in ours:
        print("devices.td lacks %s, %d, which %s has" % (aspect, number, name))
    elif ours[aspect] != number:
        print("%s is %d in devices.td and %d in %s" % (aspect, ours[aspect], number, name))
if ours != theirs:
    sys.exit(1)
print("%s and devices.td have the same %d aspects" % (name, len(ours)))
