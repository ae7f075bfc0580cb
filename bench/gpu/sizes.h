// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels in SYCL and in CUDA have in common. A result is a line: name, whole number, unit.
#ifndef BENCH_GPU_SIZES_H
#define BENCH_GPU_SIZES_H

#include <chrono>
#include <cstdio>

enum {
  STREAM = 1 << 28,
  GROUP = 256,
  DOT_GROUPS = 2048,
  MATRIX = 4096,
  TILE = 32,
  BODIES = 1 << 16,
  RUNS = 20
};

// The fastest of RUNS calls, in ns; fn starts the kernel and waits for it.
template <class F> double fastest(F fn) {
  double best = 1e18;
  for (int i = 0; i < RUNS; i++) {
    auto start = std::chrono::steady_clock::now();
    fn();
    double ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
    if (i && ns < best) // the first one loads the code
      best = ns;
  }
  return best;
}

inline void rate(const char *name, double amount, double ns,
                 const char *unit) { // amount per second, in millions
  std::printf("%s %.0f %s\n", name, amount * 1e3 / ns, unit);
}

inline void verify(bool ok, const char *name) {
  if (!ok)
    std::printf("%s: WRONG RESULT\n", name);
}

#endif
