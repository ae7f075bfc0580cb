// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item that fails in a kernel with barriers: before the first, between two in a branch, in a loop with barriers, behind the last.
// The message names it, whichever of its group it is, and nobody waits for it.
//
// RUN: %program %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* sh %S/Inputs/failures_barriers.sh %t 2>&1 | FileCheck %s
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* sh %S/Inputs/failures_barriers.sh %t 2>&1 | FileCheck %s %}
// RUN: %program -O0 %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* sh %S/Inputs/failures_barriers.sh %t 2>&1 | FileCheck %s
// RUN: %if pocl %{ env SYCC_DEVICE_SELECTOR=opencl:* sh %S/Inputs/failures_barriers.sh %t 2>&1 | FileCheck %s %}
//
// CHECK: right
// CHECK: global id: [0,0,0], local id: [0,0,0] Assertion `!(mode == 1 && me)' failed.
// CHECK: global id: [21,0,0], local id: [5,0,0] Assertion `!(mode == 1 && me)' failed.
// CHECK: global id: [3,0,0], local id: [3,0,0] Assertion `!(mode == 2 && me)' failed.
// CHECK: fatal: a kernel ended with abort(): global id: [2,0,0], local id: [2,0,0]
// CHECK: fatal: a kernel ended with abort(): global id: [30,0,0], local id: [14,0,0]
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

using namespace sycl;

static void count(nd_item<1> it, int *sums) {
  sums[it.get_local_id(0)] += 1;
  group_barrier(it.get_group());
}

int main(int argc, char **argv) {
  const int mode = argc > 2 ? std::atoi(argv[1]) : 0, who = argc > 2 ? std::atoi(argv[2]) : 0; // 0: nothing fails
  queue q;
  int *out = malloc_shared<int>(32, q), half = 8;
  q.submit([&](handler &h) {
     local_accessor<int> sums(16, h);
     h.parallel_for(nd_range<1>(32, 16), [=](nd_item<1> it) {
       const int l = static_cast<int>(it.get_local_id(0)), g = static_cast<int>(it.get_global_id(0));
       const bool me = g == who;
       assert(!(mode == 1 && me));
       sums[l] = g;
       group_barrier(it.get_group());
       int x = sums[15 - l];
       if (l % 2) {
         assert(!(mode == 2 && me));
         x++;
       }
       group_barrier(it.get_group());
       count(it, &sums[0]);
       for (int k = half; k > 0; k /= 2) {
         if (l < k) {
           if (mode == 3 && me && k == 4)
             abort();
           sums[l] += sums[l + k];
         }
         group_barrier(it.get_group());
       }
       if (mode == 4 && me)
         abort();
       out[g] = sums[0] + x;
     });
   }).wait();
  int bad = 0;
  for (int g = 0; g < 32; g++) // 0 + ... + 15, or 16 + ... + 31, and one for each
    bad += out[g] != (g < 16 ? 136 : 392) + (g / 16 * 16 + 15 - g % 16) + g % 2;
  std::puts(bad ? "wrong" : "right");
  free(out, q);
  return bad != 0;
}
