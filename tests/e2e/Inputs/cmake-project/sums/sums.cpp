// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A second library with a kernel.
#include "sums.hpp"
#include <sycl/sycl.hpp>
int sum_up_to(int n) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  q.single_task<class Sum>([=] {
     for (int i = 1; i <= n; i++)
       *p += i;
   }).wait();
  const int value = *p;
  sycl::free(p, q);
  return value;
}
