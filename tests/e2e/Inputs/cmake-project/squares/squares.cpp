// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's SYCL source.
#include "squares.hpp"
#include <sycl/sycl.hpp>
int square(int x) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<class Square>([=] { *p = FACTOR * x * x; }).wait();
  const int value = *p;
  sycl::free(p, q);
  return value;
}
