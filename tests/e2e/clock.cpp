// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::oneapi::experimental::clock goes forward on devices that have it; others refuse the kernel.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"

namespace ex = sycl::ext::oneapi::experimental;
static_assert(SYCL_EXT_ONEAPI_CLOCK == 1);

static const need clocks{"clocks", [](const sycl::device &d) {
                           return d.has(sycl::aspect::ext_oneapi_clock_device) && d.has(sycl::aspect::ext_oneapi_clock_work_group) &&
                                  d.has(sycl::aspect::ext_oneapi_clock_sub_group);
                         }};

static void test(sycl::queue &q) {
  uint64_t *t = sycl::malloc_shared<uint64_t>(6, q);
  float *work = sycl::malloc_shared<float>(1, q);
  *work = 1;
  q.single_task([=] {
     t[0] = ex::clock<ex::clock_scope::device>();
     t[1] = ex::clock<ex::clock_scope::work_group>();
     t[2] = ex::clock<ex::clock_scope::sub_group>();
     volatile float *x = work;
     for (int i = 0; i < 100000; ++i)
       *x = *x * 1.0001f;
     t[3] = ex::clock<ex::clock_scope::device>();
     t[4] = ex::clock<ex::clock_scope::work_group>();
     t[5] = ex::clock<ex::clock_scope::sub_group>();
   }).wait();
  for (int i = 0; i < 3; ++i)
    CHECK(t[i] != 0 && t[i + 3] > t[i]);
  sycl::free(t, q);
  sycl::free(work, q);
}

int main() {
  return on_every_device(test, {clocks});
}
