// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of a vec by name or number, one or several: v.x(), v.lo(), v.swizzle<3, 0>(), v.xyz().
//
// One element is a reference to it. Several elements of a vec that can be assigned to are a `swizzled`: it
// refers to the vec, reads and writes its elements, and is a vec wherever one is wanted. Several elements of
// a constant or temporary vec are a vec, so that nothing refers to a vec that is gone.
//
//   v.lo() += v.hi();            // v.lo() is a swizzled<vec<float, 4>, 0, 1>
//   float2 a = v.zx() * 2.0f;    // zx() is there with SYCL_SIMPLE_SWIZZLES
#ifndef SYCL_DETAIL_SWIZZLE_HPP
#define SYCL_DETAIL_SWIZZLE_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl {

template <class T, int N> class vec;
enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

namespace classes {
template <class V, int... I> class swizzled;
}
using classes::swizzled;

template <class T> inline constexpr bool is_swizzled = false;
template <class V, int... I> inline constexpr bool is_swizzled<swizzled<V, I...>> = true;

template <class T> struct vec_size {
  static constexpr int value = 0;
};
template <class T, int N> struct vec_size<vec<T, N>> {
  static constexpr int value = N;
};

// A swizzled as the vec it stands for, everything else as it is.
template <class T> constexpr const T &plain(const T &v) {
  return v;
}
template <class V, int... I> constexpr auto plain(const swizzled<V, I...> &s) {
  return s.value();
}
template <class T> using plain_t = std::decay_t<decltype(detail::plain(std::declval<const T &>()))>;

