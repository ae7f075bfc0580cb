// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// current_device: a device that each thread keeps for itself, the default one until it names another. Queues
// and contexts do not look at it.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_CURRENT_DEVICE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_CURRENT_DEVICE_HPP

#include <sycl/device_selector.hpp>

#define SYCL_EXT_ONEAPI_CURRENT_DEVICE 1

namespace sycl {
namespace detail {

SYCC_LAZY device &device_of_thread() {
  static thread_local device current{default_selector_v};
  return current;
}

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {
namespace this_thread {

SYCC_LAZY device get_current_device() {
  return detail::device_of_thread();
}
SYCC_LAZY void set_current_device(device d) {
  detail::device_of_thread() = std::move(d);
}

} // namespace this_thread
} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
