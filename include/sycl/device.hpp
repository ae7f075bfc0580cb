// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device: where commands run.
#ifndef SYCL_DEVICE_HPP
#define SYCL_DEVICE_HPP

#include <sycl/aspect.hpp>
#include <sycl/info.hpp>
#include <sycl/platform.hpp>

namespace sycl {

namespace detail {
template <class Param> struct device_info; // detail/device_info.hpp
}

class device {
public:
  device(); // the default device: device_selector.hpp
  template <class Selector,
            class = decltype(std::declval<const Selector &>()(std::declval<const device &>()))>
  explicit device(const Selector &selector);

  SYCC_LAZY static std::vector<device> get_devices(info::device_type type = info::device_type::all) {
    std::vector<device> all;
    for (const platform &p : platform::get_platforms())
      for (const device &d : p.get_devices(type))
        all.push_back(d);
    return all;
  }

  platform get_platform() const { return platform(sycc_device_platform(device_)); }
  sycl::backend get_backend() const noexcept { return get_platform().get_backend(); }

  bool has(aspect a) const { return sycc_device_has(device_, static_cast<std::uint32_t>(a)); }
  bool is_cpu() const { return type() == SYCC_DEVICE_CPU; }
  bool is_gpu() const { return type() == SYCC_DEVICE_GPU; }
  bool is_accelerator() const { return type() == SYCC_DEVICE_ACCELERATOR; }
  bool is_host() const { return false; }
  SYCC_LAZY [[deprecated("use device::has")]] bool has_extension(const std::string &name) const {
    for (const std::string &word : detail::split(sycc_device_string(device_, SYCC_DEVICE_EXTENSIONS), ' '))
      if (word == name)
        return true;
    return false;
  }

  template <class Param> typename Param::return_type get_info() const {
    using R = typename Param::return_type;
    if constexpr (detail::is_only_opencl<Param>)
      detail::check_opencl(get_backend(), "info::device::", Param::only_opencl);
    if constexpr (detail::is_number<Param>)
      return static_cast<R>(sycc_device_value(device_, Param::number));
    else if constexpr (detail::is_text<Param>)
      return sycc_device_string(device_, Param::text);
    else if constexpr (detail::is_words<Param>)
      return detail::split(sycc_device_string(device_, Param::words), Param::between);
    else if constexpr (detail::is_set<Param>)
      return detail::enumerators<typename R::value_type>(sycc_device_value(device_, Param::set));
    else if constexpr (detail::is_atomic<Param>)
      return detail::atomics<typename R::value_type>(sycc_device_value(device_, Param::capabilities));
    else if constexpr (detail::is_aspect<Param>)
      return has(Param::asks);
    else if constexpr (detail::is_constant<Param>)
      return Param::constant;
    else
      return detail::device_info<Param>::get(*this);
  }

  // Simple: devices of sycc can't be divided.
  template <info::partition_property, class... Args> std::vector<device> create_sub_devices(Args...) const {
    detail::fail(errc::feature_not_supported,
                 "create_sub_devices: " + get_info<info::device::name>() + " can't be divided");
  }

  friend bool operator==(const device &a, const device &b) { return a.device_ == b.device_; }
  friend bool operator!=(const device &a, const device &b) { return a.device_ != b.device_; }

  // For these headers.
  explicit device(sycc_device *d) : device_(d) {}
  sycc_device *sycc_handle() const { return device_; }

private:
  std::uint64_t type() const { return sycc_device_value(device_, SYCC_DEVICE_TYPE); }

  sycc_device *device_;
};

} // namespace sycl

#include <sycl/detail/device_info.hpp>

namespace sycl {

template <int> std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> all;
  for (std::size_t i = 0; i < sycc_device_count(platform_); ++i) {
    device d(sycc_device_get(platform_, i));
    if (type == info::device_type::all || type == info::device_type::automatic ||
        type == d.get_info<info::device::device_type>())
      all.push_back(d);
  }
  return all;
}

template <int> bool platform::has(aspect a) const {
  for (const device &d : get_devices())
    if (!d.has(a))
      return false;
  return true;
}

} // namespace sycl

template <> struct std::hash<sycl::device> {
  std::size_t operator()(const sycl::device &d) const { return std::hash<void *>()(d.sycc_handle()); }
};

#include <sycl/device_selector.hpp> // the constructors

#endif
