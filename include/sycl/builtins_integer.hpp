// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of integers, and of vectors of them. Written without overflow intrinsics and 128-bit
// integers, which not every consumer of SPIR-V takes.
#ifndef SYCL_BUILTINS_INTEGER_HPP
#define SYCL_BUILTINS_INTEGER_HPP

#include <sycl/builtins_math.hpp>
#include <sycl/detail/coord.hpp>
#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/spirv_builtins.hpp>

#include <limits>

namespace sycl {
namespace detail {

template <class T> inline constexpr int bits_of = 8 * sizeof(T);
template <class T> constexpr std::make_unsigned_t<T> as_unsigned(T v) {
  return static_cast<std::make_unsigned_t<T>>(v);
}
template <class T> constexpr T highest() {
  return std::numeric_limits<T>::max();
}
template <class T> constexpr T lowest() {
  return std::numeric_limits<T>::min();
}

// The upper half of a 64-bit product. On the device an instruction: LLVM recognises the code below and
// makes a 128-bit product of it, which SPIR-V doesn't have.
inline std::uint64_t mul_hi_64(std::uint64_t a, std::uint64_t b) {
#ifdef SYCC_DEVICE
  return __spirv_ocl_u_mul_hi(a, b);
#else
  const std::uint64_t low = 0xffffffff;
  const std::uint64_t a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & low)) >> 32);
#endif
}

} // namespace detail

#define SYCC_INTEGER(result, name, ...)                                                                      \
  template <class T, detail::if_integral<T> = 0> result name(__VA_ARGS__)

SYCC_INTEGER(T, abs, T x) {
  if constexpr (std::is_signed_v<T>)
    return x < 0 ? static_cast<T>(0 - detail::as_unsigned(x)) : x;
  else
    return x;
}
SYCC_INTEGER(T, abs_diff, T x, T y) {
  return static_cast<T>(x < y ? detail::as_unsigned(y) - detail::as_unsigned(x)
                              : detail::as_unsigned(x) - detail::as_unsigned(y));
}
SYCC_INTEGER(T, add_sat, T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (y > 0 && x > detail::highest<T>() - y)
      return detail::highest<T>();
    if (y < 0 && x < detail::lowest<T>() - y)
      return detail::lowest<T>();
    return static_cast<T>(x + y);
  } else {
    const T sum = static_cast<T>(x + y);
    return sum < x ? detail::highest<T>() : sum;
  }
}
SYCC_INTEGER(T, sub_sat, T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (y < 0 && x > detail::highest<T>() + y)
      return detail::highest<T>();
    if (y > 0 && x < detail::lowest<T>() + y)
      return detail::lowest<T>();
    return static_cast<T>(x - y);
  } else {
    return x < y ? T(0) : static_cast<T>(x - y);
  }
}
SYCC_INTEGER(T, hadd, T x, T y) {
  return static_cast<T>((x >> 1) + (y >> 1) + (x & y & 1));
}
SYCC_INTEGER(T, rhadd, T x, T y) {
  return static_cast<T>((x >> 1) + (y >> 1) + ((x | y) & 1));
}
SYCC_INTEGER(T, popcount, T x) {
  return static_cast<T>(__builtin_popcountll(detail::as_unsigned(x)));
}
// Of zero: the number of bits.
SYCC_INTEGER(T, clz, T x) {
  return static_cast<T>(x == 0 ? detail::bits_of<T>
                               : __builtin_clzll(detail::as_unsigned(x)) - (64 - detail::bits_of<T>));
}
SYCC_INTEGER(T, ctz, T x) {
  return static_cast<T>(x == 0 ? detail::bits_of<T> : __builtin_ctzll(detail::as_unsigned(x)));
}
SYCC_INTEGER(T, rotate, T x, T n) {
  const auto u = detail::as_unsigned(x);
  const int left = static_cast<int>(detail::as_unsigned(n) % detail::bits_of<T>);
  return static_cast<T>(left == 0 ? u
                                  : static_cast<decltype(u)>(u << left | u >> (detail::bits_of<T> - left)));
}
SYCC_INTEGER(T, mul_hi, T x, T y) {
  if constexpr (sizeof(T) < 8) {
    using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>(static_cast<wide>(x) * static_cast<wide>(y) >> detail::bits_of<T>);
  } else {
    std::uint64_t high = detail::mul_hi_64(detail::as_unsigned(x), detail::as_unsigned(y));
    if constexpr (std::is_signed_v<T>)
      high -= (x < 0 ? detail::as_unsigned(y) : 0) + (y < 0 ? detail::as_unsigned(x) : 0);
    return static_cast<T>(high);
  }
}
SYCC_INTEGER(T, mad_hi, T x, T y, T z) {
  return static_cast<T>(detail::as_unsigned(mul_hi(x, y)) + detail::as_unsigned(z));
}
// Simple: the whole product; the standard promises only 24 bits.
SYCC_INTEGER(T, mul24, T x, T y) {
  return static_cast<T>(detail::as_unsigned(x) * detail::as_unsigned(y));
}
SYCC_INTEGER(T, mad24, T x, T y, T z) {
  return static_cast<T>(detail::as_unsigned(x) * detail::as_unsigned(y) + detail::as_unsigned(z));
}
// x * y + z. The product and its upper half say whether the sum leaves the type's range.
SYCC_INTEGER(T, mad_sat, T x, T y, T z) {
  const auto low = static_cast<std::make_unsigned_t<T>>(detail::as_unsigned(x) * detail::as_unsigned(y));
  const T high = mul_hi(x, y);
  if constexpr (std::is_signed_v<T>) {
    const auto sum = static_cast<std::make_unsigned_t<T>>(low + detail::as_unsigned(z));
    // The sum of product and z has the upper half `high`, with z's sign and the carry added to it.
    const T upper = static_cast<T>(high + (z < 0 ? -1 : 0) + (sum < low ? 1 : 0));
    if (upper == (static_cast<T>(sum) < 0 ? T(-1) : T(0)))
      return static_cast<T>(sum);
    return upper < 0 ? detail::lowest<T>() : detail::highest<T>();
  } else {
    const T sum = static_cast<T>(low + z);
    return high != 0 || sum < z ? detail::highest<T>() : sum;
  }
}
#undef SYCC_INTEGER

