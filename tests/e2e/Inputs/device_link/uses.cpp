// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose kernels call functions of two libraries, in ranges of all forms.
#include "check.hpp"
#include "work.hpp"

static void calls(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(64, q);
  q.parallel_for(8, [=](sycl::id<1> i) { p[i] = twice(int(i)) + base(1); }).wait();
  for (int i = 0; i < 8; ++i)
    CHECK(p[i] == 2 * i + 2001);
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) { p[i.get_global_id(0)] = where(i); }).wait();
  for (int i = 0; i < 8; ++i)
    CHECK(p[i] == i + 100 * (i % 4) + 10000 * (i / 4) + 400000 + 2000000 + 80000000);
  // Between barriers, and in a loop of the kernel's.
  q.parallel_for(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> i) {
    const size_t at = i.get_global_id(0);
    p[at] = 0;
    for (int k = 0; k < 3; ++k)
      count(p + at);
    sycl::group_barrier(i.get_group());
    p[32 + at] = p[at / 8 * 8 + 7 - at % 8] + int(at);
  }).wait();
  for (int i = 0; i < 16; ++i)
    CHECK(p[32 + i] == 3 + i);
  // In a loop with a barrier, of a number of rounds that no compiler knows.
  const int rounds = int(q.get_device().get_info<sycl::info::device::max_compute_units>() % 2 + 3);
  q.parallel_for(sycl::nd_range<1>(16, 8), [=](sycl::nd_item<1> i) {
    const size_t at = i.get_global_id(0);
    int sum = 0;
    for (int k = 0; k < rounds; ++k) {
      sum += base(k);
      sycl::group_barrier(i.get_group());
    }
    p[at] = sum;
  }).wait();
  for (int i = 0; i < 16; ++i)
    CHECK(p[i] == rounds * 1000 + rounds * (rounds - 1) / 2);
  sycl::free(p, q);
}

static void values(sycl::queue &q) {
  many *m = sycl::malloc_shared<many>(2, q);
  int *p = sycl::malloc_shared<int>(1, q);
  sycl::float4 *v = sycl::malloc_shared<sycl::float4>(1, q);
  m[0] = {{1, 2, 3, 4, 5}, 6};
  *p = 7;
  *v = {1, 2, 3, 4};
  q.single_task([=] { m[1] = turned(m[0], p); *v = scaled(*v, 3); }).wait();
  CHECK(m[1].a[0] == 5 && m[1].a[4] == 1 && m[1].n == 13);
  CHECK((*v)[0] == 3 && (*v)[3] == 12);
  sycl::free(m, q);
  sycl::free(p, q);
  sycl::free(v, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    for (int round = 0; round < 2; ++round) {
      calls(q);
      values(q);
    }
  });
}
