// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vec: 1, 2, 3, 4, 8 or 16 values of one type, aligned like their vector.
//
// Comparisons give integers of the same size, 0 or -1. Elements and swizzles are those of detail/swizzle.hpp.
#ifndef SYCL_VEC_HPP
#define SYCL_VEC_HPP

#include <sycl/detail/config.hpp>
#include <sycl/detail/element_operators.hpp>
#include <sycl/detail/swizzle.hpp>
#include <sycl/half.hpp>
#include <sycl/multi_ptr.hpp>

#include <type_traits>

namespace sycl {

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7, s8 = 8, s9 = 9,
                       sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

template <std::size_t Bytes> struct sized_int;
template <> struct sized_int<1> {
  using type = std::int8_t;
};
template <> struct sized_int<2> {
  using type = std::int16_t;
};
template <> struct sized_int<4> {
  using type = std::int32_t;
};
template <> struct sized_int<8> {
  using type = std::int64_t;
};
template <class T> using same_size_int = typename sized_int<sizeof(T)>::type;

template <class T> inline constexpr bool is_floating = std::is_floating_point_v<T>;
template <> inline constexpr bool is_floating<half> = true;
template <class T>
inline constexpr bool is_vec_element =
    std::is_arithmetic_v<T> || is_floating<T> || std::is_same_v<T, std::byte>;

template <class T> inline constexpr int elements_of = 1;
template <class T, int N> inline constexpr int elements_of<vec<T, N>> = N;
template <class V, int... I> inline constexpr int elements_of<swizzled<V, I...>> = sizeof...(I);

// One value as another type; from floating point to integers with a rounding mode.
template <class To, rounding_mode Mode, class From> constexpr To convert_to(From v) {
  if constexpr (is_floating<From> && !is_floating<To> && Mode != rounding_mode::automatic &&
                Mode != rounding_mode::rtz) {
    const double d = static_cast<double>(static_cast<std::conditional_t<sizeof(From) == 2, float, From>>(v));
    if constexpr (Mode == rounding_mode::rte)
      return static_cast<To>(__builtin_rint(d));
    else if constexpr (Mode == rounding_mode::rtp)
      return static_cast<To>(__builtin_ceil(d));
    else
      return static_cast<To>(__builtin_floor(d));
  } else {
    return static_cast<To>(v);
  }
}

constexpr std::size_t vec_alignment(std::size_t element, int n) {
  const std::size_t bytes = element * static_cast<std::size_t>(n == 3 ? 4 : n);
  return bytes < 64 ? bytes : 64;
}

namespace classes {

// A vec of one element is that element, too.
template <class Self, class T, int N> struct vec_scalar {};
template <class Self, class T> struct vec_scalar<Self, T, 1> {
  constexpr operator T() const { return static_cast<const Self &>(*this)[0]; }
};

} // namespace classes
using classes::vec_scalar;

#ifdef SYCC_DEVICE
// The compiler's own vector of as many elements. What is no number to it stands in as its bits.
template <class T, int N> struct native_vector {
  static constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
  using element = std::conditional_t<is_number, T,
                                     std::conditional_t<std::is_same_v<T, half>, _Float16, same_size_int<T>>>;
  typedef element type __attribute__((ext_vector_type(N)));
};
template <class T> struct native_vector<T, 1> {
  using type = T;
};
#endif

} // namespace detail

template <class T, int N>
class alignas(detail::vec_alignment(sizeof(T), N)) vec : public detail::vec_scalar<vec<T, N>, T, N>,
                                                         public detail::elements<vec<T, N>, T, N> {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16,
                "vec: 1, 2, 3, 4, 8 or 16 elements");
  static_assert(detail::is_vec_element<T>, "vec: its elements are numbers");
  using mask = vec<detail::same_size_int<T>, N>;
  template <class U>
  using if_number = std::enable_if_t<std::is_convertible_v<U, T> && detail::elements_of<U> == 1, int>;
  // The operand of an operator: its own type, so that no built-in operator fits better when the vec is a
  // number too.
  template <class U>
  using if_operand = std::enable_if_t<std::is_convertible_v<U, T> && !detail::is_swizzled<U>, int>;

public:
  using element_type = T;
  using value_type = T;

  constexpr vec() : v_{} {}
  explicit constexpr vec(const T &value) : v_{} {
    for (int i = 0; i < N; ++i)
      v_[i] = value;
  }
  // Of another type in braces, which would not convert: float from an int or a double.
  template <class U, if_number<U> = 0> explicit constexpr vec(const U &value) : vec(static_cast<T>(value)) {}
  // Numbers and other vecs that have N elements together.
  template <class... Args,
            std::enable_if_t<(sizeof...(Args) > 1) && (detail::elements_of<Args> + ...) == N, int> = 0>
  constexpr vec(const Args &...args) : v_{} {
    int at = 0;
    (put(at, args), ...);
  }
  // A template: `v = {}` sets all elements to zero and has no number in it.
  template <class U, if_number<U> = 0> constexpr vec &operator=(const U &value) {
    return *this = vec(static_cast<T>(value));
  }

#ifdef SYCC_DEVICE
  // In device code only. Templates: no built-in operator of native vectors fits where the vec's own is meant.
  using vector_t = typename detail::native_vector<T, N>::type;
  template <class V, std::enable_if_t<std::is_same_v<V, vector_t> && (N > 1), int> = 0>
  vec(V native) : vec(__builtin_bit_cast(vec, native)) {}
  template <class V, std::enable_if_t<std::is_same_v<V, vector_t> && (N > 1), int> = 0> operator V() const {
    return __builtin_bit_cast(V, *this);
  }
