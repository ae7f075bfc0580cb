// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that C's library lacks, or has with larger errors than SYCL allows: for the host, and for the
// device libraries of targets whose mathematics is a C library's. They use no branches, so that loops over
// them become vector code. A device library says first what to call C's functions: SYCC_C(pow)(x, y),
// overloaded for float and double.
//
// Errors are those of docs/math.md, measured by tests/e2e/math_ulp.cpp.
#ifndef SYCL_DETAIL_MATH_MADE_HPP
#define SYCL_DETAIL_MATH_MADE_HPP

#ifndef SYCC_C
#define SYCC_C(name) sycl::detail::c_library::name
namespace sycl {
namespace detail {
namespace c_library {
#define SYCC_X(name)                                                                                         \
  inline float name(float x) {                                                                               \
    return __builtin_##name##f(x);                                                                           \
  }                                                                                                          \
  inline double name(double x) {                                                                             \
    return __builtin_##name(x);                                                                              \
  }
SYCC_X(acos)
SYCC_X(asin)
SYCC_X(atan)
SYCC_X(fabs)
SYCC_X(log)
SYCC_X(sqrt)
#if __has_builtin(__builtin_exp10)
SYCC_X(exp10)
#else // clang before 18. C's library declares it in its own way, and not to everyone.
extern "C" float sycc_c_exp10f(float) __asm__("exp10f");
extern "C" double sycc_c_exp10(double) __asm__("exp10");
inline float exp10(float x) {
  return sycc_c_exp10f(x);
}
inline double exp10(double x) {
  return sycc_c_exp10(x);
}
#endif
#undef SYCC_X
#define SYCC_X(name)                                                                                         \
  inline float name(float x, float y) {                                                                      \
    return __builtin_##name##f(x, y);                                                                        \
  }                                                                                                          \
  inline double name(double x, double y) {                                                                   \
    return __builtin_##name(x, y);                                                                           \
  }
SYCC_X(atan2)
SYCC_X(copysign)
SYCC_X(pow)
#undef SYCC_X
} // namespace c_library
} // namespace detail
} // namespace sycl
#endif

