// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic_ref and atomic_fence with every order and every scope, as far as the device has them: counting, handing over
// what was written before, and a sequence that all agree on.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 -g %s -o %t && env SYCC_DEVICE_SELECTOR=native_cpu:* %t
#include "Inputs/check.hpp"
#include <algorithm>
#include <vector>

using order = sycl::memory_order;
using scope = sycl::memory_scope;
constexpr auto global = sycl::access::address_space::global_space;

template <class T> static bool among(const std::vector<T> &all, T one) { return std::find(all.begin(), all.end(), one) != all.end(); }

// The work-items of the scope count at one place of their own; with all operations, which take other orders where they are given.
template <order O, scope S> static void count(sycl::queue &q) {
  constexpr size_t groups = 7, local = 32, n = groups * local;
  constexpr order read = O == order::acq_rel ? order::acquire : O, write = O == order::acq_rel ? order::release : O;
  constexpr size_t width = S == scope::work_item ? 1 : S == scope::work_group ? local : n;
  const size_t each = S == scope::sub_group ? q.get_device().get_info<sycl::info::device::sub_group_sizes>().front() : width;
  unsigned *p = sycl::malloc_shared<unsigned>(n, q), *once = sycl::malloc_shared<unsigned>(n, q);
  q.fill(p, 0u, n), q.fill(once, 0u, n).wait();
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     // In a sub-group of more than the smallest size several places count, each in its own part.
     const size_t place = it.get_global_id(0) / each * each;
     sycl::atomic_ref<unsigned, O, S, global> a(p[place]), own(once[it.get_global_id(0)]);
     a.fetch_add(3u);
     a.fetch_sub(1u, order::relaxed);
     unsigned seen = a.load(read);
     while (!a.compare_exchange_weak(seen, seen + 1, O, read))
       ;
     own.store(5u, write);
     if (own.exchange(6u, O) == 5u && own.load() == 6u && own.compare_exchange_strong(seen = 6u, 7u, O))
       own = own + 1;
     sycl::atomic_fence(O, S);
   }).wait();
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += once[i] != 8 || (i % each == 0 && p[i] != 3 * std::min(each, n - i));
  CHECK(wrong == 0);
  sycl::free(p, q);
  sycl::free(once, q);
}

// The last work-item to say that it has written reads what all have written.
template <order O> static void hand_over(sycl::queue &q) {
  constexpr size_t n = 1 << 14;
  unsigned *data = sycl::malloc_shared<unsigned>(n, q), *counter = sycl::malloc_shared<unsigned>(2, q);
  for (unsigned round = 1; round <= 20; ++round) {
    counter[0] = 0;
    q.parallel_for(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
       data[it.get_global_id(0)] = round;
       if (sycl::atomic_ref<unsigned, O, scope::device, global>(counter[0]).fetch_add(1u) != n - 1)
         return;
       unsigned sum = 0;
       for (size_t i = 0; i < n; ++i)
         sum += data[i];
       counter[1] = sum;
     }).wait();
    CHECK(counter[1] == round * n);
  }
  sycl::free(data, q);
  sycl::free(counter, q);
}

// Of two that write one place and read the other's, one at least sees what was written.
static void agree(sycl::queue &q) {
  constexpr size_t pairs = 1 << 12;
  unsigned *p = sycl::malloc_shared<unsigned>(2 * pairs, q), *seen = sycl::malloc_shared<unsigned>(2 * pairs, q);
  q.fill(p, 0u, 2 * pairs).wait();
  q.parallel_for(sycl::nd_range<1>(2 * pairs, 16), [=](sycl::nd_item<1> it) {
     using ref = sycl::atomic_ref<unsigned, order::seq_cst, scope::device, global>;
     const size_t i = it.get_global_id(0), pair = i % pairs, me = i / pairs;
     ref(p[2 * pair + me]).store(1u);
     seen[2 * pair + me] = ref(p[2 * pair + 1 - me]).load();
   }).wait();
  size_t wrong = 0;
  for (size_t k = 0; k < pairs; ++k)
    wrong += !seen[2 * k] && !seen[2 * k + 1];
  CHECK(wrong == 0);
  sycl::free(p, q);
  sycl::free(seen, q);
}

template <order O, scope S> static void try_scope(sycl::queue &q) {
  if (among(q.get_device().get_info<sycl::info::device::atomic_memory_scope_capabilities>(), S))
    count<O, S>(q);
}

template <order O> static void try_order(sycl::queue &q) {
  if (!among(q.get_device().get_info<sycl::info::device::atomic_memory_order_capabilities>(), O))
    return;
  try_scope<O, scope::work_item>(q);
  try_scope<O, scope::work_group>(q);
  try_scope<O, scope::device>(q);
  try_scope<O, scope::system>(q);
  try_scope<O, scope::sub_group>(q);
  if constexpr (O != order::relaxed)
    hand_over<O>(q);
  if constexpr (O == order::seq_cst)
    agree(q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    const auto orders = q.get_device().get_info<sycl::info::device::atomic_memory_order_capabilities>();
    CHECK(among(orders, order::relaxed));
    CHECK(q.get_backend() == sycl::backend::opencl || among(orders, order::seq_cst));
    try_order<order::relaxed>(q);
    try_order<order::acq_rel>(q);
    try_order<order::seq_cst>(q);
  });
}
