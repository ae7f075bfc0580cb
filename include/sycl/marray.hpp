// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// marray: a fixed number of values of one type, with arithmetic element by element.
#ifndef SYCL_MARRAY_HPP
#define SYCL_MARRAY_HPP

#include <cstddef>
#include <type_traits>

namespace sycl {

template <class T, std::size_t N> class marray {
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
  template <class... Args, std::enable_if_t<(sizeof...(Args) > 1) && sizeof...(Args) == N &&
                                                (std::is_convertible_v<const Args &, T> && ...),
                                            int> = 0>
  constexpr marray(const Args &...args) : v_{static_cast<T>(args)...} {}
  constexpr marray &operator=(const T &value) { return *this = marray(value); }

  static constexpr std::size_t size() noexcept { return N; }
  constexpr T &operator[](std::size_t i) { return v_[i]; }
  constexpr const T &operator[](std::size_t i) const { return v_[i]; }
  constexpr iterator begin() { return v_; }
  constexpr const_iterator begin() const { return v_; }
  constexpr iterator end() { return v_ + N; }
  constexpr const_iterator end() const { return v_ + N; }

#define SYCC_MARRAY_OP(op)                                                                                   \
  friend constexpr marray operator op(const marray &a, const marray &b) {                                    \
    marray r;                                                                                                \
    for (std::size_t i = 0; i < N; ++i)                                                                      \
      r.v_[i] = static_cast<T>(a.v_[i] op b.v_[i]);                                                          \
    return r;                                                                                                \
  }                                                                                                          \
  friend constexpr marray operator op(const marray &a, const T &b) {                                         \
    return a op marray(b);                                                                                   \
  }                                                                                                          \
  friend constexpr marray operator op(const T &a, const marray &b) {                                         \
    return marray(a) op b;                                                                                   \
  }                                                                                                          \
  friend constexpr marray &operator op##=(marray &a, const marray &b) {                                      \
    return a = a op b;                                                                                       \
  }                                                                                                          \
  friend constexpr marray &operator op##=(marray &a, const T &b) {                                           \
    return a = a op marray(b);                                                                               \
  }
#define SYCC_MARRAY_COMPARE(op)                                                                              \
  friend constexpr marray<bool, N> operator op(const marray &a, const marray &b) {                           \
    marray<bool, N> r;                                                                                       \
    for (std::size_t i = 0; i < N; ++i)                                                                      \
      r[i] = a.v_[i] op b.v_[i];                                                                             \
    return r;                                                                                                \
  }                                                                                                          \
  friend constexpr marray<bool, N> operator op(const marray &a, const T &b) {                                \
    return a op marray(b);                                                                                   \
  }                                                                                                          \
  friend constexpr marray<bool, N> operator op(const T &a, const marray &b) {                                \
    return marray(a) op b;                                                                                   \
  }

  SYCC_MARRAY_OP(+)
  SYCC_MARRAY_OP(-)
  SYCC_MARRAY_OP(*)
  SYCC_MARRAY_OP(/)
  SYCC_MARRAY_OP(%)
  SYCC_MARRAY_OP(&)
  SYCC_MARRAY_OP(|)
  SYCC_MARRAY_OP(^)
  SYCC_MARRAY_OP(<<)
  SYCC_MARRAY_OP(>>)
  SYCC_MARRAY_COMPARE(==)
  SYCC_MARRAY_COMPARE(!=)
  SYCC_MARRAY_COMPARE(<)
  SYCC_MARRAY_COMPARE(>)
  SYCC_MARRAY_COMPARE(<=)
  SYCC_MARRAY_COMPARE(>=)
  SYCC_MARRAY_COMPARE(&&)
  SYCC_MARRAY_COMPARE(||)
#undef SYCC_MARRAY_OP
#undef SYCC_MARRAY_COMPARE

  friend constexpr marray operator+(const marray &a) {
    return a;
  }
  friend constexpr marray operator-(const marray &a) {
    marray r;
    for (std::size_t i = 0; i < N; ++i)
      r.v_[i] = static_cast<T>(-a.v_[i]);
    return r;
  }
  friend constexpr marray operator~(const marray &a) {
    marray r;
    for (std::size_t i = 0; i < N; ++i)
      r.v_[i] = static_cast<T>(~a.v_[i]);
    return r;
  }
  friend constexpr marray<bool, N> operator!(const marray &a) {
    return a == marray();
  }
  friend constexpr marray &operator++(marray &a) {
    return a += T(1);
  }
  friend constexpr marray &operator--(marray &a) {
    return a -= T(1);
  }
  friend constexpr marray operator++(marray &a, int) {
    const marray old = a;
    a += T(1);
    return old;
  }
  friend constexpr marray operator--(marray &a, int) {
    const marray old = a;
    a -= T(1);
    return old;
  }

private:
  T v_[N];
};

template <class T, class... U> marray(T, U...) -> marray<T, sizeof...(U) + 1>;

} // namespace sycl

#endif
