# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# post_link_needs.py SYCL-POST-LINK FOLDER: the property set "SYCL/device requirements" to the byte, and the warnings
# about SYCL_EXTERNAL functions that need more than their callers know.
import sys

from post_link import Function, Tool, expect, words

EMPTY = {}
SKL, PVC = 1001, 1022  # aspects of the architectures (devices.td)

KERNEL_ASPECT = """\
sycl-post-link: warning: function 'helper' uses aspect '%s' not expected by its calling kernel.
  Missing [[sycl::device_has()]] on SYCL_EXTERNAL function? [-Wsycl-external]
"""
SUB_GROUP = """\
sycl-post-link: warning: function 'helper' has required sub-group size '%d' that does not match
  its calling kernel.  Missing [[sycl::reqd_sub_group_size()]] attribute on
  SYCL_EXTERNAL function? [-Wsycl-external]
"""
TARGETS = """\
sycl-post-link: warning: function 'helper' compiled with a different `-fsycl-fixed-targets` switch
  than its calling kernel. [-Wsycl-external]
"""


def one(**facts):
    return [Function("k", **facts)]


def two(kernel, helper, kind="exported"):
    """A kernel of one source that calls a function of another."""
    return [Function("helper", kind=kind, unit="v", **helper), Function("k", calls=["helper"], **kernel)]


