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

struct accessor_parts; // accessor.hpp

namespace classes {

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

// Walks over the elements of a part of memory in more than one dimension, row by row.
template <class T, int D> class part_iterator {
public:
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using reference = T &;
  using iterator_category = std::random_access_iterator_tag;

  part_iterator() = default;
  part_iterator(T *memory, size_t at, const range<D> &whole, const range<D> &part, const id<D> &start)
      : memory_(memory), at_(static_cast<difference_type>(at)), whole_(whole), part_(part), start_(start) {}
  template <class U, std::enable_if_t<std::is_same_v<const U, T>, int> = 0>
  part_iterator(const part_iterator<U, D> &o)
      : memory_(o.memory_), at_(o.at_), whole_(o.whole_), part_(o.part_), start_(o.start_) {}

  reference operator*() const {
    id<D> i;
    size_t rest = static_cast<size_t>(at_);
    for (int d = D - 1; d >= 0; --d) {
      i[d] = start_[d] + rest % part_[d];
      rest /= part_[d];
    }
    return memory_[linear(i, whole_)];
  }
  pointer operator->() const { return &**this; }
  reference operator[](difference_type n) const { return *(*this + n); }
  part_iterator &operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  part_iterator &operator-=(difference_type n) { return *this += -n; }
  part_iterator &operator++() { return *this += 1; }
  part_iterator &operator--() { return *this += -1; }
  part_iterator operator++(int) {
    part_iterator old = *this;
    ++at_;
    return old;
  }
  part_iterator operator--(int) {
    part_iterator old = *this;
    --at_;
    return old;
  }
  friend part_iterator operator+(part_iterator i, difference_type n) { return i += n; }
  friend part_iterator operator+(difference_type n, part_iterator i) { return i += n; }
  friend part_iterator operator-(part_iterator i, difference_type n) { return i -= n; }
  friend difference_type operator-(const part_iterator &a, const part_iterator &b) { return a.at_ - b.at_; }
  friend bool operator==(const part_iterator &a, const part_iterator &b) { return a.at_ == b.at_; }
  friend bool operator!=(const part_iterator &a, const part_iterator &b) { return a.at_ != b.at_; }
  friend bool operator<(const part_iterator &a, const part_iterator &b) { return a.at_ < b.at_; }
  friend bool operator>(const part_iterator &a, const part_iterator &b) { return a.at_ > b.at_; }
  friend bool operator<=(const part_iterator &a, const part_iterator &b) { return a.at_ <= b.at_; }
  friend bool operator>=(const part_iterator &a, const part_iterator &b) { return a.at_ >= b.at_; }

private:
  template <class, int> friend class part_iterator;
  T *memory_ = nullptr;
  difference_type at_ = 0;
  range<D> whole_, part_;
  id<D> start_;
};

// T is the element as seen through the accessor: const for read-only ones; R what a subscript gives of it.
template <class Self, class T, int D, class R = T &> class element_access {
public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using iterator = std::conditional_t<D == 1, T *, part_iterator<T, D>>;
  using const_iterator = std::conditional_t<D == 1, const T *, part_iterator<const T, D>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = size_t;

  // One dimension has no overload for size_t: an item converts both to it and to id.
  R operator[](id<D> i) const {
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

  iterator begin() const { return iterator_at(0); }
  iterator end() const { return iterator_at(size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const { return const_reverse_iterator(cbegin()); }

protected:
  using subscript_type = R;

private:
  const Self &self() const { return *static_cast<const Self *>(this); }
  iterator iterator_at(size_t n) const {
    if constexpr (D == 1)
      return self().base() + (self().start()[0] + n);
    else
      return iterator(self().base(), n, self().whole(), self().part(), self().start());
  }
};

// What an accessor without dimensions, Self, has beside those of One, an accessor of one dimension to one
// element: it is used like a reference.
template <class Self, class One> class scalar_access : public One {
public:
  using typename One::value_type;

  operator typename One::subscript_type() const {
    return element_at<typename One::subscript_type>(this->begin());
  }
  template <class T = value_type, std::enable_if_t<!std::is_const_v<T>, int> = 0>
  const Self &operator=(const value_type &value) const {
    *this->begin() = value;
    return static_cast<const Self &>(*this);
  }

protected:
  using One::One;
  scalar_access() = default;
};

} // namespace classes
using classes::element_access;
using classes::part_iterator;
using classes::row;
using classes::scalar_access;

} // namespace detail
} // namespace sycl

#endif
