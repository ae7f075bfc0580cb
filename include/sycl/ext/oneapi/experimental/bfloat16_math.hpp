// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions of bfloat16, and of vecs and marrays of it: those of float, rounded.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_MATH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BFLOAT16_MATH_HPP

#include <sycl/builtins_math.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>

#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1

namespace sycl {
namespace detail {

template <class T>
using if_bfloat16 = std::enable_if_t<std::is_same_v<element_of<T>, ext::oneapi::bfloat16>, int>;

// f, which has float arguments, of bfloat16s or of the elements of vectors.
template <class T, class F, class... Args> T map_bfloat16(F f, const Args &...args) {
  if constexpr (vector_traits<T>::is_vector)
    return map<T>([f](auto... e) { return ext::oneapi::bfloat16(f(static_cast<float>(e)...)); }, args...);
  else
    return ext::oneapi::bfloat16(f(static_cast<float>(args)...));
}

} // namespace detail

namespace ext {
namespace oneapi {
namespace experimental {

#define SYCC_X(name)                                                                                         \
  template <class T, detail::if_bfloat16<T> = 0> T name(T x) {                                               \
    return detail::map_bfloat16<T>([](float e) { return sycl::name(e); }, x);                                \
  }
SYCC_X(fabs)
SYCC_X(ceil)
SYCC_X(floor)
SYCC_X(rint)
SYCC_X(trunc)
SYCC_X(cos)
SYCC_X(sin)
SYCC_X(tanh)
SYCC_X(exp)
SYCC_X(exp2)
SYCC_X(exp10)
SYCC_X(log)
SYCC_X(log2)
SYCC_X(log10)
SYCC_X(sqrt)
SYCC_X(rsqrt)
#undef SYCC_X

#define SYCC_X(name)                                                                                         \
  template <class T, detail::if_bfloat16<T> = 0> T name(T x, T y) {                                          \
    return detail::map_bfloat16<T>([](float e, float f) { return sycl::name(e, f); }, x, y);                 \
  }
SYCC_X(fmin)
SYCC_X(fmax)
#undef SYCC_X

#if defined(__SYCL_NVPTX__) && __CUDA_ARCH__ >= 800
inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) {
  return __builtin_bit_cast(bfloat16,
                            __nvvm_fma_rn_bf16(__builtin_bit_cast(__bf16, x), __builtin_bit_cast(__bf16, y),
                                               __builtin_bit_cast(__bf16, z)));
}
#else
inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) {
  return sycl::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}
#endif
template <class T, detail::if_bfloat16<T> = 0, detail::if_vector<T> = 0> T fma(T x, T y, T z) {
  return detail::map<T>([](bfloat16 e, bfloat16 f, bfloat16 g) { return experimental::fma(e, f, g); }, x, y,
                        z);
}

inline bool isnan(bfloat16 x) {
  return (x.to_bits() & 0x7fff) > 0x7f80;
}
template <class T, detail::if_bfloat16<T> = 0, detail::if_vector<T> = 0> auto isnan(T x) {
  return detail::test([](bfloat16 e) { return experimental::isnan(e); }, x);
}

} // namespace experimental
} // namespace oneapi
} // namespace ext
} // namespace sycl

#endif
