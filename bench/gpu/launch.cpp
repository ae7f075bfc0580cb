// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What starting an empty kernel costs in SYCL; launch.c does the same with the driver's functions.
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>

static double now() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The best of some rounds, per launch.
template <class F> static void measure(const char *name, int launches, F round) {
  double best = 1e18;
  for (int i = 0; i < 20; i++) {
    double start = now();
    round(launches);
    double ns = (now() - start) / launches;
    if (i && ns < best)
      best = ns;
  }
  std::printf("%s %.0f ns\n", name, best);
}

int main() {
  sycl::queue q, ordered{sycl::property::queue::in_order()};
  auto many = [](sycl::queue &q) {
    return [&q](int n) {
      for (int i = 0; i < n; i++)
        q.single_task<class empty>([] {});
      q.wait();
    };
  };
  measure("launch-many", 2000, many(q));
  measure("launch-in-order", 2000, many(ordered));
  measure("launch-and-wait", 500, [&](int n) {
    for (int i = 0; i < n; i++)
      q.single_task<class alone>([] {}).wait();
  });
}
