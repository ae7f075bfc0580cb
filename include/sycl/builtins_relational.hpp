// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons and choices: made of operators, the same on host and device.
//
// A comparison of numbers is a bool, of vecs a vec of integers, 0 or -1, and of marrays a marray of bool.
#ifndef SYCL_BUILTINS_RELATIONAL_HPP
#define SYCL_BUILTINS_RELATIONAL_HPP

#include <sycl/builtins_math.hpp>

namespace sycl {
namespace detail {

template <class T, class F> constexpr auto compare(F f, const T &x, const T &y) {
  if constexpr (vector_traits<T>::is_vector) {
    using truth = typename vector_traits<T>::truth;
    return map<truth>([f](auto e, auto g) { return f(e, g) ? vector_traits<T>::yes : element_of<truth>(0); },
                      x, y);
  } else {
    return f(x, y);
  }
}

// The highest bit of an integer, or the bool.
template <class T> constexpr bool is_chosen(T v) {
  if constexpr (std::is_same_v<T, bool>)
    return v;
  else
    return v >> (8 * sizeof(v) - 1) & 1;
}

// Bits of `yes` where `choice` has ones, of `no` elsewhere.
template <class T> constexpr T select_bits(T no, T yes, T choice) {
  using bits = same_size_int<T>;
  const bits n = __builtin_bit_cast(bits, no), y = __builtin_bit_cast(bits, yes),
             c = __builtin_bit_cast(bits, choice);
  return __builtin_bit_cast(T, static_cast<bits>((n & ~c) | (y & c)));
}

// What any and all of a V are.
template <class V>
using decision =
    std::conditional_t<std::is_same_v<element_of<typename vector_traits<V>::truth>, bool>, bool, int>;

} // namespace detail

#define SYCC_X(name, test)                                                                                   \
  template <class A, class B, detail::if_common<A, B> = 0> constexpr auto name(const A &a, const B &b) {     \
    using T = detail::common_t<A, B>;                                                                        \
    return detail::compare([](auto x, auto y) -> bool { return test; }, detail::widen<T>(a),                 \
                           detail::widen<T>(b));                                                             \
  }
SYCC_X(isequal, x == y)
SYCC_X(isnotequal, x != y)
SYCC_X(isgreater, x > y)
SYCC_X(isgreaterequal, x >= y)
SYCC_X(isless, x < y)
SYCC_X(islessequal, x <= y)
SYCC_X(islessgreater, x<y || x> y)
SYCC_X(isordered, x == x && y == y)
SYCC_X(isunordered, x != x || y != y)
#undef SYCC_X

template <class T, std::enable_if_t<detail::is_vec_element<T>, int> = 0>
constexpr T select(T no, T yes, bool choice) {
  return choice ? yes : no;
}
template <class V, class W, class M, detail::if_vectors<V, W> = 0>
V select(const V &no, const W &yes, const M &choice) {
  return detail::map<V>([](auto n, auto y, auto c) { return detail::is_chosen(c) ? y : n; }, no, yes, choice);
}
template <class T,
          std::enable_if_t<detail::is_vec_element<T> || detail::vector_traits<T>::is_vector, int> = 0>
constexpr T bitselect(const T &no, const T &yes, const T &choice) {
  if constexpr (detail::vector_traits<T>::is_vector)
    return detail::map<T>([](auto n, auto y, auto c) { return detail::select_bits(n, y, c); }, no, yes,
                          choice);
  else
    return detail::select_bits(no, yes, choice);
}

template <class T, class U, class C, std::enable_if_t<std::is_same_v<T, U> && std::is_same_v<T, C>, int> = 0>
constexpr T bitselect(const detail::named<T> &no, const detail::named<U> &yes,
                      const detail::named<C> &choice) {
  return sycl::bitselect<T>(no, yes, choice);
}

// An integer, or a bool, is a vector of one element. Of a vec the result is an int, as the standard has it.
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> constexpr bool any(T v) {
  return detail::is_chosen(v);
}
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> constexpr bool all(T v) {
  return detail::is_chosen(v);
}
template <class V, detail::if_vector<V> = 0> detail::decision<V> any(const V &v) {
  for (int i = 0; i < detail::vector_traits<V>::size; ++i)
    if (detail::is_chosen(v[i]))
      return true;
  return false;
}
template <class V, detail::if_vector<V> = 0> detail::decision<V> all(const V &v) {
  for (int i = 0; i < detail::vector_traits<V>::size; ++i)
    if (!detail::is_chosen(v[i]))
      return false;
  return true;
}

} // namespace sycl

#endif
