// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information descriptors. A descriptor that is one number or text of the C runtime says so itself
// (`number`, `text`); the others are answered one by one in the class they belong to.
#ifndef SYCL_INFO_HPP
#define SYCL_INFO_HPP

#include <sycl/aspect.hpp>
#include <sycl/detail/config.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

#include <string>
#include <vector>

namespace sycl {

class context;
class device;
class platform;

namespace info {

enum class device_type { cpu, gpu, accelerator, custom, automatic, host, all };
enum class partition_property {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain
};
enum class partition_affinity_domain {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable
};
enum class local_mem_type { none, local, global };
enum class fp_config {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float
};
enum class global_mem_cache_type { none, read_only, read_write };
enum class execution_capability { exec_kernel, exec_native_kernel };
enum class event_command_status { submitted, running, complete };

// clang-format off
#define SYCC_NUMBER(name, type, which) struct name { using return_type = type; static constexpr auto number = which; };
#define SYCC_TEXT(name, which) struct name { using return_type = std::string; static constexpr auto text = which; };
#define SYCC_VALUE(name, type) struct name { using return_type = type; };
// Answers that are the same for every device sycc knows.
#define SYCC_CONSTANT(name, type, answer) struct name { using return_type = type; static constexpr type constant = answer; };

namespace platform {
SYCC_TEXT(name, SYCC_PLATFORM_NAME)
SYCC_TEXT(vendor, SYCC_PLATFORM_VENDOR)
SYCC_TEXT(version, SYCC_PLATFORM_VERSION)
SYCC_VALUE(profile, std::string)
SYCC_VALUE(extensions, std::vector<std::string>)
} // namespace platform

namespace context {
SYCC_VALUE(reference_count, std::uint32_t)
SYCC_VALUE(platform, sycl::platform)
SYCC_VALUE(devices, std::vector<sycl::device>)
SYCC_VALUE(atomic_memory_order_capabilities, std::vector<memory_order>)
SYCC_VALUE(atomic_fence_order_capabilities, std::vector<memory_order>)
SYCC_VALUE(atomic_memory_scope_capabilities, std::vector<memory_scope>)
SYCC_VALUE(atomic_fence_scope_capabilities, std::vector<memory_scope>)
} // namespace context

namespace device {
SYCC_TEXT(name, SYCC_DEVICE_NAME)
SYCC_TEXT(vendor, SYCC_DEVICE_VENDOR)
SYCC_TEXT(version, SYCC_DEVICE_VERSION)
SYCC_TEXT(driver_version, SYCC_DEVICE_DRIVER_VERSION)
SYCC_NUMBER(vendor_id, std::uint32_t, SYCC_DEVICE_VENDOR_ID)
SYCC_NUMBER(max_compute_units, std::uint32_t, SYCC_DEVICE_MAX_COMPUTE_UNITS)
SYCC_NUMBER(max_work_group_size, std::size_t, SYCC_DEVICE_MAX_WORK_GROUP_SIZE)
SYCC_NUMBER(max_clock_frequency, std::uint32_t, SYCC_DEVICE_MAX_CLOCK_MHZ)
SYCC_NUMBER(address_bits, std::uint32_t, SYCC_DEVICE_ADDRESS_BITS)
SYCC_NUMBER(max_mem_alloc_size, std::uint64_t, SYCC_DEVICE_MAX_ALLOC_BYTES)
SYCC_NUMBER(global_mem_size, std::uint64_t, SYCC_DEVICE_GLOBAL_MEM_BYTES)
SYCC_NUMBER(global_mem_cache_size, std::uint64_t, SYCC_DEVICE_GLOBAL_CACHE_BYTES)
SYCC_NUMBER(global_mem_cache_line_size, std::uint32_t, SYCC_DEVICE_GLOBAL_CACHE_LINE)
SYCC_NUMBER(local_mem_size, std::uint64_t, SYCC_DEVICE_LOCAL_MEM_BYTES)
SYCC_NUMBER(max_parameter_size, std::size_t, SYCC_DEVICE_MAX_PARAMETER_BYTES)
SYCC_NUMBER(mem_base_addr_align, std::uint32_t, SYCC_DEVICE_MEM_BASE_ALIGN_BITS)
SYCC_NUMBER(profiling_timer_resolution, std::size_t, SYCC_DEVICE_PROFILING_RESOLUTION_NS)
SYCC_VALUE(device_type, info::device_type)
SYCC_VALUE(global_mem_cache_type, info::global_mem_cache_type)
SYCC_VALUE(local_mem_type, info::local_mem_type)
SYCC_VALUE(max_num_sub_groups, std::uint32_t)
SYCC_VALUE(sub_group_sizes, std::vector<std::size_t>)
SYCC_VALUE(aspects, std::vector<aspect>)
SYCC_VALUE(platform, sycl::platform)
SYCC_VALUE(parent_device, sycl::device)
SYCC_VALUE(half_fp_config, std::vector<info::fp_config>)
SYCC_VALUE(single_fp_config, std::vector<info::fp_config>)
SYCC_VALUE(double_fp_config, std::vector<info::fp_config>)
SYCC_VALUE(execution_capabilities, std::vector<info::execution_capability>)
SYCC_VALUE(atomic_memory_order_capabilities, std::vector<memory_order>)
SYCC_VALUE(atomic_fence_order_capabilities, std::vector<memory_order>)
SYCC_VALUE(atomic_memory_scope_capabilities, std::vector<memory_scope>)
SYCC_VALUE(atomic_fence_scope_capabilities, std::vector<memory_scope>)
SYCC_VALUE(built_in_kernel_ids, std::vector<std::string>)
SYCC_VALUE(built_in_kernels, std::vector<std::string>)
SYCC_VALUE(extensions, std::vector<std::string>)
SYCC_VALUE(profile, std::string)
SYCC_VALUE(backend_version, std::string)
SYCC_VALUE(partition_properties, std::vector<info::partition_property>)
SYCC_VALUE(partition_affinity_domains, std::vector<info::partition_affinity_domain>)
SYCC_CONSTANT(partition_type_property, info::partition_property, info::partition_property::no_partition)
SYCC_CONSTANT(partition_type_affinity_domain, info::partition_affinity_domain, info::partition_affinity_domain::not_applicable)
SYCC_CONSTANT(partition_max_sub_devices, std::uint32_t, 0)
SYCC_CONSTANT(max_work_item_dimensions, std::uint32_t, 3)
SYCC_CONSTANT(image_support, bool, false)
SYCC_CONSTANT(max_read_image_args, std::uint32_t, 0)
SYCC_CONSTANT(max_write_image_args, std::uint32_t, 0)
SYCC_CONSTANT(max_samplers, std::uint32_t, 0)
SYCC_CONSTANT(image2d_max_width, std::size_t, 0)
SYCC_CONSTANT(image2d_max_height, std::size_t, 0)
SYCC_CONSTANT(image3d_max_width, std::size_t, 0)
SYCC_CONSTANT(image3d_max_height, std::size_t, 0)
SYCC_CONSTANT(image3d_max_depth, std::size_t, 0)
SYCC_CONSTANT(image_max_buffer_size, std::size_t, 0)
SYCC_CONSTANT(error_correction_support, bool, false)
SYCC_CONSTANT(host_unified_memory, bool, false)
SYCC_CONSTANT(is_endian_little, bool, true)
SYCC_CONSTANT(is_compiler_available, bool, true)
SYCC_CONSTANT(is_linker_available, bool, true)
SYCC_CONSTANT(is_available, bool, true)
SYCC_CONSTANT(queue_profiling, bool, true)
SYCC_CONSTANT(preferred_interop_user_sync, bool, false)
SYCC_CONSTANT(printf_buffer_size, std::size_t, 0)
SYCC_CONSTANT(sub_group_independent_forward_progress, bool, false)
SYCC_CONSTANT(reference_count, std::uint32_t, 1)

// How many elements fill a vector register.
#define SYCC_WIDTH(name, bytes)                                                                              \
  struct preferred_vector_width_##name { using return_type = std::uint32_t; static constexpr unsigned element = bytes; }; \
  struct native_vector_width_##name { using return_type = std::uint32_t; static constexpr unsigned element = bytes; };
SYCC_WIDTH(char, 1)
SYCC_WIDTH(short, 2)
SYCC_WIDTH(int, 4)
SYCC_WIDTH(long, 8)
SYCC_WIDTH(float, 4)
SYCC_WIDTH(double, 8)
SYCC_WIDTH(half, 2)
#undef SYCC_WIDTH

template <int Dimensions = 3> struct max_work_item_sizes { using return_type = id<Dimensions>; };
} // namespace device

namespace queue {
SYCC_VALUE(context, sycl::context)
SYCC_VALUE(device, sycl::device)
SYCC_VALUE(reference_count, std::uint32_t)
} // namespace queue

namespace event {
SYCC_VALUE(command_execution_status, event_command_status)
SYCC_VALUE(reference_count, std::uint32_t)
} // namespace event

namespace event_profiling {
SYCC_NUMBER(command_submit, std::uint64_t, SYCC_TIME_SUBMIT)
SYCC_NUMBER(command_start, std::uint64_t, SYCC_TIME_START)
SYCC_NUMBER(command_end, std::uint64_t, SYCC_TIME_END)
} // namespace event_profiling

#undef SYCC_NUMBER
#undef SYCC_TEXT
#undef SYCC_VALUE
#undef SYCC_CONSTANT
// clang-format on

} // namespace info

namespace detail {

template <class P, class = void> inline constexpr bool is_number = false;
template <class P> inline constexpr bool is_number<P, std::void_t<decltype(P::number)>> = true;
template <class P, class = void> inline constexpr bool is_text = false;
template <class P> inline constexpr bool is_text<P, std::void_t<decltype(P::text)>> = true;
template <class P, class = void> inline constexpr bool is_constant = false;
template <class P> inline constexpr bool is_constant<P, std::void_t<decltype(P::constant)>> = true;
template <class P, class = void> inline constexpr bool is_width = false;
template <class P> inline constexpr bool is_width<P, std::void_t<decltype(P::element)>> = true;

template <class> inline constexpr bool always_false = false;

} // namespace detail
} // namespace sycl

#endif
