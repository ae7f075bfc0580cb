// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backends a platform may belong to. <sycl/sycl.hpp> has backend_traits, get_native and make_* for OpenCL's objects, without
// OpenCL's headers; <sycl/backend/cuda.hpp> has CUDA's.
#ifndef SYCL_BACKEND_HPP
#define SYCL_BACKEND_HPP

#include <sycl/detail/config.hpp>

#include <iosfwd>

#define SYCL_BACKEND_OPENCL 1

namespace sycl {

enum class backend {
  ext_oneapi_native_cpu = SYCC_BACKEND_NATIVE_CPU,
  opencl = SYCC_BACKEND_OPENCL,
  ext_oneapi_cuda = SYCC_BACKEND_CUDA,
  // Which no device has here; programs compare with them.
  ext_oneapi_level_zero = 101,
  ext_oneapi_hip = 102,
};

template <class Char, class Traits> std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &out, backend b) {
  return out << (b == backend::ext_oneapi_native_cpu   ? "ext_oneapi_native_cpu"
                 : b == backend::opencl                ? "opencl"
                 : b == backend::ext_oneapi_cuda       ? "ext_oneapi_cuda"
                 : b == backend::ext_oneapi_level_zero ? "ext_oneapi_level_zero"
                 : b == backend::ext_oneapi_hip        ? "ext_oneapi_hip"
                                                       : "unknown");
}

template <backend Backend> class backend_traits;

template <backend Backend, class SyclType>
using backend_input_t = typename backend_traits<Backend>::template input_type<SyclType>;
template <backend Backend, class SyclType>
using backend_return_t = typename backend_traits<Backend>::template return_type<SyclType>;

} // namespace sycl

#endif
