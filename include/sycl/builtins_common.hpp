// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common and geometric functions: made of arithmetic, the same on host and device.
#ifndef SYCL_BUILTINS_COMMON_HPP
#define SYCL_BUILTINS_COMMON_HPP

#include <sycl/builtins_math.hpp>

namespace sycl {
namespace detail {
namespace math {

template <class T> constexpr T min(T x, T y) {
  return y < x ? y : x;
}
template <class T> constexpr T max(T x, T y) {
  return x < y ? y : x;
}
template <class T> constexpr T clamp(T x, T low, T high) {
  return min(max(x, low), high);
}
template <class T> constexpr T mix(T x, T y, T a) {
  return x + (y - x) * a;
}
template <class T> constexpr T step(T edge, T x) {
  return x < edge ? T(0) : T(1);
}
template <class T> constexpr T smoothstep(T low, T high, T x) {
  const T t = clamp((x - low) / (high - low), T(0), T(1));
  return t * t * (T(3) - T(2) * t);
}
template <class T> T sign(T x) {
  return isnan(x) ? T(0) : x > T(0) ? T(1) : x < T(0) ? T(-1) : x;
}
template <class T> constexpr T degrees(T x) {
  return x * T(180 / pi<double>);
}
template <class T> constexpr T radians(T x) {
  return x * T(pi<double> / 180);
}

} // namespace math

// Numbers of any kind, or vectors of them, for min, max and clamp. Two integers must agree, like std::min's.
// A half agrees with no integer: being a class, it brings these functions into calls that mean others.
template <class A, class B> constexpr auto common_number() {
  if constexpr (std::is_same_v<A, B>)
    return A();
  else if constexpr ((std::is_same_v<A, half> && std::is_integral_v<B>) ||
                     (std::is_same_v<B, half> && std::is_integral_v<A>))
    return;
  else if constexpr (vector_traits<A>::is_vector && std::is_convertible_v<B, element_of<A>>)
    return A();
  else if constexpr (!std::is_void_v<common_t<A, B>>)
    return common_t<A, B>();
}
template <class T> constexpr bool is_numeric() {
  return vector_traits<T>::is_vector || std::is_arithmetic_v<T> || std::is_same_v<T, half>;
}
template <class A, class B, bool = is_numeric<A>() && is_numeric<B>()> struct number {};
template <class A, class B> struct number<A, B, true> {
  using type = decltype(common_number<A, B>());
};
template <class A, class B> using number_t = typename number<A, B>::type;
template <class T, class U>
using if_both_genfloat = std::enable_if_t<is_genfloat<T>() && std::is_same_v<T, U>, int>;
template <class A, class B> using if_number = std::enable_if_t<!std::is_void_v<number_t<A, B>>, int>;

} // namespace detail

#define SYCC_COMMON_1(name)                                                                                  \
  template <class T, detail::if_genfloat<T> = 0> T name(T x) {                                               \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e) { return detail::math::name(e); }, x);                                \
    else                                                                                                     \
      return detail::math::name(x);                                                                          \
  }
#define SYCC_COMMON_2(name, common)                                                                          \
  template <class A, class B, detail::if_##common<A, B> = 0> constexpr auto name(A x, B y) {                 \
    using T = detail::common##_t<A, B>;                                                                      \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e, auto f) { return detail::math::name(e, f); }, detail::widen<T>(x),    \
                            detail::widen<T>(y));                                                            \
    else                                                                                                     \
      return detail::math::name(detail::widen<T>(x), detail::widen<T>(y));                                   \
  }
#define SYCC_COMMON_3(name, common)                                                                          \
  template <class A, class B, class C, detail::if_##common<A, B> = 0,                                        \
            detail::if_##common<detail::common##_t<A, B>, C> = 0>                                            \
  constexpr auto name(A x, B y, C z) {                                                                       \
    using T = detail::common##_t<detail::common##_t<A, B>, C>;                                               \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map<T>([](auto e, auto f, auto g) { return detail::math::name(e, f, g); },              \
                            detail::widen<T>(x), detail::widen<T>(y), detail::widen<T>(z));                  \
    else                                                                                                     \
      return detail::math::name(detail::widen<T>(x), detail::widen<T>(y), detail::widen<T>(z));              \
  }
SYCC_COMMON_2(min, number)
SYCC_COMMON_2(max, number)
SYCC_COMMON_3(clamp, number)
SYCC_COMMON_2(step, common)
SYCC_COMMON_3(mix, common)
SYCC_COMMON_3(smoothstep, common)
// step<V>(number, v) and smoothstep<V>(number, number, v): V is named, and only the last argument is one.
template <class V, class T, detail::if_vector<V> = 0, std::enable_if_t<std::is_same_v<V, T>, int> = 0>
constexpr V step(detail::element_of<detail::named<V>> edge, T x) {
  return step(detail::widen<V>(edge), x);
}
template <class V, class T, detail::if_vector<V> = 0, std::enable_if_t<std::is_same_v<V, T>, int> = 0>
constexpr V smoothstep(detail::element_of<detail::named<V>> low, detail::element_of<detail::named<V>> high,
                       T x) {
  return smoothstep(detail::widen<V>(low), detail::widen<V>(high), x);
}
SYCC_COMMON_1(sign)
SYCC_COMMON_1(degrees)
SYCC_COMMON_1(radians)
#undef SYCC_COMMON_1
#undef SYCC_COMMON_2
#undef SYCC_COMMON_3

// ---- geometry: a scalar is a vector of one element
//
// The arguments have types of their own, which must be one: a template of the user's, dot(T, T), is then the
// better match for a vec.

template <class T, class U, detail::if_both_genfloat<T, U> = 0> auto dot(const T &a, const U &b) {
  if constexpr (detail::vector_traits<T>::is_vector) {
    detail::element_of<T> sum = a[0] * b[0];
    for (int i = 1; i < detail::vector_traits<T>::size; ++i)
      sum += a[i] * b[i];
    return sum;
  } else {
    return a * b;
  }
}
template <class T, detail::if_genfloat<T> = 0> auto length(const T &a) {
  if constexpr (detail::vector_traits<T>::is_vector)
    return sqrt(dot(a, a));
  else
    return fabs(a);
}
template <class T, class U, detail::if_both_genfloat<T, U> = 0> auto distance(const T &a, const U &b) {
  return length(a - b);
}
template <class T, detail::if_genfloat<T> = 0> T normalize(const T &a) {
  const auto n = length(a);
  return n > decltype(n)(0) ? a / n : a;
}
// The fast versions are the exact ones: they cost no more here.
template <class T, detail::if_genfloat<T> = 0> auto fast_length(const T &a) {
  return length(a);
}
template <class T, class U, detail::if_both_genfloat<T, U> = 0> auto fast_distance(const T &a, const U &b) {
  return distance(a, b);
}
template <class T, detail::if_genfloat<T> = 0> T fast_normalize(const T &a) {
  return normalize(a);
}
template <class V, class W, detail::if_vectors<V, W> = 0> V cross(const V &a, const W &b) {
  static_assert(detail::vector_traits<V>::size == 3 || detail::vector_traits<V>::size == 4,
                "cross: 3 or 4 elements");
  V r;
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
  return r;
}

} // namespace sycl

#endif
