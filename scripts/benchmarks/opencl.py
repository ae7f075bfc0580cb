# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Launches, copies and fills on the CPU devices of OpenCL drivers, beside the same commands given to the driver directly (bench/opencl): PoCL or
# whatever the machine has, and Intel's runtime where `make check` has installed it. The best of several runs counts.
import os
import subprocess

from measure import build, line, sycc
from native_cpu import try_build

TURNS = 3
AIM = 1.2


def drivers():
    """What to add to the environment for each."""
    intel = os.path.join(build, "intel-opencl", "vendors")
    return [{}] + ([{"OCL_ICD_VENDORS": intel}] if os.path.isdir(intel) else [])


def times(program, driver):
    """{(platform, name): (ours, theirs)} in microseconds, of one run."""
    environment = dict(os.environ, SYCC_DEVICE_SELECTOR="opencl:cpu", **driver)
    ran = subprocess.run([program], env=environment, capture_output=True, text=True)
    if ran.returncode:
        print("OpenCL: left out: " + (ran.stderr.strip().splitlines() or ["no device"])[-1], flush=True)
        return {}
    rows = (row.split("\t") for row in ran.stdout.splitlines())
    return {(platform, name): (float(ours), float(theirs)) for platform, name, ours, theirs in rows}


def run(folder):
    program = folder + "/commands"
    if not try_build("OpenCL", [sycc, "-O2", "-Wno-deprecated-declarations", "-fsycl-targets=spir64", "bench/opencl/commands.cpp",
                                "-o", program, "-lOpenCL"], "ocl-icd-opencl-dev, opencl-c-headers"):
        return
    for driver in drivers():
        found = {}
        for _ in range(TURNS):
            for key, (ours, theirs) in times(program, driver).items():
                before = found.get(key, (ours, theirs))
                found[key] = min(ours, before[0]), min(theirs, before[1])
        for platform in dict.fromkeys(platform for platform, _ in found):
            print("%s, in microseconds for each command:" % platform)
            for (where, name), (ours, theirs) in found.items():
                if where == platform:
                    line("  " + name, ours, theirs, "us", AIM)
