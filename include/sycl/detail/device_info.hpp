// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The answers to device::get_info that are more than a number or a text of the C runtime. They are
// templates over the descriptor, so that only those asked for are compiled.
#ifndef SYCL_DETAIL_DEVICE_INFO_HPP
#define SYCL_DETAIL_DEVICE_INFO_HPP

#include <sycl/device.hpp>

namespace sycl {
namespace detail {

template <class Param> struct device_info {
  using R = typename Param::return_type;

  static R get([[maybe_unused]] const device &d) {
    using namespace info::device;
    if constexpr (is<device_type>)
      return type(sycc_device_value(d.sycc_handle(), SYCC_DEVICE_TYPE));
    else if constexpr (is<sub_group_sizes>)
      return sizes<R>(d);
    else if constexpr (is<max_num_sub_groups>)
      return most_sub_groups<sub_group_sizes>(d);
    else if constexpr (is<aspects>)
      return all_aspects<R>(d);
    else if constexpr (is<info::device::platform>)
      return d.get_platform();
    else if constexpr (is<execution_capabilities>) // functions of the host, which OpenCL may run, are not
                                                   // SYCL's
      return R{info::execution_capability::exec_kernel};
    else if constexpr (is<parent_device>)
      return parent(d);
    else if constexpr (is<built_in_kernel_ids>)
      return R{};
    else
      static_assert(always_false<Param>, "device::get_info: not an information descriptor of devices");
  }

private:
  template <class Q> static constexpr bool is = std::is_same_v<Param, Q>;

  static info::device_type type(std::uint64_t t) {
    return t == SYCC_DEVICE_CPU           ? info::device_type::cpu
           : t == SYCC_DEVICE_GPU         ? info::device_type::gpu
           : t == SYCC_DEVICE_ACCELERATOR ? info::device_type::accelerator
                                          : info::device_type::custom;
  }

  static device parent(const device &d) {
    sycc_device *p = sycc_device_parent(d.sycc_handle());
    if (!p)
      fail(errc::invalid, "parent_device: this is not a sub-device");
    return device(p);
  }

  template <class Sizes> static Sizes sizes(const device &d) {
    Sizes list(sycc_device_sub_group_sizes(d.sycc_handle(), nullptr, 0));
    sycc_device_sub_group_sizes(d.sycc_handle(), list.data(), list.size());
    if (list.empty()) // a device without sub-groups (max_num_sub_groups is 0): programs take a first element
                      // for granted
      list.push_back(1);
    return list;
  }

  template <class Sizes> static std::uint32_t most_sub_groups(const device &d) {
    if (!sycc_device_sub_group_sizes(d.sycc_handle(), nullptr, 0))
      return 0;
    size_t smallest = 0;
    for (size_t s : d.get_info<Sizes>())
      smallest = smallest == 0 || s < smallest ? s : smallest;
    const size_t items = d.get_info<info::device::max_work_group_size>();
    return static_cast<std::uint32_t>(smallest ? items / smallest : 0);
  }

  template <class Aspects> static Aspects all_aspects(const device &d) {
    Aspects list;
    for (const aspect_entry &e : aspect_table)
      if (d.has(static_cast<aspect>(e.number)))
        list.push_back(static_cast<aspect>(e.number));
    return list;
  }
};

template <int D> struct device_info<info::device::max_work_item_sizes<D>> {
  static id<D> get(const device &d) {
    id<D> sizes;
    for (int i = 0; i < D; ++i)
      sizes[i] = sycc_device_value(
          d.sycc_handle(), static_cast<sycc_device_number>(SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X + xyz<D>(i)));
    return sizes;
  }
};

} // namespace detail
} // namespace sycl

#endif
