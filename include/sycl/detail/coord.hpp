// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What id and range have in common: up to three numbers and the operators over them.
//
// Operators with a plain number are templates over integral types. A single overload for size_t would
// leave id<1> + 1 ambiguous: id<1> also converts to size_t, and size_t + int fits the 1 better.
#ifndef SYCL_DETAIL_COORD_HPP
#define SYCL_DETAIL_COORD_HPP

#include <sycl/detail/config.hpp>

#include <type_traits>

namespace sycl {
namespace detail {

template <class T> using if_integral = std::enable_if_t<std::is_integral_v<T>, int>;

#define SYCC_COORD_OP(op)                                                                                    \
  friend constexpr Self operator op(const Self &a, const Self &b) {                                          \
    Self r = a;                                                                                              \
    for (int i = 0; i < D; ++i)                                                                              \
      r.v_[i] = a.v_[i] op b.v_[i];                                                                          \
    return r;                                                                                                \
  }                                                                                                          \
  template <class T, if_integral<T> = 0> friend constexpr Self operator op(const Self &a, T b) {             \
    Self r = a;                                                                                              \
    for (int i = 0; i < D; ++i)                                                                              \
      r.v_[i] = a.v_[i] op static_cast<size_t>(b);                                                           \
    return r;                                                                                                \
  }                                                                                                          \
  template <class T, if_integral<T> = 0> friend constexpr Self operator op(T a, const Self &b) {             \
    Self r = b;                                                                                              \
    for (int i = 0; i < D; ++i)                                                                              \
      r.v_[i] = static_cast<size_t>(a) op b.v_[i];                                                           \
    return r;                                                                                                \
  }

#define SYCC_COORD_ASSIGN_OP(op)                                                                             \
  friend constexpr Self &operator op## = (Self & a, const Self &b) {                                         \
    return a = a op b;                                                                                       \
  }                                                                                                          \
  template <class T, if_integral<T> = 0> friend constexpr Self &operator op## = (Self & a, T b) {            \
    return a = a op b;                                                                                       \
  }

// Argument-dependent lookup finds the functions beside a base: so bases of the standard's classes have a
// namespace of their own, and a user's function never meets one of these headers'.
namespace classes {

// In one dimension, the conversion to a number. Not a template in the class itself: a template would not
// convert further, to the ptrdiff_t of p[i].
template <class Self, int D> struct as_number {};
template <class Self> struct as_number<Self, 1> {
  constexpr operator size_t() const { return static_cast<const Self &>(*this)[0]; }
};

template <class Self, int D> class coord : public as_number<Self, D> {
  static_assert(D >= 1 && D <= 3, "id and range have one to three dimensions");

public:
  static constexpr int dimensions = D;

  constexpr coord() = default;

  constexpr size_t get(int dimension) const { return v_[dimension]; }
  constexpr size_t &operator[](int dimension) { return v_[dimension]; }
  constexpr size_t operator[](int dimension) const { return v_[dimension]; }

  // For these headers: all of them, for functions that are not templates over the dimensions.
  constexpr const size_t *sycc_data() const { return v_; }

  SYCC_COORD_OP(+)
  SYCC_COORD_OP(-)
  SYCC_COORD_OP(*)
  SYCC_COORD_OP(/)
  SYCC_COORD_OP(%)
  SYCC_COORD_OP(<<)
  SYCC_COORD_OP(>>)
  SYCC_COORD_OP(&)
  SYCC_COORD_OP(|)
  SYCC_COORD_OP(^)
  SYCC_COORD_OP(&&)
  SYCC_COORD_OP(||)
  SYCC_COORD_OP(<)
  SYCC_COORD_OP(>)
  SYCC_COORD_OP(<=)
  SYCC_COORD_OP(>=)

  SYCC_COORD_ASSIGN_OP(+)
  SYCC_COORD_ASSIGN_OP(-)
  SYCC_COORD_ASSIGN_OP(*)
  SYCC_COORD_ASSIGN_OP(/)
  SYCC_COORD_ASSIGN_OP(%)
  SYCC_COORD_ASSIGN_OP(<<)
  SYCC_COORD_ASSIGN_OP(>>)
  SYCC_COORD_ASSIGN_OP(&)
  SYCC_COORD_ASSIGN_OP(|)
  SYCC_COORD_ASSIGN_OP(^)

  friend constexpr bool operator==(const Self &a, const Self &b) {
    for (int i = 0; i < D; ++i)
      if (a.v_[i] != b.v_[i])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const Self &a, const Self &b) { return !(a == b); }
  // One dimension compares with numbers too.
  template <class T, if_integral<T> = 0> friend constexpr bool operator==(const Self &a, T b) {
    return a == Self(static_cast<size_t>(b));
  }
  template <class T, if_integral<T> = 0> friend constexpr bool operator!=(const Self &a, T b) {
    return !(a == b);
  }
  template <class T, if_integral<T> = 0> friend constexpr bool operator==(T a, const Self &b) {
    return b == a;
  }
  template <class T, if_integral<T> = 0> friend constexpr bool operator!=(T a, const Self &b) {
    return !(b == a);
  }

  friend constexpr Self operator+(const Self &a) { return a; }
  friend constexpr Self operator-(const Self &a) { return size_t(0) - a; }
  friend constexpr Self &operator++(Self &a) { return a += 1; }
  friend constexpr Self &operator--(Self &a) { return a -= 1; }
  friend constexpr Self operator++(Self &a, int) {
    Self old = a;
    a += 1;
    return old;
  }
  friend constexpr Self operator--(Self &a, int) {
    Self old = a;
    a -= 1;
    return old;
  }

protected:
  size_t v_[D] = {};
};

} // namespace classes
using classes::as_number;
using classes::coord;

#undef SYCC_COORD_OP
#undef SYCC_COORD_ASSIGN_OP

// How SYCL's dimensions, the last one fastest, map to x, y, z of devices and of the C runtime.
template <int D> constexpr int xyz(int dimension) {
  return D - 1 - dimension;
}

} // namespace detail
} // namespace sycl

#endif
