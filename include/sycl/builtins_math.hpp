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

// T, which a call must name: it is not deduced.
template <class T> struct name_only {
  using type = T;
};
template <class T> using named = typename name_only<T>::type;

// A function with a second result by reference: per element, or into what `second` points to.
template <class F, class T, class R> T map_pairs(F f, const T &x, R &second) {
  T result;
  for (int i = 0; i < vector_traits<T>::size; ++i) {
    element_of<R> s;
    result[i] = f(x[i], s);
    second[i] = s;
  }
  return result;
}
template <class F, class T, class R> T map_pairs(F f, const T &x, const T &y, R &second) {
  T result;
  for (int i = 0; i < vector_traits<T>::size; ++i) {
    element_of<R> s;
    result[i] = f(x[i], y[i], s);
    second[i] = s;
  }
  return result;
}
template <class S, class F, class P> auto through_pointer(F f, P second) {
  S s;
  const auto result = f(s);
  *second = s;
  return result;
}

template <class V> constexpr bool is_float_vector() {
  if constexpr (vector_traits<V>::is_vector)
    return std::is_same_v<element_of<V>, float>;
  else
    return false;
}
template <class V> using if_float_vector = std::enable_if_t<is_float_vector<V>(), int>;

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
SYCC_X(nextafter)
SYCC_X(maxmag)
SYCC_X(minmag)
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

// The name of C++; vectors of them are among the functions of integers.
template <class T, std::enable_if_t<detail::is_floating<T>, int> = 0> T abs(T x) {
  return detail::math::fabs(x);
}

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

// A second result goes through a pointer to a T or, where it is one, to as many ints.
#define SYCC_X(name, Second)                                                                                 \
  template <class T, class P, detail::if_genfloat<T> = 0> T name(T x, P second) {                            \
    if constexpr (detail::vector_traits<T>::is_vector)                                                       \
      return detail::map_pairs([](auto e, Second &s) { return detail::math::name(e, s); }, x, *second);      \
    else                                                                                                     \
      return detail::through_pointer<Second>([x](Second &s) { return detail::math::name(x, s); }, second);   \
  }                                                                                                          \
  template <class P, class T, std::enable_if_t<detail::is_floating<T>, int> = 0>                             \
  T name(T x, detail::named<P> second) {                                                                     \
    return name<T, P>(x, second);                                                                            \
  }
SYCC_X(sincos, detail::element_of<T>)
SYCC_X(fract, detail::element_of<T>)
SYCC_X(modf, detail::element_of<T>)
SYCC_X(frexp, int)
SYCC_X(lgamma_r, int)
#undef SYCC_X
template <class A, class B, class P, detail::if_common<A, B> = 0> auto remquo(A x, B y, P quotient) {
  using T = detail::common_t<A, B>;
  if constexpr (detail::vector_traits<T>::is_vector)
    return detail::map_pairs([](auto e, auto f, int &q) { return detail::math::remquo(e, f, q); },
                             detail::widen<T>(x), detail::widen<T>(y), *quotient);
  else
    return detail::through_pointer<int>(
        [=](int &q) { return detail::math::remquo(detail::widen<T>(x), detail::widen<T>(y), q); }, quotient);
}
template <class P, class T, class U,
          std::enable_if_t<detail::is_floating<T> && std::is_same_v<T, U>, int> = 0>
T remquo(T x, U y, detail::named<P> quotient) {
  return remquo<T, U, P>(x, y, quotient);
}

// A NaN that carries these bits, as far as it has room.
template <class I, std::enable_if_t<std::is_unsigned_v<I> && (sizeof(I) == 2 || sizeof(I) >= 4), int> = 0>
auto nan(I code) {
  if constexpr (sizeof(I) == 8)
    return __builtin_bit_cast(double, 0x7ff8000000000000 | (code & 0x7ffffffffffff));
  else if constexpr (sizeof(I) == 4)
    return __builtin_bit_cast(float, 0x7fc00000u | (code & 0x3fffff));
  else
    return half::from_bits(0x7e00u | (code & 0x1ff));
}
template <class V, detail::if_vector<V> = 0, class E = decltype(sycl::nan(detail::element_of<V>()))>
auto nan(const V &code) {
  return detail::map<typename detail::vector_traits<V>::template with<E>>([](auto c) { return sycl::nan(c); },
                                                                          code);
}
// Of an object that converts to such a number.
namespace detail {
std::uint16_t nearest_code(std::uint16_t);
std::uint32_t nearest_code(std::uint32_t);
std::uint64_t nearest_code(std::uint64_t);
} // namespace detail
template <class T,
          std::enable_if_t<
              std::is_class_v<T> && !detail::vector_traits<T>::is_vector && !detail::is_swizzled<T>, int> = 0,
          class Code = decltype(detail::nearest_code(std::declval<const T &>()))>
auto nan(const T &code) {
  return sycl::nan(static_cast<Code>(code));
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
#define SYCC_X(form, name)                                                                                   \
  inline float name(float x) {                                                                               \
    return detail::math::form##name(x);                                                                      \
  }                                                                                                          \
  template <class V, detail::if_float_vector<V> = 0> V name(const V &x) {                                    \
    return detail::map<V>([](float e) { return detail::math::form##name(e); }, x);                           \
  }
#define SYCC_Y(form, name)                                                                                   \
  inline float name(float x, float y) {                                                                      \
    return detail::math::form##name(x, y);                                                                   \
  }                                                                                                          \
  template <class V, class W, detail::if_float_vector<V> = 0, detail::if_vectors<V, W> = 0>                  \
  V name(const V &x, const W &y) {                                                                           \
    return detail::map<V>([](float e, float f) { return detail::math::form##name(e, f); }, x, y);            \
  }
namespace native {
#define SYCC_NATIVE(name) SYCC_X(native_, name)
SYCC_NATIVE_LIST_1(SYCC_NATIVE)
#undef SYCC_NATIVE
SYCC_X(native_, recip)
SYCC_Y(native_, divide)
SYCC_Y(native_, powr)
} // namespace native
namespace half_precision {
#define SYCC_HALF(name) SYCC_X(half_, name)
SYCC_NATIVE_LIST_1(SYCC_HALF)
#undef SYCC_HALF
SYCC_X(half_, recip)
SYCC_Y(half_, divide)
SYCC_Y(half_, powr)
} // namespace half_precision
#undef SYCC_X
#undef SYCC_Y

} // namespace sycl

#endif
