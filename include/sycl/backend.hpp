// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backends a platform may belong to. <sycl/sycl.hpp> has backend_traits, get_native and make_* for
// OpenCL's objects, without OpenCL's headers; <sycl/backend/cuda.hpp> has CUDA's.
#ifndef SYCL_BACKEND_HPP
#define SYCL_BACKEND_HPP

#include <sycl/detail/config.hpp>

#include <iosfwd>

#define SYCL_BACKEND_OPENCL 1

namespace sycl {

enum class backend {
#define SYCC_ENUMERATOR(folder, number, enumerator, words) enumerator = number,
  SYCC_BACKENDS(SYCC_ENUMERATOR)
#undef SYCC_ENUMERATOR
  // Which no device has here; programs compare with them.
  ext_oneapi_level_zero = 101,
  ext_oneapi_hip = 102,
};

namespace detail {
// The enumerator, or with words what messages call the back end.
constexpr const char *backend_name(backend b, bool words) {
  switch (b) {
#define SYCC_NAME(folder, number, enumerator, text)                                                          \
  case backend::enumerator:                                                                                  \
    return words ? text : #enumerator;
    SYCC_BACKENDS(SYCC_NAME)
    SYCC_NAME(, , ext_oneapi_level_zero, "Level Zero")
    SYCC_NAME(, , ext_oneapi_hip, "HIP")
#undef SYCC_NAME
  }
  return "unknown";
}
} // namespace detail

template <class Char, class Traits>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &out, backend b) {
  return out << detail::backend_name(b, false);
}

template <backend Backend> class backend_traits;

template <backend Backend, class SyclType>
using backend_input_t = typename backend_traits<Backend>::template input_type<SyclType>;
template <backend Backend, class SyclType>
using backend_return_t = typename backend_traits<Backend>::template return_type<SyclType>;

} // namespace sycl

#endif
