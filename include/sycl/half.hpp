// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half: 16-bit floating point numbers (IEEE binary16).
//
// Arithmetic is the compiler's _Float16 where it has one; elsewhere a number is widened to double, which
// is exact and has more than twice the digits, so that rounding the result once more gives the right
// answer for + - * /. With SYCC_SOFTWARE_HALF defined the second way is taken always (tests use it).
#ifndef SYCL_HALF_HPP
#define SYCL_HALF_HPP

#include <sycl/aspect.hpp>
#include <sycl/detail/config.hpp>

#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#if defined(__FLT16_MAX__) && !defined(SYCC_SOFTWARE_HALF)
#define SYCC_HAS_FLOAT16 1
#endif

namespace sycl {
namespace detail {

// binary64 to binary16, to nearest, ties to even.
constexpr std::uint16_t half_bits(double value) {
  const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, value);
  const std::uint16_t sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  const std::uint64_t fraction = bits & 0xfffffffffffff;
  if (exponent == 1024) // infinity, or NaN, which stays one
    return static_cast<std::uint16_t>(sign | 0x7c00 | (fraction ? 0x200 | fraction >> 42 : 0));
  if (exponent > 15)
    return sign | 0x7c00;
  if (exponent < -25) // below half of the smallest number
    return sign;
  // The significand with its leading one, and how many of its bits fall off.
  const std::uint64_t significand = fraction | std::uint64_t(1) << 52;
  const int drop = exponent < -14 ? 42 + (-14 - exponent) : 42;
  std::uint64_t kept = significand >> drop;
  const std::uint64_t rest = significand & ((std::uint64_t(1) << drop) - 1);
  const std::uint64_t tie = std::uint64_t(1) << (drop - 1);
  if (rest > tie || (rest == tie && (kept & 1)))
    ++kept;
  // A carry moves into the exponent by itself. The leading one of a normal number counts as one, too.
  const std::uint64_t biased = exponent < -14 ? 0 : static_cast<std::uint64_t>(exponent + 14);
  return static_cast<std::uint16_t>(sign | ((biased << 10) + kept));
}

// binary16 to binary32, exact.
constexpr float half_value(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t(bits & 0x8000) << 16;
  std::uint32_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0x1f)
    return __builtin_bit_cast(float, sign | 0x7f800000 | (fraction ? 0x400000 | fraction << 13 : 0));
  if (exponent == 0) {
    if (fraction == 0)
      return __builtin_bit_cast(float, sign);
    for (exponent = 1; !(fraction & 0x400); --exponent) // may pass below zero: unsigned, the sum is right
      fraction <<= 1;
    fraction &= 0x3ff;
  }
  return __builtin_bit_cast(float, sign | (exponent + 112) << 23 | fraction << 13);
}

template <class T> using if_arithmetic = std::enable_if_t<std::is_arithmetic_v<T>, int>;

} // namespace detail

class SYCC_USES_ASPECTS(sycl::aspect::fp16) half {
#ifdef SYCC_HAS_FLOAT16
  __extension__ using storage = _Float16;
  using wide = storage;
  static constexpr storage pack(wide v) { return v; }
  constexpr wide unpack() const { return value_; }
  template <class T> static constexpr storage convert(T v) { return static_cast<storage>(v); }
#else
  using storage = std::uint16_t;
  using wide = double;
  static constexpr storage pack(wide v) { return detail::half_bits(v); }
  constexpr wide unpack() const { return detail::half_value(value_); }
  template <class T> static constexpr storage convert(T v) {
    return detail::half_bits(static_cast<double>(v));
  }
#endif

public:
  half() = default;
#ifdef __SYCL_DEVICE_ONLY__
  // A double comes as a float: so a constant, half(1.5), needs no double on the device.
  constexpr half(float v) : value_(convert(v)) {}
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  constexpr half(T v) : value_(convert(v)) {}
#else
  template <class T, detail::if_arithmetic<T> = 0> constexpr half(T v) : value_(convert(v)) {}
#endif

  constexpr operator float() const {
#ifdef SYCC_HAS_FLOAT16
    return value_;
#else
    return detail::half_value(value_);
#endif
  }

  constexpr half operator+() const { return *this; }
  constexpr half operator-() const { return from_bits(to_bits() ^ 0x8000); }

