// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that throws, two calls away: an error at the throw, with the way to it.
//
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc %s -o %t/out > %t.log; cat %t.log
// RUN: FileCheck %s < %t.log && not grep -q fails.sh: %t.log
// RUN: grep -c error: %t.log | FileCheck %s --check-prefix=ONCE
// ONCE: {{^}}1{{$}}
#include <sycl/sycl.hpp>

static int innermost(int x) {
  if (x > 3)
    // CHECK: throw.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: SYCL kernel cannot use exceptions
    throw x;
  return x;
}
// CHECK: throw.cpp:[[# @LINE + 1]]:{{[0-9]+}}: note: called by{{.*}}between
static int between(int x) { return innermost(x + 1); }

// Not reached by any kernel: no error.
static int host_only(int x) {
  if (x > 3)
    throw x;
  return x;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  // CHECK: throw.cpp:[[# @LINE + 1]]:{{[0-9]+}}: note: called by
  q.single_task([=] { *p = between(1); }).wait();
  return host_only(*p);
}