# Title, module, what the image of the kernel needs, what is said.
CASES = [
    ("nothing", one(), EMPTY, ""),
    ("aspects are sorted", one(used=[6, 5]), {"aspect": words(5, 6)}, ""),
    ("declared count", one(used=[6], declared=[9, 6]), {"aspect": words(6, 9)}, ""),
    ("an unknown aspect", one(used=[123456]), {"aspect": words(123456)}, ""),
    ("sub-group size", one(sub=32), {"reqd_sub_group_size": words(32)}, ""),
    ("named sub-group size", one(named="primary"), EMPTY, ""),
    ("work-group size, one dimension", one(group=[64]), {"reqd_work_group_size": words(1, 64)}, ""),
    ("work-group size, two", one(group=[4, 8]), {"reqd_work_group_size": words(2, 4, 8)}, ""),
    ("work-group size, three", one(group=[1, 2, 3]), {"reqd_work_group_size": words(3, 1, 2, 3)}, ""),
    ("OpenCL's list has x first", one(x_first=[8, 4, 2]), {"reqd_work_group_size": words(3, 2, 4, 8)}, ""),
    ("and counts where SYCL's is not there", one(group=[4, 8], x_first=[8, 4, 1]), {"reqd_work_group_size": words(2, 4, 8)}, ""),
    ("fixed target", one(targets=["intel_gpu_skl"]), {"fixed_target": words(SKL)}, ""),
    ("fixed targets replace the rest", one(targets=["intel_gpu_skl", "intel_gpu_pvc"], used=[6], sub=16, group=[8]),
     {"fixed_target": [PVC, SKL]}, ""),
    ("all at once", one(used=[6], sub=8, group=[2, 2]),
     {"aspect": words(6), "reqd_sub_group_size": words(8), "reqd_work_group_size": words(2, 2, 2)}, ""),
    # FinalUsedAspects
    ("an external function with more", two({}, dict(used=[6])), {"aspect": words(6)}, KERNEL_ASPECT % "fp64"),
    ("declared there", two({}, dict(declared=[5])), {"aspect": words(5)}, KERNEL_ASPECT % "fp16"),
    ("used and declared there, said once", two({}, dict(used=[6], declared=[6])), {"aspect": words(6)}, KERNEL_ASPECT % "fp64"),
    ("one more than known", two(dict(used=[5]), dict(used=[5, 6])), {"aspect": words(5, 6)}, KERNEL_ASPECT % "fp64"),
    ("two more", two({}, dict(used=[6, 5])), {"aspect": words(5, 6)}, KERNEL_ASPECT % "fp16" + KERNEL_ASPECT % "fp64"),
    ("less than known", two(dict(used=[5, 6]), dict(used=[5])), {"aspect": words(5, 6)}, ""),
    ("declared by the kernel", two(dict(declared=[6]), dict(used=[6])), {"aspect": words(6)}, ""),
    ("an aspect without a name", two({}, dict(used=[123456])), {"aspect": words(123456)}, KERNEL_ASPECT % "123456"),
    ("an imported function", two({}, dict(declared=[6]), "imported"), {"aspect": words(6)}, KERNEL_ASPECT % "fp64"),
    # FinalSubGroup
    ("another sub-group size", two(dict(sub=16), dict(sub=32)), {"reqd_sub_group_size": words(16, 32)}, SUB_GROUP % 32),
    ("sizes are sorted", two(dict(sub=16), dict(sub=8)), {"reqd_sub_group_size": words(8, 16)}, SUB_GROUP % 8),
    ("a sub-group size that the kernel does not have", two({}, dict(sub=32)), {"reqd_sub_group_size": words(32)}, SUB_GROUP % 32),
    ("the same sub-group size", two(dict(sub=16), dict(sub=16)), {"reqd_sub_group_size": words(16)}, ""),
    ("none there", two(dict(sub=16), {}), {"reqd_sub_group_size": words(16)}, ""),
    ("named there", two(dict(sub=16), dict(named="primary")), {"reqd_sub_group_size": words(16)}, ""),
    # FinalFixedTargets
    ("the same targets", two(dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_skl"])), {"fixed_target": words(SKL)}, ""),
    ("targets in another order", two(dict(targets=["intel_gpu_skl", "intel_gpu_pvc"]), dict(targets=["intel_gpu_pvc", "intel_gpu_skl"])),
     {"fixed_target": [PVC, SKL]}, ""),
    ("a subset of the targets", two(dict(targets=["intel_gpu_skl", "intel_gpu_pvc"]), dict(targets=["intel_gpu_pvc"])),
     {"fixed_target": [PVC, SKL]}, ""),
    ("more targets there", two(dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_pvc", "intel_gpu_skl"])),
     {"fixed_target": words(SKL)}, TARGETS),
    ("targets that overlap", two(dict(targets=["intel_gpu_dg1", "intel_gpu_skl"]), dict(targets=["intel_gpu_pvc", "intel_gpu_skl"])),
     {"fixed_target": words(SKL)}, TARGETS),
    ("other targets: none is left", two(dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_pvc"])),
     {"fixed_target": words()}, TARGETS),
    ("aspects do not matter there", two(dict(targets=["intel_gpu_skl"]), dict(targets=["intel_gpu_skl"], used=[6], sub=32)),
     {"fixed_target": words(SKL)}, ""),
    ("a function compiled for any target", two(dict(targets=["intel_gpu_skl"]), dict(targets=[])), {"fixed_target": words(SKL)}, TARGETS),
    ("a function without the metadata", two(dict(targets=["intel_gpu_skl"]), {}, "helper"), {"fixed_target": words(SKL)}, ""),
]


def check(tool, title, functions, needs, text):
    images, said = tool.run(functions, "-split=kernel")
    image = next(i for i in images if "k" in i.kernels)
    wanted = {name: words(*value) if isinstance(value, list) else value for name, value in needs.items()}
    expect(title + ": properties", image.needs, wanted)
    expect(title + ": messages", said, text)


def check_severity(tool):
    functions = two({}, dict(used=[6]))
    images, said = tool.run(functions, "-split=kernel", "-Wno-sycl-external")
    expect("-Wno-sycl-external: messages", said, "")
    expect("-Wno-sycl-external: properties", images[1].needs, {"aspect": words(6)})
    for option in "-Werror", "-Werror=sycl-external":
        try:
            tool.run(functions, "-split=kernel", option)
        except SystemExit as fault:
            if "error: function 'helper' uses aspect 'fp64' not expected by its calling kernel." in str(fault):
                continue
        expect(option, "no error", "an error")


def check_symbols(tool):
    """Exported and imported functions: uint32 properties of value 1, each where it is."""
    functions = [Function("far", kind="imported"), Function("unused", kind="imported"), Function("out", kind="exported", calls=["far"]),
                 Function("near", kind="helper"), Function("k", calls=["out", "near"]), Function("l", used=[6])]
    images, _ = tool.run(functions)
    expect("symbols", [(i.kernels, i.sets.get("SYCL/exported symbols"), i.sets.get("SYCL/imported symbols")) for i in images],
           [(["k"], {"out": "1|1"}, {"far": "1|1"}), (["l"], None, None)])
    images, _ = tool.run(functions, "-split=kernel")
    expect("symbols of -split=kernel", [(i.kernels, i.exported, i.imported) for i in images],
           [([], ["out"], ["far"]), (["k"], [], ["far"]), (["l"], [], [])])


tool = Tool(sys.argv[1], sys.argv[2])
for case in CASES:
    check(tool, *case)
check_severity(tool)
check_symbols(tool)
print("%d cases" % len(CASES))
