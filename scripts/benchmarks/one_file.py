# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One file: headers, the front ends, one kernel beside the same loop, and what the jobs of its compilation take.
import os
import subprocess

from measure import build, clang, compare, cpu_seconds, line, root, seconds, sycc


def jobs(folder):
    """How long each job of one compilation takes, run by hand as -### prints it."""
    printed = subprocess.run([sycc, "-###", "-O2", "bench/one_kernel.cpp", "-o", folder + "/by-hand"],
                             capture_output=True, text=True, env=dict(os.environ, TMPDIR=folder))
    lines = (printed.stdout + printed.stderr).splitlines()
    times = [[seconds(["sh", "-c", job]) for job in lines] for _ in range(3)]
    for job, took in zip(lines, map(min, zip(*times))):
        words = job.replace("'", "").split()
        result = words[words.index("-o") + 1] if "-o" in words else ""
        print("    %-38s %9.1f ms" % ((os.path.basename(words[0]) + " -> " + os.path.basename(result))[:38], took * 1000), flush=True)


def run_times(folder):
    program = folder + "/run-time"
    subprocess.run([sycc, "-O2", "bench/run_time.cpp", "-o", program], check=True)
    for row in subprocess.check_output([program], text=True).splitlines():
        name, ours, peer, unit = row.split("\t")
        line(name, float(ours), float(peer), unit)


def host_code(out):
    """Sources without device code, in CPU time; the second includes <sycl/sycl.hpp>, so that the device compilation parses it."""
    with_sycl = ["-I" + os.path.join(root, "include"), "-include", "sycl/sycl.hpp"]
    for level in "-O0", "-O2":
        common = ["-std=c++17", level, "-c", "bench/host_only.cpp", "-o", out]
        compare("host code alone, %s -c, CPU time" % level, [sycc] + common, [clang] + common, 1.3, rounds=3, clock=cpu_seconds)
        compare("the same with <sycl/sycl.hpp>, no kernel", [sycc] + common + with_sycl[1:], [clang] + common + with_sycl, rounds=3, clock=cpu_seconds)


def run(folder):
    out = os.path.join(folder, "out")
    include = ["-std=c++17", "-I" + os.path.join(root, "include")]
    compare("parse <sycl/sycl.hpp> / the std headers in it", [clang, "-fsyntax-only"] + include + ["bench/header_sycl.cpp"],
            [clang, "-fsyntax-only"] + include + ["bench/header_std.cpp"], 1.5)
    device = [clang, "-fsycl", "-fsycl-device-only", "-fsyntax-only", "-Wno-everything", "bench/device_large.cpp"] + include
    compare("device front end, large file / no plugin", device + ["-fplugin=%s/lib/sycc/sycc-frontend.so" % build], device, 1.05)
    compare("the same, all front ends of sycc -c", [sycc, "-c", "bench/header_sycl.cpp", "-o", out],
            [clang, "-std=c++17", "-c", "bench/header_std.cpp", "-o", out + "2"])
    plain = [clang, "-std=c++17", "-O2", "bench/one_loop.cpp", "-o", out + "2"]
    ours = [sycc, "-O2", "bench/one_kernel.cpp", "-o", out]
    compare("one kernel / the same loop, -O2 -c", ours + ["-c"], plain + ["-c"], 3.0)
    compare("one kernel / the same loop, -O2, linked", ours, plain, 3.0)
    with_headers = plain + ["-include", "bench/header_std.cpp"]
    compare("the same, loop with the std headers of <sycl/sycl.hpp>", ours, with_headers)
    compare("one kernel / such a loop, -O2 -c, CPU time", ours + ["-c"], with_headers + ["-c"], 1.5, clock=cpu_seconds)
    without_cache = ["env", "SYCC_HEADER_CACHE=off"]
    compare("the same without a precompiled header", without_cache + ours + ["-c"], with_headers + ["-c"], clock=cpu_seconds)
    host_code(out)
    jobs(folder)
    run_times(folder)
