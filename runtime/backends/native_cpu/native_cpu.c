// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native CPU: its one platform and device, and the back end's table.
#include "runtime/backends/native_cpu/native_cpu.h"

#include "base/count.h"
#include "devices/devices.h"
#include "runtime/memory.h"

#include <stdlib.h>

// What the device has on any machine; tests/devices compares it with the row in devices.td.
static const char *const own_aspects[] = {
    "cpu",
    "fp16",
    "fp64",
    "image",
    "queue_profiling",
    "usm_device_allocations",
    "usm_host_allocations",
    "usm_shared_allocations",
    "usm_system_allocations",
    "usm_atomic_host_allocations",
    "usm_atomic_shared_allocations",
    "atomic64",
    "host_debuggable",
    "ext_intel_free_memory",
    "ext_oneapi_opportunistic_group",
    "ext_oneapi_limited_graph",
    "ext_oneapi_graph",
    "ext_oneapi_clock_sub_group",
    "ext_oneapi_clock_work_group",
    "ext_oneapi_clock_device",
    "ext_native_cpu",
    "ext_intel_x86_64",
};
// What it runs, the most specific first: the levels of x86-64 are named for the machine, native_cpu for any.
static const char *const levels[] = {"x86_64_avx512", "x86_64_avx2", "x86_64", "spir64_x86_64"};
static const char *targets[SY_COUNT(levels) + 2];

enum { MOST_ASPECTS = SY_COUNT(own_aspects) + 2 };
static uint32_t aspects[MOST_ASPECTS];

// Work-items of a group run one after the other on one thread, so the limits below are not the hardware's.
// A work-item's variables that live across a barrier exist once for each work-item of the group: 4096 keeps
// them inside a stack of 8 MiB. 512 KiB of local memory still sit in a second-level cache.
static const struct {
  sycc_device_number what;
  uint64_t value;
} constants[] = {
    {SYCC_DEVICE_TYPE, SYCC_DEVICE_CPU},
    {SYCC_DEVICE_VENDOR_ID, 0},
    {SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X, 4096},
    {SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Y, 4096},
    {SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z, 4096},
    {SYCC_DEVICE_MAX_WORK_GROUP_SIZE, 4096},
    {SYCC_DEVICE_ADDRESS_BITS, 8 * sizeof(void *)},
    {SYCC_DEVICE_LOCAL_MEM_BYTES, 512 * 1024},
    {SYCC_DEVICE_MAX_PARAMETER_BYTES, 64 * 1024},
    {SYCC_DEVICE_MEM_BASE_ALIGN_BITS, 8 * SY_MEMORY_ALIGN},
    {SYCC_DEVICE_PROFILING_RESOLUTION_NS, 1},
    {SYCC_DEVICE_HALF_FP_CONFIG, SYCC_FP_IEEE},
    {SYCC_DEVICE_SINGLE_FP_CONFIG, SYCC_FP_IEEE | SYCC_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT},
    {SYCC_DEVICE_DOUBLE_FP_CONFIG, SYCC_FP_IEEE},
    {SYCC_DEVICE_GLOBAL_CACHE_TYPE, 2},
    {SYCC_DEVICE_LOCAL_MEM_TYPE, 2},
    {SYCC_DEVICE_ATOMIC_CAPABILITIES, SYCC_ATOMIC_ALL},
    {SYCC_DEVICE_FENCE_CAPABILITIES, SYCC_ATOMIC_ALL},
    {SYCC_DEVICE_AVAILABLE, 1},
    {SYCC_DEVICE_HOST_UNIFIED_MEMORY, 1},
    {SYCC_DEVICE_MAX_CONSTANT_ARGS, 1024},
    {SYCC_DEVICE_PRINTF_BYTES, SIZE_MAX}, // the host's own stream
};

static const struct {
  sycc_device_number what;
  sy_cpu_fact fact;
} facts[] = {
    {SYCC_DEVICE_MAX_CLOCK_MHZ, SY_CPU_CLOCK_MHZ},
    {SYCC_DEVICE_GLOBAL_CACHE_BYTES, SY_CPU_CACHE_BYTES},
    {SYCC_DEVICE_GLOBAL_CACHE_LINE, SY_CPU_CACHE_LINE},
    {SYCC_DEVICE_VECTOR_BITS, SY_CPU_VECTOR_BITS},
};

static const size_t sub_group_sizes[] = {4, 8, 16, 32, 64};
static char cpu_name[256];

