# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# post_link_bundling.py SYCL-POST-LINK FOLDER: which entry points share an image, pair by pair.
import itertools
import sys

from post_link import Function, Tool, expect

# What one entry point says, what the other says, whether they may share an image.
PAIRS = [
    ("nothing at all", {}, {}, True),
    ("the same aspects", dict(used=[5, 6]), dict(used=[5, 6]), True),
    ("the same aspects in another order", dict(used=[5, 6]), dict(used=[6, 5]), True),
    ("one aspect twice", dict(used=[6]), dict(used=[6, 6]), True),
    ("an empty list of aspects", dict(used=[], declared=[]), {}, True),
    ("different aspects", dict(used=[5]), dict(used=[6]), False),
    ("one aspect more", dict(used=[5]), dict(used=[5, 6]), False),
    ("an aspect and none", dict(used=[6]), {}, False),
    ("numbers that look alike in decimal", dict(used=[1, 2]), dict(used=[12]), False),
    ("the same declared", dict(declared=[5, 6]), dict(declared=[6, 5]), True),
    ("different declared", dict(declared=[5]), dict(declared=[6]), False),
    ("used and declared", dict(used=[6]), dict(declared=[6]), True),
    ("equal as a union", dict(used=[5], declared=[6]), dict(used=[6], declared=[5]), True),
    ("a union and its parts", dict(used=[5, 6], declared=[6]), dict(used=[5], declared=[5, 6]), True),
    ("declared beyond what is used", dict(used=[5], declared=[5, 6]), dict(used=[5]), False),
    ("an aspect nobody knows", dict(used=[4000000]), dict(used=[4000000]), True),
    ("the same sub-group size", dict(sub=16), dict(sub=16), True),
    ("different sub-group sizes", dict(sub=16), dict(sub=32), False),
    ("a sub-group size and none", dict(sub=16), {}, False),
    ("named sub-group sizes", dict(named="primary"), dict(named="automatic"), True),
    ("a named sub-group size and none", dict(named="primary"), {}, True),
    ("a named and a numeric sub-group size", dict(named="primary"), dict(sub=16), False),
    ("the same work-group size", dict(group=[4, 8]), dict(group=[4, 8]), True),
    ("different work-group sizes", dict(group=[4, 8]), dict(group=[8, 4]), False),
    ("the same numbers with another count of dimensions", dict(group=[8]), dict(group=[8, 1]), False),
    ("two dimensions and three", dict(group=[8, 8]), dict(group=[8, 8, 1]), False),
    ("numbers that look alike in decimal, as sizes", dict(group=[1, 12]), dict(group=[11, 2]), False),
    ("a work-group size and none", dict(group=[64]), {}, False),
    ("work-group sizes as OpenCL has them", dict(x_first=[4, 8, 1]), dict(x_first=[8, 4, 1]), False),
    ("a size of OpenCL and the same of SYCL", dict(x_first=[8, 4]), dict(group=[4, 8], x_first=[8, 4, 1]), True),
    ("a work-group size beside a sub-group size", dict(group=[16]), dict(sub=16), False),
    ("an aspect beside a sub-group size", dict(used=[16]), dict(sub=16), False),
    ("the same fixed targets", dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_skl"]), True),
    ("the same targets in another order", dict(targets=["intel_gpu_skl", "intel_gpu_pvc"]),
     dict(targets=["intel_gpu_pvc", "intel_gpu_skl"]), True),
    ("the same targets, one twice", dict(targets=["intel_gpu_skl", "intel_gpu_skl"]), dict(targets=["intel_gpu_skl"]), True),
    ("other fixed targets", dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_pvc"]), False),
    ("one fixed target more", dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_skl", "intel_gpu_pvc"]), False),
    ("fixed targets and none", dict(targets=["intel_gpu_skl"]), {}, False),
    ("the same targets, other needs", dict(targets=["intel_gpu_skl"], used=[5], sub=8, group=[4]),
     dict(targets=["intel_gpu_skl"], used=[6], sub=16, group=[8, 8]), True),
    ("no list of targets, as from another compiler", dict(targets=None), {}, True),
]

KINDS = list(itertools.product(["kernel", "exported"], repeat=2))


def may_have(kind, facts):
    return kind == "kernel" or not {"group", "x_first"} & set(facts)  # a work-group size is for kernels


def combinations():
    """Every pair as kernels and exported functions: number, title, both with their kinds, whether they may share."""
    number = 0
    for title, one, other, allowed in PAIRS:
        for kinds in KINDS:
            if may_have(kinds[0], one) and may_have(kinds[1], other):
                yield number, "%s, %s and %s" % ((title,) + kinds), (kinds[0], one), (kinds[1], other), allowed
                number += 1


def pair(number, one, other, units):
    return [Function("%s_%d" % (name, number), kind=kind, unit=unit, **facts)
            for name, unit, (kind, facts) in zip(("first", "second"), units, (one, other))]


def entries(image):
    return image.kernels + image.exported


def check_pairs(tool, pairs, options, shared, units):
    """Runs the tool over one module of pairs. units: of a pair's number; shared: whether it may share, from allowed."""
    functions = [f for number, _, one, other, _ in pairs for f in pair(number, one, other, units(number))]
    images, text = tool.run(functions, *options)
    expect("messages", text, "")
    groups = [set(entries(i)) for i in images]
    expect("%s: entry points" % options, sorted(e for i in images for e in entries(i)), sorted(f.name for f in functions))
    expect("kernels", sorted(k for i in images for k in i.kernels), sorted(f.name for f in functions if f.kind == "kernel"))
    for number, title, _, _, allowed in pairs:
        names = {"first_%d" % number, "second_%d" % number}
        found = [group for group in groups if group & names]
        expect("%s %s" % (options, title), found, [names] if shared(allowed) else [{"first_%d" % number}, {"second_%d" % number}])


def check_all(tool):
    pairs = list(combinations())
    # Sources keep the pairs of one module apart from each other.
    for options in [], ["-split=auto"], ["-split=source"]:
        check_pairs(tool, pairs, options, lambda allowed: allowed, lambda n: ("u%d" % n, "u%d" % n))
        check_pairs(tool, pairs, options, lambda allowed: False, lambda n: ("u%d" % n, "v%d" % n))
    check_pairs(tool, pairs, ["-split=kernel"], lambda allowed: False, lambda n: ("u", "u"))
    for one in pairs:
        check_pairs(tool, [one], ["-split=off"], lambda allowed: allowed, lambda n: ("u", "v"))


def check_order(tool):
    """Images come in the order of their first entry points, entry points in that of the module."""
    facts = [[6], [], [5], [], [6], [5, 6], []]
    images, _ = tool.run([Function("k%d" % i, used=u) for i, u in enumerate(facts)])
    expect("order", [i.kernels for i in images], [["k0", "k4"], ["k1", "k3", "k6"], ["k2"], ["k5"]])


tool = Tool(sys.argv[1], sys.argv[2])
check_all(tool)
check_order(tool)
print("%d pairs" % len(PAIRS))
