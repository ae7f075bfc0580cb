// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies that a work-group does together: both directions, strides, every size of element, several groups,
// events in classes; and between barriers, where copies and work-items change the same memory in turn.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %program -O3 %s -o %t && %t
#include "Inputs/check.hpp"
#include <cstring>
#include <vector>

using namespace sycl;

template <class T> class Copies;
template <class T> class Small;

constexpr size_t GROUPS = 5, SIZE = 24, STRIDE = 3;

template <class T> static std::vector<T> numbers(size_t n) {
  std::vector<T> v(n);
  for (size_t i = 0; i < n; ++i)
    std::memset(static_cast<void *>(&v[i]), 1 + static_cast<int>(i % 113), sizeof(T));
  return v;
}

// Each group: a part as it is, every third element of the rest; back: reversed by a work-item each.
template <class T> static void test(queue &q) {
  const size_t n = GROUPS * SIZE;
  std::vector<T> in = numbers<T>(n * (1 + STRIDE)), out(n), copied(n), spread(n * STRIDE);
  {
    buffer<T> b_in(in), b_out(out), b_copied(copied), b_spread(spread);
    q.submit([&](handler &h) {
      accessor from(b_in, h, read_only);
      accessor to(b_out, h, write_only), same(b_copied, h, write_only);
      accessor wide(b_spread, h, read_write);
      local_accessor<T> l(2 * SIZE, h);
      h.parallel_for<Copies<T>>(nd_range<2>({GROUPS, SIZE}, {1, SIZE}), [=](nd_item<2> it) {
        const size_t first = it.get_group(0) * SIZE, me = it.get_local_id(1);
        const group<2> g = it.get_group();
        auto global = from.template get_multi_ptr<access::decorated::yes>();
        auto local = l.template get_multi_ptr<access::decorated::yes>();
        device_event a = g.async_work_group_copy(local, global + first, SIZE);
        device_event b = it.async_work_group_copy(local_ptr<T>(local + SIZE), from.get_pointer() + n + first * STRIDE,
                                                  SIZE, STRIDE);
        g.wait_for(a, b);
        const T mine = l[SIZE - 1 - me];
        to[first + me] = mine;
        device_event c = g.async_work_group_copy(same.template get_multi_ptr<access::decorated::no>() + first,
                                                 raw_local_ptr<T>(local), SIZE);
        a = it.async_work_group_copy(wide.get_pointer() + first * STRIDE, local_ptr<const T>(local + SIZE), SIZE, STRIDE);
        it.wait_for(c);
        a.wait();
      });
    });
  }
  int wrong = 0;
  auto differ = [](const T &a, const T &b) { return std::memcmp(&a, &b, sizeof(T)) != 0; };
  for (size_t i = 0; i < n; ++i) {
    const size_t reversed = i / SIZE * SIZE + SIZE - 1 - i % SIZE;
    wrong += differ(out[i], in[reversed]) + differ(copied[i], in[i]) + differ(spread[i * STRIDE], in[n + i * STRIDE]);
  }
  CHECK(wrong == 0);
}

// A copy so small that it is unrolled must come before the work-items that read it.
template <class T> static void small(queue &q) {
  std::vector<T> in = numbers<T>(2), out(256);
  {
    buffer<T> b_in(in), b_out(out);
    q.submit([&](handler &h) {
      accessor from(b_in, h, read_only);
      accessor to(b_out, h, write_only);
      local_accessor<T> l(2, h);
      h.parallel_for<Small<T>>(nd_range<1>(256, 64), [=](nd_item<1> it) {
        it.async_work_group_copy(local_ptr<T>(l), from.get_pointer(), 2).wait();
        to[it.get_global_id()] = l[it.get_local_id(0) % 2];
      });
    });
  }
  int wrong = 0;
  for (size_t i = 0; i < 256; ++i)
    wrong += out[i] != in[i % 2];
  CHECK(wrong == 0);
}

// Each round: a tile comes in, each work-item turns it by one place, and it goes out to be the next round's input.
static void in_turn(queue &q) {
  constexpr size_t size = 37, rounds = 5;
  int *data = malloc_shared<int>(size, q);
  for (size_t i = 0; i < size; ++i)
    data[i] = int(i * i);
  q.submit([&](handler &h) {
     local_accessor<int> tile(size, h);
     h.parallel_for<class InTurn>(nd_range<1>(size, size), [=](nd_item<1> it) {
       const size_t me = it.get_local_id(0);
       const global_ptr<int> all(data);
       for (size_t r = 0; r < rounds; ++r) {
         it.async_work_group_copy(local_ptr<int>(tile), all, size).wait();
         const int next = tile[(me + 1) % size];
         group_barrier(it.get_group());
         tile[me] = next;
         group_barrier(it.get_group());
         it.async_work_group_copy(all, local_ptr<int>(tile), size).wait();
       }
     });
   }).wait();
  int wrong = 0;
  for (size_t i = 0; i < size; ++i) {
    const size_t from = (i + rounds) % size;
    wrong += data[i] != int(from * from);
  }
  CHECK(wrong == 0);
  free(data, q);
}

int main() {
  return on_every_device([](queue &q) {
    test<char>(q);
    test<short>(q);
    test<int>(q);
    test<float>(q);
    test<long>(q);
    test<double>(q);
    if (q.get_device().has(aspect::fp16))
      test<half>(q);
    else
      CHECK_THROWS(kernel_not_supported, test<half>(q));
    test<vec<char, 2>>(q);
    test<vec<float, 3>>(q);
    test<vec<float, 4>>(q);
    test<vec<double, 8>>(q);
    test<vec<long, 16>>(q);
    small<int>(q);
    small<char>(q);
    in_turn(q);
  });
}
