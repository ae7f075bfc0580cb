// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counted reference to a C++ object of these headers that derives from counted. std::shared_ptr does
// the same, but every type it is made for costs as much to compile as one of these headers.
#ifndef SYCL_DETAIL_REF_HPP
#define SYCL_DETAIL_REF_HPP

#include <sycl/detail/config.hpp>

#include <utility>

namespace sycl {
namespace detail {

struct counted {
  counted() = default;
  counted(const counted &) = delete;
  virtual ~counted() = default;
  mutable unsigned references = 0;
};

template <class T> class ref {
public:
  ref() = default;
  explicit ref(T *object) : object_(object) { retain(); }
  ref(const ref &other) noexcept : object_(other.object_) { retain(); }
  ref(ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ref &operator=(ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~ref() {
    if (object_ && __atomic_sub_fetch(&object_->references, 1, __ATOMIC_ACQ_REL) == 0)
      delete object_;
  }

  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_; }
  unsigned use_count() const { return object_ ? __atomic_load_n(&object_->references, __ATOMIC_RELAXED) : 0; }
  friend bool operator==(const ref &a, const ref &b) { return a.object_ == b.object_; }
  friend bool operator!=(const ref &a, const ref &b) { return a.object_ != b.object_; }

private:
  void retain() {
    if (object_)
      __atomic_add_fetch(&object_->references, 1, __ATOMIC_RELAXED);
  }
  T *object_ = nullptr;
};

} // namespace detail
} // namespace sycl

#endif
