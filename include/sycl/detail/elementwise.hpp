// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies a scalar function to every element of vecs and marrays.
#ifndef SYCL_DETAIL_ELEMENTWISE_HPP
#define SYCL_DETAIL_ELEMENTWISE_HPP

#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl {
namespace detail {

template <class V> struct vector_traits {
  static constexpr bool is_vector = false;
  using element = V;
};
template <class T, int N> struct vector_traits<vec<T, N>> {
  static constexpr bool is_vector = true;
  static constexpr int size = N;
  using element = T;
  using truth = vec<same_size_int<T>, N>; // what a test of each element gives
  static constexpr same_size_int<T> yes = -1;
  template <class U> using with = vec<U, N>;
};
template <class T, std::size_t N> struct vector_traits<marray<T, N>> {
  static constexpr bool is_vector = true;
  static constexpr int size = static_cast<int>(N);
  using element = T;
  using truth = marray<bool, N>;
  static constexpr bool yes = true;
  template <class U> using with = marray<U, N>;
};

template <class V> using element_of = typename vector_traits<V>::element;
template <class V> using if_vector = std::enable_if_t<vector_traits<V>::is_vector, int>;
// Several vectors of one type.
template <class V, class... W>
using if_vectors = std::enable_if_t<vector_traits<V>::is_vector && (std::is_same_v<V, W> && ...), int>;

// A vector, or a scalar that stands for all elements.
template <class A> constexpr auto element_at(const A &a, [[maybe_unused]] int i) {
  if constexpr (vector_traits<A>::is_vector)
    return a[i];
  else
    return a;
}

// R has as many elements as each vector among args.
template <class R, class F, class... Args> constexpr R map(F f, const Args &...args) {
  R r;
  for (int i = 0; i < vector_traits<R>::size; ++i)
    r[i] = f(element_at(args, i)...);
  return r;
}

template <class V, class F> constexpr typename vector_traits<V>::truth test(F f, const V &v) {
  using truth = typename vector_traits<V>::truth;
  return map<truth>([f](auto e) { return f(e) ? vector_traits<V>::yes : element_of<truth>(0); }, v);
}

} // namespace detail
} // namespace sycl

#endif
