// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What starting an empty kernel costs in SYCL; launch.c does the same with the driver's functions.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

static double now() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The median of some rounds, per launch; the first one loads the code.
template <class F> static void measure(const char *name, int launches, F round) {
  std::vector<double> ns;
  round(launches);
  for (int i = 0; i < 21; i++) {
    double start = now();
    round(launches);
    ns.push_back((now() - start) / launches);
  }
  std::nth_element(ns.begin(), ns.begin() + 10, ns.end());
  std::printf("%s %.0f ns\n", name, ns[10]);
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
