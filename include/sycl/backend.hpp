// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backends a platform may belong to.
#ifndef SYCL_BACKEND_HPP
#define SYCL_BACKEND_HPP

#include <sycl/detail/config.hpp>

namespace sycl {

enum class backend {
  ext_oneapi_native_cpu = SYCC_BACKEND_NATIVE_CPU,
  opencl = SYCC_BACKEND_OPENCL,
  ext_oneapi_cuda = SYCC_BACKEND_CUDA,
};

} // namespace sycl

#endif
