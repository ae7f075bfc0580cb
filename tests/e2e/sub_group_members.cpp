// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of sub_group from the extension that it comes from: rows of elements are read and written by the sub-group
// together, values go from lane to lane.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"

constexpr int n = 512, rows = 4;

// Copies n elements in rows of the sub-group, through a pointer or a multi_ptr, and adds one to each.
template <class Pointer> static void copy(sycl::nd_item<1> it, Pointer from, Pointer to) {
  const sycl::sub_group s = it.get_sub_group();
  const std::size_t lanes = s.get_max_local_range()[0];
  const std::size_t first = (it.get_group(0) * it.get_local_range(0) + s.get_group_id()[0] * lanes) * rows;
  const auto v = s.template load<rows>(from + first);
  s.template store<rows>(to + first, v + decltype(v)(1));
}

static void loads_and_stores(sycl::queue &q) {
  int *a = sycl::malloc_shared<int>(n, q), *b = sycl::malloc_shared<int>(n, q), *c = sycl::malloc_shared<int>(n, q);
  for (int i = 0; i < n; ++i)
    a[i] = 3 * i, b[i] = c[i] = 0;
  q.parallel_for(sycl::nd_range<1>(n / rows, 64), [=](sycl::nd_item<1> it) { copy(it, a, b); }).wait();
  q.parallel_for(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
     const sycl::sub_group s = it.get_sub_group();
     const std::size_t first = it.get_global_id(0) - s.get_local_id()[0];
     const auto from = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(
         static_cast<const int *>(b));
     s.store(c + first, s.load(from + first) + s.load(static_cast<const int *>(a) + first));
   }).wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += (b[i] != 3 * i + 1) + (c[i] != 6 * i + 1);
  CHECK(wrong == 0);
  for (int *p : {a, b, c})
    sycl::free(p, q);
}

static void shuffles(sycl::queue &q) {
  int *wrong = sycl::malloc_shared<int>(1, q);
  *wrong = 0;
  q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
     const sycl::sub_group s = it.get_sub_group();
     const int lane = static_cast<int>(s.get_local_id()[0]), lanes = static_cast<int>(s.get_local_range()[0]);
     const float x = static_cast<float>(lane) + 0.5f;
     const float down = s.shuffle_down(x, 1), up = s.shuffle_up(x, 1), other = s.shuffle_xor(x, 1), last = s.shuffle(x, lanes - 1);
     const bool ok = (lane == lanes - 1 || down == x + 1) && (lane == 0 || up == x - 1) &&
                     (lanes == 1 || other == static_cast<float>(lane ^ 1) + 0.5f) && last == static_cast<float>(lanes) - 0.5f;
     if (!ok)
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*wrong).fetch_add(1);
   }).wait();
  CHECK(*wrong == 0);
  sycl::free(wrong, q);
}

int main() {
  return on_every_device(
      [](sycl::queue &q) {
        loads_and_stores(q);
        shuffles(q);
      });
}
