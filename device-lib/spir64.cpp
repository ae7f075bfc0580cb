// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of spir64. The SPIR-V back end knows the __spirv_ names by itself; what is left are the
// C library's names, which kernels reach through <cmath>.
#define F1(fn)                                                                                                \
  [[clang::sycl_external]] float __spirv_ocl_##fn(float);                                                     \
  [[clang::sycl_external]] double __spirv_ocl_##fn(double);                                                   \
  extern "C" [[clang::sycl_external]] float fn##f(float x) { return __spirv_ocl_##fn(x); }                     \
  extern "C" [[clang::sycl_external]] double fn(double x) { return __spirv_ocl_##fn(x); }
#define F2(fn)                                                                                                \
  [[clang::sycl_external]] float __spirv_ocl_##fn(float, float);                                              \
  [[clang::sycl_external]] double __spirv_ocl_##fn(double, double);                                           \
  extern "C" [[clang::sycl_external]] float fn##f(float x, float y) { return __spirv_ocl_##fn(x, y); }         \
  extern "C" [[clang::sycl_external]] double fn(double x, double y) { return __spirv_ocl_##fn(x, y); }
#define F3(fn)                                                                                                \
  [[clang::sycl_external]] float __spirv_ocl_##fn(float, float, float);                                       \
  [[clang::sycl_external]] double __spirv_ocl_##fn(double, double, double);                                   \
  extern "C" [[clang::sycl_external]] float fn##f(float x, float y, float z) {                                \
    return __spirv_ocl_##fn(x, y, z);                                                                         \
  }                                                                                                          \
  extern "C" [[clang::sycl_external]] double fn(double x, double y, double z) {                               \
    return __spirv_ocl_##fn(x, y, z);                                                                         \
  }
#define N2(fn) F2(fn)
#include "math.def"

#define CLOCK 0 // no device that takes SPIR-V has the aspect
#include "clock.inc"

// A failed assertion is printed; the work-item can't be stopped. passes/spirv_printf.c brings the texts, which are
// literals where the kernel asserts, to constant memory.
#include <CL/__spirv/spirv_vars.hpp>
extern "C" [[clang::sycl_external]] int printf(const char *, ...);
extern "C" [[clang::sycl_external]] void __assert_fail(const char *what, const char *file, unsigned line,
                                                       const char *function) {
  printf("%s:%u: %s: global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion `%s' failed.\n", file, line, function,
         __spirv_BuiltInGlobalInvocationId(0), __spirv_BuiltInGlobalInvocationId(1), __spirv_BuiltInGlobalInvocationId(2),
         __spirv_BuiltInLocalInvocationId(0), __spirv_BuiltInLocalInvocationId(1), __spirv_BuiltInLocalInvocationId(2), what);
}

#include "complex.inc"
