// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function objects of group algorithms and reductions, and what their identities are.
#ifndef SYCL_FUNCTIONAL_HPP
#define SYCL_FUNCTIONAL_HPP

#include <sycl/half.hpp>

#include <functional>
#include <limits>
#include <type_traits>

namespace sycl {
namespace detail {

// yes or no, or for vectors the elements of both that the comparison names.
template <class C, class A, class B> constexpr auto choose(const C &choice, const A &yes, const B &no) {
  if constexpr (std::is_constructible_v<bool, C>) {
    return choice ? yes : no;
  } else {
    A result(no);
    for (int i = 0; i < static_cast<int>(A::size()); ++i)
      if (choice[i])
        result[i] = yes[i];
    return result;
  }
}

} // namespace detail

// op<T> works on two values of type T, op<> on any two.
#define SYCC_FUNCTION_OBJECT(name, result, result_of_any, expression)                                        \
  template <class T = void> struct name {                                                                    \
    constexpr result operator()(const T &a, const T &b) const { return expression; }                         \
  };                                                                                                         \
  template <> struct name<void> {                                                                            \
    using is_transparent = void;                                                                             \
    template <class T, class U> constexpr result_of_any operator()(const T &a, const U &b) const {           \
      return expression;                                                                                     \
    }                                                                                                        \
  };
SYCC_FUNCTION_OBJECT(plus, T, auto, a + b)
SYCC_FUNCTION_OBJECT(multiplies, T, auto, a *b)
SYCC_FUNCTION_OBJECT(bit_and, T, auto, a &b)
SYCC_FUNCTION_OBJECT(bit_or, T, auto, a | b)
SYCC_FUNCTION_OBJECT(bit_xor, T, auto, a ^ b)
SYCC_FUNCTION_OBJECT(logical_and, auto, auto, a &&b)
SYCC_FUNCTION_OBJECT(logical_or, auto, auto, a || b)
SYCC_FUNCTION_OBJECT(minimum, T, auto, detail::choose(b < a, b, a))
SYCC_FUNCTION_OBJECT(maximum, T, auto, detail::choose(a < b, b, a))
#undef SYCC_FUNCTION_OBJECT

namespace detail {

template <class T> inline constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, half>;
template <class T> inline constexpr bool is_arithmetic_or_half = std::is_integral_v<T> || is_real<T>;
template <class T> inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T> inline constexpr bool is_any_integer = std::is_integral_v<T>;

template <class T> constexpr T largest() {
  if constexpr (is_real<T>)
    return std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::max();
}
template <class T> constexpr T smallest() {
  if constexpr (is_real<T>)
    return -std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}

// The identity of Op for values of type T, where it is known.
template <class Op, class T, class = void> struct identity_of {
  static constexpr bool known = false;
};
#define SYCC_IDENTITY(op, types, identity)                                                                   \
  template <class U, class T>                                                                                \
  struct identity_of<op<U>, T, std::enable_if_t<types<T> && (std::is_void_v<U> || std::is_same_v<U, T>)>> {  \
    static constexpr bool known = true;                                                                      \
    static constexpr T value() { return identity; }                                                          \
  };
SYCC_IDENTITY(plus, is_arithmetic_or_half, static_cast<T>(0))
SYCC_IDENTITY(multiplies, is_arithmetic_or_half, static_cast<T>(1))
SYCC_IDENTITY(bit_and, is_integer, static_cast<T>(~static_cast<std::make_unsigned_t<T>>(0)))
SYCC_IDENTITY(bit_or, is_any_integer, static_cast<T>(0))
SYCC_IDENTITY(bit_xor, is_any_integer, static_cast<T>(0))
SYCC_IDENTITY(logical_and, is_arithmetic_or_half, static_cast<T>(true))
SYCC_IDENTITY(logical_or, is_arithmetic_or_half, static_cast<T>(false))
SYCC_IDENTITY(minimum, is_arithmetic_or_half, largest<T>())
SYCC_IDENTITY(maximum, is_arithmetic_or_half, smallest<T>())
// The standard library's, which programs use in their place.
SYCC_IDENTITY(std::plus, is_arithmetic_or_half, static_cast<T>(0))
SYCC_IDENTITY(std::multiplies, is_arithmetic_or_half, static_cast<T>(1))
SYCC_IDENTITY(std::bit_and, is_integer, static_cast<T>(~static_cast<std::make_unsigned_t<T>>(0)))
SYCC_IDENTITY(std::bit_or, is_any_integer, static_cast<T>(0))
SYCC_IDENTITY(std::bit_xor, is_any_integer, static_cast<T>(0))
SYCC_IDENTITY(std::logical_and, is_arithmetic_or_half, static_cast<T>(true))
SYCC_IDENTITY(std::logical_or, is_arithmetic_or_half, static_cast<T>(false))
#undef SYCC_IDENTITY
template <class U> struct identity_of<bit_and<U>, bool, void> {
  static constexpr bool known = true;
  static constexpr bool value() { return true; }
};
template <class U> struct identity_of<std::bit_and<U>, bool, void> : identity_of<bit_and<U>, bool, void> {};

} // namespace detail

template <class BinaryOperation, class AccumulatorT>
struct has_known_identity
    : std::bool_constant<detail::identity_of<BinaryOperation, std::remove_cv_t<AccumulatorT>>::known> {};
template <class BinaryOperation, class AccumulatorT>
inline constexpr bool has_known_identity_v = has_known_identity<BinaryOperation, AccumulatorT>::value;

template <class BinaryOperation, class AccumulatorT> struct known_identity {
  static_assert(has_known_identity_v<BinaryOperation, AccumulatorT>,
                "known_identity: this operation has no identity that is known; give one");
  static constexpr std::remove_cv_t<AccumulatorT> value =
      detail::identity_of<BinaryOperation, std::remove_cv_t<AccumulatorT>>::value();
};
template <class BinaryOperation, class AccumulatorT>
inline constexpr std::remove_cv_t<AccumulatorT> known_identity_v =
    known_identity<BinaryOperation, AccumulatorT>::value;

} // namespace sycl

#endif
