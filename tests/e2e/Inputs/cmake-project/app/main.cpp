// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses a SYCL library, a library of the installed package, and SYCL of its own.
#include "squares.hpp"
#include "sums.hpp"
#include <cstdio>
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<class Own>([=] { *p = 5; }).wait();
  std::printf("%d %d %d\n", square(7), sum_up_to(4), *p);
  sycl::free(p, q);
}