namespace sycl {
namespace detail {
namespace made {

template <class T> struct format;
template <> struct format<float> {
  using integer = int;
  static constexpr int digits = 24, bias = 127;
  static constexpr float smallest_normal = 0x1p-126f, largest = 0x1.fffffep127f;
};
template <> struct format<double> {
  using integer = long long;
  static constexpr int digits = 53, bias = 1023;
  static constexpr double smallest_normal = 0x1p-1022, largest = 0x1.fffffffffffffp1023;
};
template <class T> using integer_of = typename format<T>::integer;

template <class T> integer_of<T> to_bits(T x) {
  return __builtin_bit_cast(integer_of<T>, x);
}
template <class T> T from_bits(integer_of<T> b) {
  return __builtin_bit_cast(T, b);
}
template <class T> T nan() {
  return static_cast<T>(__builtin_nanf(""));
}
template <class T> T infinity() {
  return static_cast<T>(__builtin_inff());
}

// ---- multiples of pi --------------------------------------------------------------------------------

// pi and its inverse, each with what is missing in the type.
template <class T> constexpr T pi_high = static_cast<T>(3.14159265358979323846);
template <class T> constexpr T pi_low = static_cast<T>(3.14159265358979323846 - pi_high<T>);
template <> inline constexpr double pi_low<double> = 1.2246467991473532e-16;
template <class T> constexpr T per_pi_high = static_cast<T>(0.31830988618379067154);
template <class T> constexpr T per_pi_low = static_cast<T>(0.31830988618379067154 - per_pi_high<T>);
template <> inline constexpr double per_pi_low<double> = -1.9678676675182486e-17;

template <class T> T over_pi(T x) {
  const T r = x * per_pi_high<T>;
  return r == 0 ? r : r + x * per_pi_low<T>; // -0 stays what it is
}

// |x| is quarter / 2 + r, r from -1/4 to 1/4, and these are sine and cosine of pi r. r is exact. From
// 2^digits on numbers are even.
template <class T> struct half_turns {
  integer_of<T> quarter;
  T sine, cosine;
};

template <class T> half_turns<T> split_turns(T x) {
  const T magnitude = SYCC_C(fabs)(x), limit = static_cast<T>(1ll << format<T>::digits);
  const bool small = magnitude < limit;
  const T a = small ? magnitude : T(0);
  half_turns<T> h;
  h.quarter = static_cast<integer_of<T>>(a * 2);
  h.quarter += a * 2 - static_cast<T>(h.quarter) > T(0.5);
  const T r = (a - static_cast<T>(h.quarter) * T(0.5)) + (small ? T(0) : x - x); // infinity has no sine
  // Taylor's series: the first term left out is below 2^-digits / 8 of the sum.
  constexpr int last = sizeof(T) == 8 ? 9 : 5;
  const T y = r * r * static_cast<T>(9.8696044010893586188);
  T sine = 1, cosine = 1;
  for (int k = last; k >= 2; --k) {
    sine = 1 - y * static_cast<T>(1.0 / (2 * k * (2 * k + 1))) * sine;
    cosine = 1 - y * static_cast<T>(1.0 / ((2 * k - 1) * 2 * k)) * cosine;
  }
  h.sine = r * pi_high<T> + (r * pi_low<T> - r * pi_high<T> * (y * static_cast<T>(1.0 / 6)) * sine);
  h.cosine = 1 - y * T(0.5) * cosine;
  return h;
}

// IEEE 754: sinpi of an integer is a zero with its sign, cospi has positive zeros; tanpi changes its sign
// from pole to pole.
template <class T> T sinpi(T x) {
  const half_turns<T> h = split_turns(x);
  const T v = h.quarter & 1 ? h.cosine : h.sine;
  const T w = h.quarter & 2 && v != 0 ? -v : v;
  return __builtin_signbit(x) ? -w : w;
}
template <class T> T cospi(T x) {
  const half_turns<T> h = split_turns(x);
  const T v = h.quarter & 1 ? h.sine : h.cosine;
  return v == 0 ? T(0) : (h.quarter + 1) & 2 ? -v : v;
}
template <class T> T tanpi(T x) {
  const half_turns<T> h = split_turns(x);
  const bool odd = h.quarter & 1;
  const T v = (odd ? -h.cosine : h.sine) / (odd ? h.sine : h.cosine);
  const T at_zero = odd ? infinity<T>() : T(0);
  const T w = h.sine != 0 ? v : h.quarter & 2 ? -at_zero : at_zero;
  const T result = h.sine != h.sine ? h.sine : w;
  return __builtin_signbit(x) ? -result : result;
}

template <class T> T asinpi(T x) {
  return over_pi(SYCC_C(asin)(x));
}
template <class T> T acospi(T x) {
  return over_pi(SYCC_C(acos)(x));
}
template <class T> T atanpi(T x) {
  return over_pi(SYCC_C(atan)(x));
}
template <class T> T atan2pi(T y, T x) {
  return over_pi(SYCC_C(atan2)(y, x));
}

// ---- powers and roots -------------------------------------------------------------------------------

template <class T> T rsqrt(T x) {
  return 1 / SYCC_C(sqrt)(x);
}

// pow for x >= 0, as exp(y log x): what has no limit there is NaN.
template <class T> T powr(T x, T y) {
  const T a = SYCC_C(fabs)(x); // -0 is 0
  const bool unordered = x != x || y != y, zero_times_infinity = y == 0 && (a == 0 || a == infinity<T>()),
             one_to_infinity = a == 1 && SYCC_C(fabs)(y) == infinity<T>();
  return x < 0 || unordered || zero_times_infinity || one_to_infinity ? nan<T>() : SYCC_C(pow)(a, y);
}

// float can't hold n, and parity and size of n matter.
inline float pown(float x, int n) {
  return static_cast<float>(SYCC_C(pow)(static_cast<double>(x), static_cast<double>(n)));
}
inline double pown(double x, int n) {
  return SYCC_C(pow)(x, static_cast<double>(n));
}

// 1 / n is h and a rest e / n: x^(1/n) is x^h (1 + e log(x) / n). In products with halves of h, n e is exact.
inline double magnitude_of_root(double x, int n) {
  const double m = n, h = 1 / m;
  const double upper = from_bits<double>(to_bits(h) & ~0xffffffffll), lower = h - upper;
  const double e = (1 - m * upper) - m * lower;
  const double root = SYCC_C(pow)(x, h), better = root + root * (e * SYCC_C(log)(x) / m);
  return root > 0 && root <= format<double>::largest ? better : root;
}
inline double rootn(double x, int n) {
  const double a = SYCC_C(fabs)(x), root = magnitude_of_root(a, n);
  const bool odd = n & 1;
  const double r = odd ? SYCC_C(copysign)(root, x) : x < 0 ? nan<double>() : root;
  return n == 0 || x != x ? nan<double>() : r;
}
// A double root has more digits than needed even without the correction.
inline float rootn(float x, int n) {
  const double a = SYCC_C(fabs)(static_cast<double>(x)), root = SYCC_C(pow)(a, 1.0 / n);
  const bool odd = n & 1;
  const double r = odd ? SYCC_C(copysign)(root, static_cast<double>(x)) : x < 0 ? nan<double>() : root;
  return n == 0 || x != x ? nan<float>() : static_cast<float>(r);
}

// The cube root of 8^e m, m from 1 to 8, is 2^e times that of m: by Halley's and last by Newton's method.
template <class T> T cbrt(T x) {
  using I = integer_of<T>;
  constexpr int mantissa = format<T>::digits - 1, bias = format<T>::bias;
  constexpr I one = I(bias) << mantissa, fraction = (I(1) << mantissa) - 1;
  const T a = SYCC_C(fabs)(x);
  const bool tiny = a < format<T>::smallest_normal;
  const I bits = to_bits(tiny ? a * static_cast<T>(1ll << 54) : a); // 54 is 3 * 18
  const int exponent = static_cast<int>(bits >> mantissa) - bias + 1536,
            third = exponent * 21846 >> 16; // exponent / 3
  const T m = from_bits<T>((bits & fraction) + one + (I(exponent - 3 * third) << mantissa));
  T y = T(0.76281) + m * (T(0.26731) - m * T(0.01453)); // within 1.7 %, then within 4e-6 and 1e-16
  for (int i = 0; i < (sizeof(T) == 8 ? 2 : 1); ++i) {
    const T cube = y * y * y;
    y = y * (cube + 2 * m) / (2 * cube + m);
  }
  y -= (y * y * y - m) / (3 * y * y);
  const T r = y * from_bits<T>(I(third - 512 - (tiny ? 18 : 0) + bias) << mantissa);
  return a > 0 && a <= format<T>::largest ? SYCC_C(copysign)(r, x) : x + x;
}

// ---- exponential function and logarithm ------------------------------------------------------------

// 2 to the power of an integer n, which is given as n + integer_bits: so it stands in the last bits.
constexpr double integer_bits = 0x1.8p52;
inline double power_of_two(double n) {
  return from_bits<double>((to_bits(n) + 1023) << 52);
}

// x is e log 2 + r, |r| <= log(2) / 2, and Taylor's series for exp(r) ends where terms fall below a 32nd of
// the last place. 2^e in two factors gives all results, 0 and infinity too.
inline double exp(double x) {
  constexpr double terms[] = {1 / 2.0,       1 / 6.0,        1 / 24.0,        1 / 120.0,
                              1 / 720.0,     1 / 5040.0,     1 / 40320.0,     1 / 362880.0,
                              1 / 3628800.0, 1 / 39916800.0, 1 / 479001600.0, 1 / 6227020800.0};
  const double a = x > 800 ? 800.0 : x < -800 ? -800.0 : x;
  const double e = (a * 1.4426950408889634 + integer_bits) - integer_bits;
  const double r = (a - e * 0x1.62e42feep-1) - e * 1.9082149292705877e-10; // the first product is exact
  double sum = terms[11];
  for (int k = 10; k >= 0; --k)
    sum = terms[k] + r * sum;
  sum = 1 + (r + r * r * sum);
  const double first = e * 0.5 + integer_bits, second = e - (first - integer_bits) + integer_bits;
  const double result = sum * power_of_two(first) * power_of_two(second);
  return x != x ? x : result;
}

// x is 2^e (1 + f), f from -0.29 to 0.41. With s = f / (2 + f), log(1 + f) = 2 (s + s^3/3 + s^5/5...), and 2
// s = f - s f keeps the leading term exact.
inline float log(float x) {
  const bool tiny = x < 0x1p-126f;
  const int bits = to_bits(tiny ? x * 0x1p25f : x) - to_bits(0.70710678f);
  const int exponent = (bits >> 23) - (tiny ? 25 : 0);
  const float f = from_bits<float>((bits & 0x7fffff) + to_bits(0.70710678f)) - 1,
              e = static_cast<float>(exponent);
  const float s = f / (2 + f), z = s * s;
  const float rest = z * (2 / 3.0f + z * (2 / 5.0f + z * (2 / 7.0f + z * (2 / 9.0f + z * (2 / 11.0f)))));
  // e * 0x1.62e4p-1 is exact
  const float r = e * 0x1.62e4p-1f + (f + (e * 1.4286068e-06f - s * (f - rest)));
  const float special = x == 0 ? -infinity<float>() : x < 0 ? nan<float>() : x;
  return x > 0 && x < infinity<float>() ? r : special;
}

} // namespace made
} // namespace detail
} // namespace sycl

#undef SYCC_C

#endif
