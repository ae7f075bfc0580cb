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

int main() { return on_every_device(sums_of_bytes); }
