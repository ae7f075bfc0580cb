// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of groups: many types, all operations, group sizes of every kind, compared with loops on the host, also
// with values and operations of the user's own; groups of two and three dimensions.
// At -O0: group_algorithms_O0.test, since that alone takes minutes on drivers that compile at run time.
//
// RUN: %program %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#define MEMBERS(it) it.get_group()
#include "Inputs/groups.hpp"

template <int D> static void dimensions(queue &q, range<D> size) {
  const size_t n = size.size();
  id<D> middle;
  for (int d = 0; d < D; ++d)
    middle[d] = size[d] / 2;
  auto results = run_group<Name<range<D>>, size_t>(q, size, [=](nd_item<D> it) {
    const group<D> g = it.get_group();
    const size_t i = it.get_local_linear_id();
    const id<D> from = group_broadcast(g, it.get_local_id(), middle);
    const size_t last = group_broadcast(g, i, n - 1), first = group_broadcast(g, i + 100);
    const size_t before = exclusive_scan_over_group(g, i, plus<>());
    const size_t bits = reduce_over_group(g, i, bit_or<>());
    const bool ok = from == middle && last == n - 1 && first == 100 && before == i * (i - 1) / 2 && bits >= n - 1 && bits < 2 * n;
    return ok ? i + 1 : 0;
  });
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += results[i] != i + 1;
  CHECK(wrong == 0);
}

int main() {
  return on_every_device([](queue &q) {
    algorithms(q);
    dimensions<1>(q, {61});
    dimensions<2>(q, {5, 7});
    dimensions<3>(q, {2, 3, 11});
    dimensions<3>(q, {4, 1, 16});
  });
}
