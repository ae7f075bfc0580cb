// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// enum class aspect. The numbers are part of the ABI: device images and the runtime use them.
#ifndef SYCL_ASPECT_HPP
#define SYCL_ASPECT_HPP

// X(name, number); D(name, number) marks the deprecated ones.
#define SYCC_ASPECT_LIST(X, D)                                                                               \
  D(host, 0)                                                                                                 \
  X(cpu, 1)                                                                                                  \
  X(gpu, 2)                                                                                                  \
  X(accelerator, 3)                                                                                          \
  X(custom, 4)                                                                                               \
  X(fp16, 5)                                                                                                 \
  X(fp64, 6)                                                                                                 \
  D(int64_base_atomics, 7)                                                                                   \
  D(int64_extended_atomics, 8)                                                                               \
  X(image, 9)                                                                                                \
  X(online_compiler, 10)                                                                                     \
  X(online_linker, 11)                                                                                       \
  X(queue_profiling, 12)                                                                                     \
  X(usm_device_allocations, 13)                                                                              \
  X(usm_host_allocations, 14)                                                                                \
  X(usm_shared_allocations, 15)                                                                              \
  D(usm_restricted_shared_allocations, 16)                                                                   \
  X(usm_system_allocations, 17)                                                                              \
  X(ext_intel_pci_address, 18)                                                                               \
  X(ext_intel_gpu_eu_count, 19)                                                                              \
  X(ext_intel_gpu_eu_simd_width, 20)                                                                         \
  X(ext_intel_gpu_slices, 21)                                                                                \
  X(ext_intel_gpu_subslices_per_slice, 22)                                                                   \
  X(ext_intel_gpu_eu_count_per_subslice, 23)                                                                 \
  X(ext_intel_max_mem_bandwidth, 24)                                                                         \
  X(ext_intel_mem_channel, 25)                                                                               \
  X(usm_atomic_host_allocations, 26)                                                                         \
  X(usm_atomic_shared_allocations, 27)                                                                       \
  X(atomic64, 28)                                                                                            \
  X(ext_intel_device_info_uuid, 29)                                                                          \
  X(ext_oneapi_srgb, 30)                                                                                     \
  X(ext_oneapi_native_assert, 31)                                                                            \
  X(host_debuggable, 32)                                                                                     \
  X(ext_intel_gpu_hw_threads_per_eu, 33)                                                                     \
  X(ext_oneapi_cuda_async_barrier, 34)                                                                       \
  X(ext_oneapi_bfloat16_math_functions, 35)                                                                  \
  X(ext_intel_free_memory, 36)                                                                               \
  X(ext_intel_device_id, 37)                                                                                 \
  X(ext_intel_memory_clock_rate, 38)                                                                         \
  X(ext_intel_memory_bus_width, 39)                                                                          \
  X(emulated, 40)                                                                                            \
  X(ext_intel_legacy_image, 41)                                                                              \
  X(ext_intel_esimd, 53)                                                                                     \
  X(ext_intel_matrix, 58)

namespace sycl {

enum class aspect {
#define SYCC_X(name, number) name = number,
#define SYCC_D(name, number) name [[deprecated]] = number,
  // clang-format off
  SYCC_ASPECT_LIST(SYCC_X, SYCC_D)
#undef SYCC_X
#undef SYCC_D
  usm_system_allocator [[deprecated("use usm_system_allocations")]] = usm_system_allocations,
  // clang-format on
};

namespace detail {

struct aspect_entry {
  unsigned number;
  const char *name;
};
inline constexpr aspect_entry aspect_table[] = {
#define SYCC_X(name, number) {number, #name},
    SYCC_ASPECT_LIST(SYCC_X, SYCC_X)
#undef SYCC_X
};

constexpr const char *aspect_name(aspect a) {
  for (const aspect_entry &e : aspect_table)
    if (e.number == static_cast<unsigned>(a))
      return e.name;
  return "unknown aspect";
}

} // namespace detail
} // namespace sycl

#endif
