// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that calls a virtual function: an error at the call, with the way to it.
//
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc %s -o %t/out > %t.log; cat %t.log
// RUN: FileCheck %s < %t.log && not grep -q fails.sh: %t.log
// RUN: grep -c error: %t.log | FileCheck %s --check-prefix=ONCE
// ONCE: {{^}}1{{$}}
#include <sycl/sycl.hpp>

struct shape {
  virtual int area() const { return 1; }
};
struct square final : shape {
  int area() const override { return 4; }
};

// CHECK: virtual.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}virtual
static int measure(const shape &s) { return s.area(); }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     square s;
     // CHECK: virtual.cpp:[[# @LINE + 1]]:{{[0-9]+}}: note: called by
     *p = measure(s) + s.area(); // the second is no virtual call: the class is final
   }).wait();
  square s;
  return measure(s); // the host may
}
