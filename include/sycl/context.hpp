// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// context: a set of devices of one platform, with an error handler of its own. The C runtime has none.
#ifndef SYCL_CONTEXT_HPP
#define SYCL_CONTEXT_HPP

#include <sycl/device_selector.hpp>
#include <sycl/properties.hpp>

namespace sycl {

namespace detail {

struct context_impl : counted {
  context_impl(const std::vector<device> &d, async_handler &&h, const property_list &p)
      : devices(d), handler(std::move(h)), properties(p) {}
  std::vector<device> devices;
  async_handler handler;
  property_list properties;
};

} // namespace detail

class context : public detail::with_properties<context> {
public:
  explicit context(const property_list &props = {}) : context(device(), async_handler(), props) {}
  explicit context(async_handler handler, const property_list &props = {})
      : context(device(), std::move(handler), props) {}
  explicit context(const device &d, const property_list &props = {}) : context(d, async_handler(), props) {}
  explicit context(const device &d, async_handler handler, const property_list &props = {})
      : context(std::vector<device>{d}, std::move(handler), props) {}
  explicit context(const platform &p, const property_list &props = {})
      : context(p.get_devices(), async_handler(), props) {}
  explicit context(const platform &p, async_handler handler, const property_list &props = {})
      : context(p.get_devices(), std::move(handler), props) {}
  explicit context(const std::vector<device> &devices, const property_list &props = {})
      : context(devices, async_handler(), props) {}
  explicit context(const std::vector<device> &devices, async_handler handler, const property_list &props = {})
      : impl_(new detail::context_impl(devices, std::move(handler), props)) {
    if (devices.empty())
      detail::fail(errc::invalid, "context: it needs at least one device");
    for (const device &d : devices)
      if (d.get_platform() != devices.front().get_platform())
        detail::fail(errc::invalid, "context: its devices must belong to one platform");
  }

  std::vector<device> get_devices() const { return impl_->devices; }
  platform get_platform() const { return impl_->devices.front().get_platform(); }
  sycl::backend get_backend() const noexcept { return get_platform().get_backend(); }
  bool is_host() const { return false; }

  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::context::reference_count>)
      return static_cast<std::uint32_t>(impl_.use_count());
    else if constexpr (std::is_same_v<Param, info::context::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Param, info::context::devices>)
      return get_devices();
    else if constexpr (std::is_same_v<Param, info::context::atomic_memory_order_capabilities>)
      return impl_->devices.front().get_info<info::device::atomic_memory_order_capabilities>();
    else if constexpr (std::is_same_v<Param, info::context::atomic_fence_order_capabilities>)
      return impl_->devices.front().get_info<info::device::atomic_fence_order_capabilities>();
    else if constexpr (std::is_same_v<Param, info::context::atomic_memory_scope_capabilities>)
      return impl_->devices.front().get_info<info::device::atomic_memory_scope_capabilities>();
    else if constexpr (std::is_same_v<Param, info::context::atomic_fence_scope_capabilities>)
      return impl_->devices.front().get_info<info::device::atomic_fence_scope_capabilities>();
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
  detail::ref<detail::context_impl> impl_;
};

inline exception::exception(const context &ctx, std::error_code code, const std::string &what)
    : exception(detail::ref<detail::counted>(ctx.sycc_impl()), code, what) {}
inline exception::exception(const context &ctx, std::error_code code, const char *what)
    : exception(detail::ref<detail::counted>(ctx.sycc_impl()), code, what) {}
inline exception::exception(const context &ctx, std::error_code code)
    : exception(detail::ref<detail::counted>(ctx.sycc_impl()), code, code.message()) {}
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

inline property::buffer::context_bound::context_bound(const sycl::context &bound)
    : context_(bound.sycc_impl()) {}
inline sycl::context property::buffer::context_bound::get_context() const {
  return sycl::context(context_);
}

} // namespace sycl

template <> struct std::hash<sycl::context> {
  std::size_t operator()(const sycl::context &c) const { return std::hash<void *>()(c.sycc_impl()); }
};

#endif
