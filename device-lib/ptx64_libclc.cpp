// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of CUDA's libdevice that ptx64.cpp uses, in terms of libclc's OpenCL functions: for code that
// is generated where CUDA is not installed.
#define API extern "C" [[clang::sycl_external]]
#define F1(fn)                                                                                               \
  [[clang::sycl_external]] float fn(float);                                                                  \
  [[clang::sycl_external]] double fn(double);                                                                \
  API float __nv_##fn##f(float x) {                                                                          \
    return fn(x);                                                                                            \
  }                                                                                                          \
  API double __nv_##fn(double x) {                                                                           \
    return fn(x);                                                                                            \
  }
#define F2(fn)                                                                                               \
  [[clang::sycl_external]] float fn(float, float);                                                           \
  [[clang::sycl_external]] double fn(double, double);                                                        \
  API float __nv_##fn##f(float x, float y) {                                                                 \
    return fn(x, y);                                                                                         \
  }                                                                                                          \
  API double __nv_##fn(double x, double y) {                                                                 \
    return fn(x, y);                                                                                         \
  }
#define N2(fn) F2(fn)
#define F3(fn)                                                                                               \
  [[clang::sycl_external]] float fn(float, float, float);                                                    \
  [[clang::sycl_external]] double fn(double, double, double);                                                \
  API float __nv_##fn##f(float x, float y, float z) {                                                        \
    return fn(x, y, z);                                                                                      \
  }                                                                                                          \
  API double __nv_##fn(double x, double y, double z) {                                                       \
    return fn(x, y, z);                                                                                      \
  }
#include "math.def"

[[clang::sycl_external]] float ldexp(float, int);
[[clang::sycl_external]] double ldexp(double, int);
[[clang::sycl_external]] int ilogb(float);
[[clang::sycl_external]] int ilogb(double);
API long long __nv_llroundf(float x) {
  return static_cast<long long>(round(x));
}
API long long __nv_llround(double x) {
  return static_cast<long long>(round(x));
}
API long long __nv_llrintf(float x) {
  return static_cast<long long>(rint(x));
}
API long long __nv_llrint(double x) {
  return static_cast<long long>(rint(x));
}
API float __nv_ldexpf(float x, int n) {
  return ldexp(x, n);
}
API double __nv_ldexp(double x, int n) {
  return ldexp(x, n);
}
API int __nv_ilogbf(float x) {
  return ilogb(x);
}
API int __nv_ilogb(double x) {
  return ilogb(x);
}
