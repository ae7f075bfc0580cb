// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the copies of a buffer share, whatever its element type: the runtime's buffer and what is to happen
// to the contents at the end.
//
// Memory the user gave to be written to is the buffer's host storage itself; SYCL leaves its contents
// unspecified while the buffer lives. Memory that is only read, and sequences, are copied in. The destructor
// waits if the user gave memory, or if contents that were asked to be written have somewhere to go.
#ifndef SYCL_DETAIL_BUFFER_IMPL_HPP
#define SYCL_DETAIL_BUFFER_IMPL_HPP

#include <sycl/detail/handle.hpp>
#include <sycl/exception.hpp>
#include <sycl/properties.hpp>

#include <cstdio>

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

// What the user gave to begin with.
enum class source { nothing, copied, read, written };

struct buffer_impl : counted {
  buffer_impl(size_t bytes, const void *host, source from, const property_list &props)
      : properties(props), from_(host ? from : source::nothing) {
    sycc_buffer *b = nullptr;
    const bool use_host_ptr = props.has_property<property::buffer::use_host_ptr>() ||
                              props.has_property<property::image::use_host_ptr>();
    const bool in_place = from_ == source::written || (from_ == source::read && use_host_ptr);
    const std::uint32_t flags = in_place ? std::uint32_t(SYCC_BUFFER_USE_HOST_PTR) : 0;
    check(sycc_buffer_create(bytes, const_cast<void *>(host), flags, &b));
    buffer = buffer_handle(b);
  }

  // A sub-buffer: final data are its own, and the whole buffer lives as long as it.
  buffer_impl(const ref<buffer_impl> &whole, size_t offset, size_t bytes)
      : properties(whole->properties), from_(source::nothing), whole_(whole) {
    sycc_buffer *b = nullptr;
    check(sycc_buffer_create_sub(whole->buffer.get(), offset, bytes, &b));
    buffer = buffer_handle(b);
  }

  ~buffer_impl() {
    const bool go = write_back && sycc_buffer_written(buffer.get());
    const bool go_home = go && !redirected_ && from_ == source::written;
    const bool go_elsewhere = go && final_data_;
    if (go_elsewhere || from_ == source::read || from_ == source::written)
      end(go_home || go_elsewhere, go_elsewhere);
  }

  // Where the contents go from now on; null: nowhere.
  void redirect(const ref<final_writer> &to) {
    final_data_ = to;
    redirected_ = true;
  }

  buffer_handle buffer;
  property_list properties;
  bool write_back = true;
  ref<counted> keep; // memory in use that the user shares

  bool is_part() const { return static_cast<bool>(whole_); }

private:
  void end(bool bring, bool write) {
    std::mutex *const mutex = properties.mutex();
    if (mutex)
      mutex->lock();
    // The error of a command is its queue's to report. That of the last copy to the host belongs to none, and
    // a destructor must not throw.
    const sycc_status s = bring ? sycc_buffer_wait(buffer.get()) : sycc_buffer_idle(buffer.get());
    if (s != SYCC_success && bring)
      std::fprintf(stderr, "sycl: error: the contents of a buffer that ends did not get to the host: %s\n",
                   sycc_error_message());
    if (s == SYCC_success && write)
      final_data_->write(sycc_buffer_host_data(buffer.get()));
    if (mutex)
      mutex->unlock();
  }

  const source from_;
  bool redirected_ = false;
  ref<final_writer> final_data_;
  const ref<buffer_impl> whole_;
};

} // namespace detail
} // namespace sycl

#endif
