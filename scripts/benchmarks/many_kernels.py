# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One file with 1,000 small kernels: what each costs, and what it costs the program to start.
import os

from measure import best, measured, sycc

KERNEL = """void submit%d(sycl::queue &queue, float *p, size_t n) {
  queue.parallel_for<class K%d>(sycl::range(n), [=](sycl::id<1> i) { p[i] = p[i] * %d.5f + %d; });
}
"""
# Without arguments nothing is submitted.
MAIN = """int main(int argc, char **) {
  if (argc > 1) {
    sycl::queue queue;
    float *p = sycl::malloc_shared<float>(16, queue);
    submit1(queue, p, 16);
    queue.wait();
    sycl::free(p, queue);
  }
}
"""


def source(folder, n):
    path = os.path.join(folder, "kernels%d.cpp" % n)
    with open(path, "w") as f:
        f.write("#include <sycl/sycl.hpp>\n" + "".join(KERNEL % (i, i, i, i) for i in range(n)) + MAIN)
    return path


def told(ours, aim):
    return "aim %g: %s" % (aim, "met" if ours <= aim else "missed")


def run(folder):
    n, program = 1000, folder + "/kernels"
    took, peak = measured([sycc, "-O2", "-j2", source(folder, n), "-o", program], rounds=2)
    each = took * 1000 / n
    print("%-42s %9.1f ms per kernel, %.0f MiB   %s" % ("1,000 kernels in one file, -O2 -j2", each, peak / 1024, told(each, 60)), flush=True)
    idle, one = best([program], [program, "submit"])
    print("%-42s %9.1f ms; with one submission %.1f ms   %s" % ("start of that program", idle * 1000, one * 1000, told(one * 1000, 100)),
          flush=True)
