# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The graph of commands and the registry of images: what a submission costs beside OpenCL itself, what thousands of commands with random
# dependencies cost, and what 1,000 images cost a program that starts.
import os
import subprocess

import many_kernels
from measure import best, clang, line, sycc
from native_cpu import merge, results, try_build

TURNS = 3
KERNELS = 500  # each has an image for spir64 and one for native_cpu


def told(ours, aim):
    return "aim %g: %s" % (aim, "met" if ours <= aim else "missed")


def commands(program):
    """{(device, name): (microseconds, bytes)} of one run on the CPU's devices."""
    environment = dict(os.environ, SYCC_DEVICE_SELECTOR="native_cpu:*;opencl:cpu")
    text = subprocess.run([program], check=True, env=environment, capture_output=True, text=True).stdout
    rows = (row.split("\t") for row in text.splitlines())
    return {(device, name): (float(us), float(size)) for device, name, us, size in rows}


def submissions(ours, opencl):
    for (device, name), (us, _) in ours.items():
        peer = opencl.get(name)
        if peer:
            count = 100000 if name == "submit" else 10000
            line("%s, %s / OpenCL" % (name, device), us, peer[0] / count * 1e6, "us", aim=0.25 if device == "native_cpu" else None)


def random_graphs(ours):
    for device in "native_cpu", "opencl":
        found = [(name, row) for (where, name), row in ours.items() if where == device and " commands " in name]
        for name, (us, size) in found[:1]: # the others find memory that it has left
            print("%-42s %9.2f us each, %.0f bytes each" % (name + ", " + device, us, size), flush=True)
        if len(found) == 2:
            ratio = found[1][1][0] / found[0][1][0]
            print("%-42s %9.2f times the time for each   %s" % ("twice as many, " + device, ratio, told(ratio, 1.25)), flush=True)


def graph(folder):
    program, opencl = folder + "/scheduler", folder + "/opencl"
    subprocess.run([sycc, "-O2", "bench/scheduler.cpp", "-o", program], check=True)
    found, peer = {}, {}
    has_opencl = try_build("OpenCL", [clang, "-O2", "-Wno-deprecated-declarations", "bench/cpu/opencl.cpp", "-o", opencl, "-lOpenCL"],
                           "ocl-icd-opencl-dev, opencl-c-headers")
    for _ in range(TURNS):
        for key, row in commands(program).items():
            before = found.get(key, row)
            found[key] = min(row[0], before[0]), max(row[1], before[1])
        if has_opencl:
            merge(peer, results(opencl, "launches"))
    submissions(found, peer)
    random_graphs(found)


def start_up(folder):
    source, many, none = many_kernels.source(folder, KERNELS), folder + "/many", folder + "/none"
    subprocess.run([sycc, "-O1", "-j2", "-fsycl-device-code-split=per_kernel", source, "-o", many], check=True)
    subprocess.run([sycc, "-O1", "-fno-sycl", source, "-o", none], check=True)
    with_images, without = best([many], [none], rounds=100)
    added = (with_images - without) * 1000
    print("%-42s %9.1f ms, %.1f ms without: %.1f more   %s"
          % ("start of a program with 1,000 images", with_images * 1000, without * 1000, added, told(added, 5)), flush=True)


def run(folder):
    graph(folder)
    start_up(folder)
