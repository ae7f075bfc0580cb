// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-item that calls, without an nd_item passed to it. In plain C++ only kernels over an nd_range have
// one; elsewhere the program ends with a message.
#ifndef SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP

#include <sycl/detail/kernel.hpp>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1

namespace sycl {
namespace ext {
namespace oneapi {

namespace this_work_item {
template <int Dimensions> nd_item<Dimensions> get_nd_item() {
#ifdef SYCC_DEVICE
  using namespace detail;
  return make::nd_item<Dimensions>(
      global_id(), global_range(), global_offset(),
      make::group<Dimensions>(group_id(), local_id(), local_range(), group_range()));
#else
  return detail::host_items_base::current<Dimensions>();
#endif
}
template <int Dimensions> group<Dimensions> get_work_group() {
  return get_nd_item<Dimensions>().get_group();
}
inline sub_group get_sub_group() {
  return get_nd_item<3>().get_sub_group();
} // of kernels with fewer dimensions, too
} // namespace this_work_item

namespace experimental {
template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions> group<Dimensions> this_group() {
  return this_work_item::get_work_group<Dimensions>();
}
inline sub_group this_sub_group() {
  return this_work_item::get_sub_group();
}
#ifdef SYCC_DEVICE
template <int Dimensions> item<Dimensions> this_item() {
  using namespace detail;
  return make::item<Dimensions>(global_id(), global_range(), global_offset());
}
template <int Dimensions> id<Dimensions> this_id() {
  return this_item<Dimensions>().get_id();
}
#else
template <int Dimensions> item<Dimensions> this_item() {
  const nd_item<Dimensions> it = this_nd_item<Dimensions>();
  return detail::make::item(it.get_global_id(), it.get_global_range());
}
template <int Dimensions> id<Dimensions> this_id() {
  return this_nd_item<Dimensions>().get_global_id();
}
#endif
} // namespace experimental

} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
