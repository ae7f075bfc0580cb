// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_globals beside if_device_has: all variants of all kernels, and kernels without, share them.
//
// RUN: %program %s -o %t && %t && env SYCC_MASK_ASPECTS=fp64 %t
// RUN: %program -O0 %s -o %t.O0 && %t.O0 && env SYCC_MASK_ASPECTS=fp64 %t.O0
#include "Inputs/check.hpp"

using sycl::aspect;
namespace oneapi = sycl::ext::oneapi;
using namespace oneapi::experimental;
using oneapi::properties;

device_global<int> count;
device_global<int, decltype(properties{device_image_scope})> scoped;

static void test(sycl::queue &q) {
  int host = 5, back = 0, kept = 0;
  q.copy(&host, count).wait();
  q.single_task([=] { // has variants
     if_device_has<aspect::fp64>([] { count += 100; }).else_device([] { count += 10; });
     scoped += 1;
   }).wait();
  q.single_task([=] { // would have none, were it not for the variable they share
     count += 1;
     scoped += 2;
   }).wait();
  q.copy(count, &back).wait();
  CHECK(back == 5 + 1 + (q.get_device().has(aspect::fp64) ? 100 : 10));
  q.copy(scoped, &kept).wait();
  CHECK(kept == 3);
}

int main() {
  return on_every_device(test, {device_globals});
}
