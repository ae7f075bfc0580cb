// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that host and device both have: each side uses its own, inlined or not, optimised or not.
//
// RUN: %program -DDEVICE=2 %s -o %t && %t
// RUN: %program -DDEVICE=2 -O0 %s -o %t && %t
// RUN: %program -DDEVICE=2 -O3 -fno-inline %s -o %t && %t
// RUN: %plain -DDEVICE=1 %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"

#ifdef __SYCL_DEVICE_ONLY__
#define SIDE 2
#else
#define SIDE 1
#endif

__attribute__((noinline)) inline int of_header() {
  return SIDE;
}
template <class T> __attribute__((noinline)) T of_template(T t) {
  return t + SIDE;
}
SYCL_EXTERNAL __attribute__((noinline)) int external(int x) {
  return x + SIDE * 10;
}
static __attribute__((noinline)) int internal() {
  return SIDE * 100;
}
struct object {
  int value;
  __attribute__((noinline)) object() : value(SIDE) {}
  __attribute__((noinline)) int get() const { return value + SIDE; }
};

static void test(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(6, q);
  q.single_task([=] {
     p[0] = of_header();
     p[1] = of_template(5);
     p[2] = external(1);
     p[3] = internal();
     object o;
     p[4] = o.get();
   }).wait();
  const int device[5] = {DEVICE, 5 + DEVICE, 1 + DEVICE * 10, DEVICE * 100, 2 * DEVICE};
  for (int i = 0; i < 5; ++i)
    CHECK(p[i] == device[i]);
  CHECK(of_header() == 1 && of_template(5) == 6 && external(1) == 11 && internal() == 100 &&
        object().get() == 2);
  sycl::free(p, q);
}

int main() {
  return on_every_device(test);
}
