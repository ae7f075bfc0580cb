# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The native CPU device: kernels beside the same loops in OpenMP and the same kernels in OpenCL C (bench/cpu), and what its
# code adds to a compilation. Programs take turns; the best counts. Results are compared too.
import os
import subprocess

from measure import best, clang, compare, cpu_seconds, line, sycc

TURNS = 3
AGAINST_OPENMP = dict.fromkeys(["copy", "mul", "add", "triad", "dot"], 0.97)
AGAINST_OPENCL = {"matmul": 5.0, "submit": 4.0, "submit and wait": 4.0}


def try_build(what, command, hint):
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        print("%s: left out, can't be built (Debian: %s)" % (what, hint), flush=True)
    return made.returncode == 0


def results(program, *only):
    """{name: (seconds, number)} of one run; nothing when there is no such device."""
    ran = subprocess.run([program, *only], capture_output=True, text=True)
    if ran.returncode == 77:
        print(ran.stderr.strip(), flush=True)
        return {}
    if ran.returncode:
        raise subprocess.CalledProcessError(ran.returncode, [program])
    rows = (row.split("\t") for row in ran.stdout.splitlines())
    return {name: (float(took), float(number)) for name, took, number in rows}


def merge(found, fresh):
    for name, (took, number) in fresh.items():
        if name not in found or took < found[name][0]:
            found[name] = (took, number)


def same(a, b):
    return abs(a - b) <= 1e-3 * max(abs(a), abs(b))


def faster(name, ours, peer, aim):
    """How many times faster ours is; the peer's name is in the line's."""
    line(name, ours[0] * 1000, peer[0] * 1000, "ms")
    ratio = peer[0] / ours[0]
    wrong = "" if same(ours[1], peer[1]) or not peer[1] else "   RESULTS DIFFER: %g, %g" % (ours[1], peer[1])
    print("    %.2f times as fast   aim %g: %s%s" % (ratio, aim, "met" if ratio >= aim else "missed", wrong), flush=True)


def kernels(folder):
    ours, openmp, opencl = folder + "/sycl", folder + "/openmp", folder + "/opencl"
    flags = ["-O3", "-march=native", "-Wno-deprecated-declarations"]
    subprocess.run([sycc] + flags + ["bench/cpu/sycl.cpp", "-o", ours], check=True)
    programs = {ours: {}}
    if try_build("OpenMP", [clang] + flags + ["-fopenmp", "bench/cpu/openmp.cpp", "-o", openmp], "libomp-22-dev"):
        programs[openmp] = {}
    if try_build("OpenCL", [clang] + flags + ["bench/cpu/opencl.cpp", "-o", opencl, "-lOpenCL"], "ocl-icd-opencl-dev, opencl-c-headers"):
        programs[opencl] = {}
    for _ in range(TURNS):
        for program, found in programs.items():
            merge(found, results(program))
    for peer, title, aims, usual in (openmp, "OpenMP", AGAINST_OPENMP, 0.9), (opencl, "OpenCL", AGAINST_OPENCL, 1.0):
        for name, took in programs.get(peer, {}).items():
            faster("%s / %s" % (name, title), programs[ours][name], took, aims.get(name, usual))


def levels(folder):
    """Kernels as they are without options, made for each level of the machine, beside those for this machine alone."""
    programs = {folder + "/levels": ["-O2"], folder + "/this-machine": ["-O2", "-march=native"]}
    for program, flags in programs.items():
        subprocess.run([sycc] + flags + ["bench/cpu/sycl.cpp", "-o", program], check=True)
    found = [{}, {}]
    for _ in range(TURNS):
        for program, best_of in zip(programs, found):
            merge(best_of, results(program))
    ours, peer = found
    for name in peer:
        line("%s, -O2 / -O2 -march=native" % name, ours[name][0] * 1000, peer[name][0] * 1000, "ms", 1.1)
    for source, aim in ("bench/one_kernel.cpp", 1.25), ("bench/cpu/sycl.cpp", 1.5):
        build = [sycc, "-O2", "-j1", source, "-o", folder + "/out"]
        compare(source + ", all levels / one", build, build + ["-march=x86-64"], aim, rounds=3, clock=cpu_seconds)


def compile_cost(folder, source, level):
    """What native_cpu adds to the device compilation: builds with and without it, and without any device code."""
    out = folder + "/out"
    host = [sycc, level, "-fno-sycl", source, "-o", out]
    spir64 = [sycc, level, "-j1", "-fsycl-targets=spir64", source, "-o", out]
    both = [sycc, level, "-j1", "-fsycl-targets=spir64,native_cpu", source, "-o", out]
    plain, one, two = best(host, spir64, both, rounds=3, clock=cpu_seconds)
    added = (two - one) / (one - plain)
    print("%-42s %9.1f ms %8.1f ms; native_cpu adds %.0f %% of the device compilation   aim 50 %%: %s"
          % (source + " " + level + ": with / without", two * 1000, one * 1000, added * 100, "met" if added <= 0.5 else "missed"), flush=True)


def run(folder):
    kernels(folder)
    levels(folder)
    for source in "bench/one_kernel.cpp", "bench/groups.cpp", "bench/cpu/sycl.cpp":
        for level in "-O2", "-O3":
            compile_cost(folder, source, level)
