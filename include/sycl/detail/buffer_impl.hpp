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

// Brings the contents to where set_final_data said. Not a std::function: most buffers have none.
struct final_writer : counted {
  virtual void write(const void *from) = 0;
};
template <class F> struct final_writer_of final : final_writer {
  explicit final_writer_of(const F &f) : function(f) {}
  void write(const void *from) override { function(from); }
  F function;
};

// Keeps a shared_ptr of any type.
template <class Owner> struct counted_owner final : counted {
  explicit counted_owner(const Owner &o) : owner(o) {}
  const Owner owner;
};

struct buffer_impl : counted {
  buffer_impl(size_t bytes, const void *host, bool in_place, const property_list &props)
      : properties(props),
        users_memory(in_place || (host && props.has_property<property::buffer::use_host_ptr>())) {
    sycc_buffer *b = nullptr;
    const std::uint32_t flags = users_memory ? std::uint32_t(SYCC_BUFFER_USE_HOST_PTR) : 0;
    check(sycc_buffer_create(bytes, const_cast<void *>(host), flags, &b));
    buffer = buffer_handle(b);
  }

  // A sub-buffer: final data are its own, and the whole buffer lives as long as it.
  buffer_impl(const ref<buffer_impl> &whole, size_t offset, size_t bytes)
      : properties(whole->properties), users_memory(false), whole_(whole) {
    sycc_buffer *b = nullptr;
    check(sycc_buffer_create_sub(whole->buffer.get(), offset, bytes, &b));
    buffer = buffer_handle(b);
  }

  ~buffer_impl() {
    const bool write = write_back && final_data;
    if (!users_memory && !write)
      return;
    std::mutex *const mutex = properties.mutex();
    if (mutex)
      mutex->lock();
    // An error here belongs to a command, whose queue reports it.
    if (sycc_buffer_wait(buffer.get()) == SYCC_success && write)
      final_data->write(sycc_buffer_host_data(buffer.get()));
    if (mutex)
      mutex->unlock();
  }

  buffer_handle buffer;
  property_list properties;
  const bool users_memory;
  bool write_back = true;
  ref<final_writer> final_data;
  ref<counted> keep; // memory in use that the user shares

  bool is_part() const { return static_cast<bool>(whole_); }

private:
  const ref<buffer_impl> whole_;
};

} // namespace detail
} // namespace sycl

#endif
