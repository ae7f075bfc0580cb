// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counted reference to a C++ object of these headers that derives from counted. std::shared_ptr does
// the same, but every type it is made for costs as much to compile as one of these headers.
#ifndef SYCL_DETAIL_REF_HPP
#define SYCL_DETAIL_REF_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
namespace detail {

struct counted {
  counted() = default;
  counted(const counted &) = delete;
  virtual ~counted() = default;
  mutable unsigned references = 0;
};

// The counting, once for all types: std::exchange and std::swap would be functions of their own for each.
class ref_base {
protected:
  ref_base() = default;
  explicit ref_base(counted *object) : object_(object) { retain(); }
  ref_base(const ref_base &other) noexcept : object_(other.object_) { retain(); }
  ref_base(ref_base &&other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  ref_base &operator=(const ref_base &other) noexcept {
    counted *old = object_;
    object_ = other.object_;
    retain();
    release(old);
    return *this;
  }
  ~ref_base() { release(object_); }

  void retain() {
    if (object_)
      __atomic_add_fetch(&object_->references, 1, __ATOMIC_RELAXED);
  }
  static void release(counted *object) {
    if (object && __atomic_sub_fetch(&object->references, 1, __ATOMIC_ACQ_REL) == 0)
      delete object;
  }

  counted *object_ = nullptr;
};

template <class T> class ref : private ref_base {
public:
  ref() = default;
  explicit ref(T *object) : ref_base(object) {}

  T *get() const { return static_cast<T *>(object_); }
  T *operator->() const { return static_cast<T *>(object_); }
  T &operator*() const { return *static_cast<T *>(object_); }
  explicit operator bool() const { return object_; }
  friend bool operator==(const ref &a, const ref &b) { return a.object_ == b.object_; }
  friend bool operator!=(const ref &a, const ref &b) { return a.object_ != b.object_; }
};

} // namespace detail
} // namespace sycl

#endif
