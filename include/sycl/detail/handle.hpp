// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counted reference to an object of the C runtime.
#ifndef SYCL_DETAIL_HANDLE_HPP
#define SYCL_DETAIL_HANDLE_HPP

#include <sycl/detail/config.hpp>

namespace sycl {
namespace detail {

template <class T, void (*Retain)(T *), void (*Release)(T *)> class handle {
public:
  handle() = default;
  // Takes over the caller's reference.
  explicit handle(T *object) : object_(object) {}
  handle(const handle &other) : object_(other.object_) {
    if (object_)
      Retain(object_);
  }
  handle(handle &&other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  handle &operator=(handle other) noexcept {
    T *old = object_;
    object_ = other.object_;
    other.object_ = old;
    return *this;
  }
  ~handle() {
    if (object_)
      Release(object_);
  }

  T *get() const { return object_; }
  explicit operator bool() const { return object_; }

private:
  T *object_ = nullptr;
};

using queue_handle = handle<sycc_queue, sycc_queue_retain, sycc_queue_release>;
using event_handle = handle<sycc_event, sycc_event_retain, sycc_event_release>;
using buffer_handle = handle<sycc_buffer, sycc_buffer_retain, sycc_buffer_release>;

} // namespace detail
} // namespace sycl

#endif
