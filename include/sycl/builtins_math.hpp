// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions of floating point numbers, and of vectors of them.
//
// They are templates: after `using namespace sycl`, overloads for double would be ambiguous with those of
// <math.h>. Arguments may differ in type as in C++: pow(x, 2) with a float x is a float, and a vector
// goes with a scalar.
#ifndef SYCL_BUILTINS_MATH_HPP
#define SYCL_BUILTINS_MATH_HPP

#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/math_scalar.hpp>

namespace sycl {
namespace detail {

// A number or a vector of numbers of floating point.
template <class T> constexpr bool is_genfloat() {
  if constexpr (vector_traits<T>::is_vector)
    return is_floating<element_of<T>>;
  else
    return is_floating<T>;
}
template <class T> using if_genfloat = std::enable_if_t<is_genfloat<T>(), int>;

// The type in which a function of an A and a B works: the vector, or the larger floating point type.
template <class A, class B> constexpr auto common_type() {
  if constexpr (std::is_same_v<A, B> && is_genfloat<A>())
    return A();
  else if constexpr (vector_traits<A>::is_vector && is_genfloat<A>() &&
                     std::is_convertible_v<B, element_of<A>>)
    return A();
  else if constexpr (vector_traits<B>::is_vector && is_genfloat<B>() &&
                     std::is_convertible_v<A, element_of<B>>)
    return B();
  else if constexpr (is_floating<A> && is_floating<B>)
    return std::conditional_t<(sizeof(A) > sizeof(B)), A, B>();
  else if constexpr (is_floating<A> && std::is_integral_v<B>)
    return A();
  else if constexpr (is_floating<B> && std::is_integral_v<A>)
    return B();
}
template <class A, class B> using common_t = decltype(common_type<A, B>());
template <class A, class B> using if_common = std::enable_if_t<!std::is_void_v<common_t<A, B>>, int>;

// An argument as the common type.
template <class To, class From> constexpr To widen(const From &v) {
  if constexpr (std::is_same_v<To, From>)
    return v;
  else if constexpr (vector_traits<To>::is_vector)
    return To(static_cast<element_of<To>>(v));
  else
    return static_cast<To>(v);
}

} // namespace detail

#define SYCC_X(name)                                                                                         \
  template <class T, detail::if_genfloat<T> = 0> T name(T x) {                                               \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e) { return detail::math::name(e); }, x);                                \
    else                                                                                                     \
      return detail::math::name(x);                                                                          \
  }
#define SYCC_Y(name, host) SYCC_X(name)
SYCC_MATH_LIST_1(SYCC_X, SYCC_Y)
#undef SYCC_X

#define SYCC_X(name)                                                                                         \
  template <class A, class B, detail::if_common<A, B> = 0> auto name(A x, B y) {                             \
    using T = detail::common_t<A, B>;                                                                        \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e, auto f) { return detail::math::name(e, f); }, detail::widen<T>(x),    \
                            detail::widen<T>(y));                                                            \
    else                                                                                                     \
      return detail::math::name(detail::widen<T>(x), detail::widen<T>(y));                                   \
  }
SYCC_MATH_LIST_2(SYCC_X, SYCC_Y)
#undef SYCC_X
#undef SYCC_Y

#define SYCC_X(name)                                                                                         \
  template <class A, class B, class C, detail::if_common<A, B> = 0,                                          \
            detail::if_common<detail::common_t<A, B>, C> = 0>                                                \
  auto name(A x, B y, C z) {                                                                                 \
    using T = detail::common_t<detail::common_t<A, B>, C>;                                                   \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e, auto f, auto g) { return detail::math::name(e, f, g); },              \
                            detail::widen<T>(x), detail::widen<T>(y), detail::widen<T>(z));                  \
    else                                                                                                     \
      return detail::math::name(detail::widen<T>(x), detail::widen<T>(y), detail::widen<T>(z));              \
  }
SYCC_X(fma)
SYCC_X(mad)
#undef SYCC_X

// With an integer, or a vector of integers beside a vector.
#define SYCC_X(name)                                                                                         \
  template <class T, class I, detail::if_genfloat<T> = 0> T name(T x, const I &n) {                          \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e, auto i) { return detail::math::name(e, static_cast<int>(i)); }, x,    \
                            n);                                                                              \
    else                                                                                                     \
      return detail::math::name(x, static_cast<int>(n));                                                     \
  }
SYCC_X(ldexp)
SYCC_X(pown)
SYCC_X(rootn)
#undef SYCC_X

template <class T, detail::if_genfloat<T> = 0> auto ilogb(T x) {
  if constexpr (detail::vector_traits<T>::is_vector)
    return detail::map<typename detail::vector_traits<T>::template with<int>>(
        [](auto e) { return detail::math::ilogb(e); }, x);
  else
    return detail::math::ilogb(x);
}

// Results through pointers, made from the functions above.
template <class T, class P, detail::if_genfloat<T> = 0> T sincos(T x, P cosine) {
  *cosine = cos(x);
  return sin(x);
}
template <class T, class P, detail::if_genfloat<T> = 0> T modf(T x, P whole) {
  const T w = trunc(x);
  *whole = w;
  return copysign(x - w, x);
}

// Tests. Scalars give bool; vecs integers, 0 or -1; marrays bool.
#define SYCC_X(name)                                                                                         \
  template <class T, detail::if_genfloat<T> = 0> auto name(T x) {                                            \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::test([](auto e) { return detail::math::name(e); }, x);                                  \
    else                                                                                                     \
      return detail::math::name(x);                                                                          \
  }
SYCC_X(isnan)
SYCC_X(isinf)
SYCC_X(isfinite)
SYCC_X(isnormal)
SYCC_X(signbit)
#undef SYCC_X

// Faster and less exact where the device has such instructions; float only.
namespace native {
#define SYCC_X(name)                                                                                         \
  inline float name(float x) {                                                                               \
    return detail::math::native_##name(x);                                                                   \
  }                                                                                                          \
  template <class V, detail::if_vector<V> = 0> V name(const V &x) {                                          \
    return detail::map<V>([](float e) { return detail::math::native_##name(e); }, x);                        \
  }
SYCC_NATIVE_LIST_1(SYCC_X)
#undef SYCC_X
inline float divide(float x, float y) {
  return x / y;
}
inline float recip(float x) {
  return 1 / x;
}
inline float powr(float x, float y) {
  return detail::math::powr(x, y);
}
} // namespace native

} // namespace sycl

#endif
