// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thirty shuffles that follow each other have one barrier each, so the kernel has 31 regions, each a function. There
// are versions of them for a level of the machine where sub-groups lie in rows, and none for other groups.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.cpp && %program -O2 -fsycl-targets=native_cpu -save-temps a.cpp -o app
// RUN: cd %t && %llvm-nm app-native_cpu_0.o > symbols && grep -c region.*x86_64_v4 symbols | FileCheck %s
// CHECK: {{^31$}}
#include <sycl/sycl.hpp>

template <unsigned... Steps>
static unsigned line(sycl::sub_group g, unsigned x, std::integer_sequence<unsigned, Steps...>) {
  ((x = 5 * x + sycl::permute_group_by_xor(g, x, 1 + Steps % 3)), ...);
  return x;
}

int main() {
  sycl::queue q;
  unsigned *p = sycl::malloc_shared<unsigned>(64, q);
  q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_linear_id();
     p[i] = line(it.get_sub_group(), i, std::make_integer_sequence<unsigned, 30>());
   }).wait();
  sycl::free(p, q);
}