static sycc_platform platform;
static sy_cpu_part all_units;
static sycc_device device = {
    .platform = &platform,
    .backend = &sy_native_cpu,
    .own = &all_units,
    .text = {[SYCC_DEVICE_NAME] = cpu_name,
             [SYCC_DEVICE_VENDOR] = "sycc",
             [SYCC_DEVICE_VERSION] = SYCC_VERSION,
             [SYCC_DEVICE_DRIVER_VERSION] = SYCC_VERSION},
    .sub_group_sizes = sub_group_sizes,
    .sub_group_size_count = SY_COUNT(sub_group_sizes),
    .aspects = aspects,
};
static sycc_platform platform = {
    .backend = &sy_native_cpu,
    .text = {[SYCC_PLATFORM_NAME] = "sycc native CPU",
             [SYCC_PLATFORM_VENDOR] = "sycc",
             [SYCC_PLATFORM_VERSION] = SYCC_VERSION},
    .devices = &device,
    .device_count = 1,
};

static void add_aspect(const char *name) {
  aspects[device.aspect_count++] = (uint32_t)sy_aspect_find(name)->Number;
}

static void find_aspects(void) {
  for (size_t i = 0; i < SY_COUNT(own_aspects); i++)
    add_aspect(own_aspects[i]);
  size_t n;
  const sy_cpu_level *levels = sy_cpu_levels(&n);
  for (size_t i = 0; i < n; i++)
    if (levels[i].aspect)
      add_aspect(levels[i].aspect);
}

// A level above the CPU's is left out of the list.
static void find_targets(void) {
  size_t n = 0;
  for (size_t i = 0; i < SY_COUNT(levels); i++) {
    const sy_target *t = sy_target_find(levels[i]);
    if (sycc_device_has(&device, (uint32_t)t->archAspect))
      targets[n++] = t->TargetName;
  }
  targets[n++] = sy_native_cpu.family->name;
}

static size_t cpu_discover(sycc_platform **platforms) {
  find_aspects();
  find_targets();
  for (size_t i = 0; i < SY_COUNT(constants); i++)
    device.number[constants[i].what] = constants[i].value;
  for (size_t i = 0; i < SY_COUNT(facts); i++)
    device.number[facts[i].what] = sy_cpu_fact_value(facts[i].fact);
  all_units.pool = sy_pool_whole();
  all_units.units = sy_pool_size(all_units.pool);
  device.number[SYCC_DEVICE_MAX_COMPUTE_UNITS] = device.number[SYCC_DEVICE_PARTITION_MAX] = all_units.units;
  device.number[SYCC_DEVICE_GLOBAL_MEM_BYTES] = sy_memory_total();
  device.number[SYCC_DEVICE_MAX_ALLOC_BYTES] = device.number[SYCC_DEVICE_MAX_CONSTANT_BYTES] =
      sy_memory_total();
  sy_cpu_name(cpu_name, sizeof cpu_name);
  *platforms = &platform;
  return 1;
}

static sycc_status usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  return sy_memory_alloc(bytes, align, "a USM allocation", out);
}

static void usm_free(sycc_device *d, void *ptr) {
  sy_memory_free(ptr);
}

static sycc_status start_on_cpu(sy_command *c) {
  return c->action == SY_ACTION_KERNEL ? sy_cpu_launch_start(c) : sy_cpu_transfer_start(c);
}

// The code has the size of its sub-groups.
static sycc_status kernel_value(sycc_device *d, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  (void)d;
  if (what == SYCC_KERNEL_MAX_SUB_GROUP_SIZE)
    *out = sy_target_lanes(sy_image_target(sy_registry_image(k)));
  return SYCC_success;
}

static void cpu_before_fork(void) {
  pthread_mutex_lock(&sy_pool_mutex);
}
static void cpu_after_fork(void) {
  pthread_mutex_unlock(&sy_pool_mutex);
}

const sy_backend sy_native_cpu = {
    .id = SYCC_BACKEND_native_cpu,
    .kind = SY_BACKEND_HOST,
    .family = &sy_family_native_cpu,
    .links_images = true,
    .targets = targets,
    .discover = cpu_discover,
    .before_fork = cpu_before_fork,
    .after_fork = cpu_after_fork,
    .stop = sy_pool_stop,
    .late_number = sy_cpu_late_number,
    .divide = sy_cpu_divide,
    .usm_alloc = usm_alloc,
    .usm_free = usm_free,
    .prepare = sy_cpu_launch_prepare,
    .discard = sy_cpu_launch_discard,
    .start = start_on_cpu,
    .kernel_value = kernel_value,
    .help = sy_pool_help,
};
