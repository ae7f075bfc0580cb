// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::oneapi::bfloat16: the upper half of a float. A number is rounded to nearest, ties to even;
// arithmetic is that of float, rounded once more, which for + - * / is the rounded exact result: a float has
// more than twice the digits.
//
// GPUs of NVIDIA from sm_80 on round by an instruction; elsewhere it is an addition and a shift, which
// compilers vectorise.
#ifndef SYCL_EXT_ONEAPI_BFLOAT16_HPP
#define SYCL_EXT_ONEAPI_BFLOAT16_HPP

#include <sycl/detail/config.hpp>
#include <sycl/functional.hpp>
#include <sycl/half.hpp>
#include <sycl/vec.hpp>

#include <limits>
#include <type_traits>

#define SYCL_EXT_ONEAPI_BFLOAT16 1

namespace sycl {
namespace ext {
namespace oneapi {
class bfloat16;
} // namespace oneapi
} // namespace ext

namespace detail {

template <> inline constexpr bool is_vec_element<ext::oneapi::bfloat16> = true;
template <class T> using if_as_float = std::enable_if_t<std::is_convertible_v<T, float>, int>;

constexpr std::uint16_t bfloat16_bits(float value) {
#if defined(__SYCL_NVPTX__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated())
    return __builtin_bit_cast(std::uint16_t, __nvvm_f2bf16_rn(value));
#endif
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  if (value != value) // a NaN stays one, and becomes quiet
    return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

} // namespace detail

namespace ext {
namespace oneapi {

class bfloat16 {
public:
  bfloat16() = default;
  constexpr bfloat16(const float &value) : bits_(detail::bfloat16_bits(value)) {}
  constexpr bfloat16(const half &value) : bfloat16(static_cast<float>(value)) {}
  constexpr bfloat16 &operator=(const float &value) { return *this = bfloat16(value); }
  constexpr bfloat16 &operator=(const half &value) { return *this = bfloat16(value); }

  constexpr operator float() const { return __builtin_bit_cast(float, std::uint32_t(bits_) << 16); }
  constexpr operator half() const { return half(static_cast<float>(*this)); }
  explicit constexpr operator bool() const { return (bits_ & 0x7fff) != 0; }

  friend constexpr bfloat16 operator+(const bfloat16 &a) { return a; }
  friend constexpr bfloat16 operator-(const bfloat16 &a) { return from_bits(a.bits_ ^ 0x8000u); }

  // With any number that is a float, too, the result is a bfloat16.
#define SYCC_BFLOAT16_OP(op, result)                                                                         \
  friend constexpr result operator op(const bfloat16 &a, const bfloat16 &b) {                                \
    return result(static_cast<float>(a) op static_cast<float>(b));                                           \
  }                                                                                                          \
  template <class T, detail::if_as_float<T> = 0>                                                             \
  friend constexpr result operator op(const bfloat16 &a, const T &b) {                                       \
    return result(static_cast<float>(a) op static_cast<float>(b));                                           \
  }                                                                                                          \
  template <class T, detail::if_as_float<T> = 0>                                                             \
  friend constexpr result operator op(const T &a, const bfloat16 &b) {                                       \
    return result(static_cast<float>(a) op static_cast<float>(b));                                           \
  }
  SYCC_BFLOAT16_OP(+, bfloat16)
  SYCC_BFLOAT16_OP(-, bfloat16)
  SYCC_BFLOAT16_OP(*, bfloat16)
  SYCC_BFLOAT16_OP(/, bfloat16)
  SYCC_BFLOAT16_OP(==, bool)
  SYCC_BFLOAT16_OP(!=, bool)
  SYCC_BFLOAT16_OP(<, bool)
  SYCC_BFLOAT16_OP(>, bool)
  SYCC_BFLOAT16_OP(<=, bool)
  SYCC_BFLOAT16_OP(>=, bool)
#undef SYCC_BFLOAT16_OP

#define SYCC_BFLOAT16_ASSIGN(op)                                                                             \
  friend constexpr bfloat16 &operator op## = (bfloat16 & a, const bfloat16 &b) { return a = a op b; }        \
  template <class T, detail::if_as_float<T> = 0>                                                             \
  friend constexpr bfloat16 &operator op## = (bfloat16 & a, const T &b) {                                    \
    return a = a op b;                                                                                       \
  }
  SYCC_BFLOAT16_ASSIGN(+)
  SYCC_BFLOAT16_ASSIGN(-)
  SYCC_BFLOAT16_ASSIGN(*)
  SYCC_BFLOAT16_ASSIGN(/)
#undef SYCC_BFLOAT16_ASSIGN

  friend constexpr bfloat16 &operator++(bfloat16 &a) { return a += 1.0f; }
  friend constexpr bfloat16 &operator--(bfloat16 &a) { return a -= 1.0f; }
  friend constexpr bfloat16 operator++(bfloat16 &a, int) {
    const bfloat16 old = a;
    ++a;
    return old;
  }
  friend constexpr bfloat16 operator--(bfloat16 &a, int) {
    const bfloat16 old = a;
    --a;
    return old;
  }

  template <class Stream> friend auto operator<<(Stream &out, const bfloat16 &a) -> decltype(out << float()) {
    return out << static_cast<float>(a);
  }
  template <class Stream>
  friend auto operator>>(Stream &in, bfloat16 &a) -> decltype(in >> std::declval<float &>()) {
    float value = 0;
    in >> value;
    a = value;
    return in;
  }

  // For these headers.
  constexpr std::uint16_t to_bits() const { return bits_; }
  static constexpr bfloat16 from_bits(unsigned bits) {
    bfloat16 b(0.0f);
    b.bits_ = static_cast<std::uint16_t>(bits);
    return b;
  }

private:
  std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2, "bfloat16 has 16 bits");

} // namespace oneapi
} // namespace ext

namespace detail {

#define SYCC_IDENTITY(op, bits)                                                                              \
  template <class U>                                                                                         \
  struct identity_of<op<U>, ext::oneapi::bfloat16,                                                           \
                     std::enable_if_t<std::is_void_v<U> || std::is_same_v<U, ext::oneapi::bfloat16>>> {      \
    static constexpr bool known = true;                                                                      \
    static constexpr ext::oneapi::bfloat16 value() { return ext::oneapi::bfloat16::from_bits(bits); }        \
  };
SYCC_IDENTITY(plus, 0)
SYCC_IDENTITY(multiplies, 0x3f80)
SYCC_IDENTITY(minimum, 0x7f80)
SYCC_IDENTITY(maximum, 0xff80)
#undef SYCC_IDENTITY

} // namespace detail
} // namespace sycl

template <> struct std::hash<sycl::ext::oneapi::bfloat16> {
  // Equal numbers have equal hashes: both zeros are equal.
  std::size_t operator()(sycl::ext::oneapi::bfloat16 b) const noexcept {
    return std::hash<std::uint16_t>()(b ? b.to_bits() : std::uint16_t(0));
  }
};

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16>
    : public sycl::detail::limits_of_16_bits<sycl::ext::oneapi::bfloat16, 0x0080, 0x7f7f, 0x3c00, 0x3f00,
                                             0x7f80, 0x7fc0, 0x7fa0> {
public:
  static constexpr int digits = 8, digits10 = 2, max_digits10 = 4;
  static constexpr int min_exponent = -125, min_exponent10 = -37, max_exponent = 128, max_exponent10 = 38;
};

#endif
