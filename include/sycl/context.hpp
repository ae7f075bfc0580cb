// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// context: a set of devices of one platform, with an error handler of its own. The C runtime has none.
#ifndef SYCL_CONTEXT_HPP
#define SYCL_CONTEXT_HPP

#include <sycl/device_selector.hpp>
#include <sycl/properties.hpp>

namespace sycl {

namespace detail {

struct queue_impl;

// Takes the errors of a queue to the user's asynchronous handler. Made only where there is one: a program
// without contains none of the code that makes exceptions out of the errors of commands.
struct error_receiver : counted {
  virtual void receive(queue_impl &q, sycc_status first) = 0;
};
ref<error_receiver> make_receiver(const async_handler &h); // queue_impl.hpp; null if h is empty

// The usual context has one device, and no list of them.
struct context_impl : counted {
  context_impl(const device &d, const ref<error_receiver> &r, const property_list &p)
      : only(d.sycc_handle()), receiver(r), properties(p.sycc_for<context>()) {}
  context_impl(const context_impl &) = delete;

  sycc_device *only; // the first
  sycc_device **devices = &only;
  size_t count = 1;
  const ref<error_receiver> receiver;
  const property_list properties;
};

struct context_impl_of_many : context_impl {
  context_impl_of_many(size_t n, const device &first, const ref<error_receiver> &r, const property_list &p)
      : context_impl(first, r, p) {
    devices = new sycc_device *[n];
    count = n;
  }
  ~context_impl_of_many() { delete[] devices; }
};

[[noreturn]] SYCC_COLD inline void fail_empty_context() {
  fail(errc::invalid, "context: it needs at least one device");
}

inline ref<context_impl> make_context(const device *list, size_t n, const ref<error_receiver> &r,
                                      const property_list &props) {
  if (n == 0)
    fail_empty_context();
  ref<context_impl> c(new context_impl_of_many(n, list[0], r, props));
  for (size_t i = 0; i < n; ++i) {
    if (list[i].get_platform() != list[0].get_platform())
      fail(errc::invalid, "context: its devices must belong to one platform");
    c->devices[i] = list[i].sycc_handle();
  }
  return c;
}

inline ref<context_impl> make_context(const platform &p, const ref<error_receiver> &r,
                                      const property_list &props) {
  const size_t n = sycc_device_count(p.sycc_handle());
  if (n == 0)
    fail_empty_context();
  ref<context_impl> c(new context_impl_of_many(n, device(sycc_device_get(p.sycc_handle(), 0)), r, props));
  for (size_t i = 0; i < n; ++i)
    c->devices[i] = sycc_device_get(p.sycc_handle(), i);
  return c;
}

} // namespace detail

class context : public detail::with_properties<context> {
public:
  explicit context(const property_list &props = {}) : context(device(), props) {}
  explicit context(async_handler handler, const property_list &props = {})
      : context(device(), std::move(handler), props) {}
  explicit context(const device &d, const property_list &props = {})
      : impl_(new detail::context_impl(d, detail::ref<detail::error_receiver>(), props)) {}
  explicit context(const device &d, async_handler handler, const property_list &props = {})
      : impl_(new detail::context_impl(d, detail::make_receiver(handler), props)) {}
  explicit context(const platform &p, const property_list &props = {})
      : impl_(detail::make_context(p, detail::ref<detail::error_receiver>(), props)) {}
  explicit context(const platform &p, async_handler handler, const property_list &props = {})
      : impl_(detail::make_context(p, detail::make_receiver(handler), props)) {}
  explicit context(const std::vector<device> &devices, const property_list &props = {})
      : impl_(detail::make_context(devices.data(), devices.size(), detail::ref<detail::error_receiver>(),
                                   props)) {}
  explicit context(const std::vector<device> &devices, async_handler handler, const property_list &props = {})
      : impl_(detail::make_context(devices.data(), devices.size(), detail::make_receiver(handler), props)) {}

