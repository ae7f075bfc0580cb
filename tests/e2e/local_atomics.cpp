// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on local memory by all work-items of a group at the same few places: every one counts. Also in loops, which the
// native CPU takes a whole group through together where work-items carry nothing from round to round.
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

// What is counted for work-item `local` of `group` in round k; the same on the host.
static unsigned bin(const unsigned *data, size_t group, size_t local, size_t k) { return (data[k] + unsigned(local * 3 + group)) % 16; }

// `carry`: each work-item has a value of its own that goes through the loop.
template <bool carry> static void count(sycl::queue &q, sycl::range<2> local, size_t rounds, unsigned stop) {
  constexpr size_t groups = 3, bins = 16;
  const size_t items = local.size();
  unsigned *data = sycl::malloc_shared<unsigned>(rounds, q), *out = sycl::malloc_shared<unsigned>(bins, q);
  for (size_t k = 0; k < rounds; ++k)
    data[k] = unsigned(k * 5 % 23);
  q.fill(out, 0u, bins).wait();
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<unsigned, 1> own(bins, h);
     h.parallel_for(sycl::nd_range<2>(sycl::range<2>(groups * local[0], local[1]), local), [=](sycl::nd_item<2> item) {
       const size_t i = item.get_local_linear_id();
       unsigned sum = unsigned(i);
       for (size_t b = i; b < bins; b += items)
         own[b] = 0;
       sycl::group_barrier(item.get_group());
       for (size_t k = 0; k < rounds; ++k) {
         if (data[k] == stop)
           break;
         const unsigned b = bin(data, item.get_group(0), i, k);
         if (b != 7)
           ref<unsigned>(own[b]).fetch_add(1u);
         for (size_t j = 0; j < k % 3; ++j)
           ref<unsigned>(own[(b + j) % bins]).fetch_add(2u);
         if constexpr (carry) {
           sum = sum * 3 + b;
           ref<unsigned>(own[sum % bins]).fetch_sub(1u);
         }
       }
       sycl::group_barrier(item.get_group());
       for (size_t b = i; b < bins; b += items)
         sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(out[b]).fetch_add(own[b]);
     });
   }).wait();
  unsigned expected[bins] = {};
  for (size_t g = 0; g < groups; ++g)
    for (size_t i = 0; i < items; ++i) {
      unsigned sum = unsigned(i);
      for (size_t k = 0; k < rounds && data[k] != stop; ++k) {
        const unsigned b = bin(data, g, i, k);
        expected[b] += b != 7;
        for (size_t j = 0; j < k % 3; ++j)
          expected[(b + j) % bins] += 2;
        if (carry)
          --expected[(sum = sum * 3 + b) % bins];
      }
    }
  for (size_t b = 0; b < bins; ++b)
    CHECK(out[b] == expected[b]);
  sycl::free(data, q);
  sycl::free(out, q);
}

static void run_all(sycl::queue &q) {
  run(q);
  for (sycl::range<2> local : {sycl::range<2>(1, 1), sycl::range<2>(1, 13), sycl::range<2>(2, 32), sycl::range<2>(7, 5)})
    for (unsigned stop : {0u, 11u, 99u})
      count<false>(q, local, 40, stop), count<true>(q, local, 40, stop);
}

int main() { return on_every_device(run_all); }