#endif

  static constexpr std::size_t size() noexcept { return N; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr std::size_t get_count() { return N; }
  static constexpr std::size_t get_size() { return sizeof(vec); }

  constexpr T &operator[](int i) { return v_[i]; }
  constexpr const T &operator[](int i) const { return v_[i]; }

  template <class U, rounding_mode Mode = rounding_mode::automatic> constexpr vec<U, N> convert() const {
    vec<U, N> r;
    for (int i = 0; i < N; ++i)
      r[i] = detail::convert_to<U, Mode>(v_[i]);
    return r;
  }
  template <class V> V as() const {
    static_assert(sizeof(V) == sizeof(vec), "vec::as: the other type has another size");
    return __builtin_bit_cast(V, *this);
  }

  void load(std::size_t offset, const T *from) {
    for (int i = 0; i < N; ++i)
      v_[i] = from[offset * N + i];
  }
  void store(std::size_t offset, T *to) const {
    for (int i = 0; i < N; ++i)
      to[offset * N + i] = v_[i];
  }
  template <access::address_space S, access::decorated D>
  void load(std::size_t offset, multi_ptr<const T, S, D> from) {
    load(offset, static_cast<const T *>(from.get()));
  }
  template <access::address_space S, access::decorated D>
  void load(std::size_t offset, multi_ptr<T, S, D> from) {
    load(offset, static_cast<const T *>(from.get()));
  }
  template <access::address_space S, access::decorated D>
  void store(std::size_t offset, multi_ptr<T, S, D> to) const {
    store(offset, to.get());
  }

  SYCC_ELEMENT_OPERATORS(vec, -1)

private:
  template <class, int> friend class vec;

  template <class, class, int> friend class detail::elements;

  template <int... I> constexpr detail::swizzled<vec, I...> pick() {
    return detail::swizzled<vec, I...>(*this);
  }
  // Const, so that an assignment to it is an error and not lost.
  template <int... I> constexpr const vec<T, sizeof...(I)> pick() const {
    if constexpr (sizeof...(I) == 1)
      return vec<T, 1>((v_[I], ...));
    else
      return {v_[I]...};
  }
  template <class U> constexpr void put(int &at, const U &value) { v_[at++] = static_cast<T>(value); }
  template <class V, int... I> constexpr void put(int &at, const detail::swizzled<V, I...> &values) {
    put(at, values.value());
  }
  template <class U, int M> constexpr void put(int &at, const vec<U, M> &values) {
    for (int i = 0; i < M; ++i)
      v_[at++] = static_cast<T>(values[i]);
  }

  T v_[N == 3 ? 4 : N];
};

template <class T, class... U> vec(T, U...) -> vec<T, sizeof...(U) + 1>;

// SYCL 1.2.1's names of numbers.
using schar = signed char;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;
using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;
using byte = std::uint8_t;
namespace opencl {
// clang-format off
using sycl::cl_bool; using sycl::cl_char; using sycl::cl_uchar; using sycl::cl_short; using sycl::cl_ushort; using sycl::cl_int;
using sycl::cl_uint; using sycl::cl_long; using sycl::cl_ulong; using sycl::cl_half; using sycl::cl_float; using sycl::cl_double;
// clang-format on
} // namespace opencl

#define SYCC_VEC_ALIASES(type, name)                                                                         \
  using name##2 = vec<type, 2>;                                                                              \
  using name##3 = vec<type, 3>;                                                                              \
  using name##4 = vec<type, 4>;                                                                              \
  using name##8 = vec<type, 8>;                                                                              \
  using name##16 = vec<type, 16>;
SYCC_VEC_ALIASES(std::int8_t, char)
SYCC_VEC_ALIASES(std::uint8_t, uchar)
SYCC_VEC_ALIASES(std::int16_t, short)
SYCC_VEC_ALIASES(std::uint16_t, ushort)
SYCC_VEC_ALIASES(std::int32_t, int)
SYCC_VEC_ALIASES(std::uint32_t, uint)
SYCC_VEC_ALIASES(std::int64_t, long)
SYCC_VEC_ALIASES(std::uint64_t, ulong)
SYCC_VEC_ALIASES(schar, schar)
SYCC_VEC_ALIASES(longlong, longlong)
SYCC_VEC_ALIASES(ulonglong, ulonglong)
// clang-format off
SYCC_VEC_ALIASES(cl_char, cl_char) SYCC_VEC_ALIASES(cl_uchar, cl_uchar) SYCC_VEC_ALIASES(cl_short, cl_short)
SYCC_VEC_ALIASES(cl_ushort, cl_ushort) SYCC_VEC_ALIASES(cl_int, cl_int) SYCC_VEC_ALIASES(cl_uint, cl_uint)
SYCC_VEC_ALIASES(cl_long, cl_long) SYCC_VEC_ALIASES(cl_ulong, cl_ulong) SYCC_VEC_ALIASES(cl_half, cl_half)
SYCC_VEC_ALIASES(cl_float, cl_float) SYCC_VEC_ALIASES(cl_double, cl_double)
    // clang-format on
    SYCC_VEC_ALIASES(half, half) SYCC_VEC_ALIASES(float, float) SYCC_VEC_ALIASES(double, double)
#undef SYCC_VEC_ALIASES

} // namespace sycl

#endif
