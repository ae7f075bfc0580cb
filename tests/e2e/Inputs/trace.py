# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads a trace: python3 trace.py FILE. Slices of a track must lie inside of or behind each other, arrows must begin and end in
# slices and go forward, and each thing that trace.test's program does must be there.
import collections
import json
import sys

with open(sys.argv[1]) as f:
    objects = json.load(f)
faults = []


def check(ok, what):
    if not ok:
        faults.append(what)


slices = [o for o in objects if o["ph"] == "X"]
tracks = collections.defaultdict(list)
for s in slices:
    tracks[s["tid"]].append((round(s["ts"] * 1000), round((s["ts"] + s["dur"]) * 1000), s["name"]))
for tid, inside in tracks.items():
    stack = []
    for begin, end, name in sorted(inside, key=lambda s: (s[0], -s[1])):
        while stack and stack[-1] <= begin:
            stack.pop()
        check(not stack or end <= stack[-1], "%s on track %d overlaps another slice" % (name, tid))
        stack.append(end)
named = {o["tid"] for o in objects if o["ph"] == "M"}
check(set(tracks) <= named, "tracks without names: %s" % (set(tracks) - named))

ends = {"s": {}, "f": {}}
for o in objects:
    if o["ph"] in ends:
        at = round(o["ts"] * 1000)
        check(any(begin <= at <= end for begin, end, _ in tracks[o["tid"]]), "an arrow's end is in no slice")
        ends[o["ph"]][o["id"]] = at
check(ends["s"].keys() == ends["f"].keys(), "arrows with one end")
check(all(ends["s"][i] <= ends["f"][i] for i in ends["s"]), "an arrow goes back in time")
check(len(ends["s"]) >= 9, "%d arrows" % len(ends["s"]))


def count(kind, name, **args):
    return sum(s["cat"] == kind and s["name"] == name and all(s["args"].get(k) == v for k, v in args.items()) for s in slices)


check(count("kernel", "Square", range=[1000], commands_waited_for=0) == 1, "kernel Square")
check(count("kernel", "Add", range=[1024], work_group=[64], commands_waited_for=1) == 3, "kernels Add that wait")
check(count("kernel", "InOrder", commands_waited_for=1) == 5, "kernels InOrder that wait")
check(all(s["args"]["image"] for s in slices if s["cat"] == "kernel"), "the image of a kernel")
check(count("copy", "copy", bytes=4096, to="shared", **{"from": "buffer"}) == 1, "the copy")
check(count("copy", "fill", bytes=100, to="shared") == 1, "the fill")
check(count("host", "host task") == 1 and count("host", "host accessor") == 1, "host task and host accessor")
check(count("wait", "wait for Square") <= 1 and any(s["cat"] == "wait" for s in slices), "waits")
check(any(o["ph"] == "C" and o["args"]["bytes"] >= 4096 for o in objects), "memory in use")
print("\n".join(faults) or "%s: a good trace" % ("some builds" if any(s["cat"] == "build" for s in slices) else "no builds"))
sys.exit(bool(faults))
