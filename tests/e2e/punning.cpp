// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of every type, byte by byte: written by one work-item into local and global memory where they need not be
// aligned, read by another.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %program -O0 %s -o %t && %t
#include "Inputs/check.hpp"
#include <cstring>
#include <vector>

constexpr size_t group = 64, items = 4 * group;

template <class T> static T value(size_t i) { return T(i * 7 + 3) * T(0.625); }

template <class T> static void bytes(sycl::queue &q) {
  std::vector<T> seen(items);
  std::vector<char> packed(items * sizeof(T) + 1);
  {
    sycl::buffer<T> to_see(seen.data(), seen.size());
    sycl::buffer<char> to_pack(packed.data(), packed.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(to_see, h, sycl::write_only, sycl::no_init);
      sycl::accessor pack(to_pack, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<char> slots(group * sizeof(T) + 1, h);
      h.parallel_for(sycl::nd_range<1>(items, group), [=](sycl::nd_item<1> i) {
        const size_t me = i.get_local_id(0), other = (me + 17) % group;
        const T mine = value<T>(i.get_global_id(0));
        std::memcpy(&slots[1 + me * sizeof(T)], &mine, sizeof(T));
        std::memcpy(&pack[1 + i.get_global_id(0) * sizeof(T)], &mine, sizeof(T));
        sycl::group_barrier(i.get_group());
        T theirs;
        std::memcpy(&theirs, &slots[1 + other * sizeof(T)], sizeof(T));
        out[i.get_global_id(0)] = theirs;
      });
    });
  }
  for (size_t i = 0; i < items; ++i) {
    T stored;
    std::memcpy(&stored, &packed[1 + i * sizeof(T)], sizeof(T));
    CHECK(stored == value<T>(i));
    CHECK(seen[i] == value<T>(i / group * group + (i % group + 17) % group));
  }
}

int main() {
  return on_every_device([](sycl::queue &q) {
    bytes<short>(q);
    bytes<int>(q);
    bytes<long long>(q);
    bytes<float>(q);
    if (q.get_device().has(sycl::aspect::fp64))
      bytes<double>(q);
  });
}