  SYCC_LAZY std::vector<device> get_devices() const {
    std::vector<device> all;
    for (std::size_t i = 0; i < impl_->count; ++i)
      all.push_back(device(impl_->devices[i]));
    return all;
  }
  platform get_platform() const { return first().get_platform(); }
  sycl::backend get_backend() const noexcept { return get_platform().get_backend(); }
  bool is_host() const { return false; }

  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::context::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Param, info::context::devices>)
      return get_devices();
    else if constexpr (detail::is_atomic<Param>)
      return detail::atomics<typename Param::return_type::value_type>(common(Param::capabilities));
    else
      static_assert(detail::always_false<Param>,
                    "context::get_info: not an information descriptor of contexts");
  }

  friend bool operator==(const context &a, const context &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const context &a, const context &b) { return a.impl_ != b.impl_; }

  // For these headers.
  explicit context(const detail::ref<detail::counted> &impl)
      : impl_(static_cast<detail::context_impl *>(impl.get())) {}
  detail::context_impl *sycc_impl() const { return impl_.get(); }
  const property_list &properties_of() const { return impl_->properties; }

private:
  device first() const { return device(impl_->only); }
  // What all devices have of a set.
  std::uint64_t common(sycc_device_number set) const {
    std::uint64_t all = ~std::uint64_t(0);
    for (std::size_t i = 0; i < impl_->count; ++i)
      all &= sycc_device_value(impl_->devices[i], set);
    return all;
  }

  detail::ref<detail::context_impl> impl_;
};

#define SYCL_EXT_ONEAPI_DEFAULT_CONTEXT 1
#define SYCL_KHR_DEFAULT_CONTEXT 1

// Extension: a context of all devices of a platform that queues have when none is given. Lives until the end
// of the program, and beyond: queues may be made then.
namespace detail {

struct default_contexts {
  struct entry {
    sycc_platform *platform;
    context shared;
    entry *next;
  };
  std::mutex mutex;
  entry *first = nullptr;
};

SYCC_ONCE inline context default_context(const platform &p) {
  static default_contexts &all = *new default_contexts;
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (const default_contexts::entry *e = all.first; e; e = e->next)
    if (e->platform == p.sycc_handle())
      return e->shared;
  all.first = new default_contexts::entry{p.sycc_handle(), context(p), all.first};
  return all.first->shared;
}
// A device in a context of the backend's that the user gave has none in common with others.
inline context default_context(const device &d) {
  return sycc_device_plain(d.sycc_handle()) == d.sycc_handle() ? default_context(d.get_platform())
                                                               : context(d);
}

} // namespace detail

inline context platform::ext_oneapi_get_default_context() const {
  return detail::default_context(*this);
}
inline context platform::khr_get_default_context() const {
  return detail::default_context(*this);
}

inline exception::exception(const context &ctx, std::error_code code, const std::string &what)
    : exception(ctx, code, what.c_str()) {}
inline exception::exception(const context &ctx, std::error_code code, const char *what)
    : exception(detail::ref<detail::counted>(ctx.sycc_impl()), code, what) {}
inline exception::exception(const context &ctx, std::error_code code)
    : exception(ctx, code, code.message()) {}
inline exception::exception(const context &ctx, int value, const std::error_category &category,
                            const std::string &what)
    : exception(ctx, std::error_code(value, category), what) {}
inline exception::exception(const context &ctx, int value, const std::error_category &category,
                            const char *what)
    : exception(ctx, std::error_code(value, category), what) {}
inline exception::exception(const context &ctx, int value, const std::error_category &category)
    : exception(ctx, std::error_code(value, category)) {}

inline context exception::get_context() const {
  if (!context_)
    throw exception(make_error_code(errc::invalid), "exception::get_context: this exception has no context");
  return context(context_);
}

inline detail::context_property::context_property(const context &bound) : context_(bound.sycc_impl()) {}
inline context detail::context_property::get_context() const {
  return context(context_);
}

} // namespace sycl

template <> struct std::hash<sycl::context> {
  std::size_t operator()(const sycl::context &c) const { return std::hash<void *>()(c.sycc_impl()); }
};

#include <sycl/detail/queue_impl.hpp> // make_receiver

#endif
