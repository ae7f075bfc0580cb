// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A closure whose layout differs between host and device, by a macro.
#include <sycl/sycl.hpp>
#include <cstdio>
struct L { int x;
#ifndef __SYCL_DEVICE_ONLY__
 char more[16];
#endif
};
int main() { sycl::queue q; L l{}; int *p = sycl::malloc_shared<int>(1, q);
  try { q.single_task<class K>([=] { *p = l.x; }).wait(); } catch (sycl::exception &e) { std::puts(e.what()); } }
