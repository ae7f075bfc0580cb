# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Measuring: sycc and a peer in the same run, both taking turns; the best of several rounds counts. Aims are printed, not
# enforced.
import os
import re
import resource
import subprocess
import sys
import time

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(root)
build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build")
with open("CMakeLists.txt") as f:
    llvm_config = "llvm-config-" + re.search(r"SYCC_LLVM_MAJOR (\d+)", f.read()).group(1)
clang = os.path.join(subprocess.check_output([llvm_config, "--bindir"], text=True).strip(), "clang++")
sycc = os.path.join(build, "bin", "sycc")
ROUNDS = 7


def tool(name):
    return os.path.join(build, "bin", name)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def cpu_seconds(command):
    """What the command and its child processes work, whoever else is at work meanwhile."""
    def so_far():
        use = resource.getrusage(resource.RUSAGE_CHILDREN)
        return use.ru_utime + use.ru_stime
    before = so_far()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return so_far() - before


def best(*commands, rounds=ROUNDS, clock=seconds):
    """The best time of each command; they take turns."""
    times = [[clock(command) for command in commands] for _ in range(rounds)]
    return [min(column) for column in zip(*times)]


def line(name, ours, peer, unit, aim=None):
    met = "" if aim is None else "   aim %g: %s" % (aim, "met" if ours <= aim * peer else "missed")
    digits = "%.2f" if peer < 10 else "%.1f"
    print("%-42s %9s %-2s %9s %-2s %6.2f x%s" % (name, digits % ours, unit, digits % peer, unit, ours / peer, met), flush=True)


def compare(name, ours, peer, aim=None, rounds=ROUNDS, clock=seconds):
    a, b = best(ours, peer, rounds=rounds, clock=clock)
    line(name, a * 1000, b * 1000, "ms", aim)


def measured(command, rounds=3):
    """The best time and the peak memory in KiB, child processes included."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    times, peak = [], 0
    for _ in range(rounds):
        start = time.perf_counter()
        peak = int(subprocess.check_output([sys.executable, "-c", code] + command, text=True))
        times.append(time.perf_counter() - start)
    return min(times), peak
