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

// A descriptor of an extension whose aspect the device lacks.
inline void check_extension(bool has, const char *name) {
  if (!has)
    fail(errc::feature_not_supported, "get_info: the device does not have ", name, ", nor its aspect");
}
} // namespace detail

#define SYCL_EXT_ONEAPI_PEER_ACCESS 1
namespace ext {
namespace oneapi {
enum class peer_access { access_supported = SYCC_PEER_ACCESS, atomics_supported = SYCC_PEER_ATOMICS };
} // namespace oneapi
} // namespace ext

class device {
public:
  device(); // the default device: device_selector.hpp
  template <class Selector, class = decltype(std::declval<Selector &>()(std::declval<const device &>()))>
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
    if constexpr (detail::is_extension<Param>)
      detail::check_extension(has(Param::needs), Param::name);
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

  // Sub-devices: of so many compute units each; of these numbers of them; along a domain.
  template <info::partition_property Prop,
            std::enable_if_t<Prop == info::partition_property::partition_equally, int> = 0>
  std::vector<device> create_sub_devices(std::size_t count) const {
    return divide(SYCC_PARTITION_EQUALLY, &count, 1);
  }
  template <info::partition_property Prop,
            std::enable_if_t<Prop == info::partition_property::partition_by_counts, int> = 0>
  std::vector<device> create_sub_devices(const std::vector<std::size_t> &counts) const {
    return divide(SYCC_PARTITION_BY_COUNTS, counts.data(), counts.size());
  }
  template <info::partition_property Prop,
            std::enable_if_t<Prop == info::partition_property::partition_by_affinity_domain, int> = 0>
  std::vector<device> create_sub_devices(info::partition_affinity_domain domain) const {
    const auto number = static_cast<std::size_t>(domain);
    return divide(SYCC_PARTITION_BY_DOMAIN, &number, 1);
  }

  // Extension: memory of another device, used directly.
  bool ext_oneapi_can_access_peer(
      const device &peer, ext::oneapi::peer_access what = ext::oneapi::peer_access::access_supported) const {
    return ask_peer(peer, static_cast<sycc_peer>(what));
  }
  void ext_oneapi_enable_peer_access(const device &peer) const { ask_peer(peer, SYCC_PEER_ENABLE); }
  void ext_oneapi_disable_peer_access(const device &peer) const { ask_peer(peer, SYCC_PEER_DISABLE); }

  friend bool operator==(const device &a, const device &b) {
    return sycc_device_plain(a.device_) == sycc_device_plain(b.device_);
  }
  friend bool operator!=(const device &a, const device &b) { return !(a == b); }

  // For these headers.
  explicit device(sycc_device *d) : device_(d) {}
  sycc_device *sycc_handle() const { return device_; }

private:
  bool ask_peer(const device &peer, sycc_peer what) const {
    int answer = 0;
    detail::check(sycc_device_peer(device_, peer.device_, what, &answer));
    return answer;
  }
  SYCC_LAZY std::vector<device> divide(sycc_partition how, const std::size_t *counts, std::size_t n) const {
    sycc_device *const *parts = nullptr;
    std::size_t count = 0;
    detail::check(sycc_device_divide(device_, how, counts, n, &parts, &count));
    std::vector<device> list;
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(device(parts[i]));
    return list;
  }
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
  std::size_t operator()(const sycl::device &d) const {
    return std::hash<void *>()(sycc_device_plain(d.sycc_handle()));
  }
};

#include <sycl/device_selector.hpp> // the constructors

#endif
