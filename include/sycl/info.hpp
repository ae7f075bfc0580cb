// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information descriptors: those of SYCL 2020, and no others. A descriptor that is a number, a text or a set
// of the C runtime says so itself; the others are answered one by one in the class they belong to. Those that
// SYCL 2020 deprecates are.
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
class kernel_id;
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
enum class fp_config { // the numbers of bits in sycc_fp_config
  denorm = 0,
  inf_nan = 1,
  round_to_nearest = 2,
  round_to_zero = 3,
  round_to_inf = 4,
  fma = 5,
  correctly_rounded_divide_sqrt = 7,
  soft_float = 6
};
enum class global_mem_cache_type { none, read_only, read_write };
enum class execution_capability { exec_kernel, exec_native_kernel };
enum class event_command_status { submitted, running, complete };

// clang-format off
// The kinds of descriptors. D is empty, or the attribute of those that are deprecated.
#define SYCC_NUMBER(name, type, which, D) struct D name { using return_type = type; static constexpr auto number = which; };
#define SYCC_TEXT(name, which, D) struct D name { using return_type = std::string; static constexpr auto text = which; };
// Words of a text. OpenCL is the only backend that has some.
#define SYCC_WORDS(name, which, separator, D) \
  struct D name { using return_type = std::vector<std::string>; static constexpr auto words = which; static constexpr char between = separator; };
