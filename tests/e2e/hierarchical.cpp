// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hierarchical kernels: what the function of a group declares is shared by its work-items, each of which sees what all did in the
// last parallel_for_work_item; private_memory is each one's own; a range of more or fewer items than the group has.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 -g %s -o %t.O0 && %t.O0
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

static void one_dimension(sycl::queue &q) {
  constexpr size_t groups = 5, local = 24;
  std::vector<unsigned> out(groups * local);
  unsigned calls = 0;
  {
    sycl::buffer to(out);
    sycl::buffer<unsigned> counter(&calls, sycl::range<1>(1));
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(to, h, sycl::write_only, sycl::no_init);
      sycl::accessor c(counter, h, sycl::read_write);
      h.parallel_for_work_group<class of_groups>(sycl::range<1>(groups), sycl::range<1>(local), [=](sycl::group<1> g) {
        unsigned shared[local], sum = 0; // one for the group
        sycl::private_memory<unsigned> mine(g);
        sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(c[0]).fetch_add(1u);
        g.parallel_for_work_item([&](sycl::h_item<1> it) {
          shared[it.get_local_id(0)] = unsigned(it.get_global_id(0));
          mine(it) = unsigned(it.get_local_id(0)) * 3;
        });
        for (size_t i = 0; i < local; ++i)
          sum += shared[i];
        g.parallel_for_work_item([&](sycl::h_item<1> it) {
          p[it.get_global_id()] = sum + mine(it) + shared[local - 1 - it.get_local_id(0)] * 1000 + unsigned(g.get_local_range(0));
        });
      });
    });
  }
  size_t wrong = 0;
  for (size_t g = 0; g < groups; ++g) {
    unsigned sum = 0;
    for (size_t i = 0; i < local; ++i)
      sum += unsigned(g * local + i);
    for (size_t i = 0; i < local; ++i)
      wrong += out[g * local + i] != sum + i * 3 + (g * local + local - 1 - i) * 1000 + local;
  }
  CHECK(wrong == 0);
  CHECK(calls == groups);
}

// Each group's range is its own: 7 x 3 items for 2 x 4 work-items.
static void logical_ranges(sycl::queue &q) {
  constexpr size_t groups = 6, items = 7 * 3;
  unsigned *out = sycl::malloc_shared<unsigned>(groups * items, q), *shape = sycl::malloc_shared<unsigned>(groups, q);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<2>(3, 2), sycl::range<2>(2, 4), [=](sycl::group<2> g) {
       const size_t n = g.get_group_linear_id();
       unsigned good = 0;
       g.parallel_for_work_item(sycl::range<2>(7, 3), [&](sycl::h_item<2> it) {
         out[n * items + it.get_logical_local().get_linear_id()] = unsigned(it.get_logical_local_id(0) * 10 + it.get_local_id(1));
         good += it.get_logical_local_range() == sycl::range<2>(7, 3) && it.get_physical_local_range() == sycl::range<2>(2, 4) &&
                 it.get_physical_local_id(0) == it.get_local_id(0) % 2 && it.get_global_range() == sycl::range<2>(6, 8) &&
                 it.get_global_id(1) == g.get_group_id(1) * 4 + it.get_physical_local_id(1) &&
                 it.get_global().get_id() == it.get_global_id() && it.get_local().get_range(0) == 7;
       });
       shape[n] = good;
     });
   }).wait();
  size_t wrong = 0;
  for (size_t g = 0; g < groups; ++g) {
    wrong += shape[g] != items;
    for (size_t i = 0; i < items; ++i)
      wrong += out[g * items + i] != i / 3 * 10 + i % 3;
  }
  CHECK(wrong == 0);
  sycl::free(out, q);
  sycl::free(shape, q);
}

static void three_dimensions(sycl::queue &q) {
  unsigned *out = sycl::malloc_shared<unsigned>(2 * 3 * 4, q);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<3>(2, 3, 4), [=](sycl::group<3> g) { // of a size that is not ours to say
       unsigned count = 0;
       g.parallel_for_work_item(sycl::range<3>(2, 1, 5), [&](sycl::h_item<3> it) { count += 1 + unsigned(it.get_local_id(2)); });
       out[g.get_group_linear_id()] = count;
     });
   }).wait();
  for (size_t i = 0; i < 2 * 3 * 4; ++i)
    CHECK(out[i] == 2 * (1 + 2 + 3 + 4 + 5));
  sycl::free(out, q);
}

int main() {
  return on_every_device([](sycl::queue &q) {
    one_dimension(q);
    logical_ranges(q);
    three_dimensions(q);
    CHECK_THROWS(nd_range, q.submit([](sycl::handler &h) {
      h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(1025), [](sycl::group<1>) {});
    }));
  });
}
