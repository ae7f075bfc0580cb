// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::span: std::span where the standard library has it, and the part of it that C++17 can have otherwise.
#ifndef SYCL_SPAN_HPP
#define SYCL_SPAN_HPP

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace sycl {

#ifdef __cpp_lib_span
using std::dynamic_extent;
using std::span;
#else

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class T, std::size_t Extent = dynamic_extent> class span {
  template <class C>
  using if_container = std::enable_if_t<
      std::is_convertible_v<std::remove_pointer_t<decltype(std::data(std::declval<C &>()))> (*)[], T (*)[]> &&
          std::is_convertible_v<decltype(std::size(std::declval<C &>())), std::size_t> && Extent == dynamic_extent,
      int>;

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr size_type extent = Extent;

  template <std::size_t E = Extent, std::enable_if_t<E == 0 || E == dynamic_extent, int> = 0> constexpr span() noexcept {}
  constexpr span(T *first, size_type count) : data_(first), size_(count) {}
  constexpr span(T *first, T *last) : data_(first), size_(static_cast<size_type>(last - first)) {}
  template <std::size_t N, std::enable_if_t<Extent == dynamic_extent || N == Extent, int> = 0>
  constexpr span(T (&a)[N]) noexcept : data_(a), size_(N) {}
  template <class U, std::size_t N,
            std::enable_if_t<(Extent == dynamic_extent || N == Extent) && std::is_convertible_v<U (*)[], T (*)[]>, int> = 0>
  constexpr span(std::array<U, N> &a) noexcept : data_(a.data()), size_(N) {}
  template <class U, std::size_t N,
            std::enable_if_t<(Extent == dynamic_extent || N == Extent) && std::is_convertible_v<const U (*)[], T (*)[]>, int> = 0>
  constexpr span(const std::array<U, N> &a) noexcept : data_(a.data()), size_(N) {}
  template <class U, std::size_t E,
            std::enable_if_t<(Extent == dynamic_extent || E == Extent) && std::is_convertible_v<U (*)[], T (*)[]>, int> = 0>
  constexpr span(const span<U, E> &other) noexcept : data_(other.data()), size_(other.size()) {}
  template <class C, if_container<C> = 0> constexpr span(C &&c) : data_(std::data(c)), size_(std::size(c)) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr size_type size() const noexcept { return size_; }
  constexpr size_type size_bytes() const noexcept { return size_ * sizeof(T); }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T &operator[](size_type i) const { return data_[i]; }
  constexpr T &front() const { return data_[0]; }
  constexpr T &back() const { return data_[size_ - 1]; }
  constexpr iterator begin() const noexcept { return data_; }
  constexpr iterator end() const noexcept { return data_ + size_; }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  constexpr span<T> first(size_type n) const { return {data_, n}; }
  constexpr span<T> last(size_type n) const { return {data_ + (size_ - n), n}; }
  constexpr span<T> subspan(size_type from, size_type n = dynamic_extent) const {
    return {data_ + from, n == dynamic_extent ? size_ - from : n};
  }
  template <std::size_t N> constexpr span<T, N> first() const { return {data_, N}; }
  template <std::size_t N> constexpr span<T, N> last() const { return {data_ + (size_ - N), N}; }

private:
  T *data_ = nullptr;
  size_type size_ = 0;
};

template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <class T, std::size_t N> span(const std::array<T, N> &) -> span<const T, N>;
template <class T> span(T *, std::size_t) -> span<T>;
template <class T> span(T *, T *) -> span<T>;
template <class C> span(C &&) -> span<std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>>;

#endif

} // namespace sycl

#endif
