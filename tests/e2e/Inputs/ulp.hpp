// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of floating point results in units of the last place, against MPFR, and values worth trying.
#ifndef TESTS_ULP_HPP
#define TESTS_ULP_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mpfr.h>
#include <sycl/sycl.hpp>
#include <vector>

template <class T> struct format;
template <> struct format<float> {
  using bits = std::uint32_t;
  static constexpr int digits = 24, lowest = -149, highest = 128;
  static constexpr const char *name = "float";
};
template <> struct format<double> {
  using bits = std::uint64_t;
  static constexpr int digits = 53, lowest = -1074, highest = 1024;
  static constexpr const char *name = "double";
};
template <> struct format<sycl::half> {
  using bits = std::uint16_t;
  static constexpr int digits = 11, lowest = -24, highest = 16;
  static constexpr const char *name = "half";
};

// A number with many more digits than a double's, for references.
class exact {
  mpfr_t v;

public:
  exact(double d = 0) {
    mpfr_init2(v, 140);
    mpfr_set_d(v, d, MPFR_RNDN);
  }
  exact(const exact &) = delete;
  ~exact() {
    mpfr_clear(v);
  }
  operator mpfr_ptr() {
    return v;
  }
};

// Infinity counts as the first number that would need a larger exponent; a zero must have the right sign.
constexpr double wrong = 1e30;
template <class T> double error_in_ulps(T result, mpfr_ptr expected) {
  using F = format<T>;
  const double got = static_cast<double>(result);
  if (mpfr_nan_p(expected) || std::isnan(got))
    return mpfr_nan_p(expected) && std::isnan(got) ? 0 : wrong;
  if (mpfr_zero_p(expected) || got == 0)
    if (std::signbit(got) != (mpfr_signbit(expected) != 0))
      return wrong;
  exact clamped, difference(std::isinf(got) ? std::copysign(std::ldexp(1.0, 1000), got) : got);
  if (std::isinf(got))
    mpfr_mul_2si(difference, difference, F::highest - 1000, MPFR_RNDN);
  mpfr_set(clamped, expected, MPFR_RNDN);
  const bool number = mpfr_regular_p(expected);
  if (mpfr_inf_p(expected) || (number && mpfr_get_exp(expected) > F::highest)) {
    mpfr_set_si_2exp(clamped, mpfr_sgn(expected) < 0 ? -1 : 1, F::highest, MPFR_RNDN);
    if (mpfr_inf_p(expected) && !std::isinf(got))
      return wrong;
  }
  long unit = number ? mpfr_get_exp(expected) - F::digits : F::lowest;
  unit = std::min<long>(std::max<long>(unit, F::lowest), F::highest - F::digits);
  mpfr_sub(difference, difference, clamped, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, -unit, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference, MPFR_RNDN));
}

// The same number, or both NaN.
template <class T> bool same(T a, T b) {
  const double x = static_cast<double>(a), y = static_cast<double>(b);
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}

// ---- values: zeros, ends of ranges, and random numbers of several distributions

class values {
  std::uint64_t state;

  double unit() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
  }
  // Any bits, but no signaling NaN, which no function has to know.
  template <class T> T pattern() {
    const T v = sycl::bit_cast<T>(static_cast<typename format<T>::bits>(next()));
    return v == v ? v : static_cast<T>(NAN);
  }

public:
  explicit values(std::uint64_t seed) : state(seed * 0x9e3779b97f4a7c15 + 1) {}

  std::uint64_t next() { // xorshift*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
  }

  template <class T> static const std::vector<T> &special() {
    using F = format<T>;
    const double tiny = std::ldexp(1.0, F::lowest), normal = std::ldexp(1.0, F::lowest + F::digits - 1);
    const double big = std::ldexp(1 - std::ldexp(1.0, -F::digits), F::highest), last = std::ldexp(1.0, F::digits);
    static std::vector<T> all;
    if (all.empty())
      for (double v : {0.0, tiny, 3 * tiny, normal - tiny, normal, big, double(INFINITY), 1.0, 2.0, 0.5, 1.5, 2.5, 3.0, 10.0, 0.25, 1 / 3.0,
                       1 - 1 / last, 1 + 2 / last, last - 1, last / 2 + 1, last / 4 + 0.5, std::ldexp(1.0, F::highest - 1), 88.5, 104.0, 127.5,
                       709.5, 745.0, 1022.5, 38.25, 44.75, 307.75, 323.0, 35.0, 171.5, 3.14159265358979323846, 1.57079632679489661923})
        for (double s : {1.0, -1.0})
          all.push_back(static_cast<T>(s * v));
    if (all.size() % 2 == 0)
      all.push_back(static_cast<T>(NAN));
    return all;
  }

  template <class T> T random(unsigned kind) {
    const double sign = next() & 1 ? 1 : -1;
    switch (kind % 8) {
    case 0:
    case 1:
      return pattern<T>();
    case 2: // around 1, at any distance
      return static_cast<T>(sign + sign * (unit() - 0.5) * std::ldexp(1.0, -static_cast<int>(next() % format<T>::digits)));
    case 3:
      return static_cast<T>(sign * unit());
    case 4:
      return static_cast<T>(sign * unit() * 20);
    case 5:
      return static_cast<T>(sign * unit() * 800);
    case 6: // around 0, at any distance
      return static_cast<T>(sign * std::ldexp(1 + unit(), format<T>::lowest + static_cast<int>(next() % -format<T>::lowest)));
    default: // near multiples of 1/4
      return static_cast<T>(sign * (static_cast<double>(next() % 4000) * 0.25 + (unit() - 0.5) * std::ldexp(1.0, -static_cast<int>(next() % 20))));
    }
  }
  int integer(unsigned kind) {
    static constexpr int special[] = {0, 1, -1, 2, -2, 3, -3, 5, 16, 1 << 24, (1 << 24) + 1, -(1 << 24) - 1, 2147483647, -2147483647 - 1};
    return kind % 4 == 0   ? special[next() % (sizeof special / sizeof *special)]
           : kind % 4 == 1 ? static_cast<int>(next())
                           : static_cast<int>(next() % 41) - 20;
  }
};

#endif
