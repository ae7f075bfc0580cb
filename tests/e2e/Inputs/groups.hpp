// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of group algorithms share: values for each type, the shapes of groups, and a run that collects one
// result of each work-item.
#ifndef TESTS_GROUPS_HPP
#define TESTS_GROUPS_HPP

#include "check.hpp"

#include <vector>

// Small numbers: sums and products of a few are exact in every type, half included.
template <class T> T number(size_t i) { return static_cast<T>(i * 7 % 5 + (i % 3 == 0)); }

// Runs one group of this size, given in SYCL's order, and returns what kernel(nd_item) returned to each work-item, by
// linear id.
template <class Name, class R, int D, class Kernel>
std::vector<R> run_group(sycl::queue &q, sycl::range<D> size, Kernel kernel) {
  std::vector<R> results(size.size());
  {
    sycl::buffer<R> buffer(results.data(), sycl::range<1>(results.size()));
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only, sycl::no_init);
      h.parallel_for<Name>(sycl::nd_range<D>(size, size),
                           [=](sycl::nd_item<D> it) { out[it.get_local_linear_id()] = kernel(it); });
    });
  }
  return results;
}

// Group sizes: one, primes, powers of two, the most.
inline std::vector<size_t> group_sizes(sycl::queue &q) {
  std::vector<size_t> sizes = {1, 2, 3, 7, 8, 13, 16, 31, 64, 67, 127, 256};
  sizes.push_back(q.get_device().get_info<sycl::info::device::max_work_group_size>());
  return sizes;
}

#endif
