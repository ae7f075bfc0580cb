// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information descriptors: each one of SYCL 2020's tables has its type, and an answer that can be true, on every device.
#include "check.hpp"

#include <algorithm>
#include <limits>
#include <set>

using namespace sycl;

// A number or text that fits the condition on `v`.
#define ASK(object, type, descriptor, condition)                                                             \
  do {                                                                                                       \
    static_assert(std::is_same_v<descriptor::return_type, type>, #descriptor);                               \
    static_assert(std::is_same_v<decltype((object).get_info<descriptor>()), type>, #descriptor);             \
    [[maybe_unused]] const auto v = (object).get_info<descriptor>();                                         \
    if (!(condition)) {                                                                                      \
      std::printf("%s:%d: failed: %s: %s\n", __FILE__, __LINE__, #descriptor, #condition);                   \
      ++failures;                                                                                            \
    }                                                                                                        \
  } while (0)

template <class List, class T> static bool has(const List &list, T value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
template <class List> static bool unique(const List &list) {
  return std::set<typename List::value_type>(list.begin(), list.end()).size() == list.size();
}

static void identity(const device &d) {
  namespace i = info::device;
  const bool opencl = d.get_backend() == backend::opencl;
  ASK(d, info::device_type, i::device_type, v != info::device_type::all && (v == info::device_type::cpu) == d.has(aspect::cpu));
  ASK(d, std::uint32_t, i::vendor_id, true);
  ASK(d, std::string, i::name, !v.empty());
  ASK(d, std::string, i::vendor, !v.empty());
  ASK(d, std::string, i::driver_version, !v.empty());
  ASK(d, std::string, i::version, !v.empty());
  ASK(d, std::string, i::backend_version, !opencl || v.find("OpenCL ") == 0);
  ASK(d, platform, i::platform, v == d.get_platform());
  ASK(d, std::vector<aspect>, i::aspects, unique(v) && !v.empty());
  ASK(d, bool, i::is_available, v);
  ASK(d, std::vector<info::execution_capability>, i::execution_capabilities, has(v, info::execution_capability::exec_kernel));
}

static void sizes(const device &d) {
  namespace i = info::device;
  ASK(d, std::uint32_t, i::max_compute_units, v >= 1);
  ASK(d, std::uint32_t, i::max_work_item_dimensions, v == 3);
  ASK(d, id<1>, i::max_work_item_sizes<1>, v[0] >= 1);
  ASK(d, id<2>, i::max_work_item_sizes<2>, v[0] >= 1 && v[1] >= 1);
  ASK(d, id<3>, i::max_work_item_sizes<>, v[0] >= 1 && v[1] >= 1 && v[2] >= 1);
  ASK(d, std::size_t, i::max_work_group_size, v >= 1 && v <= 1 << 20);
  ASK(d, std::vector<std::size_t>, i::sub_group_sizes, unique(v) && !v.empty() && !has(v, std::size_t(0)));
  ASK(d, std::uint32_t, i::max_num_sub_groups, v >= 1 || d.get_info<i::sub_group_sizes>()[0] == 1);
  ASK(d, bool, i::sub_group_independent_forward_progress, true);
  ASK(d, std::uint32_t, i::max_clock_frequency, v < 100000);
  ASK(d, std::uint32_t, i::address_bits, v == 64);
  ASK(d, std::size_t, i::max_parameter_size, v >= 1024);
  ASK(d, std::size_t, i::profiling_timer_resolution, v >= 1 && v <= 1000000);
  ASK(d, std::uint64_t, i::global_mem_size, v > 0);
  ASK(d, std::uint64_t, i::max_mem_alloc_size, v >= std::min<std::uint64_t>(128 << 20, d.get_info<i::global_mem_size>() / 4));
  ASK(d, std::uint32_t, i::global_mem_cache_line_size, v <= 4096);
  ASK(d, std::uint64_t, i::global_mem_cache_size, v <= d.get_info<i::global_mem_size>());
  ASK(d, info::global_mem_cache_type, i::global_mem_cache_type,
      (v == info::global_mem_cache_type::none) == (d.get_info<i::global_mem_cache_size>() == 0));
  ASK(d, std::uint64_t, i::local_mem_size, v >= 32 * 1024);
  ASK(d, info::local_mem_type, i::local_mem_type, v != info::local_mem_type::none && (v == info::local_mem_type::global || !d.is_cpu()));
  ASK(d, std::uint32_t, i::mem_base_addr_align, v >= 1024); // long16
  ASK(d, bool, i::error_correction_support, !v || d.is_gpu());
}

// How wide vectors are: some power of two, or 0 for a type that the device does not have.
static bool width(std::uint32_t v, bool there) {
  return there ? v >= 1 && v <= 64 && (v & (v - 1)) == 0 : v == 0;
}

static void types(const device &d) {
  namespace i = info::device;
  const bool fp16 = d.has(aspect::fp16), fp64 = d.has(aspect::fp64);
#define WIDTHS(type, there)                                                                                  \
  ASK(d, std::uint32_t, i::preferred_vector_width_##type, width(v, there));                                  \
  ASK(d, std::uint32_t, i::native_vector_width_##type, width(v, there))
  WIDTHS(char, true);
  WIDTHS(short, true);
  WIDTHS(int, true);
  WIDTHS(long, true);
  WIDTHS(float, true);
  WIDTHS(double, fp64);
  WIDTHS(half, fp16);
  using config = std::vector<info::fp_config>;
  using info::fp_config;
  ASK(d, config, i::half_fp_config, v.empty() == !fp16);
  ASK(d, config, i::single_fp_config, has(v, fp_config::round_to_nearest) && has(v, fp_config::inf_nan) && unique(v));
  ASK(d, config, i::double_fp_config,
      fp64 ? has(v, fp_config::fma) && has(v, fp_config::round_to_nearest) && has(v, fp_config::round_to_zero) &&
                 has(v, fp_config::round_to_inf) && has(v, fp_config::inf_nan) && has(v, fp_config::denorm)
           : v.empty());
}

// A context has what all of its devices have.
#define ATOMICS(object, space)                                                                                            \
  ASK(object, std::vector<memory_order>, info::space::atomic_memory_order_capabilities, has(v, memory_order::relaxed) && unique(v)); \
  ASK(object, std::vector<memory_order>, info::space::atomic_fence_order_capabilities, has(v, memory_order::relaxed) && unique(v)); \
  ASK(object, std::vector<memory_scope>, info::space::atomic_memory_scope_capabilities, has(v, memory_scope::work_group) && unique(v)); \
  ASK(object, std::vector<memory_scope>, info::space::atomic_fence_scope_capabilities, has(v, memory_scope::work_group) && unique(v))
static void atomics(const device &d, const context &c) {
  ATOMICS(d, device);
  ATOMICS(c, context);
}

static void partitions(const device &d) {
  namespace i = info::device;
  using properties = std::vector<info::partition_property>;
  using domains = std::vector<info::partition_affinity_domain>;
  ASK(d, properties, i::partition_properties, !has(v, info::partition_property::no_partition) && unique(v));
  ASK(d, domains, i::partition_affinity_domains, !has(v, info::partition_affinity_domain::not_applicable) && unique(v));
  ASK(d, std::uint32_t, i::partition_max_sub_devices, v <= d.get_info<i::max_compute_units>());
  ASK(d, info::partition_property, i::partition_type_property, v == info::partition_property::no_partition);
  ASK(d, info::partition_affinity_domain, i::partition_type_affinity_domain, v == info::partition_affinity_domain::not_applicable);
  static_assert(std::is_same_v<i::parent_device::return_type, device>);
  CHECK_THROWS(errc::invalid, d.get_info<i::parent_device>());
}

static void images(const device &d) {
  namespace i = info::device;
  CHECK(d.has(aspect::image)); // the least that SYCL asks for then
  ASK(d, std::uint32_t, i::max_read_image_args, v >= 128);
  ASK(d, std::uint32_t, i::max_write_image_args, v >= 8);
  ASK(d, std::uint32_t, i::max_samplers, v >= 16);
  ASK(d, std::size_t, i::image2d_max_width, v >= 8192);
  ASK(d, std::size_t, i::image2d_max_height, v >= 8192);
  ASK(d, std::size_t, i::image3d_max_width, v >= 2048);
  ASK(d, std::size_t, i::image3d_max_height, v >= 2048);
  ASK(d, std::size_t, i::image3d_max_depth, v >= 2048);
  ASK(d, std::size_t, i::image_max_buffer_size, v >= 65536);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
// Inputs/bad_deprecated_info.cpp shows that there are warnings.
static void deprecated(const device &d) {
  namespace i = info::device;
  using words = std::vector<std::string>;
  const bool opencl = d.get_backend() == backend::opencl;
  ASK(d, bool, i::image_support, v == d.has(aspect::image));
  ASK(d, bool, i::is_compiler_available, v == d.has(aspect::online_compiler));
  ASK(d, bool, i::is_linker_available, v == d.has(aspect::online_linker));
  ASK(d, bool, i::queue_profiling, v == d.has(aspect::queue_profiling));
  const bool apart = d.get_info<i::name>().find("memory apart") != std::string::npos; // tests/e2e/Inputs/apart_opencl.c
  ASK(d, bool, i::host_unified_memory, v == !apart || !d.is_cpu());
  ASK(d, bool, i::is_endian_little, v);
  ASK(d, std::uint64_t, i::max_constant_buffer_size, v >= 64 * 1024);
  ASK(d, std::uint32_t, i::max_constant_args, v >= 8);
  ASK(d, std::size_t, i::printf_buffer_size, v >= 1 << 20);
  ASK(d, words, i::extensions, v.empty() == !opencl && unique(v) && !has(v, std::string()));
  for (const std::string &name : d.get_info<i::extensions>())
    CHECK(d.has_extension(name) && !d.has_extension(name + "x"));
  ASK(d, words, i::built_in_kernels, opencl || v.empty());
  ASK(d.get_platform(), words, info::platform::extensions, opencl || v.empty());
  CHECK(!d.get_platform().has_extension(""));
  static_assert(std::is_same_v<i::profile::return_type, std::string>);
  static_assert(std::is_same_v<i::preferred_interop_user_sync::return_type, bool>);
  static_assert(std::is_same_v<info::platform::profile::return_type, std::string>);
  if (opencl) {
    const std::string profile = d.get_info<i::profile>();
    CHECK(profile == "FULL_PROFILE" || profile == "EMBEDDED_PROFILE");
    CHECK(!d.get_platform().get_info<info::platform::profile>().empty());
    d.get_info<i::preferred_interop_user_sync>();
  } else {
    CHECK_THROWS(errc::invalid, d.get_info<i::profile>());
    CHECK_THROWS(errc::invalid, d.get_info<i::preferred_interop_user_sync>());
    CHECK_THROWS(errc::invalid, d.get_platform().get_info<info::platform::profile>());
  }
}
#pragma GCC diagnostic pop

static void others(const device &d) {
  const platform p = d.get_platform();
  ASK(p, std::string, info::platform::name, !v.empty());
  ASK(p, std::string, info::platform::vendor, !v.empty());
  ASK(p, std::string, info::platform::version, !v.empty());
  const context c(d);
  ASK(c, platform, info::context::platform, v == p);
  ASK(c, std::vector<device>, info::context::devices, v.size() == 1 && v[0] == d);
  CHECK(c.get_info<info::context::atomic_memory_order_capabilities>() == d.get_info<info::device::atomic_memory_order_capabilities>());
  CHECK(c.get_info<info::context::atomic_fence_scope_capabilities>() == d.get_info<info::device::atomic_fence_scope_capabilities>());
  queue q(c, d, property::queue::enable_profiling());
  ASK(q, context, info::queue::context, v == c);
  ASK(q, device, info::queue::device, v == d);
  event e = q.submit([](handler &h) { h.host_task([] {}); });
  e.wait();
  ASK(e, info::event_command_status, info::event::command_execution_status, v == info::event_command_status::complete);
  const auto start = e.get_profiling_info<info::event_profiling::command_start>();
  const auto end = e.get_profiling_info<info::event_profiling::command_end>();
  static_assert(std::is_same_v<decltype(start), const std::uint64_t> && std::is_same_v<decltype(end), const std::uint64_t>);
  static_assert(std::is_same_v<info::event_profiling::command_submit::return_type, std::uint64_t>);
  CHECK(e.get_profiling_info<info::event_profiling::command_submit>() <= start && start <= end);
}

int main() {
  for (const device &d : device::get_devices()) {
    identity(d);
    sizes(d);
    types(d);
    atomics(d, context(d));
    partitions(d);
    images(d);
    deprecated(d);
    others(d);
  }
  return report("info");
}
