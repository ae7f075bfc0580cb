// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on local memory by all work-items of a group at the same few places: every one counts.
//
// RUN: %program -O3 %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
#include "Inputs/check.hpp"

constexpr size_t size = 1000, places = 3;
template <class T>
using ref = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::work_group, sycl::access::address_space::local_space>;

struct totals {
  unsigned count[places], exchanged;
  int most;
  float sum;
};

static void run(sycl::queue &q) {
  unsigned *which = sycl::malloc_shared<unsigned>(size, q);
  totals *out = sycl::malloc_shared<totals>(1, q);
  for (size_t i = 0; i < size; ++i)
    which[i] = unsigned(i * 7 % places);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<totals, 1> own(1, h);
     h.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) {
       const size_t i = item.get_local_id(0);
       if (i == 0)
         own[0] = {};
       sycl::group_barrier(item.get_group());
       ref<unsigned>(own[0].count[which[i]]).fetch_add(1u);
       ref<int>(own[0].most).fetch_max(int(i * 37 % size));
       ref<float>(own[0].sum).fetch_add(0.5f);
       unsigned seen = ref<unsigned>(own[0].exchanged).load();
       while (!ref<unsigned>(own[0].exchanged).compare_exchange_strong(seen, seen + 2))
         ;
       sycl::group_barrier(item.get_group());
       if (i == size - 1)
         *out = own[0];
     });
   }).wait();
  for (size_t p = 0; p < places; ++p) {
    unsigned expected = 0;
    for (size_t i = 0; i < size; ++i)
      expected += which[i] == p;
    CHECK(out->count[p] == expected);
  }
  CHECK(out->most == int(size) - 1);
  CHECK(out->sum == 0.5f * size);
  CHECK(out->exchanged == 2 * size);
  sycl::free(which, q);
  sycl::free(out, q);
}

int main() { return on_every_device(run); }
