# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How long a program takes from its start to its end: one kernel on the default device beside the same loop as plain C++, and
# beside itself when it opens the drivers of the machine.
import os
import subprocess

from measure import best, clang, line, sycc

MORE_THAN_PLAIN = 2.0  # milliseconds: the aim


def run(folder):
    ours, plain = os.path.join(folder, "ours"), os.path.join(folder, "plain")
    subprocess.run([sycc, "-O2", "bench/one_kernel.cpp", "-o", ours], check=True)
    subprocess.run([clang, "-std=c++17", "-O2", "bench/one_loop.cpp", "-o", plain], check=True)
    default, loop, native, every = (1000 * t for t in best([ours], [plain], ["env", "SYCC_DEVICE_SELECTOR=native_cpu:*", ours],
                                                          ["env", "SYCC_DEVICE_SELECTOR=*:*", ours], rounds=20))
    line("start: one kernel / the same loop", default, loop, "ms")
    print("    more than the loop: %.1f ms   aim %g: %s" % (default - loop, MORE_THAN_PLAIN, "met" if default - loop <= MORE_THAN_PLAIN else "missed"))
    line("start: the native CPU chosen / the loop", native, loop, "ms")
    line("start: all drivers opened / the loop", every, loop, "ms")
