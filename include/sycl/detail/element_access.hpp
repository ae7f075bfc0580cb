// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts, iterators and sizes, the same for accessor, host_accessor and local_accessor.
//
// Self has base(), the first element of the whole memory; whole(), its extent; and part() and start(), the
// extent and the beginning of what may be accessed.
#ifndef SYCL_DETAIL_ELEMENT_ACCESS_HPP
#define SYCL_DETAIL_ELEMENT_ACCESS_HPP

#include <sycl/detail/std.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl {
namespace detail {

// An element as a subscript gives it: a reference, or an object that is made of a pointer.
template <class R, class T> R element_at(T *p) {
  if constexpr (std::is_reference_v<R>)
    return *p;
  else
    return R(p);
}

// a[i] of an accessor with more than one dimension: waits for the other indices.
template <class T, int D, int Next, class R> class row {
public:
  row(T *data, size_t index, const range<D> &memory, const id<D> &offset)
      : data_(data), index_(index), memory_(memory), offset_(offset) {}

  decltype(auto) operator[](size_t i) const {
    const size_t index = index_ * memory_[Next] + offset_[Next] + i;
    if constexpr (Next + 1 == D)
      return element_at<R>(data_ + index);
    else
      return row<T, D, Next + 1, R>(data_, index, memory_, offset_);
  }

private:
  T *data_;
  size_t index_;
  range<D> memory_;
  id<D> offset_;
};

// T is the element as seen through the accessor: const for read-only ones; R what a subscript gives of it.
template <class Self, class T, int D, class R = T &> class element_access {
public:
  using value_type = T;
  using reference = R;
  using const_reference = const T &;
  using pointer = T *;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = size_t;

  // One dimension has no overload for size_t: an item converts both to it and to id.
  reference operator[](id<D> i) const {
    if constexpr (D == 1)
      return element_at<R>(self().base() + (i[0] + self().start()[0]));
    else
      return element_at<R>(self().base() + linear(i + self().start(), self().whole()));
  }
  template <int N = D, std::enable_if_t<(N > 1), int> = 0> row<T, N, 1, R> operator[](size_t i) const {
    return {self().base(), i + self().start()[0], self().whole(), self().start()};
  }

  range<D> get_range() const { return self().part(); }
  size_type size() const { return self().part().size(); }
  size_type byte_size() const { return size() * sizeof(T); }
  size_type max_size() const { return ~size_type(0) / sizeof(T); }
  bool empty() const { return size() == 0; }
  size_type get_size() const { return byte_size(); } // SYCL 1.2.1
  size_type get_count() const { return size(); }     // SYCL 1.2.1

  // Iterators are pointers: in more dimensions only when the accessor covers the whole buffer.
  iterator begin() const { return self().base() + linear(self().start(), self().whole()); }
  iterator end() const { return begin() + size(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const { return const_reverse_iterator(cbegin()); }

private:
  const Self &self() const { return *static_cast<const Self *>(this); }
};

// What an accessor without dimensions, Self, has beside those of One, an accessor of one dimension to one element: it is used
// like a reference.
template <class Self, class One> class scalar_access : public One {
public:
  using typename One::reference;
  using typename One::value_type;

  operator reference() const { return element_at<reference>(this->begin()); }
  template <class T = value_type, std::enable_if_t<!std::is_const_v<T>, int> = 0>
  const Self &operator=(const value_type &value) const {
    *this->begin() = value;
    return static_cast<const Self &>(*this);
  }

protected:
  using One::One;
  scalar_access() = default;
};

} // namespace detail
} // namespace sycl

#endif
