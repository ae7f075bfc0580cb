// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic_ref: each operation alone, then many work-items on one place.
#include "check.hpp"

using namespace sycl;

template <class T> using relaxed = atomic_ref<T, memory_order::relaxed, memory_scope::device>;
template <class T> using strict = atomic_ref<T, memory_order::seq_cst, memory_scope::device>;

template <class T> static void operations() {
  T v = 5;
  relaxed<T> a(v);
  CHECK(a.load() == 5 && a == T(5));
  a.store(6);
  a = 7;
  CHECK(v == 7 && a.exchange(8) == 7 && v == 8);
  T expected = 3;
  CHECK(!a.compare_exchange_strong(expected, 9) && expected == 8);
  CHECK(a.compare_exchange_strong(expected, 9) && v == 9);
  CHECK(a.compare_exchange_weak(v == 9 ? expected = 9 : expected, 10, memory_order::acq_rel,
                                memory_order::acquire));
  CHECK(a.fetch_add(5) == 10 && a.fetch_sub(3) == 15 && v == 12);
  CHECK(a.fetch_min(4) == 12 && a.fetch_max(20) == 4 && v == 20);
  CHECK(a.fetch_min(30) == 20 && a.fetch_max(2) == 20 && v == 20);
  CHECK((a += 2) == 22 && (a -= 1) == 21);
  CHECK(a.fetch_add(1, memory_order::acq_rel, memory_scope::system) == 21);
  CHECK(a.load(memory_order::acquire) == 22);
  a.store(1, memory_order::release, memory_scope::work_group);
  CHECK(v == 1);
  if constexpr (std::is_integral_v<T>) {
    CHECK(a++ == 1 && ++a == 3 && a-- == 3 && --a == 1);
    CHECK(a.fetch_or(6) == 1 && a.fetch_and(5) == 7 && a.fetch_xor(1) == 5 && v == 4);
    CHECK((a |= 3) == 7 && (a &= 6) == 6 && (a ^= 2) == 4);
  }
  static_assert(strict<T>::is_always_lock_free && strict<T>::required_alignment == sizeof(T), "");
  static_assert(strict<T>::default_scope == memory_scope::device, "");
}

static void pointers() {
  int array[10] = {};
  int *p = array;
  relaxed<int *> a(p);
  CHECK(a.fetch_add(3) == array && p == array + 3);
  CHECK((a -= 1) == array + 2 && a++ == array + 2 && --a == array + 2);
  CHECK(a.exchange(array + 9) == array + 2 && a.load() == array + 9);
}

template <class T> class Count;
template <class T> class Extremes;

template <class T> static void many(queue &q) {
  const int n = 10000;
  T *p = malloc_shared<T>(4, q);
  p[0] = p[1] = 0;
  p[2] = 1000000;
  p[3] = 0;
  q.parallel_for<Count<T>>(n, [=](id<1> i) {
     relaxed<T>(p[0]).fetch_add(T(1));
     strict<T>(p[1]) += static_cast<T>(i[0] % 7);
   }).wait();
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += static_cast<T>(i % 7);
  CHECK(p[0] == T(n) && p[1] == sum);
  q.parallel_for<Extremes<T>>(n, [=](id<1> i) {
     const T v = static_cast<T>((i[0] * 7919 + 13) % 100003);
     relaxed<T>(p[2]).fetch_min(v);
     relaxed<T>(p[3]).fetch_max(v);
   }).wait();
  T least = 1000000, most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T v = static_cast<T>((i * 7919 + 13) % 100003);
    least = v < least ? v : least;
    most = v > most ? v : most;
  }
  CHECK(p[2] == least && p[3] == most);
  free(p, q);
}

// A lock-free list: every work-item puts itself at the head.
static void exchange_loop(queue &q) {
  const int n = 1000;
  int *next = malloc_shared<int>(n + 1, q);
  int *head = malloc_shared<int>(1, q);
  *head = -1;
  q.parallel_for<class Push>(n, [=](id<1> i) {
     atomic_ref<int, memory_order::acq_rel, memory_scope::device> a(*head);
     int old = a.load();
     do
       next[i] = old;
     while (!a.compare_exchange_strong(old, static_cast<int>(i)));
     atomic_fence(memory_order::acq_rel, memory_scope::device);
   }).wait();
  int count = 0;
  long sum = 0;
  for (int i = *head; i >= 0 && count <= n; i = next[i]) {
    ++count;
    sum += i;
  }
  CHECK(count == n && sum == static_cast<long>(n) * (n - 1) / 2);
  free(next, q);
  free(head, q);
}

// SYCL 1.2.1's.
static void old_atomics(queue &q) {
  int v = 1;
  using global = multi_ptr<int, access::address_space::global_space>;
  atomic<int> a{global(&v)};
  CHECK(a.fetch_add(2) == 1 && a.load() == 3 && a.exchange(5) == 3 && a.fetch_max(4) == 5 && a.fetch_min(2) == 5);
  int expected = 2;
  CHECK(a.compare_exchange_strong(expected, 7) && v == 7 && atomic_fetch_or(a, 8) == 7 && atomic_load(a) == 15);
  atomic_store(a, 6);
  CHECK(a.fetch_and(3) == 6 && a.fetch_xor(1) == 2 && a.fetch_sub(1) == 3 && v == 2);
  int *sum = malloc_shared<int>(1, q);
  *sum = 0;
  q.submit([&](handler &h) {
     local_accessor<int, 1> local(1, h);
     h.parallel_for<class OldAtomics>(nd_range<1>(64, 16), [=](nd_item<1> i) {
       if (i.get_local_id(0) == 0)
         local[0] = 0;
       group_barrier(i.get_group());
       i.mem_fence(access::fence_space::local_space);
       atomic<int, access::address_space::local_space>(local_ptr<int>(&local[0])).fetch_add(1);
       group_barrier(i.get_group());
       if (i.get_local_id(0) == 0)
         atomic<int>(global_ptr<int>(sum)).fetch_add(local[0]);
     });
   }).wait();
  CHECK(*sum == 64);
  sycl::free(sum, q);
}

int main() {
  operations<int>();
  operations<unsigned>();
  operations<long>();
  operations<unsigned long long>();
  operations<float>();
  operations<double>();
  pointers();
  queue q;
  many<int>(q);
  many<unsigned>(q);
  many<float>(q);
  exchange_loop(q);
  old_atomics(q);
  if (q.get_device().has(aspect::atomic64)) {
    many<long>(q);
    many<unsigned long long>(q);
    if (q.get_device().has(aspect::fp64))
      many<double>(q);
  }
  q.wait_and_throw();
  return report("atomic_ref");
}
