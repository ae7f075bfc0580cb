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
  X(ext_oneapi_ballot_group, 54)                                                                             \
  X(ext_oneapi_fixed_size_group, 55)                                                                         \
  X(ext_oneapi_opportunistic_group, 56)                                                                      \
  X(ext_oneapi_tangle_group, 57)                                                                             \
  X(ext_intel_matrix, 58)                                                                                    \
  X(ext_oneapi_limited_graph, 62)                                                                            \
  X(ext_oneapi_graph, 63)                                                                                    \
  X(ext_oneapi_queue_profiling_tag, 65)                                                                      \
  X(ext_oneapi_clock_sub_group, 80)                                                                          \
  X(ext_oneapi_clock_work_group, 81)                                                                         \
  X(ext_oneapi_clock_device, 82)                                                                             \
  X(ext_intel_gpu_bdw, 1000)                                                                                 \
  X(ext_intel_gpu_skl, 1001)                                                                                 \
  X(ext_intel_gpu_kbl, 1002)                                                                                 \
  X(ext_intel_gpu_cfl, 1003)                                                                                 \
  X(ext_intel_gpu_apl, 1004)                                                                                 \
  X(ext_intel_gpu_glk, 1005)                                                                                 \
  X(ext_intel_gpu_whl, 1006)                                                                                 \
  X(ext_intel_gpu_aml, 1007)                                                                                 \
  X(ext_intel_gpu_cml, 1008)                                                                                 \
  X(ext_intel_gpu_icllp, 1009)                                                                               \
  X(ext_intel_gpu_lkf, 1010)                                                                                 \
  X(ext_intel_gpu_ehl, 1011)                                                                                 \
  X(ext_intel_gpu_tgllp, 1012)                                                                               \
  X(ext_intel_gpu_rkl, 1013)                                                                                 \
  X(ext_intel_gpu_adl_s, 1014)                                                                               \
  X(ext_intel_gpu_rpl_s, 1015)                                                                               \
  X(ext_intel_gpu_adl_p, 1016)                                                                               \
  X(ext_intel_gpu_adl_n, 1017)                                                                               \
  X(ext_intel_gpu_dg1, 1018)                                                                                 \
  X(ext_intel_gpu_acm_g10, 1019)                                                                             \
  X(ext_intel_gpu_acm_g11, 1020)                                                                             \
  X(ext_intel_gpu_acm_g12, 1021)                                                                             \
  X(ext_intel_gpu_pvc, 1022)                                                                                 \
  X(ext_intel_gpu_pvc_vg, 1023)                                                                              \
  X(ext_intel_gpu_mtl_u, 1024)                                                                               \
  X(ext_intel_gpu_mtl_h, 1025)                                                                               \
  X(ext_intel_gpu_arl_h, 1026)                                                                               \
  X(ext_intel_gpu_bmg_g21, 1027)                                                                             \
  X(ext_intel_gpu_lnl_m, 1028)                                                                               \
  X(ext_intel_gpu_ptl_h, 1029)                                                                               \
  X(ext_intel_gpu_ptl_u, 1030)                                                                               \
  X(ext_native_cpu, 1100)                                                                                    \
  X(ext_intel_x86_64, 1101)                                                                                  \
  X(ext_intel_x86_64_avx2, 1102)                                                                             \
  X(ext_intel_x86_64_avx512, 1103)                                                                           \
  X(ext_nvidia_gpu_sm_50, 1200)                                                                              \
  X(ext_nvidia_gpu_sm_52, 1201)                                                                              \
  X(ext_nvidia_gpu_sm_53, 1202)                                                                              \
  X(ext_nvidia_gpu_sm_60, 1203)                                                                              \
  X(ext_nvidia_gpu_sm_61, 1204)                                                                              \
  X(ext_nvidia_gpu_sm_62, 1205)                                                                              \
  X(ext_nvidia_gpu_sm_70, 1206)                                                                              \
  X(ext_nvidia_gpu_sm_72, 1207)                                                                              \
  X(ext_nvidia_gpu_sm_75, 1208)                                                                              \
  X(ext_nvidia_gpu_sm_80, 1209)                                                                              \
  X(ext_nvidia_gpu_sm_86, 1210)                                                                              \
  X(ext_nvidia_gpu_sm_87, 1211)                                                                              \
  X(ext_nvidia_gpu_sm_88, 1212)                                                                              \
  X(ext_nvidia_gpu_sm_89, 1213)                                                                              \
  X(ext_nvidia_gpu_sm_90, 1214)                                                                              \
  X(ext_nvidia_gpu_sm_90a, 1215)                                                                             \
  X(ext_nvidia_gpu_sm_100, 1216)                                                                             \
  X(ext_nvidia_gpu_sm_100a, 1217)                                                                            \
  X(ext_nvidia_gpu_sm_103, 1218)                                                                             \
  X(ext_nvidia_gpu_sm_103a, 1219)                                                                            \
  X(ext_nvidia_gpu_sm_110, 1220)                                                                             \
  X(ext_nvidia_gpu_sm_110a, 1221)                                                                            \
  X(ext_nvidia_gpu_sm_120, 1222)                                                                             \
  X(ext_nvidia_gpu_sm_120a, 1223)                                                                            \
  X(ext_nvidia_gpu_sm_121, 1224)                                                                             \
  X(ext_nvidia_gpu_sm_121a, 1225)                                                                            \
  X(ext_amd_gpu_gfx900, 1300)                                                                                \
  X(ext_amd_gpu_gfx902, 1301)                                                                                \
  X(ext_amd_gpu_gfx904, 1302)                                                                                \
  X(ext_amd_gpu_gfx906, 1303)                                                                                \
  X(ext_amd_gpu_gfx908, 1304)                                                                                \
  X(ext_amd_gpu_gfx909, 1305)                                                                                \
  X(ext_amd_gpu_gfx90a, 1306)                                                                                \
  X(ext_amd_gpu_gfx90c, 1307)                                                                                \
  X(ext_amd_gpu_gfx942, 1308)                                                                                \
  X(ext_amd_gpu_gfx950, 1309)                                                                                \
  X(ext_amd_gpu_gfx1010, 1310)                                                                               \
  X(ext_amd_gpu_gfx1011, 1311)                                                                               \
  X(ext_amd_gpu_gfx1012, 1312)                                                                               \
  X(ext_amd_gpu_gfx1013, 1313)                                                                               \
  X(ext_amd_gpu_gfx1030, 1314)                                                                               \
  X(ext_amd_gpu_gfx1031, 1315)                                                                               \
  X(ext_amd_gpu_gfx1032, 1316)                                                                               \
  X(ext_amd_gpu_gfx1033, 1317)                                                                               \
  X(ext_amd_gpu_gfx1034, 1318)                                                                               \
  X(ext_amd_gpu_gfx1035, 1319)                                                                               \
  X(ext_amd_gpu_gfx1036, 1320)                                                                               \
  X(ext_amd_gpu_gfx1100, 1321)                                                                               \
  X(ext_amd_gpu_gfx1101, 1322)                                                                               \
  X(ext_amd_gpu_gfx1102, 1323)                                                                               \
  X(ext_amd_gpu_gfx1103, 1324)                                                                               \
  X(ext_amd_gpu_gfx1150, 1325)                                                                               \
  X(ext_amd_gpu_gfx1151, 1326)                                                                               \
  X(ext_amd_gpu_gfx1152, 1327)                                                                               \
  X(ext_amd_gpu_gfx1153, 1328)                                                                               \
  X(ext_amd_gpu_gfx1200, 1329)                                                                               \
  X(ext_amd_gpu_gfx1201, 1330)

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
