// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: the algorithms of group_algorithms.cpp, shuffles, and how sub-groups cover groups of one to three dimensions.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#define MEMBERS(it) it.get_sub_group()
#include "Inputs/groups.hpp"

// ---- shuffles -----------------------------------------------------------------------------------------------

template <class T> static void shuffles(queue &q, size_t n) {
  struct seen {
    T left, right, exchanged, selected, broadcast;
    place where;
  };
  auto results = run_group<Name<T, int>, seen>(q, range<1>(n), [=](nd_item<1> it) {
    const sub_group s = it.get_sub_group();
    const T x = number<T>(it.get_local_id(0));
    const uint32_t lanes = s.get_local_linear_range(), lane = s.get_local_linear_id();
    seen r;
    r.left = shift_group_left(s, x), r.right = shift_group_right(s, x, 2);
    r.exchanged = permute_group_by_xor(s, x, 1);
    r.selected = select_from_group(s, x, (lane * 3 + 1) % lanes);
    r.broadcast = group_broadcast(s, x, lanes - 1);
    r.where = place_in(s);
    return r;
  });
  const auto parts = parts_of<T>(results, number<T>);
  size_t wrong = 0;
  for (const seen &r : results) {
    const std::vector<T> &x = parts[r.where.part];
    const uint32_t lane = r.where.lane, lanes = r.where.lanes;
    wrong += (lane + 1 < lanes && r.left != x[lane + 1]) + (lane >= 2 && r.right != x[lane - 2]);
    wrong += ((lane ^ 1) < lanes && r.exchanged != x[lane ^ 1]) + (r.selected != x[(lane * 3 + 1) % lanes]);
    wrong += r.broadcast != x[lanes - 1];
  }
  CHECK(wrong == 0);
}

// ---- how they cover a group -----------------------------------------------------------------------------------

template <int D> static void cover(queue &q, range<D> size) {
  auto results = run_group<Name<range<D>>, place>(q, size, [=](nd_item<D> it) {
    const sub_group s = it.get_sub_group();
    const bool good = s.get_local_linear_range() <= s.get_max_local_range()[0] && s.get_group_linear_id() < s.get_group_linear_range() &&
                      s.get_local_id()[0] == s.get_local_linear_id() && s.leader() == (s.get_local_linear_id() == 0);
    return good ? place_in(s) : place{0, 0, 0};
  });
  // Every place of every sub-group is taken once.
  std::vector<std::vector<int>> taken(results.size());
  size_t wrong = 0, places = 0;
  for (const place &p : results) {
    taken[p.part].resize(p.lanes);
    wrong += p.lane >= p.lanes || taken[p.part][p.lane]++;
  }
  for (const auto &part : taken)
    places += part.size();
  CHECK(wrong == 0 && places == size.size());
}

int main() {
  return on_every_device([](queue &q) {
    algorithms(q);
    for (size_t n : group_sizes(q)) {
      shuffles<int>(q, n);
      shuffles<char>(q, n);
      shuffles<long>(q, n);
      shuffles<float>(q, n);
    }
    cover<1>(q, {61});
    cover<2>(q, {5, 7});
    cover<3>(q, {2, 3, 11});
    cover<3>(q, {4, 1, 16});
  });
}
