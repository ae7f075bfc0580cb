// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that waits for the thread that submits: more commands behind it than a queue lets wait must not hold that thread for ever.
//
// RUN: %program -fsycl-targets=native_cpu %s -o %t && timeout 100 %t
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

int main() {
  run(sycl::queue(sycl::property::queue::in_order()));
  std::printf("%s\n", failures ? "FAILED" : "passed");
  return failures != 0;
}
