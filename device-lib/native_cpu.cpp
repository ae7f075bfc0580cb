// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of native_cpu: what kernels call under SPIR-V's names, in terms of compiler built-ins,
// which become instructions where the CPU has them and calls into the C library of the host where not.
// It is compiled to spirv64 IR like the kernels themselves and linked only where something is used.
#include <CL/__spirv/spirv_ops.hpp>

#define API [[clang::sycl_external]]

using half = _Float16;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using schar = signed char;
using llong = long long;
using ullong = unsigned long long;

// ---- the C library's functions: float, double, and half by way of float ---------------------------

#define F1(fn)                                                                                                \
  API float __spirv_ocl_##fn(float x) { return __builtin_##fn##f(x); }                                         \
  API double __spirv_ocl_##fn(double x) { return __builtin_##fn(x); }                                          \
  API half __spirv_ocl_##fn(half x) { return __builtin_##fn##f(x); }
#define F2(fn)                                                                                                \
  API float __spirv_ocl_##fn(float x, float y) { return __builtin_##fn##f(x, y); }                             \
  API double __spirv_ocl_##fn(double x, double y) { return __builtin_##fn(x, y); }                             \
  API half __spirv_ocl_##fn(half x, half y) { return __builtin_##fn##f(x, y); }
#define N2(fn)                                                                                               \
  API float __spirv_ocl_##fn(float x, float y) { return __builtin_##fn##f(x, y); }                           \
  API double __spirv_ocl_##fn(double x, double y) { return __builtin_##fn(x, y); }
#define F3(fn)                                                                                                \
  API float __spirv_ocl_##fn(float x, float y, float z) { return __builtin_##fn##f(x, y, z); }                 \
  API double __spirv_ocl_##fn(double x, double y, double z) { return __builtin_##fn(x, y, z); }                \
  API half __spirv_ocl_##fn(half x, half y, half z) { return __builtin_##fn##f(x, y, z); }
#include "math.def"
#undef F1
#undef F2
#undef N2
#undef F3

// The bits of a half are ordered like its value, in sign and magnitude.
API half __spirv_ocl_nextafter(half from, half to) {
  if (__builtin_isnan(from) || __builtin_isnan(to))
    return from + to;
  if (from == to)
    return to;
  ushort b = __builtin_bit_cast(ushort, from);
  bool negative = b >> 15;
  if (from == half(0))
    b = to < half(0) ? 0x8001 : 0x0001;
  else
    b = (from < to) != negative ? b + 1 : b - 1;
  return __builtin_bit_cast(half, b);
}

// ---- OpenCL's own, for one floating-point type each -----------------------------------------------

template <class T> constexpr T pi = T(3.14159265358979323846);

