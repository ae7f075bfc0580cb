# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# 200 kernels in 200 images, compiled ahead of time, with one job at a time and with two.
import os
import shutil

from many_kernels import source
from measure import best, sycc


def run(folder):
    path = source(folder, 200)
    targets = ["x86_64"] + (["intel_gpu_skl", "x86_64,intel_gpu_skl"] if shutil.which("ocloc") else [])
    if os.cpu_count() < 2:
        print("-j1 beside -j2: left out, there is one CPU")
        return
    for target in targets:
        command = [sycc, "-O2", "-fsycl-device-code-split=per_kernel", "-fsycl-targets=" + target, path, "-o", folder + "/app"]
        one, two = best(command + ["-j1"], command + ["-j2"], rounds=2)
        print("%-42s %9.0f ms -j1 %7.0f ms -j2 %6.2f x   aim 1.8: %s"
              % ("200 images, " + target, one * 1000, two * 1000, one / two, "met" if one / two >= 1.8 else "missed"), flush=True)
