// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nd_range without barriers: every number an nd_item knows, in 1 to 3 dimensions, and what is refused.
//
// RUN: %program %s -o %t && %t
// RUN: %if apart %{ env APART_USM=none %apart %t %}
// RUN: %program -O1 %s -o %t && %t
// RUN: %program -O3 %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <vector>

struct seen {
  size_t global[3], local[3], group[3], global_linear, local_linear, group_linear;
  size_t global_range[3], local_range[3], group_range[3];
};

template <int D> static sycl::range<D> make(const size_t (&n)[3]) {
  if constexpr (D == 1)
    return {n[0]};
  else if constexpr (D == 2)
    return {n[0], n[1]};
  else
    return {n[0], n[1], n[2]};
}

template <int D> static void numbers(sycl::queue &q, const size_t (&global)[3], const size_t (&local)[3]) {
  const sycl::range<D> g = make<D>(global), l = make<D>(local);
  std::vector<seen> all(g.size());
  {
    sycl::buffer<seen> buffer(all.data(), sycl::range(all.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::nd_range<D>(g, l), [=](sycl::nd_item<D> it) {
        seen s = {};
        for (int d = 0; d < D; ++d) {
          s.global[d] = it.get_global_id(d);
          s.local[d] = it.get_local_id(d);
          s.group[d] = it.get_group(d);
          s.global_range[d] = it.get_global_range(d);
          s.local_range[d] = it.get_local_range(d);
          s.group_range[d] = it.get_group_range(d);
        }
        s.global_linear = it.get_global_linear_id();
        s.local_linear = it.get_local_linear_id();
        s.group_linear = it.get_group_linear_id();
        out[s.global_linear] = s;
      });
    });
  }
  size_t wrong = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const seen &s = all[i];
    size_t rest = i, id[3] = {}, local_linear = 0, group_linear = 0;
    for (int d = D - 1; d >= 0; rest /= global[d], --d)
      id[d] = rest % global[d];
    for (int d = 0; d < D; ++d) {
      local_linear = local_linear * local[d] + id[d] % local[d];
      group_linear = group_linear * (global[d] / local[d]) + id[d] / local[d];
      wrong += s.global[d] != id[d] || s.local[d] != id[d] % local[d] || s.group[d] != id[d] / local[d];
      wrong += s.global_range[d] != global[d] || s.local_range[d] != local[d] ||
               s.group_range[d] != global[d] / local[d];
    }
    wrong += s.global_linear != i || s.local_linear != local_linear || s.group_linear != group_linear;
  }
  CHECK(wrong == 0);
}

static void refused(sycl::queue &q) {
  auto nothing = [](sycl::nd_item<1>) {};
  auto nothing2 = [](sycl::nd_item<2>) {};
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(10, 3), nothing));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<2>({8, 9}, {4, 2}), nothing2));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(8, 0), nothing));
  const size_t largest = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(largest * 4, largest * 2), nothing));
  // The queue is as good as before.
  numbers<1>(q, {8, 1, 1}, {2, 1, 1});
}

int main() {
  return on_every_device([](sycl::queue &q) {
    numbers<1>(q, {1, 1, 1}, {1, 1, 1});
    numbers<1>(q, {35, 1, 1}, {5, 1, 1});
    numbers<1>(q, {1024, 1, 1}, {64, 1, 1});
    numbers<2>(q, {6, 35, 1}, {3, 7, 1});
    numbers<2>(q, {1, 9, 1}, {1, 9, 1});
    numbers<3>(q, {4, 6, 10}, {2, 3, 5});
    numbers<3>(q, {5, 1, 7}, {1, 1, 7});
    refused(q);
  });
}