#define FLOATING(T)                                                                                          \
  API T __spirv_ocl_exp10(T x) { return __spirv_ocl_pow(T(10), x); }                                         \
  API T __spirv_ocl_rsqrt(T x) { return T(1) / __spirv_ocl_sqrt(x); }                                        \
  API T __spirv_ocl_powr(T x, T y) { return __spirv_ocl_pow(x, y); }                                         \
  API T __spirv_ocl_pown(T x, int n) { return __spirv_ocl_pow(x, T(n)); }                                    \
  API T __spirv_ocl_rootn(T x, int n) {                                                                      \
    T r = __spirv_ocl_pow(__spirv_ocl_fabs(x), T(1) / T(n));                                                 \
    return n % 2 && x < T(0) ? -r : x < T(0) ? T(__builtin_nanf("")) : r;                                    \
  }                                                                                                          \
  API T __spirv_ocl_sinpi(T x) { return __spirv_ocl_sin(pi<T> * x); }                                        \
  API T __spirv_ocl_cospi(T x) { return __spirv_ocl_cos(pi<T> * x); }                                        \
  API T __spirv_ocl_tanpi(T x) { return __spirv_ocl_tan(pi<T> * x); }                                        \
  API T __spirv_ocl_asinpi(T x) { return __spirv_ocl_asin(x) / pi<T>; }                                      \
  API T __spirv_ocl_acospi(T x) { return __spirv_ocl_acos(x) / pi<T>; }                                      \
  API T __spirv_ocl_atanpi(T x) { return __spirv_ocl_atan(x) / pi<T>; }                                      \
  API T __spirv_ocl_atan2pi(T y, T x) { return __spirv_ocl_atan2(y, x) / pi<T>; }                            \
  API T __spirv_ocl_mad(T a, T b, T c) { return a * b + c; }                                                 \
  API T __spirv_ocl_mix(T x, T y, T a) { return x + (y - x) * a; }                                           \
  API T __spirv_ocl_degrees(T x) { return T(180) / pi<T> * x; }                                              \
  API T __spirv_ocl_radians(T x) { return pi<T> / T(180) * x; }                                              \
  API T __spirv_ocl_step(T edge, T x) { return x < edge ? T(0) : T(1); }                                     \
  API T __spirv_ocl_smoothstep(T e0, T e1, T x) {                                                            \
    T t = __spirv_ocl_fmin(__spirv_ocl_fmax((x - e0) / (e1 - e0), T(0)), T(1));                              \
    return t * t * (T(3) - T(2) * t);                                                                        \
  }                                                                                                          \
  API T __spirv_ocl_sign(T x) { return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0); }          \
  API T __spirv_ocl_fclamp(T x, T lo, T hi) { return __spirv_ocl_fmin(__spirv_ocl_fmax(x, lo), hi); }        \
  API T __spirv_ocl_fmin_common(T x, T y) { return y < x ? y : x; }                                          \
  API T __spirv_ocl_fmax_common(T x, T y) { return x < y ? y : x; }                                          \
  API T __spirv_ocl_maxmag(T x, T y) {                                                                       \
    T a = __spirv_ocl_fabs(x), b = __spirv_ocl_fabs(y);                                                      \
    return a > b ? x : b > a ? y : __spirv_ocl_fmax(x, y);                                                   \
  }                                                                                                          \
  API T __spirv_ocl_minmag(T x, T y) {                                                                       \
    T a = __spirv_ocl_fabs(x), b = __spirv_ocl_fabs(y);                                                      \
    return a < b ? x : b < a ? y : __spirv_ocl_fmin(x, y);                                                   \
  }                                                                                                          \
  API T __spirv_ocl_fract(T x, T *whole) {                                                                   \
    *whole = __spirv_ocl_floor(x);                                                                           \
    T below_one = T(1) - (sizeof(T) == 8 ? T(0x1p-53) : sizeof(T) == 4 ? T(0x1p-24) : T(0x1p-11));           \
    return __spirv_ocl_fmin(x - *whole, below_one);                                                          \
  }                                                                                                          \
  API T __spirv_ocl_modf(T x, T *whole) {                                                                    \
    *whole = __spirv_ocl_trunc(x);                                                                           \
    return __builtin_isinf(x) ? __spirv_ocl_copysign(T(0), x) : __spirv_ocl_copysign(x - *whole, x);         \
  }                                                                                                          \
  API T __spirv_ocl_sincos(T x, T *c) {                                                                      \
    *c = __spirv_ocl_cos(x);                                                                                 \
    return __spirv_ocl_sin(x);                                                                               \
  }
FLOATING(float)
FLOATING(double)
FLOATING(half)
#undef FLOATING

API float __spirv_ocl_ldexp(float x, int e) { return __builtin_ldexpf(x, e); }
API double __spirv_ocl_ldexp(double x, int e) { return __builtin_ldexp(x, e); }
API half __spirv_ocl_ldexp(half x, int e) { return __builtin_ldexpf(x, e); }
API int __spirv_ocl_ilogb(float x) { return __builtin_ilogbf(x); }
API int __spirv_ocl_ilogb(double x) { return __builtin_ilogb(x); }
API int __spirv_ocl_ilogb(half x) { return __builtin_ilogbf(x); }

#define FREXP(T)                                                                                             \
  API T __spirv_ocl_frexp(T x, int *e) {                                                                     \
    int exponent = 0;                                                                                        \
    if (x != T(0) && __builtin_isfinite(x)) {                                                                \
      exponent = __spirv_ocl_ilogb(x) + 1;                                                                   \
      x = __spirv_ocl_ldexp(x, -exponent);                                                                   \
    }                                                                                                        \
    *e = exponent;                                                                                           \
    return x;                                                                                                \
  }
