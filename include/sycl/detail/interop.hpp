// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// get_native and make_*, whatever the backend: its header says which types its objects have.
#ifndef SYCL_DETAIL_INTEROP_HPP
#define SYCL_DETAIL_INTEROP_HPP

#include <sycl/buffer.hpp>
#include <sycl/queue.hpp>

#include <new>

namespace sycl {
namespace detail {

[[noreturn]] SYCC_COLD inline void fail_mismatch(backend asked, backend is) {
  std::string what = "an object of the backend ";
  what += backend_name(is, true);
  what += " has none of ";
  what += backend_name(asked, true);
  fail(errc::backend_mismatch, what.c_str());
}
inline void check_same(backend asked, backend is) {
  if (asked != is)
    fail_mismatch(asked, is);
}

// Handles are pointers, or numbers.
template <class Handle> Handle handle_of(std::uint64_t number) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
  else
    return static_cast<Handle>(number);
}
// For no class: a user's function of that name is called with classes of SYCL, whose bases make this
// namespace one to look in.
template <class Handle, std::enable_if_t<!std::is_class_v<Handle>, int> = 0>
std::uint64_t number_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(handle));
  else
    return static_cast<std::uint64_t>(handle);
}

template <class Handle> Handle native(const device &d, sycc_native_kind what, std::uint32_t flags = 0) {
  std::uint64_t out = 0;
  check(sycc_native_get(d.sycc_handle(), what, flags, &out));
  return handle_of<Handle>(out);
}

template <class Handle> std::vector<std::uint64_t> numbers_of(const std::vector<Handle> &handles) {
  std::vector<std::uint64_t> numbers;
  for (const Handle &h : handles)
    numbers.push_back(number_of(h));
  return numbers;
}

inline void ignore_errors(exception_list) {}

// An event of the backend that happens when the last copy of this is gone: also if what it waits for never
// runs.
struct event_signal {
  event_signal(sycc_device *d, std::uint64_t e) : device(d), event(e) {
    sycc_native_events_hold(device, &event, 1, 1);
  }
  event_signal(const event_signal &) = delete;
  ~event_signal() {
    sycc_native_event_happen(device, event);
    sycc_native_events_hold(device, &event, 1, 0);
  }
  sycc_device *device;
  std::uint64_t event;
};

// Events of the user's.
struct event_list {
  event_list(sycc_device *d, const std::vector<std::uint64_t> &e) : device(d), events(e) {
    sycc_native_events_hold(device, events.data(), events.size(), 1);
  }
  event_list(const event_list &) = delete;
  ~event_list() { sycc_native_events_hold(device, events.data(), events.size(), 0); }
  sycc_device *device;
  std::vector<std::uint64_t> events;
};

// Memory of the user's, and a copy of it on the host that goes back at the end. There is no way to
// report what goes wrong there.
struct memory_copy {
  memory_copy(sycc_device *d, std::uint64_t m, std::size_t n)
      : device(d), memory(m), bytes(n), data(::operator new(n ? n : 1, align)) {
    if (const sycc_status s = sycc_native_memory_copy(device, memory, data, bytes, 1)) {
      ::operator delete(data, align);
      check(s);
    }
    sycc_native_memory_hold(device, memory, 1);
  }
  memory_copy(const memory_copy &) = delete;
  ~memory_copy() {
    sycc_native_memory_copy(device, memory, data, bytes, 0);
    sycc_native_memory_hold(device, memory, 0);
    ::operator delete(data, align);
  }

  static constexpr std::align_val_t align{128}; // the largest vec
  sycc_device *device;
  std::uint64_t memory;
  std::size_t bytes;
  void *data;
};

} // namespace detail

// ---- from SYCL -----------------------------------------------------------------------------------------

template <backend Backend> backend_return_t<Backend, platform> get_native(const platform &p) {
  detail::check_same(Backend, p.get_backend());
  return detail::native<backend_return_t<Backend, platform>>(p.get_devices()[0], SYCC_NATIVE_PLATFORM);
}
template <backend Backend> backend_return_t<Backend, device> get_native(const device &d) {
  detail::check_same(Backend, d.get_backend());
  return detail::native<backend_return_t<Backend, device>>(d, SYCC_NATIVE_DEVICE);
}
template <backend Backend> backend_return_t<Backend, context> get_native(const context &c) {
  detail::check_same(Backend, c.get_backend());
  return detail::native<backend_return_t<Backend, context>>(device(c.sycc_impl()->only), SYCC_NATIVE_CONTEXT);
}
template <backend Backend> backend_return_t<Backend, queue> get_native(const queue &q) {
  detail::check_same(Backend, q.get_backend());
  std::uint64_t out = 0;
  detail::check(sycc_native_get_queue(q.sycc_handle(), &out));
  return detail::handle_of<backend_return_t<Backend, queue>>(out);
}
// One event, which is told when the command has ended.
template <backend Backend> backend_return_t<Backend, event> get_native(const event &e) {
  detail::check_same(Backend, e.get_backend());
  using handle = typename backend_return_t<Backend, event>::value_type;
  const device d = e.sycc_queue()->dev;
  std::uint64_t made = 0;
  detail::check(sycc_native_event_new(d.sycc_handle(), &made));
  const auto signal = std::make_shared<detail::event_signal>(d.sycc_handle(), made);
  queue(e.sycc_queue()->ctx, d, detail::ignore_errors).submit([&](handler &h) {
    h.depends_on(e);
    h.host_task([signal] {});
  });
  return {detail::handle_of<handle>(made)};
}
// What the buffer has on devices of the backend so far.
template <backend Backend, class T, int D, class A>
backend_return_t<Backend, buffer<T, D, A>> get_native(const buffer<T, D, A> &b) {
  using handle = typename backend_return_t<Backend, buffer<T, D, A>>::value_type;
  const auto id = static_cast<sycc_backend>(Backend);
  std::vector<std::uint64_t> numbers(sycc_native_buffer(b.sycc_handle(), id, nullptr, 0));
  sycc_native_buffer(b.sycc_handle(), id, numbers.data(), numbers.size());
  std::vector<handle> handles;
  for (std::uint64_t n : numbers)
    handles.push_back(detail::handle_of<handle>(n));
  return handles;
}

