// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joint scans: the type of the results in between, and which work-items see what a scan has written.
//
// RUN: %program %s -o %t && %t
// RUN: %program -O0 %s -o %t && %t
// RUN: %plain %s -o %t.plain %libsycc && %t.plain
#include "Inputs/check.hpp"
#include <algorithm>
#include <cstdint>

using namespace sycl;

// Without an initial value the intermediate results have the type of the output.
static void sums_of_bytes(queue &q) {
  char *in = malloc_shared<char>(40, q);
  std::uint64_t *out = malloc_shared<std::uint64_t>(161, q);
  std::fill(in, in + 40, 100);
  q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
     joint_inclusive_scan(it.get_group(), in, in + 40, out, plus<>());
     joint_exclusive_scan(it.get_group(), in, in + 40, out + 40, plus<std::uint64_t>());
     joint_inclusive_scan(it.get_sub_group(), in, in + 40, out + 80, plus<std::uint64_t>());
     joint_exclusive_scan(it.get_sub_group(), in, in + 40, out + 120, plus<>());
   }).wait();
  // What a scan has written is there for all of the group behind it.
  q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
     joint_inclusive_scan(it.get_group(), in, in + 40, out, plus<>());
     joint_exclusive_scan(it.get_group(), out, out + 40, out + 40, plus<>());
     if (it.get_local_id(0) == 0)
       out[160] = out[79];
   }).wait();
  CHECK(out[160] == 100 * 39 * 40 / 2);
  q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
     joint_exclusive_scan(it.get_group(), in, in + 40, out + 40, plus<std::uint64_t>());
   }).wait();
  for (std::uint64_t i = 0; i < 40; ++i)
    CHECK(out[i] == 100 * (i + 1) && out[40 + i] == 100 * i && out[80 + i] == out[i] && out[120 + i] == out[40 + i]);
  free(in, q);
  free(out, q);
}

// A work-item that goes on to a function of a wider type does not disturb others that still read their results.
static void one_after_the_other(queue &q) {
  constexpr int n = 15, groups = 4;
  struct results {
    std::uint64_t sum;
    unsigned least, last;
    std::uint8_t most;
  };
  results *out = malloc_shared<results>(n * groups, q);
  q.parallel_for(nd_range<2>({6, 10}, {3, 5}), [=](nd_item<2> it) {
     const auto g = it.get_group();
     const unsigned me = unsigned(it.get_local_linear_id());
     results &mine = out[it.get_group_linear_id() * n + me];
     mine.least = inclusive_scan_over_group(g, me ^ 1u, minimum<unsigned>());
     mine.sum = reduce_over_group(g, std::uint64_t(me) << 32 | me, plus<std::uint64_t>());
     mine.most = inclusive_scan_over_group(g, std::uint8_t(n - me), maximum<std::uint8_t>());
     mine.last = unsigned(exclusive_scan_over_group(g, double(me), plus<double>()));
   }).wait();
  int wrong = 0;
  for (int i = 0; i < n * groups; ++i) {
    const unsigned me = i % n;
    const std::uint64_t sum = n * (n - 1) / 2;
    wrong += out[i].sum != (sum << 32 | sum) || out[i].least != (me ? 0 : 1) || out[i].most != n || out[i].last != me * (me - 1) / 2;
  }
  CHECK(wrong == 0);
  free(out, q);
}

int main() {
  return on_every_device([](queue &q) {
    sums_of_bytes(q);
    one_after_the_other(q);
  });
}