FREXP(float)
FREXP(double)
FREXP(half)
#undef FREXP

// ---- fast forms: as precise as the others here ----------------------------------------------------

#define FAST1(fn)                                                                                             \
  API float __spirv_ocl_native_##fn(float x) { return __spirv_ocl_##fn(x); }                                   \
  API float __spirv_ocl_half_##fn(float x) { return __spirv_ocl_##fn(x); }
FAST1(cos)
FAST1(exp)
FAST1(exp2)
FAST1(exp10)
FAST1(log)
FAST1(log2)
FAST1(log10)
FAST1(rsqrt)
FAST1(sin)
FAST1(sqrt)
FAST1(tan)
#undef FAST1
#define FAST2(prefix)                                                                                        \
  API float __spirv_ocl_##prefix##_divide(float x, float y) { return x / y; }                                \
  API float __spirv_ocl_##prefix##_powr(float x, float y) { return __spirv_ocl_powr(x, y); }                 \
  API float __spirv_ocl_##prefix##_recip(float x) { return 1.0f / x; }
FAST2(native)
FAST2(half)
#undef FAST2

// ---- integers: s_ for signed, u_ for unsigned -----------------------------------------------------

template <class T> constexpr int bits = sizeof(T) * 8;
template <class T> constexpr T lowest = T(-1) < T(0) ? T(T(1) << (bits<T> - 1)) : T(0);
template <class T> constexpr T highest = T(~lowest<T>);

template <class T, class W> T mul_hi(T a, T b) { return T((W(a) * W(b)) >> bits<T>); }
template <class T> T add_sat(T a, T b) {
  T r;
  return !__builtin_add_overflow(a, b, &r) ? r : b < T(0) ? lowest<T> : highest<T>;
}
template <class T> T sub_sat(T a, T b) {
  T r;
  return !__builtin_sub_overflow(a, b, &r) ? r : b > T(0) ? lowest<T> : highest<T>;
}
template <class T, class U> T rotate(T v, T n) {
  int k = int(U(n) % bits<T>);
  return k ? T(U(U(v) << k) | U(U(v) >> (bits<T> - k))) : v;
}

#define COMMON(p, T, U, W)                                                                                   \
  API T __spirv_ocl_##p##_min(T a, T b) { return b < a ? b : a; }                                            \
  API T __spirv_ocl_##p##_max(T a, T b) { return a < b ? b : a; }                                            \
  API T __spirv_ocl_##p##_clamp(T x, T lo, T hi) { return x < lo ? lo : hi < x ? hi : x; }                   \
  API T __spirv_ocl_##p##_mul_hi(T a, T b) { return mul_hi<T, W>(a, b); }                                    \
  API T __spirv_ocl_##p##_mad_hi(T a, T b, T c) { return T(mul_hi<T, W>(a, b) + c); }                        \
  API T __spirv_ocl_##p##_add_sat(T a, T b) { return add_sat(a, b); }                                        \
  API T __spirv_ocl_##p##_sub_sat(T a, T b) { return sub_sat(a, b); }                                        \
  API T __spirv_ocl_##p##_hadd(T a, T b) { return T((a & b) + ((a ^ b) >> 1)); }                             \
  API T __spirv_ocl_##p##_rhadd(T a, T b) { return T((a | b) - ((a ^ b) >> 1)); }                            \
  API U __spirv_ocl_##p##_abs_diff(T a, T b) { return a < b ? U(U(b) - U(a)) : U(U(a) - U(b)); }             \
  API U __spirv_ocl_##p##_abs(T a) { return a < T(0) ? U(U(0) - U(a)) : U(a); }                              \
  API T __spirv_ocl_##p##_mad_sat(T a, T b, T c) {                                                           \
    W r = W(a) * W(b) + W(c);                                                                                \
    return r < W(lowest<T>) ? lowest<T> : r > W(highest<T>) ? highest<T> : T(r);                             \
  }
