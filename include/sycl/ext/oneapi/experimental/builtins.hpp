// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf, the functions of bfloat16, and native::tanh and native::exp2, which take half too.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BUILTINS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BUILTINS_HPP

#include <sycl/builtins_math.hpp>
#include <sycl/ext/oneapi/experimental/bfloat16_math.hpp>
#include <sycl/ext/oneapi/printf.hpp>

#define SYCL_EXT_ONEAPI_NATIVE_MATH 1

namespace sycl {
namespace detail {

inline float native_tanh(float x) {
#if defined(__SYCL_NVPTX__) && __CUDA_ARCH__ >= 750
  float y;
  asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return math::tanh(x);
#endif
}
inline half native_tanh(half x) {
  return math::tanh(x);
}
inline float native_exp2(float x) {
  return math::native_exp2(x);
}
inline half native_exp2(half x) {
  return math::exp2(x);
}

template <class T>
constexpr bool is_half_or_float = std::is_same_v<element_of<T>, half> || std::is_same_v<element_of<T>, float>;

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {
namespace native {

#define SYCC_X(name)                                                                                         \
  template <class T, std::enable_if_t<detail::is_half_or_float<T>, int> = 0> T name(T x) {                   \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e) { return detail::native_##name(e); }, x);                             \
    else                                                                                                     \
      return detail::native_##name(x);                                                                       \
  }
SYCC_X(tanh)
SYCC_X(exp2)
#undef SYCC_X

} // namespace native
} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
