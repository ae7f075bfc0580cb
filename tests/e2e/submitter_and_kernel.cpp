// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that waits for the thread that submits: more commands behind it than a queue lets wait must not hold that thread for ever.
//
// On each device a kernel that runs already sees what the host stores, where the device says that it can.
//
// RUN: %program %s -o %t && timeout 100 %t
#include "Inputs/check.hpp"

static void run(sycl::queue q) {
  constexpr int commands = 10000;
  int *p = sycl::malloc_shared<int>(2, q);
  p[0] = p[1] = 0;
  q.single_task([=] {
    sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::system> flag(p[0]);
    while (!flag.load())
      ;
  });
  for (int i = 0; i < commands; ++i)
    q.single_task([=] { ++p[1]; });
  sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::system>(p[0]).store(1);
  q.wait_and_throw();
  CHECK(p[1] == commands);
  sycl::free(p, q);
}

using shared_int = sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::system>;

// The load must not leave the loop.
static void talk(sycl::queue &q) {
  if (!q.get_device().has(sycl::aspect::usm_atomic_shared_allocations))
    return;
  int *p = sycl::malloc_shared<int>(3, q);
  float *x = reinterpret_cast<float *>(p + 2);
  p[0] = p[1] = 0, *x = 0;
  q.single_task([=] {
    sycl::atomic_ref<float, sycl::memory_order::acq_rel, sycl::memory_scope::system> last(*x);
    shared_int(p[1]).store(1);
    while (!shared_int(p[0]).load() || last.load() != 2.5f)
      ;
    p[1] = 2;
  });
  while (!shared_int(p[1]).load())
    ;
  __atomic_store_n(p + 2, 0x40200000, __ATOMIC_RELEASE); // 2.5f
  shared_int(p[0]).store(1);
  q.wait_and_throw();
  CHECK(p[1] == 2);
  sycl::free(p, q);
}

int main() {
  const auto native_cpu = [](const sycl::device &d) { return d.get_backend() == sycl::backend::ext_oneapi_native_cpu ? 1 : -1; };
  run(sycl::queue(native_cpu, sycl::property::queue::in_order()));
  return on_every_device(talk);
}