template <backend Backend, class T, int D, access_mode M, target W, access::placeholder P, class L>
auto interop_handle::get_native_mem(const accessor<T, D, M, W, P, L> &a) const {
  static_assert(W == target::device, "get_native_mem: the accessor must have target::device");
  using result =
      backend_return_t<Backend, buffer<std::remove_const_t<T>, D, buffer_allocator<std::remove_const_t<T>>>>;
  detail::check_same(Backend, get_backend());
  sycc_access *access = detail::accessor_parts::head(a).access;
  if (!access)
    detail::fail(errc::invalid, "get_native_mem: a default-constructed accessor has no memory");
  std::uint64_t memory = 0;
  detail::check(sycc_native_memory(access, device_.sycc_handle(), &memory));
  return result{detail::handle_of<typename result::value_type>(memory)};
}
template <backend Backend> backend_return_t<Backend, queue> interop_handle::get_native_queue() const {
  detail::check_same(Backend, get_backend());
  return detail::native<backend_return_t<Backend, queue>>(device_, SYCC_NATIVE_QUEUE);
}
template <backend Backend> backend_return_t<Backend, device> interop_handle::get_native_device() const {
  return get_native<Backend>(device_);
}
template <backend Backend> backend_return_t<Backend, context> interop_handle::get_native_context() const {
  detail::check_same(Backend, get_backend());
  return detail::native<backend_return_t<Backend, context>>(device_, SYCC_NATIVE_CONTEXT);
}

// ---- to SYCL -------------------------------------------------------------------------------------------

template <backend Backend> device make_device(const backend_input_t<Backend, device> &object) {
  sycc_device *d = nullptr;
  detail::check(sycc_devices_check());
  detail::check(sycc_native_find(static_cast<sycc_backend>(Backend), SYCC_NATIVE_DEVICE,
                                 detail::number_of(object), &d));
  return device(d);
}
template <backend Backend> platform make_platform(const backend_input_t<Backend, platform> &object) {
  sycc_device *d = nullptr;
  detail::check(sycc_devices_check());
  detail::check(sycc_native_find(static_cast<sycc_backend>(Backend), SYCC_NATIVE_PLATFORM,
                                 detail::number_of(object), &d));
  return device(d).get_platform();
}
template <backend Backend>
context make_context(const backend_input_t<Backend, context> &object, const async_handler handler = {}) {
  sycc_device *found[64];
  std::size_t n = 0;
  detail::check(sycc_native_adopt(static_cast<sycc_backend>(Backend), SYCC_NATIVE_CONTEXT,
                                  detail::number_of(object), found, 64, &n));
  std::vector<device> devices;
  for (std::size_t i = 0; i < n; ++i)
    devices.push_back(device(found[i]));
  return context(devices, handler);
}
template <backend Backend>
queue make_queue(const backend_input_t<Backend, queue> &object, const context &target,
                 const async_handler handler = {}) {
  sycc_device *d = nullptr;
  std::size_t n = 0;
  detail::check_same(Backend, target.get_backend());
  detail::check(sycc_native_adopt(static_cast<sycc_backend>(Backend), SYCC_NATIVE_QUEUE,
                                  detail::number_of(object), &d, 1, &n));
  const std::uint32_t flags = sycc_native_queue_flags(d);
  using property::queue::enable_profiling;
  using property::queue::in_order;
  const bool ordered = flags & SYCC_QUEUE_IN_ORDER, profiled = flags & SYCC_QUEUE_PROFILING;
  return queue(target, device(d), handler,
               ordered && profiled ? property_list(in_order(), enable_profiling())
               : ordered           ? property_list(in_order())
               : profiled          ? property_list(enable_profiling())
                                   : property_list());
}
// Has happened when all of them have.
template <backend Backend>
event make_event(const backend_input_t<Backend, event> &object, const context &target) {
  detail::check_same(Backend, target.get_backend());
  const device d(target.sycc_impl()->only);
  const auto list = std::make_shared<detail::event_list>(d.sycc_handle(), detail::numbers_of(object));
  return queue(target, d).submit([&](handler &h) {
    h.host_task([list] {
      detail::check(sycc_native_events_wait(list->device, list->events.data(), list->events.size()));
    });
  });
}
// A copy of the memory, which goes back when the buffer ends.
template <backend Backend, class T, int Dimensions = 1,
          class AllocatorT = buffer_allocator<std::remove_const_t<T>>>
buffer<T, Dimensions, AllocatorT>
make_buffer(const backend_input_t<Backend, buffer<T, Dimensions, AllocatorT>> &object, const context &target,
            event available = {}) {
  static_assert(Dimensions == 1, "make_buffer: memory of the backend has one dimension");
  detail::check_same(Backend, target.get_backend());
  sycc_device *d = target.sycc_impl()->only;
  const std::uint64_t memory = detail::number_of(object);
  std::size_t bytes = 0;
  available.wait();
  detail::check(sycc_native_memory_size(d, memory, &bytes));
  const auto copy = std::make_shared<detail::memory_copy>(d, memory, bytes);
  return buffer<T, 1, AllocatorT>(std::shared_ptr<T>(copy, static_cast<T *>(copy->data)),
                                  range<1>(bytes / sizeof(T)));
}

} // namespace sycl

#endif
