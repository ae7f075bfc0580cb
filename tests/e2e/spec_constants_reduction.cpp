// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialization constants in kernels with reductions.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"

using sycl::kernel_handler;
constexpr sycl::specialization_id<int> number(42);

static void with_reduction(sycl::queue &q) {
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<number>(3);
     h.parallel_for<class Reduced>(sycl::range<1>(100), sycl::reduction(sum, sycl::plus<int>()),
                                   [=](sycl::id<1> i, auto &r, kernel_handler kh) { r += int(i) * kh.get_specialization_constant<number>(); });
   }).wait();
  CHECK(*sum == 3 * 4950);
  *sum = 0;
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<1>(64, 16), sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::nd_item<1>, auto &r, kernel_handler kh) { r += kh.get_specialization_constant<number>(); });
   }).wait();
  CHECK(*sum == 64 * 42);
  sycl::free(sum, q);
}

int main() {
  return on_every_device(with_reduction);
}
