# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# sycl-post-link with many kernels and with many functions.
import os
import subprocess
import tempfile

from measure import clang, measured, tool


def module_of_kernels(n):
    """Kernels that each call a function of their own, which others could share, and a chain that all share."""
    text = ['target triple = "spirv64-unknown-unknown"\n']
    for i in range(20):
        step = "call spir_func i32 @chain%d(i32 %%b)" % (i + 1) if i < 19 else "add i32 %b, 1"
        text.append("define linkonce_odr spir_func i32 @chain%d(i32 %%x) {\n  %%a = mul i32 %%x, %d\n  %%b = xor i32 %%a, %%x\n"
                    "  %%r = %s\n  ret i32 %%r\n}\n" % (i, i + 3, step))
    for i in range(n):
        text.append("define linkonce_odr spir_func i32 @shared%d(i32 %%x) {\n  %%a = add i32 %%x, %d\n  ret i32 %%a\n}\n" % (i, i))
        text.append('define weak_odr spir_kernel void @k%d(ptr addrspace(1) %%p) "sycl-module-id"="u" !intel_fixed_targets !0 {\n'
                    "  %%v = load i32, ptr addrspace(1) %%p\n  %%s = call spir_func i32 @shared%d(i32 %%v)\n"
                    "  %%t = call spir_func i32 @chain0(i32 %%s)\n  store i32 %%t, ptr addrspace(1) %%p\n  ret void\n}\n" % (i, i))
    return "".join(text) + "!0 = !{}\n"


def module_of_functions(n, kernels=1000):
    """Functions that each call two before them, some with aspects, and kernels that call the last ones."""
    text = ['target triple = "spirv64-unknown-unknown"\n']
    for i in range(n):
        calls = "".join("  call spir_func void @f%d()\n" % callee for callee in (i // 2, max(0, i - 1 - i % 97))) if i else ""
        text.append("define linkonce_odr spir_func void @f%d()%s {\n%s  ret void\n}\n"
                    % (i, " !intel_used_aspects !%d" % (i // 1000 % 8 + 1) if i % 1000 == 0 else "", calls))
    text += ["define weak_odr spir_kernel void @k%d() !intel_fixed_targets !0 {\n  call spir_func void @f%d()\n  ret void\n}\n"
             % (i, n - 1 - i) for i in range(kernels)]
    return "".join(text) + "!0 = !{}\n" + "".join("!%d = !{i32 %d}\n" % (i + 1, i + 5) for i in range(8))


def as_bitcode(text, path):
    assembler = os.path.join(os.path.dirname(clang), "llvm-as")
    subprocess.run([assembler, "-o", path], input=text, text=True, check=True)
    return path


def run(_):
    """One image per kernel, and aspects through a large call graph; in memory, as three files per kernel measure the disk."""
    split = tool("sycl-post-link")
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    first = None
    for n in 500, 1000, 2000, 4000:
        with tempfile.TemporaryDirectory(dir=memory) as folder:
            module = as_bitcode(module_of_kernels(n), folder + "/in.bc")
            took, peak = measured([split, "-split=kernel", "-o", folder + "/out.table", module])
        each = took * 1000 / n
        first = first or each
        print("%-42s %9.2f ms per kernel, %.0f MiB; %.2f x of 500   aim 1.5 ms, 1.2 x: %s"
              % ("sycl-post-link -split=kernel, %d kernels" % n, each, peak / 1024, each / first,
                 "met" if each <= 1.5 and each <= 1.2 * first else "missed"), flush=True)
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        module = as_bitcode(module_of_functions(100000), folder + "/in.bc")
        for name, options in ("without", []), ("with", ["-propagate"]):
            took, peak = measured([split, "-split=off", "-Wno-sycl-external"] + options + ["-o", folder + "/out.table", module])
            print("%-42s %9.1f ms, %.0f MiB" % ("100,000 functions, %s propagation" % name, took * 1000, peak / 1024), flush=True)
