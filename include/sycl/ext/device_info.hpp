// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What devices can be asked by extensions. A descriptor that has an aspect is errc::feature_not_supported
// where the device lacks it.
#ifndef SYCL_EXT_DEVICE_INFO_HPP
#define SYCL_EXT_DEVICE_INFO_HPP

#include <sycl/device.hpp>

#include <array>

#define SYCL_EXT_INTEL_DEVICE_INFO 6
#define SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY 1
#define SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS 1

namespace sycl {
namespace detail {
using uuid_type = std::array<unsigned char, 16>;
}

namespace ext {
namespace intel {
namespace info {
namespace device {
#define SYCC_VALUE(descriptor, type, asp)                                                                    \
  struct descriptor {                                                                                        \
    using return_type = type;                                                                                \
    static constexpr aspect needs = aspect::asp;                                                             \
    static constexpr const char *name = #descriptor;                                                         \
  };
#define SYCC_NUMBER(descriptor, type, asp, which)                                                            \
  struct descriptor {                                                                                        \
    using return_type = type;                                                                                \
    static constexpr aspect needs = aspect::asp;                                                             \
    static constexpr const char *name = #descriptor;                                                         \
    static constexpr auto number = which;                                                                    \
  };
SYCC_NUMBER(device_id, std::uint32_t, ext_intel_device_id, SYCC_DEVICE_PCI_ID)
SYCC_NUMBER(gpu_eu_simd_width, std::uint32_t, ext_intel_gpu_eu_simd_width, SYCC_DEVICE_EU_WIDTH)
SYCC_NUMBER(gpu_slices, std::uint32_t, ext_intel_gpu_slices, SYCC_DEVICE_SLICES)
SYCC_NUMBER(gpu_subslices_per_slice, std::uint32_t, ext_intel_gpu_subslices_per_slice, SYCC_DEVICE_SUB_SLICES)
SYCC_NUMBER(gpu_eu_count_per_subslice, std::uint32_t, ext_intel_gpu_eu_count_per_subslice, SYCC_DEVICE_EUS)
SYCC_NUMBER(gpu_hw_threads_per_eu, std::uint32_t, ext_intel_gpu_hw_threads_per_eu, SYCC_DEVICE_EU_THREADS)
SYCC_NUMBER(max_mem_bandwidth, std::uint64_t, ext_intel_max_mem_bandwidth, SYCC_DEVICE_MEMORY_BANDWIDTH)
SYCC_NUMBER(memory_clock_rate, std::uint32_t, ext_intel_memory_clock_rate, SYCC_DEVICE_MEMORY_CLOCK_MHZ)
SYCC_NUMBER(memory_bus_width, std::uint32_t, ext_intel_memory_bus_width, SYCC_DEVICE_MEMORY_BUS_BITS)
SYCC_VALUE(pci_address, std::string, ext_intel_pci_address)
SYCC_VALUE(gpu_eu_count, std::uint32_t, ext_intel_gpu_eu_count)
SYCC_VALUE(uuid, detail::uuid_type, ext_intel_device_info_uuid)
SYCC_VALUE(free_memory, std::uint64_t, ext_intel_free_memory)
#undef SYCC_VALUE
#undef SYCC_NUMBER
struct max_compute_queue_indices { // queues are not told where to run
  using return_type = std::int32_t;
  static constexpr std::int32_t constant = 1;
};
} // namespace device
} // namespace info
} // namespace intel

namespace oneapi {
namespace info {
namespace device {
struct num_compute_units {
  using return_type = std::size_t;
  static constexpr auto number = SYCC_DEVICE_MAX_COMPUTE_UNITS;
};
} // namespace device
} // namespace info
namespace experimental {
namespace info {
namespace device {
template <int Dimensions = 3> struct max_work_groups {
  using return_type = id<Dimensions>;
};
struct max_global_work_groups {
  using return_type = std::size_t;
};
} // namespace device
} // namespace info
} // namespace experimental
} // namespace oneapi
} // namespace ext

namespace detail {

namespace intel_device = ext::intel::info::device;

template <> struct device_info<intel_device::pci_address> {
  SYCC_LAZY static std::string get(const device &d) {
    return sycc_device_string(d.sycc_handle(), SYCC_DEVICE_PCI_ADDRESS);
  }
};
template <> struct device_info<intel_device::gpu_eu_count> {
  static std::uint32_t get(const device &d) {
    return d.get_info<intel_device::gpu_slices>() * d.get_info<intel_device::gpu_subslices_per_slice>() *
           d.get_info<intel_device::gpu_eu_count_per_subslice>();
  }
};
template <> struct device_info<intel_device::uuid> {
  SYCC_LAZY static uuid_type get(const device &d) {
    const std::uint64_t words[2] = {sycc_device_value(d.sycc_handle(), SYCC_DEVICE_UUID_FIRST),
                                    sycc_device_value(d.sycc_handle(), SYCC_DEVICE_UUID_LAST)};
    uuid_type bytes;
    __builtin_memcpy(bytes.data(), words, sizeof words);
    return bytes;
  }
};
template <> struct device_info<intel_device::free_memory> {
  static std::uint64_t get(const device &d) {
    std::uint64_t bytes = 0;
    check(sycc_device_free_memory(d.sycc_handle(), &bytes));
    return bytes;
  }
};
template <int D> struct device_info<ext::oneapi::experimental::info::device::max_work_groups<D>> {
  static id<D> get(const device &d) {
    id<D> groups;
    for (int i = 0; i < D; ++i)
      groups[i] = sycc_device_value(d.sycc_handle(),
                                    static_cast<sycc_device_number>(SYCC_DEVICE_MAX_GROUPS_X + xyz<D>(i)));
    return groups;
  }
};
template <> struct device_info<ext::oneapi::experimental::info::device::max_global_work_groups> {
  static std::size_t get(const device &d) {
    return sycc_device_value(d.sycc_handle(), SYCC_DEVICE_MAX_GROUPS_X);
  }
};

} // namespace detail

// The names that the descriptors had at first.
namespace info {
namespace device {
using ext_intel_pci_address = ext::intel::info::device::pci_address;
using ext_intel_device_info_uuid = ext::intel::info::device::uuid;
using ext_intel_gpu_eu_count = ext::intel::info::device::gpu_eu_count;
using ext_intel_gpu_eu_simd_width = ext::intel::info::device::gpu_eu_simd_width;
using ext_intel_gpu_slices = ext::intel::info::device::gpu_slices;
using ext_intel_gpu_subslices_per_slice = ext::intel::info::device::gpu_subslices_per_slice;
using ext_intel_gpu_eu_count_per_subslice = ext::intel::info::device::gpu_eu_count_per_subslice;
using ext_intel_gpu_hw_threads_per_eu = ext::intel::info::device::gpu_hw_threads_per_eu;
using ext_intel_max_mem_bandwidth = ext::intel::info::device::max_mem_bandwidth;
template <int Dimensions = 3>
using ext_oneapi_max_work_groups = ext::oneapi::experimental::info::device::max_work_groups<Dimensions>;
using ext_oneapi_max_work_groups_1d = ext_oneapi_max_work_groups<1>;
using ext_oneapi_max_work_groups_2d = ext_oneapi_max_work_groups<2>;
using ext_oneapi_max_work_groups_3d = ext_oneapi_max_work_groups<3>;
using ext_oneapi_max_global_work_groups = ext::oneapi::experimental::info::device::max_global_work_groups;
} // namespace device
} // namespace info

} // namespace sycl

#endif
