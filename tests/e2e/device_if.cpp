// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if_device_has: one program takes the branch of the device it meets, at any level of optimisation.
//
// RUN: %program %s -o %t && %t && env SYCC_MASK_ASPECTS=fp64 %t && env SYCC_MASK_ASPECTS=fp16,atomic64 %t
// RUN: %program -O0 %s -o %t.O0 && %t.O0 && env SYCC_MASK_ASPECTS=fp64 %t.O0
// RUN: %plain %s -o %t.plain %libsycc && %t.plain && env SYCC_MASK_ASPECTS=fp64 %t.plain
#include "Inputs/check.hpp"

using sycl::aspect;
using namespace sycl::ext::oneapi::experimental;

// In a function and with references: the double branch sees the part of x that a float has no room for.
static int below(float x, float tiny) {
  int bits = 0;
  if_device_has<aspect::fp64>([&] { bits = double(x) + double(tiny) > double(x) ? 64 : 1; }).else_device([&] {
    bits = x + tiny > x ? 2 : 32;
  });
  return bits;
}

static void wide(sycl::queue &q) {
  int result = 0;
  {
    sycl::buffer<int> out(&result, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(out, h, sycl::write_only);
      h.single_task([=] { to[0] = below(1.0f, 1e-10f); });
    });
  }
  CHECK(result == (q.get_device().has(aspect::fp64) ? 64 : 32));
}

int main() {
  return on_every_device([](sycl::queue &q) { wide(q); });
}
