// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions of float, double and half, in sycl::detail::math. On the device they are
// OpenCL's instructions; on the host C's library, by way of builtins and so without <cmath>. A half is
// computed as a float there.
#ifndef SYCL_DETAIL_MATH_SCALAR_HPP
#define SYCL_DETAIL_MATH_SCALAR_HPP

#include <sycl/detail/math_list.hpp>
#include <sycl/detail/spirv_builtins.hpp>
#include <sycl/half.hpp>

namespace sycl {
namespace detail {

template <class T> inline constexpr T pi = static_cast<T>(3.14159265358979323846);

namespace math {

#ifdef SYCC_DEVICE

#define SYCC_X(name)                                                                                         \
  inline float name(float x) {                                                                               \
    return __spirv_ocl_##name(x);                                                                            \
  }                                                                                                          \
  inline double name(double x) {                                                                             \
    return __spirv_ocl_##name(x);                                                                            \
  }                                                                                                          \
  inline half name(half x) {                                                                                 \
    return half::from_native(__spirv_ocl_##name(x.native()));                                                \
  }
#define SYCC_Y(name, host) SYCC_X(name)
SYCC_MATH_LIST_1(SYCC_X, SYCC_Y)
#undef SYCC_X
#define SYCC_X(name)                                                                                         \
  inline float name(float x, float y) {                                                                      \
    return __spirv_ocl_##name(x, y);                                                                         \
  }                                                                                                          \
  inline double name(double x, double y) {                                                                   \
    return __spirv_ocl_##name(x, y);                                                                         \
  }                                                                                                          \
  inline half name(half x, half y) {                                                                         \
    return half::from_native(__spirv_ocl_##name(x.native(), y.native()));                                    \
  }
SYCC_MATH_LIST_2(SYCC_X, SYCC_Y)
#undef SYCC_X
#undef SYCC_Y

#define SYCC_X(name)                                                                                         \
  inline float name(float x, float y, float z) {                                                             \
    return __spirv_ocl_##name(x, y, z);                                                                      \
  }                                                                                                          \
  inline double name(double x, double y, double z) {                                                         \
    return __spirv_ocl_##name(x, y, z);                                                                      \
  }                                                                                                          \
  inline half name(half x, half y, half z) {                                                                 \
    return half::from_native(__spirv_ocl_##name(x.native(), y.native(), z.native()));                        \
  }
SYCC_X(fma)
SYCC_X(mad)
#undef SYCC_X

#define SYCC_X(name)                                                                                         \
  inline float name(float x, int n) {                                                                        \
    return __spirv_ocl_##name(x, n);                                                                         \
  }                                                                                                          \
  inline double name(double x, int n) {                                                                      \
    return __spirv_ocl_##name(x, n);                                                                         \
  }                                                                                                          \
  inline half name(half x, int n) {                                                                          \
    return half::from_native(__spirv_ocl_##name(x.native(), n));                                             \
  }
SYCC_X(ldexp)
SYCC_X(pown)
SYCC_X(rootn)
#undef SYCC_X

inline int ilogb(float x) {
  return __spirv_ocl_ilogb(x);
}
inline int ilogb(double x) {
  return __spirv_ocl_ilogb(x);
}
inline int ilogb(half x) {
  return __spirv_ocl_ilogb(x.native());
}

#define SYCC_X(name)                                                                                         \
  inline float native_##name(float x) {                                                                      \
    return __spirv_ocl_native_##name(x);                                                                     \
  }
SYCC_NATIVE_LIST_1(SYCC_X)
#undef SYCC_X

#else

#define SYCC_X(name)                                                                                         \
  inline float name(float x) {                                                                               \
    return __builtin_##name##f(x);                                                                           \
  }                                                                                                          \
  inline double name(double x) {                                                                             \
    return __builtin_##name(x);                                                                              \
  }                                                                                                          \
  inline half name(half x) {                                                                                 \
    return __builtin_##name##f(x);                                                                           \
  }
#define SYCC_Y(name, host)                                                                                   \
  inline float name(float x) {                                                                               \
    return host;                                                                                             \
  }                                                                                                          \
  inline double name(double x) {                                                                             \
    return host;                                                                                             \
  }                                                                                                          \
  inline half name(half x) {                                                                                 \
    return name(static_cast<float>(x));                                                                      \
  }
SYCC_MATH_LIST_1(SYCC_X, SYCC_Y)
#undef SYCC_X
#undef SYCC_Y
#define SYCC_X(name)                                                                                         \
  inline float name(float x, float y) {                                                                      \
    return __builtin_##name##f(x, y);                                                                        \
  }                                                                                                          \
  inline double name(double x, double y) {                                                                   \
    return __builtin_##name(x, y);                                                                           \
  }                                                                                                          \
  inline half name(half x, half y) {                                                                         \
    return __builtin_##name##f(x, y);                                                                        \
  }
#define SYCC_Y(name, host)                                                                                   \
  inline float name(float x, float y) {                                                                      \
    return host;                                                                                             \
  }                                                                                                          \
  inline double name(double x, double y) {                                                                   \
    return host;                                                                                             \
  }                                                                                                          \
  inline half name(half x, half y) {                                                                         \
    return name(static_cast<float>(x), static_cast<float>(y));                                               \
  }
SYCC_MATH_LIST_2(SYCC_X, SYCC_Y)
#undef SYCC_X
#undef SYCC_Y

// A half's product is exact in double, and the sum rounds to a half as if it were.
inline float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
inline double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
inline half fma(half x, half y, half z) {
  return static_cast<double>(static_cast<float>(x)) * static_cast<float>(y) + static_cast<float>(z);
}
inline float mad(float x, float y, float z) {
  return x * y + z;
}
inline double mad(double x, double y, double z) {
  return x * y + z;
}
inline half mad(half x, half y, half z) {
  return fma(x, y, z);
}

inline float ldexp(float x, int n) {
  return __builtin_ldexpf(x, n);
}
inline double ldexp(double x, int n) {
  return __builtin_ldexp(x, n);
}
inline half ldexp(half x, int n) {
  return __builtin_ldexp(static_cast<double>(static_cast<float>(x)), n);
}
inline float pown(float x, int n) {
  return __builtin_powf(x, static_cast<float>(n));
}
inline double pown(double x, int n) {
  return __builtin_pow(x, n);
}
inline half pown(half x, int n) {
  return pown(static_cast<float>(x), n);
}
// The odd root of a negative number is negative.
inline double rootn(double x, int n) {
  const double r = __builtin_pow(__builtin_fabs(x), 1.0 / n);
  return x < 0 ? (n & 1 ? -r : __builtin_nan("")) : r;
}
inline float rootn(float x, int n) {
  return static_cast<float>(rootn(static_cast<double>(x), n));
}
inline half rootn(half x, int n) {
  return rootn(static_cast<double>(static_cast<float>(x)), n);
}
inline int ilogb(float x) {
  return __builtin_ilogbf(x);
}
inline int ilogb(double x) {
  return __builtin_ilogb(x);
}
inline int ilogb(half x) {
  return __builtin_ilogbf(x);
}

#define SYCC_X(name)                                                                                         \
  inline float native_##name(float x) {                                                                      \
    return name(x);                                                                                          \
  }
SYCC_NATIVE_LIST_1(SYCC_X)
#undef SYCC_X

#endif

inline bool isnan(float x) {
  return __builtin_isnan(x);
}
inline bool isnan(double x) {
  return __builtin_isnan(x);
}
inline bool isnan(half x) {
  return (x.to_bits() & 0x7fff) > 0x7c00;
}
inline bool isinf(float x) {
  return __builtin_isinf(x);
}
inline bool isinf(double x) {
  return __builtin_isinf(x);
}
inline bool isinf(half x) {
  return (x.to_bits() & 0x7fff) == 0x7c00;
}
inline bool isfinite(float x) {
  return __builtin_isfinite(x);
}
inline bool isfinite(double x) {
  return __builtin_isfinite(x);
}
inline bool isfinite(half x) {
  return (x.to_bits() & 0x7c00) != 0x7c00;
}
inline bool isnormal(float x) {
  return __builtin_isnormal(x);
}
inline bool isnormal(double x) {
  return __builtin_isnormal(x);
}
inline bool isnormal(half x) {
  return isfinite(x) && (x.to_bits() & 0x7c00) != 0;
}
inline bool signbit(float x) {
  return __builtin_signbit(x);
}
inline bool signbit(double x) {
  return __builtin_signbit(x);
}
inline bool signbit(half x) {
  return x.to_bits() >> 15;
}

} // namespace math
} // namespace detail
} // namespace sycl

#endif