  // Between two halves the result is a half, as with an integer; with float or double it is that type.
#define SYCC_HALF_NUMBERS(result, op)                                                                        \
  template <class T, detail::if_arithmetic<T> = 0> friend constexpr result operator op(half a, T b) {        \
    if constexpr (std::is_integral_v<T>)                                                                     \
      return a op half(b);                                                                                   \
    else                                                                                                     \
      return static_cast<float>(a) op b;                                                                     \
  }                                                                                                          \
  template <class T, detail::if_arithmetic<T> = 0> friend constexpr result operator op(T a, half b) {        \
    if constexpr (std::is_integral_v<T>)                                                                     \
      return half(a) op b;                                                                                   \
    else                                                                                                     \
      return a op static_cast<float>(b);                                                                     \
  }
#define SYCC_HALF_OP(op)                                                                                     \
  friend constexpr half operator op(half a, half b) { return packed(pack(a.unpack() op b.unpack())); }       \
  SYCC_HALF_NUMBERS(auto, op)                                                                                \
  constexpr half &operator op## = (half b) { return *this = *this op b; }                                    \
  template <class T, detail::if_arithmetic<T> = 0> constexpr half &operator op## = (T b) {                   \
    return *this = half(*this op b);                                                                         \
  }
  SYCC_HALF_OP(+)
  SYCC_HALF_OP(-)
  SYCC_HALF_OP(*)
  SYCC_HALF_OP(/)
#undef SYCC_HALF_OP

#define SYCC_HALF_COMPARE(op)                                                                                \
  friend constexpr bool operator op(half a, half b) { return a.unpack() op b.unpack(); }                     \
  SYCC_HALF_NUMBERS(bool, op)
  SYCC_HALF_COMPARE(==)
  SYCC_HALF_COMPARE(!=)
  SYCC_HALF_COMPARE(<)
  SYCC_HALF_COMPARE(>)
  SYCC_HALF_COMPARE(<=)
  SYCC_HALF_COMPARE(>=)
#undef SYCC_HALF_COMPARE
#undef SYCC_HALF_NUMBERS

  // Written as the float that it converts to.
  template <class Stream>
  friend auto operator>>(Stream &in, half &a) -> decltype(in >> std::declval<float &>()) {
    float value = 0;
    in >> value;
    a = value;
    return in;
  }

  constexpr half &operator++() { return *this = *this + half(1); }
  constexpr half &operator--() { return *this = *this - half(1); }
  constexpr half operator++(int) {
    const half old = *this;
    ++*this;
    return old;
  }
  constexpr half operator--(int) {
    const half old = *this;
    --*this;
    return old;
  }

  // For these headers.
  constexpr std::uint16_t to_bits() const { return __builtin_bit_cast(std::uint16_t, value_); }
  static constexpr half from_bits(unsigned bits) {
    return packed(__builtin_bit_cast(storage, static_cast<std::uint16_t>(bits)));
  }
#ifdef SYCC_HAS_FLOAT16
  constexpr storage native() const { return value_; }
  static constexpr half from_native(storage v) { return packed(v); }
#endif

private:
  static constexpr half packed(storage v) {
    half h(0);
    h.value_ = v;
    return h;
  }

  storage value_;
};

static_assert(sizeof(half) == 2 && alignof(half) == 2, "half has the size of a half");

inline namespace literals {
constexpr half operator""_h(long double v) {
  return half(static_cast<double>(v));
}
constexpr half operator""_h(unsigned long long v) {
  return half(v);
}
} // namespace literals

} // namespace sycl

template <> struct std::hash<sycl::half> {
  // Equal numbers have equal hashes: both zeros are equal.
  std::size_t operator()(sycl::half h) const noexcept {
    return std::hash<std::uint16_t>()(h.to_bits() == 0x8000 ? std::uint16_t(0) : h.to_bits());
  }
};

namespace sycl::detail {
// std::numeric_limits of types of 16 bits, as far as they are alike: the bits of its values, and what is the
// same for all.
template <class T, unsigned Min, unsigned Max, unsigned Epsilon, unsigned RoundError, unsigned Infinity,
          unsigned QuietNaN, unsigned SignalingNaN>
struct limits_of_16_bits {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = true, is_bounded = true, is_modulo = false;
  static constexpr bool traps = false, tinyness_before = false;
  static constexpr int radix = 2;

  static constexpr T min() noexcept { return T::from_bits(Min); }
  static constexpr T max() noexcept { return T::from_bits(Max); }
  static constexpr T lowest() noexcept { return T::from_bits(Max | 0x8000); }
  static constexpr T epsilon() noexcept { return T::from_bits(Epsilon); }
  static constexpr T round_error() noexcept { return T::from_bits(RoundError); }
  static constexpr T infinity() noexcept { return T::from_bits(Infinity); }
  static constexpr T quiet_NaN() noexcept { return T::from_bits(QuietNaN); }
  static constexpr T signaling_NaN() noexcept { return T::from_bits(SignalingNaN); }
  static constexpr T denorm_min() noexcept { return T::from_bits(1); }
};
} // namespace sycl::detail

template <>
class std::numeric_limits<sycl::half>
    : public sycl::detail::limits_of_16_bits<sycl::half, 0x0400, 0x7bff, 0x1400, 0x3800, 0x7c00, 0x7e00,
                                             0x7d00> {
public:
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5;
  static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;
};

#endif