// With a type named for each argument, as the standard declares them: add_sat<int, int>(x, y).
#define SYCC_NAMED_2(name)                                                                                   \
  template <class T, class U, detail::if_integral<T> = 0, std::enable_if_t<std::is_same_v<T, U>, int> = 0>   \
  T name(detail::named<T> x, detail::named<U> y) {                                                           \
    return sycl::name<T>(x, y);                                                                              \
  }
#define SYCC_NAMED_3(name)                                                                                   \
  template <class T, class U, class V, detail::if_integral<T> = 0,                                           \
            std::enable_if_t<std::is_same_v<T, U> && std::is_same_v<T, V>, int> = 0>                         \
  T name(detail::named<T> x, detail::named<U> y, detail::named<V> z) {                                       \
    return sycl::name<T>(x, y, z);                                                                           \
  }
// clang-format off
SYCC_NAMED_2(abs_diff) SYCC_NAMED_2(add_sat) SYCC_NAMED_2(sub_sat) SYCC_NAMED_2(hadd) SYCC_NAMED_2(rhadd)
SYCC_NAMED_2(rotate) SYCC_NAMED_2(mul_hi) SYCC_NAMED_2(mul24) SYCC_NAMED_3(mad24) SYCC_NAMED_3(mad_hi) SYCC_NAMED_3(mad_sat)
// clang-format on
#undef SYCC_NAMED_2
#undef SYCC_NAMED_3

    // high as the upper and low as the lower half of an integer of twice the size, signed as high is.
    template <class H, class L, detail::if_integral<H> = 0, detail::if_integral<L> = 0>
    auto upsample(H high, L low) {
  static_assert(sizeof(H) == sizeof(L) && sizeof(H) < 8, "upsample: two halves of 8, 16 or 32 bits");
  using wide = typename detail::sized_int<2 * sizeof(H)>::type;
  using result = std::conditional_t<std::is_signed_v<H>, wide, std::make_unsigned_t<wide>>;
  const auto h = static_cast<std::make_unsigned_t<wide>>(detail::as_unsigned(high));
  return static_cast<result>(h << detail::bits_of<L> | detail::as_unsigned(low));
}
template <class V, class W, detail::if_vector<V> = 0> auto upsample(const V &high, const W &low) {
  using element = decltype(upsample(high[0], low[0]));
  return detail::map<typename detail::vector_traits<V>::template with<element>>(
      [](auto h, auto l) { return upsample(h, l); }, high, low);
}

#define SYCC_VECTOR_1(name)                                                                                  \
  template <class V, detail::if_vector<V> = 0> V name(const V &x) {                                          \
    return detail::map<V>([](auto e) { return name(e); }, x);                                                \
  }
#define SYCC_VECTOR_2(name)                                                                                  \
  template <class V, class W, detail::if_vectors<V, W> = 0> V name(const V &x, const W &y) {                 \
    return detail::map<V>([](auto e, auto f) { return name(e, f); }, x, y);                                  \
  }
#define SYCC_VECTOR_3(name)                                                                                  \
  template <class V, class W, class X, detail::if_vectors<V, W, X> = 0>                                      \
  V name(const V &x, const W &y, const X &z) {                                                               \
    return detail::map<V>([](auto e, auto f, auto g) { return name(e, f, g); }, x, y, z);                    \
  }
SYCC_VECTOR_1(abs)
SYCC_VECTOR_1(popcount)
SYCC_VECTOR_1(clz)
SYCC_VECTOR_1(ctz)
SYCC_VECTOR_2(abs_diff)
SYCC_VECTOR_2(add_sat)
SYCC_VECTOR_2(sub_sat)
SYCC_VECTOR_2(hadd)
SYCC_VECTOR_2(rhadd)
SYCC_VECTOR_2(rotate)
SYCC_VECTOR_2(mul_hi)
SYCC_VECTOR_2(mul24)
SYCC_VECTOR_3(mad24)
SYCC_VECTOR_3(mad_hi)
SYCC_VECTOR_3(mad_sat)
#undef SYCC_VECTOR_1
#undef SYCC_VECTOR_2
#undef SYCC_VECTOR_3

} // namespace sycl

#endif
