// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_khr_work_item_queries: the work-item that calls, in kernels over an nd_range.
#ifndef SYCL_KHR_WORK_ITEM_QUERIES_HPP
#define SYCL_KHR_WORK_ITEM_QUERIES_HPP

#include <sycl/ext/oneapi/free_function_queries.hpp>

#define SYCL_KHR_WORK_ITEM_QUERIES 1

namespace sycl {
namespace khr {

template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return ext::oneapi::this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions> group<Dimensions> this_group() {
  return ext::oneapi::this_work_item::get_work_group<Dimensions>();
}
inline sycl::sub_group this_sub_group() {
  return ext::oneapi::this_work_item::get_sub_group();
}

} // namespace khr
} // namespace sycl

#endif
