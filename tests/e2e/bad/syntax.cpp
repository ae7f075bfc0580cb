// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A syntax error: clang's message, once, although the file is compiled for the host and for devices.
//
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc %s -o %t/out > %t.log; cat %t.log
// RUN: FileCheck %s < %t.log && not grep -q fails.sh: %t.log
// RUN: grep -c error: %t.log | FileCheck %s --check-prefix=ONCE
// ONCE: {{^}}1{{$}}
//
// The same with -c.
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc -c %s -o %t/out | FileCheck %s
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  // CHECK: syntax.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: use of undeclared identifier 'undeclared'
  q.single_task([=] { undeclared = 1; });
}
