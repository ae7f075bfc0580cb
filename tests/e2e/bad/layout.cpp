// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A closure that looks different to the device: the host compilation names the kernel and the member, and is right
// about padding that hides a difference.
//
// RUN: rm -rf %t && sh %S/Inputs/fails.sh %t %sycc %s -o %t/out > %t.log; cat %t.log
// RUN: FileCheck %s < %t.log && not grep -q fails.sh: %t.log
#include <sycl/sycl.hpp>

struct Hidden {
  int a;
#ifdef __SYCL_DEVICE_ONLY__
  int extra;
#endif
  double b;
};
struct Larger {
  int x;
#ifndef __SYCL_DEVICE_ONLY__
  char more[16];
#endif
};

struct Functor {
  int *out;
#ifdef __SYCL_DEVICE_ONLY__
  int added = 0;
#else
  long removed[2] = {};
#endif
  void operator()() const { *out = 1; }
};

// The same places and sizes, and other members there.
struct Swapped {
  int *out;
#ifdef __SYCL_DEVICE_ONLY__
  int second = 2, first = 1;
#else
  int first = 1, second = 2;
#endif
  void operator()() const { *out = first; }
};

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  Hidden h{};
  Larger l{};
  // CHECK-DAG: layout.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: kernel 'Inside' has another layout on the device: its member 'h' is 16 bytes at offset 8 for the host, and for the device the same, with other members inside
  q.single_task<class Inside>([=] { *p = h.a; });
  // CHECK-DAG: layout.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: kernel 'Size' has another layout on the device: its member 'l' is 20 bytes at offset 8 for the host, and for the device 4 bytes at offset 8
  q.single_task<class Size>([=] { *p = l.x; });
  // CHECK-DAG: layout.cpp:28:{{[0-9]+}}: error: kernel 'Functor' has another layout on the device: its member 'removed' is 16 bytes at offset 8 for the host, and for the device 'added' is in its place
  q.single_task(Functor{p});
  // CHECK-DAG: error: kernel 'Swapped' has another layout on the device: its member 'first' is 4 bytes at offset 8 for the host, and for the device 'second' is in its place
  q.single_task(Swapped{p});
  q.single_task<class Same>([=] { *p = 4; });
}
// CHECK-DAG: note: what a kernel captures must not depend on __SYCL_DEVICE_ONLY__
// CHECK-NOT: 'Same'