#define BITWISE(T, U)                                                                                        \
  API T __spirv_ocl_clz(T a) { return a ? T(__builtin_clzll(U(a)) - (64 - bits<T>)) : T(bits<T>); }          \
  API T __spirv_ocl_ctz(T a) { return a ? T(__builtin_ctzll(U(a))) : T(bits<T>); }                           \
  API T __spirv_ocl_popcount(T a) { return T(__builtin_popcountll(U(a))); }                                  \
  API T __spirv_ocl_rotate(T a, T n) { return rotate<T, U>(a, n); }
COMMON(s, schar, uchar, int)
COMMON(s, short, ushort, int)
COMMON(s, int, uint, long)
COMMON(u, uchar, uchar, int)
COMMON(u, ushort, ushort, long)
COMMON(u, uint, uint, ulong)
BITWISE(schar, uchar)
BITWISE(char, uchar)
BITWISE(short, ushort)
BITWISE(int, uint)
BITWISE(long, ulong)
BITWISE(llong, ulong)
BITWISE(uchar, uchar)
BITWISE(ushort, ushort)
BITWISE(uint, uint)
BITWISE(ulong, ulong)
BITWISE(ullong, ulong)
API int __spirv_ocl_s_mul24(int a, int b) { return a * b; }
API uint __spirv_ocl_u_mul24(uint a, uint b) { return a * b; }
API int __spirv_ocl_s_mad24(int a, int b, int c) { return a * b + c; }
API uint __spirv_ocl_u_mad24(uint a, uint b, uint c) { return a * b + c; }

// 64 bits have no wider type on a device.
template <class T> T mul_hi_64(T a, T b) {
  ulong x = ulong(a), y = ulong(b);
  ulong low = (x & 0xffffffff) * (y & 0xffffffff), m1 = (x >> 32) * (y & 0xffffffff), m2 = (x & 0xffffffff) * (y >> 32);
  ulong carry = ((low >> 32) + (m1 & 0xffffffff) + (m2 & 0xffffffff)) >> 32;
  ulong high = (x >> 32) * (y >> 32) + (m1 >> 32) + (m2 >> 32) + carry;
  if (T(-1) < T(0))
    high -= (a < T(0) ? y : 0) + (b < T(0) ? x : 0);
  return T(high);
}
#define WIDE(p, T, U)                                                                                        \
  API T __spirv_ocl_##p##_min(T a, T b) { return b < a ? b : a; }                                            \
  API T __spirv_ocl_##p##_max(T a, T b) { return a < b ? b : a; }                                            \
  API T __spirv_ocl_##p##_clamp(T x, T lo, T hi) { return x < lo ? lo : hi < x ? hi : x; }                   \
  API T __spirv_ocl_##p##_mul_hi(T a, T b) { return mul_hi_64(a, b); }                                       \
  API T __spirv_ocl_##p##_mad_hi(T a, T b, T c) { return T(mul_hi_64(a, b) + c); }                           \
  API T __spirv_ocl_##p##_add_sat(T a, T b) { return add_sat(a, b); }                                        \
  API T __spirv_ocl_##p##_sub_sat(T a, T b) { return sub_sat(a, b); }                                        \
  API T __spirv_ocl_##p##_hadd(T a, T b) { return T((a & b) + ((a ^ b) >> 1)); }                             \
  API T __spirv_ocl_##p##_rhadd(T a, T b) { return T((a | b) - ((a ^ b) >> 1)); }                            \
  API U __spirv_ocl_##p##_abs_diff(T a, T b) { return a < b ? U(U(b) - U(a)) : U(U(a) - U(b)); }             \
  API U __spirv_ocl_##p##_abs(T a) { return a < T(0) ? U(U(0) - U(a)) : U(a); }
WIDE(s, long, ulong)
WIDE(s, llong, ullong)
WIDE(u, ulong, ulong)
WIDE(u, ullong, ullong)

// ---- relations ------------------------------------------------------------------------------------

#define RELATIONS(T)                                                                                         \
  API bool __spirv_IsNan(T x) { return __builtin_isnan(x); }                                                 \
  API bool __spirv_IsInf(T x) { return __builtin_isinf(x); }                                                 \
  API bool __spirv_IsFinite(T x) { return __builtin_isfinite(x); }                                           \
  API bool __spirv_IsNormal(T x) { return __builtin_isnormal(x); }                                           \
  API bool __spirv_SignBitSet(T x) { return __builtin_signbit(x); }
