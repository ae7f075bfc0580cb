// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vec: 1, 2, 3, 4, 8 or 16 values of one type, aligned like their vector.
//
// Swizzles that are more than one element come as copies (swizzle<...>(), lo(), hi(), odd(), even()); single
// elements as references. Comparisons give integers of the same size, 0 or -1.
#ifndef SYCL_VEC_HPP
#define SYCL_VEC_HPP

#include <sycl/detail/config.hpp>
#include <sycl/half.hpp>
#include <sycl/multi_ptr.hpp>

#include <type_traits>

namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7, s8 = 8, s9 = 9,
                       sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

template <class T, int N> class vec;

namespace detail {

template <std::size_t Bytes> struct sized_int;
template <> struct sized_int<1> { using type = std::int8_t; };
template <> struct sized_int<2> { using type = std::int16_t; };
template <> struct sized_int<4> { using type = std::int32_t; };
template <> struct sized_int<8> { using type = std::int64_t; };
template <class T> using same_size_int = typename sized_int<sizeof(T)>::type;

template <class T> inline constexpr bool is_floating = std::is_floating_point_v<T>;
template <> inline constexpr bool is_floating<half> = true;
template <class T> inline constexpr bool is_vec_element = std::is_arithmetic_v<T> || is_floating<T>;

template <class T> inline constexpr int elements_of = 1;
template <class T, int N> inline constexpr int elements_of<vec<T, N>> = N;

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

// A vec of one element is that element, too.
template <class Self, class T, int N> struct vec_scalar {};
template <class Self, class T> struct vec_scalar<Self, T, 1> {
  constexpr operator T() const { return static_cast<const Self &>(*this)[0]; }
};

} // namespace detail

template <class T, int N>
class alignas(detail::vec_alignment(sizeof(T), N)) vec : public detail::vec_scalar<vec<T, N>, T, N> {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16,
                "vec: 1, 2, 3, 4, 8 or 16 elements");
  static_assert(detail::is_vec_element<T>, "vec: its elements are numbers");
  using mask = vec<detail::same_size_int<T>, N>;
  static constexpr int half_size = N == 1 ? 1 : N == 3 ? 2 : N / 2;

public:
  using element_type = T;
  using value_type = T;

  constexpr vec() : v_{} {}
  explicit constexpr vec(const T &value) : v_{} {
    for (int i = 0; i < N; ++i)
      v_[i] = value;
  }
  // Numbers and other vecs that have N elements together.
  template <class... Args,
            std::enable_if_t<(sizeof...(Args) > 1) && (detail::elements_of<Args> + ...) == N, int> = 0>
  constexpr vec(const Args &...args) : v_{} {
    int at = 0;
    (put(at, args), ...);
  }
  constexpr vec &operator=(const T &value) { return *this = vec(value); }

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

  // Copies, and const, so that an assignment to one is an error and not lost.
  template <int... I> constexpr const vec<T, sizeof...(I)> swizzle() const {
    static_assert(((I >= 0 && I < N) && ...), "vec::swizzle: no such element");
    return {v_[I]...};
  }
  constexpr const vec<T, half_size> lo() const { return take<half_size>(0, 1); }
  constexpr const vec<T, half_size> hi() const { return take<half_size>(half_size, 1); }
  constexpr const vec<T, half_size> even() const { return take<half_size>(0, 2); }
  constexpr const vec<T, half_size> odd() const { return take<half_size>(1, 2); }

#define SYCC_ELEMENT(name, i)                                                                                \
  constexpr T &name() {                                                                                      \
    return element<i>();                                                                                     \
  }                                                                                                          \
  constexpr const T &name() const {                                                                          \
    return element<i>();                                                                                     \
  }
  // clang-format off
  SYCC_ELEMENT(x, 0) SYCC_ELEMENT(y, 1) SYCC_ELEMENT(z, 2) SYCC_ELEMENT(w, 3)
  SYCC_ELEMENT(r, 0) SYCC_ELEMENT(g, 1) SYCC_ELEMENT(b, 2) SYCC_ELEMENT(a, 3)
  SYCC_ELEMENT(s0, 0) SYCC_ELEMENT(s1, 1) SYCC_ELEMENT(s2, 2) SYCC_ELEMENT(s3, 3)
  SYCC_ELEMENT(s4, 4) SYCC_ELEMENT(s5, 5) SYCC_ELEMENT(s6, 6) SYCC_ELEMENT(s7, 7)
  SYCC_ELEMENT(s8, 8) SYCC_ELEMENT(s9, 9) SYCC_ELEMENT(sA, 10) SYCC_ELEMENT(sB, 11)
  SYCC_ELEMENT(sC, 12) SYCC_ELEMENT(sD, 13) SYCC_ELEMENT(sE, 14) SYCC_ELEMENT(sF, 15)
  // clang-format on
