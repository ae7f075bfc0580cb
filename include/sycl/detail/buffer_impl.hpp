// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copies of a buffer share, whatever its element type: the runtime's buffer and what is to happen
// to the contents at the end.
//
// Memory the user gave to be written to is the buffer's host storage itself; SYCL leaves its contents
// unspecified while the buffer lives. The destructor then waits, since commands may still use it. Other
// contents are copied in, and the destructor waits only if they have somewhere to go.
#ifndef SYCL_DETAIL_BUFFER_IMPL_HPP
#define SYCL_DETAIL_BUFFER_IMPL_HPP

#include <sycl/detail/handle.hpp>
#include <sycl/exception.hpp>
#include <sycl/properties.hpp>

namespace sycl {
namespace detail {

struct buffer_impl : counted {
  buffer_impl(size_t bytes, const void *host, bool in_place, const property_list &props)
      : properties(props), users_memory(in_place) {
    sycc_buffer *b = nullptr;
    check(sycc_buffer_create(bytes, const_cast<void *>(host), in_place ? SYCC_BUFFER_USE_HOST_PTR : 0, &b));
    buffer = buffer_handle(b);
  }

  ~buffer_impl() {
    const bool write = write_back && final_data;
    if (!users_memory && !write)
      return;
    std::mutex own, *mutex = &own;
    if (properties.has_property<property::buffer::use_mutex>())
      mutex = properties.get_property<property::buffer::use_mutex>().get_mutex_ptr();
    const std::lock_guard<std::mutex> lock(*mutex);
    // An error here belongs to a command, whose queue reports it.
    if (sycc_buffer_wait(buffer.get()) == SYCC_success && write)
      final_data(sycc_buffer_host_data(buffer.get()));
  }

  buffer_handle buffer;
  property_list properties;
  bool users_memory;
  bool write_back = true;
  std::function<void(const void *)> final_data;
  std::shared_ptr<const void> keep; // memory in use that the user shares
};

} // namespace detail
} // namespace sycl

#endif
