// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a command group says about its kernel besides the kernel itself: the bundle that must have it.
#ifndef SYCL_DETAIL_SPEC_HANDLES_HPP
#define SYCL_DETAIL_SPEC_HANDLES_HPP

#include <sycl/detail/handle.hpp>

namespace sycl {
namespace detail {

using bundle_handle = handle<sycc_bundle, sycc_bundle_retain, sycc_bundle_release>;

struct kernel_terms {
  sycc_device *device = nullptr;
  bundle_handle bundle; // null: any kernel may be launched
};

} // namespace detail
} // namespace sycl

#endif
