// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dot_acc: the dot product of four 8-bit integers, which a 32-bit word or a vec holds, added to a third
// argument.
#ifndef SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP
#define SYCL_EXT_ONEAPI_DOT_PRODUCT_HPP

#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1

namespace sycl {
namespace detail {

template <class A, class B>
std::int32_t dot_of_bytes(const vec<A, 4> &a, const vec<B, 4> &b, std::int32_t c) {
#ifdef __SYCL_NVPTX__
  const int x = __builtin_bit_cast(int, a), y = __builtin_bit_cast(int, b);
  int sum;
  if constexpr (std::is_signed_v<A> && std::is_signed_v<B>)
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(c));
  else if constexpr (std::is_signed_v<A>)
    asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(c));
  else if constexpr (std::is_signed_v<B>)
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(c));
  else
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(c));
  return sum;
#else
  std::uint32_t sum = static_cast<std::uint32_t>(c); // wraps around
  for (int i = 0; i < 4; ++i)
    sum += static_cast<std::uint32_t>(std::int32_t(a[i]) * std::int32_t(b[i]));
  return static_cast<std::int32_t>(sum);
#endif
}

// A word as four bytes, signed as it is.
template <class W> auto bytes_of_word(W w) {
  return __builtin_bit_cast(vec<std::conditional_t<std::is_signed_v<W>, std::int8_t, std::uint8_t>, 4>, w);
}

} // namespace detail

namespace ext {
namespace oneapi {

#define SYCC_DOT(A, B)                                                                                       \
  inline std::int32_t dot_acc(A a, B b, std::int32_t c) {                                                    \
    return detail::dot_of_bytes(detail::bytes_of_word(a), detail::bytes_of_word(b), c);                      \
  }
SYCC_DOT(std::int32_t, std::int32_t)
SYCC_DOT(std::uint32_t, std::uint32_t)
SYCC_DOT(std::int32_t, std::uint32_t)
SYCC_DOT(std::uint32_t, std::int32_t)
#undef SYCC_DOT

#define SYCC_DOT(A, B)                                                                                       \
  inline std::int32_t dot_acc(vec<A, 4> a, vec<B, 4> b, std::int32_t c) {                                    \
    return detail::dot_of_bytes(a, b, c);                                                                    \
  }
SYCC_DOT(std::int8_t, std::int8_t)
SYCC_DOT(std::uint8_t, std::uint8_t)
SYCC_DOT(std::int8_t, std::uint8_t)
SYCC_DOT(std::uint8_t, std::int8_t)
#undef SYCC_DOT

} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
