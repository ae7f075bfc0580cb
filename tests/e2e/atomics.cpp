// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic_ref: many work-items on few places, every operation, 32 and 64 bits, integers, floats and pointers.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
#include "Inputs/check.hpp"

template <class T>
using atomic = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                sycl::access::address_space::global_space>;

template <class T> static void integers(sycl::queue &q) {
  constexpr size_t N = 10007;
  T *p = sycl::malloc_shared<T>(9, q);
  const T start[9] = {0, 0, 0, 1000000, T(~T(0)), 0, 0, 0, 0};
  for (int i = 0; i < 9; ++i)
    p[i] = start[i];
  q.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
     const T k = static_cast<T>(i[0]);
     atomic<T>(p[0]).fetch_add(k);
     atomic<T>(p[1]).fetch_sub(1);
     atomic<T>(p[2]).fetch_max(k);
     atomic<T>(p[3]).fetch_min(k + 5);
     atomic<T>(p[4]).fetch_and(~T(8));
     atomic<T>(p[5]).fetch_or(T(1) << (i[0] % 16));
     atomic<T>(p[6]).fetch_xor(1);
     ++atomic<T>(p[7]);
     // One more, the long way.
     atomic<T> place(p[8]);
     T old = place.load();
     while (!place.compare_exchange_strong(old, old + 2))
       ;
   }).wait();
  CHECK(p[0] == T(N * (N - 1) / 2) && p[1] == T(0) - T(N) && p[2] == T(N - 1) && p[3] == 5);
  CHECK(p[4] == T(~T(8)) && p[5] == 0xffff && p[6] == N % 2 && p[7] == T(N) && p[8] == T(2 * N));
  sycl::free(p, q);
}

template <class T> static void floats(sycl::queue &q) {
  T *p = sycl::malloc_shared<T>(3, q);
  p[0] = 0, p[1] = -1, p[2] = 100000;
  q.parallel_for(sycl::range(1001), [=](sycl::id<1> i) {
     atomic<T>(p[0]).fetch_add(T(0.5));
     atomic<T>(p[1]).fetch_max(T(i[0]));
     atomic<T>(p[2]).fetch_min(T(i[0]) + 3);
   }).wait();
  CHECK(p[0] == T(500.5) && p[1] == 1000 && p[2] == 3);
  sycl::free(p, q);
}

// Each work-item takes a place of its own, through exchange and a counter.
static void places(sycl::queue &q) {
  constexpr size_t N = 5003;
  int *next = sycl::malloc_shared<int>(2, q), *taken = sycl::malloc_shared<int>(N, q);
  next[0] = 0, next[1] = -1;
  q.fill(taken, 0, N).wait();
  q.parallel_for(sycl::range(N), [=](sycl::id<1> i) {
     taken[atomic<int>(next[0]).fetch_add(1)] += 1;
     atomic<int>(next[1]).exchange(static_cast<int>(i[0]));
   }).wait();
  size_t wrong = 0;
  for (size_t i = 0; i < N; ++i)
    wrong += taken[i] != 1;
  CHECK(wrong == 0 && next[0] == int(N) && next[1] >= 0 && next[1] < int(N));
  sycl::free(next, q);
  sycl::free(taken, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    integers<int>(q);
    integers<unsigned>(q);
    floats<float>(q);
    if (q.get_device().has(sycl::aspect::atomic64)) {
      integers<long long>(q);
      integers<unsigned long>(q);
      if (q.get_device().has(sycl::aspect::fp64))
        floats<double>(q);
    }
    places(q);
  });
}
