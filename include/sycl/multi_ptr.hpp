// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// multi_ptr: a pointer that remembers its address space. Plain pointers are generic on every target
// of sycc, so this is a plain pointer with a label, decorated or not.
#ifndef SYCL_MULTI_PTR_HPP
#define SYCL_MULTI_PTR_HPP

#include <sycl/access.hpp>
#include <sycl/detail/std.hpp>

#include <cstddef>

namespace sycl {

template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
public:
  static constexpr access::address_space address_space = Space;
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  using value_type = T;
  using pointer = T *;
  using reference = std::add_lvalue_reference_t<T>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  multi_ptr() = default;
  multi_ptr(std::nullptr_t) {}
  explicit multi_ptr(T *p) : p_(p) {}
  // From another label of the same memory, to more const or to generic.
  template <class U, access::address_space S, access::decorated D,
            std::enable_if_t<std::is_convertible_v<U *, T *> &&
                                 (S == Space || Space == access::address_space::generic_space),
                             int> = 0>
  multi_ptr(const multi_ptr<U, S, D> &other) : p_(other.get()) {}

  pointer get() const { return p_; }
  pointer get_raw() const { return p_; }
  pointer get_decorated() const { return p_; }
  explicit operator bool() const { return p_; }
  operator pointer() const { return p_; }

  reference operator*() const { return *p_; }
  pointer operator->() const { return p_; }
  reference operator[](difference_type i) const { return p_[i]; }

  multi_ptr &operator++() { return *this += 1; }
  multi_ptr &operator--() { return *this -= 1; }
  multi_ptr operator++(int) { return multi_ptr(p_++); }
  multi_ptr operator--(int) { return multi_ptr(p_--); }
  multi_ptr &operator+=(difference_type n) {
    p_ += n;
    return *this;
  }
  multi_ptr &operator-=(difference_type n) {
    p_ -= n;
    return *this;
  }
  friend multi_ptr operator+(const multi_ptr &p, difference_type n) { return multi_ptr(p.p_ + n); }
  friend multi_ptr operator-(const multi_ptr &p, difference_type n) { return multi_ptr(p.p_ - n); }
  friend difference_type operator-(const multi_ptr &a, const multi_ptr &b) { return a.p_ - b.p_; }
  friend bool operator==(const multi_ptr &a, const multi_ptr &b) { return a.p_ == b.p_; }
  friend bool operator!=(const multi_ptr &a, const multi_ptr &b) { return a.p_ != b.p_; }
  friend bool operator<(const multi_ptr &a, const multi_ptr &b) { return a.p_ < b.p_; }

  void prefetch(std::size_t) const {}

private:
  pointer p_ = nullptr;
};

// void has no elements to point to: only the label and the conversions.
template <access::address_space Space, access::decorated Decorated> class multi_ptr<void, Space, Decorated> {
public:
  static constexpr access::address_space address_space = Space;
  using value_type = void;
  using pointer = void *;

  multi_ptr() = default;
  multi_ptr(std::nullptr_t) {}
  explicit multi_ptr(void *p) : p_(p) {}
  template <class U, access::decorated D> multi_ptr(const multi_ptr<U, Space, D> &other) : p_(other.get()) {}

  pointer get() const { return p_; }
  explicit operator bool() const { return p_; }
  template <class U> explicit operator multi_ptr<U, Space, Decorated>() const {
    return multi_ptr<U, Space, Decorated>(static_cast<U *>(p_));
  }

private:
  void *p_ = nullptr;
};

template <class T, access::decorated D = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
template <class T> using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T> using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <class T> using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <class T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T> using raw_private_ptr = private_ptr<T, access::decorated::no>;

template <access::address_space Space, access::decorated D, class T>
multi_ptr<T, Space, D> address_space_cast(T *p) {
  return multi_ptr<T, Space, D>(p);
}

} // namespace sycl

#endif
