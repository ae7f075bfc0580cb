// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of vec and marray, which work element by element.
//
//   SYCC_ELEMENT_OPERATORS(vec, -1)
//
// stands in the class. There T is the type of an element, N their number, v_ the array of them, `mask` the
// type that a comparison gives, and if_operand<U> a type for U that can be an operand in place of all
// elements; `yes` is an element of the mask where the comparison holds. Friends that are defined in the class
// convert no operand that has another type.
#ifndef SYCL_DETAIL_ELEMENT_OPERATORS_HPP
#define SYCL_DETAIL_ELEMENT_OPERATORS_HPP

// An operand that is a number stands for all elements.
#define SYCC_ELEMENT_NUMBERS(type, result, op)                                                               \
  template <class U, if_operand<U> = 0> friend constexpr result operator op(const type &a, const U &b) {     \
    return a op type(static_cast<T>(b));                                                                     \
  }                                                                                                          \
  template <class U, if_operand<U> = 0> friend constexpr result operator op(const U &a, const type &b) {     \
    return type(static_cast<T>(a)) op b;                                                                     \
  }

#define SYCC_ELEMENT_ARITHMETIC(type, op)                                                                    \
  friend constexpr type operator op(const type &a, const type &b) {                                          \
    type r;                                                                                                  \
    for (decltype(N) i = 0; i < N; ++i)                                                                      \
      r.v_[i] = static_cast<T>(a.v_[i] op b.v_[i]);                                                          \
    return r;                                                                                                \
  }                                                                                                          \
  SYCC_ELEMENT_NUMBERS(type, type, op)                                                                       \
  friend constexpr type &operator op## = (type & a, const type &b) {                                         \
    return a = a op b;                                                                                       \
  }                                                                                                          \
  template <class U, if_operand<U> = 0> friend constexpr type &operator op## = (type & a, const U &b) {      \
    return a = a op type(static_cast<T>(b));                                                                 \
  }

#define SYCC_ELEMENT_COMPARISON(type, yes, op)                                                               \
  friend constexpr mask operator op(const type &a, const type &b) {                                          \
    mask r;                                                                                                  \
    for (decltype(N) i = 0; i < N; ++i)                                                                      \
      r[i] = a.v_[i] op b.v_[i] ? yes : 0;                                                                   \
    return r;                                                                                                \
  }                                                                                                          \
  SYCC_ELEMENT_NUMBERS(type, mask, op)

#define SYCC_ELEMENT_SIGN(type, op)                                                                          \
  friend constexpr type operator op(const type &a) {                                                         \
    type r;                                                                                                  \
    for (decltype(N) i = 0; i < N; ++i)                                                                      \
      r.v_[i] = static_cast<T>(op a.v_[i]);                                                                  \
    return r;                                                                                                \
  }

// Plus or minus one, as ++ and --.
#define SYCC_ELEMENT_STEP(type, op)                                                                          \
  friend constexpr type &operator op##op(type &a) {                                                          \
    return a op## = T(1);                                                                                    \
  }                                                                                                          \
  friend constexpr type operator op##op(type &a, int) {                                                      \
    const type old = a;                                                                                      \
    a op## = T(1);                                                                                           \
    return old;                                                                                              \
  }

#define SYCC_ELEMENT_OPERATORS(type, yes)                                                                    \
  SYCC_ELEMENT_ARITHMETIC(type, +)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, -)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, *)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, /)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, %)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, &)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, |)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, ^)                                                                           \
  SYCC_ELEMENT_ARITHMETIC(type, <<)                                                                          \
  SYCC_ELEMENT_ARITHMETIC(type, >>)                                                                          \
  SYCC_ELEMENT_COMPARISON(type, yes, ==)                                                                     \
  SYCC_ELEMENT_COMPARISON(type, yes, !=)                                                                     \
  SYCC_ELEMENT_COMPARISON(type, yes, <)                                                                      \
  SYCC_ELEMENT_COMPARISON(type, yes, >)                                                                      \
  SYCC_ELEMENT_COMPARISON(type, yes, <=)                                                                     \
  SYCC_ELEMENT_COMPARISON(type, yes, >=)                                                                     \
  SYCC_ELEMENT_COMPARISON(type, yes, &&)                                                                     \
  SYCC_ELEMENT_COMPARISON(type, yes, ||)                                                                     \
  friend constexpr type operator+(const type &a) {                                                           \
    return a;                                                                                                \
  }                                                                                                          \
  SYCC_ELEMENT_SIGN(type, -)                                                                                 \
  SYCC_ELEMENT_SIGN(type, ~)                                                                                 \
  friend constexpr mask operator!(const type &a) {                                                           \
    return a == type();                                                                                      \
  }                                                                                                          \
  SYCC_ELEMENT_STEP(type, +)                                                                                 \
  SYCC_ELEMENT_STEP(type, -)

#endif
