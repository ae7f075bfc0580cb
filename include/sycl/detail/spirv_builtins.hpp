// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions device code ends in: SPIR-V's built-in variables and, here, the OpenCL extended instructions,
// under the names the SPIR-V back end knows. The device library defines them for the other targets.
#ifndef SYCL_DETAIL_SPIRV_BUILTINS_HPP
#define SYCL_DETAIL_SPIRV_BUILTINS_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/math_list.hpp>

#ifdef SYCC_DEVICE
#include <CL/__spirv/spirv_vars.hpp>

#define SYCC_BUILTIN SYCL_EXTERNAL extern __attribute__((const))

#define SYCC_X(name)                                                                                         \
  SYCC_BUILTIN float __spirv_ocl_##name(float) noexcept;                                                     \
  SYCC_BUILTIN double __spirv_ocl_##name(double) noexcept;                                                   \
  SYCC_BUILTIN _Float16 __spirv_ocl_##name(_Float16) noexcept;
#define SYCC_Y(name, host) SYCC_X(name)
SYCC_MATH_LIST_1(SYCC_X, SYCC_Y)
#undef SYCC_X
#define SYCC_X(name)                                                                                         \
  SYCC_BUILTIN float __spirv_ocl_##name(float, float) noexcept;                                              \
  SYCC_BUILTIN double __spirv_ocl_##name(double, double) noexcept;                                           \
  SYCC_BUILTIN _Float16 __spirv_ocl_##name(_Float16, _Float16) noexcept;
SYCC_MATH_LIST_2(SYCC_X, SYCC_Y)
#undef SYCC_X
#undef SYCC_Y
#define SYCC_X(name)                                                                                         \
  SYCC_BUILTIN float __spirv_ocl_native_##name(float) noexcept;                                              \
  SYCC_BUILTIN float __spirv_ocl_half_##name(float) noexcept;
SYCC_NATIVE_LIST_1(SYCC_X)
SYCC_X(recip)
#undef SYCC_X
#define SYCC_X(name)                                                                                         \
  SYCC_BUILTIN float __spirv_ocl_native_##name(float, float) noexcept;                                       \
  SYCC_BUILTIN float __spirv_ocl_half_##name(float, float) noexcept;
SYCC_X(divide)
SYCC_X(powr)
#undef SYCC_X

#define SYCC_X(type)                                                                                         \
  SYCC_BUILTIN type __spirv_ocl_fma(type, type, type) noexcept;                                              \
  SYCC_BUILTIN type __spirv_ocl_mad(type, type, type) noexcept;                                              \
  SYCC_BUILTIN type __spirv_ocl_nextafter(type, type) noexcept;                                              \
  SYCC_BUILTIN type __spirv_ocl_ldexp(type, int) noexcept;                                                   \
  SYCC_BUILTIN type __spirv_ocl_pown(type, int) noexcept;                                                    \
  SYCC_BUILTIN type __spirv_ocl_rootn(type, int) noexcept;                                                   \
  SYCC_BUILTIN int __spirv_ocl_ilogb(type) noexcept;
SYCC_X(float)
SYCC_X(double)
SYCC_X(_Float16)
#undef SYCC_X

SYCC_BUILTIN std::uint64_t __spirv_ocl_u_mul_hi(std::uint64_t, std::uint64_t) noexcept;

#undef SYCC_BUILTIN
#endif
#endif
