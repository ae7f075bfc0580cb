// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mathematical functions of float, double and half, in sycl::detail::math. On the device they are
// OpenCL's instructions; on the host C's library, by way of builtins and so without <cmath>. A half is
// computed as a float there.
#ifndef SYCL_DETAIL_MATH_SCALAR_HPP
#define SYCL_DETAIL_MATH_SCALAR_HPP

#include <sycl/detail/math_list.hpp>
#include <sycl/detail/spirv_builtins.hpp>
#include <sycl/half.hpp>
#ifndef SYCC_DEVICE
#include <sycl/detail/math_made.hpp>
#endif

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
SYCC_X(nextafter)
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
  }                                                                                                          \
  inline float half_##name(float x) {                                                                        \
    return __spirv_ocl_half_##name(x);                                                                       \
  }
SYCC_NATIVE_LIST_1(SYCC_X)
SYCC_X(recip)
#undef SYCC_X
#define SYCC_X(name)                                                                                         \
  inline float native_##name(float x, float y) {                                                             \
    return __spirv_ocl_native_##name(x, y);                                                                  \
  }                                                                                                          \
  inline float half_##name(float x, float y) {                                                               \
    return __spirv_ocl_half_##name(x, y);                                                                    \
  }
SYCC_X(divide)
SYCC_X(powr)
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
inline float nextafter(float x, float y) {
  return __builtin_nextafterf(x, y);
}
inline double nextafter(double x, double y) {
  return __builtin_nextafter(x, y);
}
// The bits of a half are ordered like its value, in sign and magnitude.
inline half nextafter(half from, half to) {
  const unsigned b = from.to_bits();
  const bool away = (b & 0x7fff) == 0 || (from < to) != (b >> 15 != 0);
  const unsigned next = (b & 0x7fff) == 0 ? (to < half(0) ? 0x8001 : 0x0001) : away ? b + 1 : b - 1;
  return from != from || to != to ? from + to : from == to ? to : half::from_bits(next);
}

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
#define SYCC_X(name)                                                                                         \
  inline float name(float x, int n) {                                                                        \
    return made::name(x, n);                                                                                 \
  }                                                                                                          \
  inline double name(double x, int n) {                                                                      \
    return made::name(x, n);                                                                                 \
  }                                                                                                          \
  inline half name(half x, int n) {                                                                          \
    return made::name(static_cast<float>(x), n);                                                             \
  }
SYCC_X(pown)
SYCC_X(rootn)
#undef SYCC_X
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
  }                                                                                                          \
  inline float half_##name(float x) {                                                                        \
    return name(x);                                                                                          \
  }
SYCC_NATIVE_LIST_1(SYCC_X)
#undef SYCC_X
inline float native_recip(float x) {
  return 1 / x;
}
inline float half_recip(float x) {
  return 1 / x;
}
inline float native_divide(float x, float y) {
  return x / y;
}
inline float half_divide(float x, float y) {
  return x / y;
}
inline float native_powr(float x, float y) {
  return powr(x, y);
}
inline float half_powr(float x, float y) {
  return powr(x, y);
}

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

// ---- made of the functions above, on host and device alike; some have two results

template <class T> T maxmag(T x, T y) {
  const T a = fabs(x), b = fabs(y);
  return a > b ? x : b > a ? y : fmax(x, y);
}
template <class T> T minmag(T x, T y) {
  const T a = fabs(x), b = fabs(y);
  return a < b ? x : b < a ? y : fmin(x, y);
}

template <class T> T sincos(T x, T &cosine) {
  cosine = cos(x);
  return sin(x);
}
// The difference may round to 1, which a fraction never is.
template <class T> T fract(T x, T &whole) {
  whole = floor(x);
  const T part = x - whole;
  return x == T(0) || isinf(x) ? copysign(T(0), x) : part >= T(1) ? nextafter(T(1), T(0)) : part;
}
template <class T> T modf(T x, T &whole) {
  whole = trunc(x);
  return copysign(isinf(x) ? T(0) : x - whole, x);
}
template <class T> T frexp(T x, int &exponent) {
  const bool number = x != T(0) && isfinite(x);
  exponent = number ? ilogb(x) + 1 : 0;
  return number ? ldexp(x, -exponent) : x;
}
// Seven bits of the quotient: a multiple of 128 divisors less changes neither them nor the remainder.
template <class T> T remquo(T x, T y, int &quotient) {
  const T many = fabs(y) * T(128), near = isfinite(many) && many > T(0) ? fmod(x, many) : x;
  const T r = remainder(near, y), q = rint(near / y - r / y);
  const bool number = isfinite(q);
  const int bits = number ? static_cast<int>(fabs(q)) & 127 : 0;
  quotient = number && signbit(x) != signbit(y) ? -bits : bits;
  return r;
}
// Gamma is negative between -1 and -0, and in every second interval below.
template <class T> T lgamma_r(T x, int &sign) {
  const T below = floor(x), half_of_it = below * T(0.5);
  const bool odd = half_of_it != floor(half_of_it);
  sign = signbit(x) && (x == T(0) || (odd && below != x)) ? -1 : 1;
  return lgamma(x);
}

} // namespace math
} // namespace detail
} // namespace sycl

#endif
