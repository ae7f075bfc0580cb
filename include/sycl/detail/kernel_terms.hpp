// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a command group says about its kernel besides the kernel itself: the bundle that must have it, values
// of specialization constants, local memory.
#ifndef SYCL_DETAIL_KERNEL_TERMS_HPP
#define SYCL_DETAIL_KERNEL_TERMS_HPP

#include <sycl/detail/handle.hpp>

namespace sycl {
namespace detail {

using bundle_handle = handle<sycc_bundle, sycc_bundle_retain, sycc_bundle_release>;
using spec_values_handle = handle<sycc_spec_values, sycc_spec_values_retain, sycc_spec_values_release>;

struct kernel_terms {
  sycc_device *device = nullptr;
  bundle_handle bundle;      // null: any kernel may be launched
  spec_values_handle values; // null: the defaults
  size_t local_bytes = 0;    // taken by local accessors, in plain C++
};

} // namespace detail
} // namespace sycl

#endif