namespace classes {

// What vec<T, N> and a swizzled of as many elements have in common. Self has operator[] and pick<I...>().
template <class Self, class T, int N> class elements {
  static constexpr int half_size = N == 1 ? 1 : N == 3 ? 2 : N / 2;
  constexpr Self &self() { return static_cast<Self &>(*this); }
  constexpr const Self &self() const { return static_cast<const Self &>(*this); }
  template <int I> static constexpr void check() { static_assert(I >= 0 && I < N, "vec: no such element"); }
  // The elements first, first + step, ... Of three elements the fourth, which hi() and odd() may ask for, has
  // no meaning.
  template <class S, int First, int Step, int... I>
  static constexpr decltype(auto) part(S &s, std::integer_sequence<int, I...>) {
    return s.template pick<(First + I * Step)...>();
  }
  template <class S, int First, int Step> static constexpr decltype(auto) halve(S &s) {
    return part<S, First, Step>(s, std::make_integer_sequence<int, half_size>());
  }

public:
  template <int... I> constexpr decltype(auto) swizzle() & {
    (check<I>(), ...);
    return self().template pick<I...>();
  }
  template <int... I> constexpr decltype(auto) swizzle() const & {
    (check<I>(), ...);
    return self().template pick<I...>();
  }
#define SYCC_HALF(name, first, step)                                                                         \
  constexpr decltype(auto) name() & { return halve<Self, first, step>(self()); }                             \
  constexpr decltype(auto) name() const & { return halve<const Self, first, step>(self()); }
  SYCC_HALF(lo, 0, 1)
  SYCC_HALF(hi, half_size, 1)
  SYCC_HALF(even, 0, 2)
  SYCC_HALF(odd, 1, 2)
#undef SYCC_HALF

#define SYCC_ELEMENT(name, i)                                                                                \
  constexpr decltype(auto) name() {                                                                          \
    check<i>();                                                                                              \
    return self()[i];                                                                                        \
  }                                                                                                          \
  constexpr decltype(auto) name() const {                                                                    \
    check<i>();                                                                                              \
    return self()[i];                                                                                        \
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

#ifdef SYCL_SIMPLE_SWIZZLES
  // Every choice of two, three or four of x, y, z, w and of r, g, b, a: each level appends one letter to the
  // name.
#define SYCC_NAMED(name, ...)                                                                                \
  constexpr decltype(auto) name() & { return this->template swizzle<__VA_ARGS__>(); }                        \
  constexpr decltype(auto) name() const & { return this->template swizzle<__VA_ARGS__>(); }
#define SYCC_4(name, ...) SYCC_NAMED(name, __VA_ARGS__)
#define SYCC_3(x, y, z, w, name, ...)                                                                        \
  SYCC_NAMED(name, __VA_ARGS__)                                                                              \
  SYCC_4(name##x, __VA_ARGS__, 0)                                                                            \
  SYCC_4(name##y, __VA_ARGS__, 1)                                                                            \
  SYCC_4(name##z, __VA_ARGS__, 2)                                                                            \
  SYCC_4(name##w, __VA_ARGS__, 3)
#define SYCC_2(x, y, z, w, name, ...)                                                                        \
  SYCC_NAMED(name, __VA_ARGS__)                                                                              \
  SYCC_3(x, y, z, w, name##x, __VA_ARGS__, 0)                                                                \
  SYCC_3(x, y, z, w, name##y, __VA_ARGS__, 1)                                                                \
  SYCC_3(x, y, z, w, name##z, __VA_ARGS__, 2)                                                                \
  SYCC_3(x, y, z, w, name##w, __VA_ARGS__, 3)
#define SYCC_1(x, y, z, w, name, i)                                                                          \
  SYCC_2(x, y, z, w, name##x, i, 0)                                                                          \
  SYCC_2(x, y, z, w, name##y, i, 1)                                                                          \
  SYCC_2(x, y, z, w, name##z, i, 2)                                                                          \
  SYCC_2(x, y, z, w, name##w, i, 3)
#define SYCC_0(x, y, z, w)                                                                                   \
  SYCC_1(x, y, z, w, x, 0)                                                                                   \
  SYCC_1(x, y, z, w, y, 1)                                                                                   \
  SYCC_1(x, y, z, w, z, 2)                                                                                   \
  SYCC_1(x, y, z, w, w, 3)
                      SYCC_0(x, y, z, w) SYCC_0(r, g, b, a)
#undef SYCC_0
#undef SYCC_1
#undef SYCC_2
#undef SYCC_3
#undef SYCC_4
#undef SYCC_NAMED
#endif
};

// The elements I... of a vec of type V that lives at least as long. Copying it copies the reference,
// assigning to it assigns the elements.
template <class V, int... I>
class swizzled : public elements<swizzled<V, I...>, typename V::element_type, sizeof...(I)> {
  using T = typename V::element_type;
  static constexpr int N = sizeof...(I);
  using plain_vec = vec<T, N>;
  static constexpr int index[N] = {I...};
  static constexpr bool distinct() {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < i; ++j)
        if (index[i] == index[j])
          return false;
    return true;
  }

public:
  using element_type = T;
  using value_type = T;

  constexpr explicit swizzled(V &v) : v_(v) {}
  constexpr swizzled(const swizzled &) = default;

  constexpr plain_vec value() const {
    if constexpr (N == 1)
      return plain_vec((v_[I], ...));
    else
      return plain_vec(v_[I]...);
  }
  constexpr operator plain_vec() const { return value(); }
  template <int M = N, std::enable_if_t<M == 1, int> = 0> constexpr operator T() const {
    return v_[index[0]];
  }

  constexpr T &operator[](int i) const { return v_[index[i]]; }
  static constexpr std::size_t size() noexcept { return N; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(plain_vec); }
  static constexpr std::size_t get_count() { return N; }
  static constexpr std::size_t get_size() { return sizeof(plain_vec); }
  template <class U, rounding_mode Mode = rounding_mode::automatic> constexpr vec<U, N> convert() const {
    return value().template convert<U, Mode>();
  }
  template <class U> U as() const { return value().template as<U>(); }
  template <class... A> void load(std::size_t offset, A... from) const {
    plain_vec all;
    all.load(offset, from...);
    *this = all;
  }
  template <class... A> void store(std::size_t offset, A... to) const { value().store(offset, to...); }

  constexpr const swizzled &operator=(const plain_vec &of) const {
    static_assert(distinct(), "vec: an element stands twice in the swizzle that is assigned to");
    const plain_vec values = of; // may be the vector itself
    for (int i = 0; i < N; ++i)
      v_[index[i]] = values[i];
    return *this;
  }
  constexpr const swizzled &operator=(const swizzled &other) const { return *this = other.value(); }
  constexpr swizzled &operator=(const swizzled &other) {
    static_cast<const swizzled &>(*this) = other.value();
    return *this;
  }
  template <class U, int... J, std::enable_if_t<sizeof...(J) == N, int> = 0>
  constexpr const swizzled &operator=(const swizzled<U, J...> &other) const {
    return *this = plain_vec(other.value());
  }
  template <class U, std::enable_if_t<std::is_convertible_v<U, T> && !is_swizzled<U>, int> = 0>
  constexpr const swizzled &operator=(const U &all) const {
    return *this = plain_vec(static_cast<T>(all));
  }
#define SYCC_ASSIGN(op)                                                                                      \
  template <class U> constexpr const swizzled &operator op## = (const U &other) const {                      \
    return *this = value() op detail::plain(other);                                                          \
  }
  SYCC_ASSIGN(+)
  SYCC_ASSIGN(-)
  SYCC_ASSIGN(*)
  SYCC_ASSIGN(/)
  SYCC_ASSIGN(%)
  SYCC_ASSIGN(&)
  SYCC_ASSIGN(|)
  SYCC_ASSIGN(^)
  SYCC_ASSIGN(<<)
  SYCC_ASSIGN(>>)
#undef SYCC_ASSIGN
  constexpr const swizzled &operator++() const { return *this += T(1); }
  constexpr const swizzled &operator--() const { return *this -= T(1); }
  constexpr plain_vec operator++(int) const {
    const plain_vec old = value();
    ++*this;
    return old;
  }
  constexpr plain_vec operator--(int) const {
    const plain_vec old = value();
    --*this;
    return old;
  }

private:
  template <class, class, int> friend class elements;
  template <int... J> constexpr swizzled<V, index[J]...> pick() const { return swizzled<V, index[J]...>(v_); }

  V &v_;
};

// Operators with a swizzled on either side: with a vec or swizzled of as many elements, or with a number.
template <class A, class B> constexpr bool operands() {
  constexpr int a = vec_size<plain_t<A>>::value, b = vec_size<plain_t<B>>::value;
  if constexpr (!is_swizzled<A> && !is_swizzled<B>)
    return false;
  else if constexpr (a != 0 && b != 0)
    return std::is_same_v<plain_t<A>, plain_t<B>>;
  else if constexpr (a != 0)
    return std::is_convertible_v<B, typename plain_t<A>::element_type>;
  else
    return std::is_convertible_v<A, typename plain_t<B>::element_type>;
}
#define SYCC_BINARY(op)                                                                                      \
  template <class A, class B, std::enable_if_t<operands<A, B>(), int> = 0>                                   \
  constexpr auto operator op(const A &a, const B &b) {                                                       \
    return detail::plain(a) op detail::plain(b);                                                             \
  }
// clang-format off
SYCC_BINARY(+) SYCC_BINARY(-) SYCC_BINARY(*) SYCC_BINARY(/) SYCC_BINARY(%)
SYCC_BINARY(&) SYCC_BINARY(|) SYCC_BINARY(^) SYCC_BINARY(<<) SYCC_BINARY(>>)
SYCC_BINARY(==) SYCC_BINARY(!=) SYCC_BINARY(<) SYCC_BINARY(>) SYCC_BINARY(<=) SYCC_BINARY(>=)
SYCC_BINARY(&&) SYCC_BINARY(||)
// clang-format on
#undef SYCC_BINARY
#define SYCC_UNARY(op)                                                                                       \
  template <class V, int... I> constexpr auto operator op(const swizzled<V, I...> &s) {                      \
    return op s.value();                                                                                     \
  }
            SYCC_UNARY(+) SYCC_UNARY(-) SYCC_UNARY(~) SYCC_UNARY(!)
#undef SYCC_UNARY

} // namespace classes
using classes::elements;

} // namespace detail
} // namespace sycl

#endif
