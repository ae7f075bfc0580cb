// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that captures a vector and writes to std::cout: two errors, each at its place, and nothing of what
// they would lead to in the standard library; the same for three targets.
//
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc %s -o %t/out > %t.log; cat %t.log
// RUN: FileCheck %s < %t.log && not grep -q fails.sh: %t.log
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc -fsycl-targets=spir64,intel_gpu_skl,native_cpu %s -o %t/out > %t.log; cat %t.log
// RUN: FileCheck %s < %t.log && not grep -q fails.sh: %t.log
#include <iostream>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> numbers(4);
  int *p = sycl::malloc_shared<int>(1, q);
  // CHECK: captures.cpp:[[# @LINE + 2]]:60: error: SYCL kernel cannot capture 'numbers' of type 'std::vector<int>': it is not device copyable
  // CHECK: captures.cpp:[[# @LINE + 1]]:34: note: in kernel 'First'
  q.parallel_for<class First>(4, [=](sycl::id<1> i) { *p = numbers[i]; });
  // CHECK: captures.cpp:[[# @LINE + 3]]:10: error: SYCL kernel cannot use the non-const global variable 'std::cout'
  // CHECK: captures.cpp:[[# @LINE + 1]]:31: note: called by kernel 'Second'
  q.single_task<class Second>([=] {
    std::cout << "hello " << *p
              << std::endl;
  });
  // CHECK-NOT: error:
  // CHECK: {{^}}2 errors generated.
  // CHECK-NOT: error
}
