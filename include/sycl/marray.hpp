// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// marray: a fixed number of values of one type, with arithmetic element by element.
#ifndef SYCL_MARRAY_HPP
#define SYCL_MARRAY_HPP

#include <sycl/detail/element_operators.hpp>
#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {

template <class T, std::size_t N> class marray;

namespace detail {

// How many elements of a marray<T, N> an argument of its constructor is, none where it may not be one.
template <class T, class A>
inline constexpr std::size_t marray_part = std::is_convertible_v<const A &, T> ? 1 : 0;
template <class T, std::size_t M> inline constexpr std::size_t marray_part<T, marray<T, M>> = M;
template <class T, class... A> constexpr std::size_t marray_parts() {
  return ((marray_part<T, A> != 0) && ...) ? (marray_part<T, A> + ...) : 0;
}

namespace classes {

// A marray of one element is that element, too.
template <class Self, class T, std::size_t N> struct marray_scalar {};
template <class Self, class T> struct marray_scalar<Self, T, 1> {
  constexpr operator T() const { return static_cast<const Self &>(*this)[0]; }
};

} // namespace classes
using classes::marray_scalar;

} // namespace detail

template <class T, std::size_t N> class marray : public detail::marray_scalar<marray<T, N>, T, N> {
  // The operand of an operator: its own type, so that no built-in operator fits better when the marray is a
  // number too.
  template <class U> using if_operand = std::enable_if_t<std::is_convertible_v<const U &, T>, int>;
  using mask = marray<bool, N>;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  constexpr marray() : v_{} {}
  explicit constexpr marray(const T &value) : v_{} {
    for (std::size_t i = 0; i < N; ++i)
      v_[i] = value;
  }
  // Numbers and other marrays that have N elements together.
  template <class... Args,
            std::enable_if_t<(sizeof...(Args) > 1) && detail::marray_parts<T, Args...>() == N, int> = 0>
  constexpr marray(const Args &...args) : v_{} {
    std::size_t at = 0;
    (put(at, args), ...);
  }
  constexpr marray &operator=(const T &value) { return *this = marray(value); }

  static constexpr std::size_t size() noexcept { return N; }
  constexpr T &operator[](std::size_t i) { return v_[i]; }
  constexpr const T &operator[](std::size_t i) const { return v_[i]; }
  constexpr iterator begin() { return v_; }
  constexpr const_iterator begin() const { return v_; }
  constexpr iterator end() { return v_ + N; }
  constexpr const_iterator end() const { return v_ + N; }

  SYCC_ELEMENT_OPERATORS(marray, true)

private:
  template <class U> constexpr void put(std::size_t &at, const U &value) { v_[at++] = static_cast<T>(value); }
  template <std::size_t M> constexpr void put(std::size_t &at, const marray<T, M> &values) {
    for (std::size_t i = 0; i < M; ++i)
      v_[at++] = values[i];
  }

  T v_[N];
};

template <class T, class... U> marray(T, U...) -> marray<T, sizeof...(U) + 1>;

#define SYCC_MARRAY_ALIASES(type, name)                                                                      \
  using name##2 = marray<type, 2>;                                                                           \
  using name##3 = marray<type, 3>;                                                                           \
  using name##4 = marray<type, 4>;                                                                           \
  using name##8 = marray<type, 8>;                                                                           \
  using name##16 = marray<type, 16>;
SYCC_MARRAY_ALIASES(bool, mbool)
SYCC_MARRAY_ALIASES(std::int8_t, mchar)
SYCC_MARRAY_ALIASES(std::uint8_t, muchar)
SYCC_MARRAY_ALIASES(std::int16_t, mshort)
SYCC_MARRAY_ALIASES(std::uint16_t, mushort)
SYCC_MARRAY_ALIASES(std::int32_t, mint)
SYCC_MARRAY_ALIASES(std::uint32_t, muint)
SYCC_MARRAY_ALIASES(std::int64_t, mlong)
SYCC_MARRAY_ALIASES(std::uint64_t, mulong)
SYCC_MARRAY_ALIASES(half, mhalf)
SYCC_MARRAY_ALIASES(float, mfloat)
SYCC_MARRAY_ALIASES(double, mdouble)
#undef SYCC_MARRAY_ALIASES

} // namespace sycl

#endif
