// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::oneapi::experimental::printf: C's printf in kernels and on the host. The format is a literal.
#ifndef SYCL_EXT_ONEAPI_PRINTF_HPP
#define SYCL_EXT_ONEAPI_PRINTF_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
namespace ext {
namespace oneapi {
namespace experimental {

template <class... Args> __attribute__((always_inline)) inline int printf(const char *format, Args... args) {
  return __builtin_printf(format, args...);
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
