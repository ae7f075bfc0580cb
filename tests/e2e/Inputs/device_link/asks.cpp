// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library whose exported function has variants.
#include "asks.hpp"
int asks(int x) {
  return if_device_has<aspect::fp64>([=] { return int(double(x) * 1.5); }).else_device([=] { return -x; });
}
int in_library(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task<class InLibrary>([=] { *out = asks(10); }).wait();
  int result = *out;
  sycl::free(out, q);
  return result;
}
