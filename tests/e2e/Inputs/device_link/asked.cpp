// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that asks a library's function whose code depends on the device, under a condition of its own
// too.
#include "asks.hpp"
int main() {
  sycl::queue q;
  bool fp64 = q.get_device().has(aspect::fp64), atomic64 = q.get_device().has(aspect::atomic64);
  int *out = sycl::malloc_shared<int>(2, q);
  q.single_task<class Asked>([=] {
    out[0] = asks(20);
    if_device_has<aspect::atomic64>([=] { out[1] = asks(30); }).else_device([=] { out[1] = 7; });
  }).wait();
  CHECK(out[0] == (fp64 ? 30 : -20));
  CHECK(out[1] == (!atomic64 ? 7 : fp64 ? 45 : -30));
  CHECK(in_library(q) == (fp64 ? 15 : -10));
  sycl::free(out, q);
  return failures != 0;
}
