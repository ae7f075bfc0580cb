// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that stays as it is although '#pragma unroll' asks for it (its number of rounds is unknown, it has a barrier or a
// collective operation) is nothing to warn of: the code generator makes several copies of it and knows no place in the source.
//
// RUN: %program -Wall -Werror %s -o %t 2>&1 | count 0
#include <sycl/sycl.hpp>

int main(int n, char **) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(64, q);
  q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
     int v = it.get_local_id(0);
#pragma unroll
     for (int k = 32; k >= n; k /= 2)
       v += sycl::shift_group_left(it.get_sub_group(), v, k);
#pragma unroll
     for (int i = 0; i < n; i++) {
       p[it.get_local_id(0)] += v;
       sycl::group_barrier(it.get_group());
     }
#pragma unroll
     for (int i = 0; p[i] != v; i++)
       p[i]++;
   }).wait();
  sycl::free(p, q);
}
