// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clock: a counter that work-items of a sub-group, a work-group or the device share. What it counts is the
// device's affair: cycles, or, for all of a GPU of NVIDIA's, nanoseconds.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_CLOCK_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_CLOCK_HPP

#include <sycl/aspect.hpp>
#include <sycl/detail/config.hpp>

#define SYCL_EXT_ONEAPI_CLOCK 1

#ifdef SYCC_DEVICE
extern "C" SYCL_EXTERNAL std::uint64_t __sycc_clock(int scope) noexcept;
#endif

namespace sycl {
namespace detail {

#ifdef SYCC_DEVICE
#define SYCC_CLOCK(scope) __sycc_clock(scope)
#elif defined(__x86_64__)
#define SYCC_CLOCK(scope) __builtin_ia32_rdtsc()
#else
#define SYCC_CLOCK(scope) 0
#endif
SYCC_USES_ASPECTS(sycl::aspect::ext_oneapi_clock_device) inline std::uint64_t clock_of_device() {
  return SYCC_CLOCK(1);
}
SYCC_USES_ASPECTS(sycl::aspect::ext_oneapi_clock_work_group) inline std::uint64_t clock_of_group() {
  return SYCC_CLOCK(2);
}
SYCC_USES_ASPECTS(sycl::aspect::ext_oneapi_clock_sub_group) inline std::uint64_t clock_of_sub_group() {
  return SYCC_CLOCK(3);
}
#undef SYCC_CLOCK

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {

enum class clock_scope : int { device = 1, work_group = 2, sub_group = 3 };

template <clock_scope Scope> std::uint64_t clock() {
  if constexpr (Scope == clock_scope::device)
    return detail::clock_of_device();
  else if constexpr (Scope == clock_scope::work_group)
    return detail::clock_of_group();
  else
    return detail::clock_of_sub_group();
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
