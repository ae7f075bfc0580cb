# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A program of three files, each with a kernel, beside the same loops as plain C++; and what a relink costs.
import os

from measure import best, build, clang, compare, line, sycc

# Of each file: what it computes, as a kernel and as a loop.
BODIES = ["3.0f * x[i] + y[i]", "x[i] * x[i] - y[i]", "y[i] > 1.0f ? x[i] / y[i] : x[i]"]

SYCL = """#include <sycl/sycl.hpp>
#include <vector>
void part%d(std::vector<float> &a, std::vector<float> &b) {
  sycl::queue queue;
  sycl::buffer ba(a), bb(b);
  queue.submit([&](sycl::handler &group) {
    sycl::accessor x(ba, group, sycl::read_only);
    sycl::accessor y(bb, group, sycl::read_write);
    group.parallel_for(sycl::range(a.size()), [=](sycl::id<1> i) { y[i] = %s; });
  });
}
"""
LOOP = """#include <vector>
void part%d(std::vector<float> &a, std::vector<float> &b) {
  auto body = [&, x = a.data(), y = b.data()](std::size_t i) { y[i] = %s; };
  for (std::size_t i = 0; i < a.size(); ++i)
    body(i);
}
"""
MAIN = """#include <cstdio>
#include <vector>
void part0(std::vector<float> &, std::vector<float> &);
void part1(std::vector<float> &, std::vector<float> &);
void part2(std::vector<float> &, std::vector<float> &);
int main() {
  std::vector<float> a(100000, 1.0f), b(100000, 2.0f);
  part0(a, b), part1(a, b), part2(a, b);
  std::printf("%g\\n", b[99999]);
}
"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    return path


def sources(folder, prefix, form):
    """Three files; the first has main() too."""
    return [write(folder, "%s%d.cpp" % (prefix, i), form % (i, body) + (MAIN if i == 0 else "")) for i, body in enumerate(BODIES)]


def in_shell(*words):
    return ["sh", "-ec", " ".join(words)]


def relink(folder, ours):
    objects = [os.path.join(folder, "sycl%d.o" % i) for i in range(3)]
    program, device = folder + "/app", folder + "/dev.o"
    compiled = [[sycc, "-O2", "-c", source, "-o", result] for source, result in zip(ours, objects)]
    full = in_shell(";".join(" ".join(c) for c in compiled), ";", sycc, "-O2", *objects, "-o", program)
    link_device = [sycc, "-O2", "-fsycl-link", objects[1], objects[2], "-o", device]
    no_kernels = write(folder, "main.cpp", MAIN + "void part0(std::vector<float> &, std::vector<float> &) {}\n")
    main = folder + "/main.o"
    best(full, link_device, [sycc, "-O2", "-fno-sycl", "-c", no_kernels, "-o", main], rounds=1)
    all_of_it, again, host_only = best(full, [sycc, "-O2", main] + objects[1:] + ["-o", program],
                                       [sycc, "-O2", main, device] + objects[1:] + ["-o", program], rounds=5)
    line("relink with all device jobs / full build", again * 1000, all_of_it * 1000, "ms")
    line("relink after -fsycl-link / full build", host_only * 1000, all_of_it * 1000, "ms")


def by_clang(paths, program, compiling, linking=""):
    """Two compilations at a time, then the link."""
    stems = [os.path.splitext(path)[0] for path in paths]
    return in_shell("printf '%s\\n'", *stems, "| xargs -P2 -I{}", clang, "-std=c++17 -O2", compiling, "-c {}.cpp -o {}.plain.o;", clang,
                    *[stem + ".plain.o" for stem in stems], linking, "-o", program)


def run(folder):
    ours, loops, program = sources(folder, "sycl", SYCL), sources(folder, "loop", LOOP), folder + "/plain"
    sycl = [sycc, "-O2", "-j2"] + ours + ["-o", folder + "/app"]
    runtime = "-L%s/lib -lsycc -Wl,-rpath,%s/lib" % (build, build)
    compare("three files, -j2 / loops, clang++", sycl, by_clang(loops, program, ""), rounds=3)
    compare("the same, loops with the std headers of <sycl/sycl.hpp>", sycl, by_clang(loops, program, "-include bench/header_std.cpp"), rounds=3)
    compare("the same, these files as plain C++", sycl, by_clang(ours, program, "-Iinclude", runtime), rounds=3)
    relink(folder, ours)