#undef SYCC_ELEMENT

                      void load(std::size_t offset, const T *from) {
    for (int i = 0; i < N; ++i)
      v_[i] = from[offset * N + i];
  }
  void store(std::size_t offset, T *to) const {
    for (int i = 0; i < N; ++i)
      to[offset * N + i] = v_[i];
  }
  template <class U, access::address_space S, access::decorated D>
  void load(std::size_t offset, multi_ptr<U, S, D> from) {
    load(offset, from.get());
  }
  template <access::address_space S, access::decorated D>
  void store(std::size_t offset, multi_ptr<T, S, D> to) const {
    store(offset, to.get());
  }

#define SYCC_VEC_OP(op)                                                                                      \
  friend constexpr vec operator op(const vec &a, const vec &b) {                                             \
    vec r;                                                                                                   \
    for (int i = 0; i < N; ++i)                                                                              \
      r.v_[i] = static_cast<T>(a.v_[i] op b.v_[i]);                                                          \
    return r;                                                                                                \
  }                                                                                                          \
  friend constexpr vec operator op(const vec &a, const T &b) {                                               \
    return a op vec(b);                                                                                      \
  }                                                                                                          \
  friend constexpr vec operator op(const T &a, const vec &b) {                                               \
    return vec(a) op b;                                                                                      \
  }                                                                                                          \
  friend constexpr vec &operator op##=(vec &a, const vec &b) {                                               \
    return a = a op b;                                                                                       \
  }                                                                                                          \
  friend constexpr vec &operator op##=(vec &a, const T &b) {                                                 \
    return a = a op vec(b);                                                                                  \
  }
#define SYCC_VEC_COMPARE(op)                                                                                 \
  friend constexpr mask operator op(const vec &a, const vec &b) {                                            \
    mask r;                                                                                                  \
    for (int i = 0; i < N; ++i)                                                                              \
      r[i] = a.v_[i] op b.v_[i] ? -1 : 0;                                                                    \
    return r;                                                                                                \
  }                                                                                                          \
  friend constexpr mask operator op(const vec &a, const T &b) {                                              \
    return a op vec(b);                                                                                      \
  }                                                                                                          \
  friend constexpr mask operator op(const T &a, const vec &b) {                                              \
    return vec(a) op b;                                                                                      \
  }

  SYCC_VEC_OP(+)
  SYCC_VEC_OP(-)
  SYCC_VEC_OP(*)
  SYCC_VEC_OP(/)
  SYCC_VEC_OP(%)
  SYCC_VEC_OP(&)
  SYCC_VEC_OP(|)
  SYCC_VEC_OP(^)
  SYCC_VEC_OP(<<)
  SYCC_VEC_OP(>>)
  SYCC_VEC_COMPARE(==)
  SYCC_VEC_COMPARE(!=)
  SYCC_VEC_COMPARE(<)
  SYCC_VEC_COMPARE(>)
  SYCC_VEC_COMPARE(<=)
  SYCC_VEC_COMPARE(>=)
  SYCC_VEC_COMPARE(&&)
  SYCC_VEC_COMPARE(||)
#undef SYCC_VEC_OP
#undef SYCC_VEC_COMPARE

  friend constexpr vec operator+(const vec &a) {
    return a;
  }
  friend constexpr vec operator-(const vec &a) {
    vec r;
    for (int i = 0; i < N; ++i)
      r.v_[i] = static_cast<T>(-a.v_[i]);
    return r;
  }
  friend constexpr vec operator~(const vec &a) {
    vec r;
    for (int i = 0; i < N; ++i)
      r.v_[i] = static_cast<T>(~a.v_[i]);
    return r;
  }
  friend constexpr mask operator!(const vec &a) {
    return a == vec();
  }
  friend constexpr vec &operator++(vec &a) {
    return a += T(1);
  }
  friend constexpr vec &operator--(vec &a) {
    return a -= T(1);
  }
  friend constexpr vec operator++(vec &a, int) {
    const vec old = a;
    a += T(1);
    return old;
  }
  friend constexpr vec operator--(vec &a, int) {
    const vec old = a;
    a -= T(1);
    return old;
  }

private:
  template <class, int> friend class vec;

  template <int I> constexpr T &element() {
    static_assert(I < N, "vec: no such element");
    return v_[I];
  }
  template <int I> constexpr const T &element() const {
    static_assert(I < N, "vec: no such element");
    return v_[I];
  }
  // Of three elements the fourth, which lo() and odd() may ask for, has no meaning.
  template <int M> constexpr vec<T, M> take(int first, int step) const {
    vec<T, M> r;
    for (int i = 0; i < M; ++i)
      r[i] = v_[first + i * step < N ? first + i * step : 0];
    return r;
  }
  template <class U> constexpr void put(int &at, const U &value) {
    v_[at++] = static_cast<T>(value);
  }
  template <class U, int M> constexpr void put(int &at, const vec<U, M> &values) {
    for (int i = 0; i < M; ++i)
      v_[at++] = static_cast<T>(values[i]);
  }

  T v_[N == 3 ? 4 : N];
};

template <class T, class... U> vec(T, U...) -> vec<T, sizeof...(U) + 1>;

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
SYCC_VEC_ALIASES(half, half)
SYCC_VEC_ALIASES(float, float)
SYCC_VEC_ALIASES(double, double)
#undef SYCC_VEC_ALIASES

} // namespace sycl

#endif
