// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::span: std::span where the standard library has it, else a class like it: a pointer and a number of
// elements, which is part of the type or dynamic_extent.
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
using std::as_bytes;
using std::as_writable_bytes;
using std::dynamic_extent;
using std::span;
#else

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class T, std::size_t Extent = dynamic_extent> class span;

namespace detail {

template <class T> inline constexpr bool is_span = false;
template <class T, std::size_t N> inline constexpr bool is_span<span<T, N>> = true;
template <class T> inline constexpr bool is_std_array = false;
template <class T, std::size_t N> inline constexpr bool is_std_array<std::array<T, N>> = true;

namespace classes {

template <std::size_t Extent> struct span_size {
  constexpr span_size(std::size_t) {}
  static constexpr std::size_t size = Extent;
};
template <> struct span_size<dynamic_extent> {
  constexpr span_size(std::size_t n) : size(n) {}
  std::size_t size;
};

} // namespace classes
using classes::span_size;

// Elements that From points to can be seen as elements of a span of To: more const, but no other class.
template <class From, class To> inline constexpr bool spans = std::is_convertible_v<From (*)[], To (*)[]>;

} // namespace detail

template <class T, std::size_t Extent> class span : detail::span_size<Extent> {
  using base = detail::span_size<Extent>;
  template <bool B> using only_if = std::enable_if_t<B, int>;

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
  static constexpr std::size_t extent = Extent;

  template <std::size_t E = Extent, only_if<E == 0 || E == dynamic_extent> = 0>
  constexpr span() noexcept : base(0) {}
  constexpr span(pointer first, size_type count) : base(count), first_(first) {}
  constexpr span(pointer first, pointer last) : base(static_cast<std::size_t>(last - first)), first_(first) {}
  template <std::size_t N, only_if<Extent == dynamic_extent || Extent == N> = 0>
  constexpr span(element_type (&a)[N]) noexcept : base(N), first_(a) {}
  template <class U, std::size_t N,
            only_if<(Extent == dynamic_extent || Extent == N) && detail::spans<U, T>> = 0>
  constexpr span(std::array<U, N> &a) noexcept : base(N), first_(a.data()) {}
  template <class U, std::size_t N,
            only_if<(Extent == dynamic_extent || Extent == N) && detail::spans<const U, T>> = 0>
  constexpr span(const std::array<U, N> &a) noexcept : base(N), first_(a.data()) {}
  template <
      class U, std::size_t N,
      only_if<(Extent == dynamic_extent || N == dynamic_extent || Extent == N) && detail::spans<U, T>> = 0>
  constexpr span(const span<U, N> &other) noexcept : base(other.size()), first_(other.data()) {}
  // Containers with data() and size().
  template <class C, class P = std::remove_pointer_t<decltype(std::declval<C &>().data())>,
            class = decltype(std::declval<C &>().size()),
            class Plain = std::remove_cv_t<std::remove_reference_t<C>>,
            only_if<Extent == dynamic_extent && detail::spans<P, T> && !detail::is_span<Plain> &&
                    !detail::is_std_array<Plain>> = 0>
  constexpr span(C &&c) : base(c.size()), first_(c.data()) {}

  constexpr iterator begin() const noexcept { return first_; }
  constexpr iterator end() const noexcept { return first_ + size(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  constexpr reference front() const { return *first_; }
  constexpr reference back() const { return first_[size() - 1]; }
  constexpr reference operator[](size_type i) const { return first_[i]; }
  constexpr pointer data() const noexcept { return first_; }
  constexpr size_type size() const noexcept { return base::size; }
  constexpr size_type size_bytes() const noexcept { return size() * sizeof(T); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }

  template <std::size_t N> constexpr span<T, N> first() const { return {first_, N}; }
  template <std::size_t N> constexpr span<T, N> last() const { return {first_ + (size() - N), N}; }
  constexpr span<T> first(size_type n) const { return {first_, n}; }
  constexpr span<T> last(size_type n) const { return {first_ + (size() - n), n}; }
  constexpr span<T> subspan(size_type at, size_type n = dynamic_extent) const {
    return {first_ + at, n == dynamic_extent ? size() - at : n};
  }
  template <std::size_t At, std::size_t N = dynamic_extent> constexpr auto subspan() const {
    constexpr std::size_t rest = N != dynamic_extent        ? N
                                 : Extent != dynamic_extent ? Extent - At
                                                            : dynamic_extent;
    return span<T, rest>(first_ + At, N != dynamic_extent ? N : size() - At);
  }

private:
  pointer first_ = nullptr;
};

template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <class T, std::size_t N> span(const std::array<T, N> &) -> span<const T, N>;
template <class T> span(T *, std::size_t) -> span<T>;
template <class T> span(T *, T *) -> span<T>;
template <class C> span(C &&) -> span<std::remove_pointer_t<decltype(std::declval<C &>().data())>>;

template <class T, std::size_t N> auto as_bytes(span<T, N> s) noexcept {
  return span<const std::byte, N == dynamic_extent ? N : N * sizeof(T)>(
      reinterpret_cast<const std::byte *>(s.data()), s.size_bytes());
}
template <class T, std::size_t N> auto as_writable_bytes(span<T, N> s) noexcept {
  return span<std::byte, N == dynamic_extent ? N : N * sizeof(T)>(reinterpret_cast<std::byte *>(s.data()),
                                                                  s.size_bytes());
}

#endif
} // namespace sycl

#endif