RELATIONS(float)
RELATIONS(double)
RELATIONS(half)

// ---- memory ---------------------------------------------------------------------------------------

// The first work-item of a group, which runs before the others, copies for all. That is right without barriers:
// a program in which another work-item's write matters to a copy, or a copy to another work-item's earlier
// read, has a barrier between them, and is refused. Not inlined: the loop over work-items, which is compiled as
// one whose rounds do not depend on each other, must not see the copy.
template <unsigned Size>
__attribute__((noinline)) static void copy(char *to, const char *from, std::size_t n, std::size_t to_step,
                                           std::size_t from_step) {
  if (to_step == 1 && from_step == 1) {
    __builtin_memcpy(to, from, n * Size);
    return;
  }
  for (std::size_t i = 0; i < n; i++)
    __builtin_memcpy(to + i * to_step * Size, from + i * from_step * Size, Size);
}
static bool is_first() {
  return !(__spirv_BuiltInLocalInvocationId(0) | __spirv_BuiltInLocalInvocationId(1) | __spirv_BuiltInLocalInvocationId(2));
}

template <class T>
API __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_LOCAL T *to, const SYCC_GLOBAL T *from, std::size_t n,
                                          std::size_t stride, __spv::event_t e) noexcept {
  if (is_first())
    copy<sizeof(T)>((char *)to, (const char *)from, n, 1, stride);
  return e;
}
template <class T>
API __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_GLOBAL T *to, const SYCC_LOCAL T *from, std::size_t n,
                                          std::size_t stride, __spv::event_t e) noexcept {
  if (is_first())
    copy<sizeof(T)>((char *)to, (const char *)from, n, stride, 1);
  return e;
}
API void __spirv_GroupWaitEvents(uint, uint, __spv::event_t *) noexcept {}

#define GROUP_COPY(T)                                                                                        \
  template __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_LOCAL T *, const SYCC_GLOBAL T *,            \
                                                 std::size_t, std::size_t, __spv::event_t) noexcept;     \
  template __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_GLOBAL T *, const SYCC_LOCAL T *,            \
                                                 std::size_t, std::size_t, __spv::event_t) noexcept;
#define GROUP_COPY_VECTORS(T)                                                                                \
  using T##2 = T __attribute__((ext_vector_type(2)));                                                        \
  using T##4 = T __attribute__((ext_vector_type(4)));                                                        \
  using T##8 = T __attribute__((ext_vector_type(8)));                                                        \
  using T##16 = T __attribute__((ext_vector_type(16)));                                                      \
  GROUP_COPY(T) GROUP_COPY(T##2) GROUP_COPY(T##4) GROUP_COPY(T##8) GROUP_COPY(T##16)
GROUP_COPY_VECTORS(schar)
GROUP_COPY_VECTORS(uchar)
GROUP_COPY_VECTORS(short)
GROUP_COPY_VECTORS(ushort)
GROUP_COPY_VECTORS(int)
GROUP_COPY_VECTORS(uint)
GROUP_COPY_VECTORS(long)
GROUP_COPY_VECTORS(ulong)
GROUP_COPY_VECTORS(half)
GROUP_COPY_VECTORS(float)
GROUP_COPY_VECTORS(double)

API void __spirv_MemoryBarrier(uint, uint) noexcept { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// One memory: every pointer points into every space.
API SYCC_GLOBAL void *__spirv_GenericCastToPtrExplicit_ToGlobal(void *p, int) noexcept { return (SYCC_GLOBAL void *)p; }
API SYCC_LOCAL void *__spirv_GenericCastToPtrExplicit_ToLocal(void *p, int) noexcept { return (SYCC_LOCAL void *)p; }
API SYCC_PRIVATE void *__spirv_GenericCastToPtrExplicit_ToPrivate(void *p, int) noexcept { return (SYCC_PRIVATE void *)p; }
API void __spirv_ocl_prefetch(const SYCC_GLOBAL char *p, std::size_t) noexcept { __builtin_prefetch((const void *)p); }

#include "complex.inc"