// Enumerators whose numbers are bits in a set.
#define SYCC_SET(name, type, which) struct name { using return_type = std::vector<type>; static constexpr auto set = which; };
// Memory orders or scopes in a sycc_atomic_capability.
#define SYCC_ATOMIC(name, type, which) struct name { using return_type = std::vector<type>; static constexpr auto capabilities = which; };
#define SYCC_ASPECT(name, which, D) struct D name { using return_type = bool; static constexpr auto asks = which; };
// The same for every device sycc knows.
#define SYCC_CONSTANT(name, type, answer, D) struct D name { using return_type = type; static constexpr type constant = answer; };
#define SYCC_VALUE(name, ...) struct name { using return_type = __VA_ARGS__; };
// Asked of another backend they are errors.
#define SYCC_OPENCL_TEXT(name, which, D) \
  struct D name { using return_type = std::string; static constexpr auto text = which; static constexpr const char *only_opencl = #name; };
#define SYCC_OPENCL_NUMBER(name, type, which, D) \
  struct D name { using return_type = type; static constexpr auto number = which; static constexpr const char *only_opencl = #name; };
#define SYCC_OLD(instead) [[deprecated(instead)]]

namespace platform {
SYCC_TEXT(name, SYCC_PLATFORM_NAME, )
SYCC_TEXT(vendor, SYCC_PLATFORM_VENDOR, )
SYCC_TEXT(version, SYCC_PLATFORM_VERSION, )
SYCC_OPENCL_TEXT(profile, SYCC_PLATFORM_PROFILE, SYCC_OLD("only OpenCL has profiles"))
SYCC_WORDS(extensions, SYCC_PLATFORM_EXTENSIONS, ' ', SYCC_OLD("use platform::has"))
} // namespace platform

namespace context {
SYCC_VALUE(platform, sycl::platform)
SYCC_VALUE(devices, std::vector<sycl::device>)
SYCC_ATOMIC(atomic_memory_order_capabilities, memory_order, SYCC_DEVICE_ATOMIC_CAPABILITIES)
SYCC_ATOMIC(atomic_fence_order_capabilities, memory_order, SYCC_DEVICE_FENCE_CAPABILITIES)
SYCC_ATOMIC(atomic_memory_scope_capabilities, memory_scope, SYCC_DEVICE_ATOMIC_CAPABILITIES)
SYCC_ATOMIC(atomic_fence_scope_capabilities, memory_scope, SYCC_DEVICE_FENCE_CAPABILITIES)
} // namespace context

namespace device {
SYCC_TEXT(name, SYCC_DEVICE_NAME, )
SYCC_TEXT(vendor, SYCC_DEVICE_VENDOR, )
SYCC_TEXT(version, SYCC_DEVICE_VERSION, )
SYCC_TEXT(driver_version, SYCC_DEVICE_DRIVER_VERSION, )
SYCC_TEXT(backend_version, SYCC_DEVICE_VERSION, )
SYCC_OPENCL_TEXT(profile, SYCC_DEVICE_PROFILE, SYCC_OLD("only OpenCL has profiles"))
SYCC_WORDS(extensions, SYCC_DEVICE_EXTENSIONS, ' ', SYCC_OLD("use info::device::aspects"))
SYCC_WORDS(built_in_kernels, SYCC_DEVICE_BUILT_IN_KERNELS, ';', SYCC_OLD("use info::device::built_in_kernel_ids"))
SYCC_VALUE(device_type, info::device_type)
SYCC_VALUE(platform, sycl::platform)
SYCC_VALUE(aspects, std::vector<aspect>)
SYCC_VALUE(built_in_kernel_ids, std::vector<kernel_id>)

SYCC_NUMBER(vendor_id, std::uint32_t, SYCC_DEVICE_VENDOR_ID, )
SYCC_NUMBER(max_compute_units, std::uint32_t, SYCC_DEVICE_MAX_COMPUTE_UNITS, )
SYCC_NUMBER(max_clock_frequency, std::uint32_t, SYCC_DEVICE_MAX_CLOCK_MHZ, )
SYCC_NUMBER(address_bits, std::uint32_t, SYCC_DEVICE_ADDRESS_BITS, )
SYCC_NUMBER(max_parameter_size, std::size_t, SYCC_DEVICE_MAX_PARAMETER_BYTES, )
SYCC_NUMBER(profiling_timer_resolution, std::size_t, SYCC_DEVICE_PROFILING_RESOLUTION_NS, )
SYCC_NUMBER(is_available, bool, SYCC_DEVICE_AVAILABLE, )
SYCC_VALUE(execution_capabilities, std::vector<info::execution_capability>)

// work-groups
template <int Dimensions = 3> struct max_work_item_sizes { using return_type = id<Dimensions>; };
SYCC_CONSTANT(max_work_item_dimensions, std::uint32_t, 3, )
SYCC_NUMBER(max_work_group_size, std::size_t, SYCC_DEVICE_MAX_WORK_GROUP_SIZE, )
SYCC_VALUE(max_num_sub_groups, std::uint32_t)
SYCC_VALUE(sub_group_sizes, std::vector<std::size_t>)
SYCC_NUMBER(sub_group_independent_forward_progress, bool, SYCC_DEVICE_SUB_GROUP_PROGRESS, )

// memory
SYCC_NUMBER(max_mem_alloc_size, std::uint64_t, SYCC_DEVICE_MAX_ALLOC_BYTES, )
SYCC_NUMBER(global_mem_size, std::uint64_t, SYCC_DEVICE_GLOBAL_MEM_BYTES, )
SYCC_NUMBER(global_mem_cache_size, std::uint64_t, SYCC_DEVICE_GLOBAL_CACHE_BYTES, )
SYCC_NUMBER(global_mem_cache_line_size, std::uint32_t, SYCC_DEVICE_GLOBAL_CACHE_LINE, )
SYCC_NUMBER(global_mem_cache_type, info::global_mem_cache_type, SYCC_DEVICE_GLOBAL_CACHE_TYPE, )
SYCC_NUMBER(local_mem_size, std::uint64_t, SYCC_DEVICE_LOCAL_MEM_BYTES, )
SYCC_NUMBER(local_mem_type, info::local_mem_type, SYCC_DEVICE_LOCAL_MEM_TYPE, )
SYCC_NUMBER(mem_base_addr_align, std::uint32_t, SYCC_DEVICE_MEM_BASE_ALIGN_BITS, )
SYCC_NUMBER(error_correction_support, bool, SYCC_DEVICE_ERROR_CORRECTION, )

// types and atomics
SYCC_SET(half_fp_config, info::fp_config, SYCC_DEVICE_HALF_FP_CONFIG)
SYCC_SET(single_fp_config, info::fp_config, SYCC_DEVICE_SINGLE_FP_CONFIG)
SYCC_SET(double_fp_config, info::fp_config, SYCC_DEVICE_DOUBLE_FP_CONFIG)
SYCC_ATOMIC(atomic_memory_order_capabilities, memory_order, SYCC_DEVICE_ATOMIC_CAPABILITIES)
SYCC_ATOMIC(atomic_fence_order_capabilities, memory_order, SYCC_DEVICE_FENCE_CAPABILITIES)
SYCC_ATOMIC(atomic_memory_scope_capabilities, memory_scope, SYCC_DEVICE_ATOMIC_CAPABILITIES)
SYCC_ATOMIC(atomic_fence_scope_capabilities, memory_scope, SYCC_DEVICE_FENCE_CAPABILITIES)
#define SYCC_WIDTH(name, index)                                                                              \
  SYCC_NUMBER(preferred_vector_width_##name, std::uint32_t, static_cast<sycc_device_number>(SYCC_DEVICE_PREFERRED_WIDTH + index), ) \
  SYCC_NUMBER(native_vector_width_##name, std::uint32_t, static_cast<sycc_device_number>(SYCC_DEVICE_NATIVE_WIDTH + index), )
SYCC_WIDTH(char, 0)
SYCC_WIDTH(short, 1)
SYCC_WIDTH(int, 2)
SYCC_WIDTH(long, 3)
SYCC_WIDTH(long_long, 3)
SYCC_WIDTH(float, 4)
SYCC_WIDTH(double, 5)
SYCC_WIDTH(half, 6)
#undef SYCC_WIDTH

// sub-devices
SYCC_VALUE(parent_device, sycl::device)
SYCC_SET(partition_properties, info::partition_property, SYCC_DEVICE_PARTITION_PROPERTIES)
SYCC_SET(partition_affinity_domains, info::partition_affinity_domain, SYCC_DEVICE_PARTITION_DOMAINS)
SYCC_NUMBER(partition_max_sub_devices, std::uint32_t, SYCC_DEVICE_PARTITION_MAX, )
SYCC_NUMBER(partition_type_property, info::partition_property, SYCC_DEVICE_PARTITION_TYPE, )
SYCC_NUMBER(partition_type_affinity_domain, info::partition_affinity_domain, SYCC_DEVICE_PARTITION_TYPE_DOMAIN, )

// images: in software, so memory is what limits them
SYCC_CONSTANT(max_read_image_args, std::uint32_t, 128, )
SYCC_CONSTANT(max_write_image_args, std::uint32_t, 128, )
SYCC_CONSTANT(max_samplers, std::uint32_t, 128, )
SYCC_CONSTANT(image2d_max_width, std::size_t, std::size_t(1) << 30, )
SYCC_CONSTANT(image2d_max_height, std::size_t, std::size_t(1) << 30, )
SYCC_CONSTANT(image3d_max_width, std::size_t, std::size_t(1) << 30, )
SYCC_CONSTANT(image3d_max_height, std::size_t, std::size_t(1) << 30, )
SYCC_CONSTANT(image3d_max_depth, std::size_t, std::size_t(1) << 30, )
SYCC_CONSTANT(image_max_buffer_size, std::size_t, std::size_t(1) << 30, )

// deprecated
SYCC_ASPECT(image_support, aspect::image, SYCC_OLD("use device::has(aspect::image)"))
SYCC_ASPECT(is_compiler_available, aspect::online_compiler, SYCC_OLD("use device::has(aspect::online_compiler)"))
SYCC_ASPECT(is_linker_available, aspect::online_linker, SYCC_OLD("use device::has(aspect::online_linker)"))
SYCC_ASPECT(queue_profiling, aspect::queue_profiling, SYCC_OLD("use device::has(aspect::queue_profiling)"))
SYCC_NUMBER(host_unified_memory, bool, SYCC_DEVICE_HOST_UNIFIED_MEMORY, SYCC_OLD("use device::has with an aspect::usm_*"))
SYCC_CONSTANT(is_endian_little, bool, true, SYCC_OLD("devices have the byte order of the host"))
SYCC_NUMBER(max_constant_buffer_size, std::uint64_t, SYCC_DEVICE_MAX_CONSTANT_BYTES, SYCC_OLD("SYCL 2020 has no constant buffers"))
SYCC_NUMBER(max_constant_args, std::uint32_t, SYCC_DEVICE_MAX_CONSTANT_ARGS, SYCC_OLD("SYCL 2020 has no constant buffers"))
SYCC_NUMBER(printf_buffer_size, std::size_t, SYCC_DEVICE_PRINTF_BYTES, SYCC_OLD("SYCL 2020 has no printf"))
SYCC_OPENCL_NUMBER(preferred_interop_user_sync, bool, SYCC_DEVICE_INTEROP_USER_SYNC, SYCC_OLD("only OpenCL has it"))
} // namespace device

namespace queue {
SYCC_VALUE(context, sycl::context)
SYCC_VALUE(device, sycl::device)
} // namespace queue

namespace event {
SYCC_VALUE(command_execution_status, event_command_status)
} // namespace event

namespace event_profiling {
SYCC_NUMBER(command_submit, std::uint64_t, SYCC_TIME_SUBMIT, )
SYCC_NUMBER(command_start, std::uint64_t, SYCC_TIME_START, )
SYCC_NUMBER(command_end, std::uint64_t, SYCC_TIME_END, )
} // namespace event_profiling

#undef SYCC_NUMBER
#undef SYCC_TEXT
#undef SYCC_WORDS
#undef SYCC_SET
#undef SYCC_ATOMIC
#undef SYCC_ASPECT
#undef SYCC_CONSTANT
#undef SYCC_VALUE
#undef SYCC_OPENCL_TEXT
#undef SYCC_OPENCL_NUMBER
#undef SYCC_OLD
// clang-format on

} // namespace info

namespace detail {

// Which kind a descriptor is of.
#define SYCC_KIND(kind, member)                                                                              \
  template <class P, class = void> inline constexpr bool kind = false;                                       \
  template <class P> inline constexpr bool kind<P, std::void_t<decltype(P::member)>> = true;
SYCC_KIND(is_number, number)
SYCC_KIND(is_text, text)
SYCC_KIND(is_words, words)
SYCC_KIND(is_set, set)
SYCC_KIND(is_atomic, capabilities)
SYCC_KIND(is_aspect, asks)
SYCC_KIND(is_constant, constant)
SYCC_KIND(is_only_opencl, only_opencl)
SYCC_KIND(is_extension, needs)
#undef SYCC_KIND

template <class> inline constexpr bool always_false = false;

// The words of a text, without empty ones.
SYCC_LAZY std::vector<std::string> split(const char *text, char between) {
  std::vector<std::string> words;
  while (*text) {
    const char *end = text;
    while (*end && *end != between)
      ++end;
    if (end != text)
      words.emplace_back(text, end);
    text = *end ? end + 1 : end;
  }
  return words;
}

template <class E> std::vector<E> enumerators(std::uint64_t bits) {
  std::vector<E> list;
  for (int i = 0; i < 64; ++i)
    if (bits >> i & 1)
      list.push_back(static_cast<E>(i));
  return list;
}

// Memory orders and scopes in a sycc_atomic_capability.
template <class E> struct atomic_entry {
  unsigned bit;
  E value;
};
inline constexpr atomic_entry<memory_order> atomic_entries(memory_order *, int i) {
  constexpr atomic_entry<memory_order> all[] = {{SYCC_ORDER_RELAXED, memory_order::relaxed},
                                                {SYCC_ORDER_ACQ_REL, memory_order::acquire},
                                                {SYCC_ORDER_ACQ_REL, memory_order::release},
                                                {SYCC_ORDER_ACQ_REL, memory_order::acq_rel},
                                                {SYCC_ORDER_SEQ_CST, memory_order::seq_cst}};
  return all[i];
}
inline constexpr atomic_entry<memory_scope> atomic_entries(memory_scope *, int i) {
  constexpr atomic_entry<memory_scope> all[] = {{SYCC_SCOPE_WORK_ITEM, memory_scope::work_item},
                                                {SYCC_SCOPE_WORK_GROUP, memory_scope::sub_group},
                                                {SYCC_SCOPE_WORK_GROUP, memory_scope::work_group},
                                                {SYCC_SCOPE_DEVICE, memory_scope::device},
                                                {SYCC_SCOPE_SYSTEM, memory_scope::system}};
  return all[i];
}
template <class E> std::vector<E> atomics(std::uint64_t capabilities) {
  std::vector<E> list;
  for (int i = 0; i < 5; ++i)
    if (capabilities & atomic_entries(static_cast<E *>(nullptr), i).bit)
      list.push_back(atomic_entries(static_cast<E *>(nullptr), i).value);
  return list;
}

} // namespace detail
} // namespace sycl

#endif
