// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_khr_max_work_group_queries: how many work-groups a launch may have.
#ifndef SYCL_KHR_MAX_WORK_GROUP_QUERIES_HPP
#define SYCL_KHR_MAX_WORK_GROUP_QUERIES_HPP

#include <sycl/ext/device_info.hpp>

#define SYCL_KHR_MAX_WORK_GROUP_QUERIES 1

namespace sycl {
namespace khr {
namespace info {
namespace device {
template <int Dimensions = 3> struct max_work_group_range {
  static_assert(Dimensions >= 1 && Dimensions <= 3,
                "max_work_group_range: a range has one, two or three dimensions");
  using return_type = range<Dimensions>;
};
struct max_work_group_range_size {
  using return_type = std::size_t;
};
} // namespace device
} // namespace info
} // namespace khr

namespace detail {

template <int D> struct device_info<khr::info::device::max_work_group_range<D>> {
  static range<D> get(const device &d) {
    const id<D> most = d.get_info<ext::oneapi::experimental::info::device::max_work_groups<D>>();
    range<D> groups;
    for (int i = 0; i < D; ++i)
      groups[i] = most[i];
    return groups;
  }
};
template <> struct device_info<khr::info::device::max_work_group_range_size> {
  static std::size_t get(const device &d) {
    return d.get_info<ext::oneapi::experimental::info::device::max_global_work_groups>();
  }
};

} // namespace detail
} // namespace sycl

#endif
