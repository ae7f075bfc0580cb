// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel whose loop over work-items has more conditions than are worth vectors is there once; another, which does the
// same with fewer, for each level of the machine.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.cpp && %program -O2 -fsycl-targets=native_cpu -save-temps a.cpp -o app
// RUN: cd %t && %llvm-nm app-native_cpu_0.o | FileCheck %s
// RUN: cd %t && SYCC_DEVICE_SELECTOR='native_cpu:*' ./app
// CHECK-NOT: {{Large.*x86_64_v}}
// CHECK: {{Small.*x86_64_v4}}
// CHECK-NOT: {{Large.*x86_64_v}}
#include <sycl/sycl.hpp>

// Which of the bounds is the first that x is below: no two steps can become one.
template <unsigned... Steps>
static int place(const volatile int *bounds, int x, std::integer_sequence<unsigned, Steps...>) {
  int at = -1;
  (void)(((x < bounds[Steps]) ? (at = Steps, true) : false) || ...);
  return at;
}

template <class Name, unsigned N> static int wrong(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(2 * N, q), *bounds = p + N, n = 0;
  for (unsigned i = 0; i < N; i++)
    bounds[i] = 3 * i + 1;
  q.parallel_for<Name>(N, [=](sycl::id<1> i) {
     p[i] = place(bounds, 3 * i[0], std::make_integer_sequence<unsigned, N>());
   }).wait();
  for (unsigned i = 0; i < N; i++)
    n += p[i] != static_cast<int>(i);
  sycl::free(p, q);
  return n;
}

int main() {
  sycl::queue q;
  return wrong<class Large, 500>(q) + wrong<class Small, 20>(q);
}
