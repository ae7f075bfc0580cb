// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a GPU says about itself.
//
// Aspects come from the row of its architecture in devices.td, less what this machine does not have: some
// depend on the host and its kernel. Targets are the images it can run, the best first:
//
//     its own architecture           nvidia_gpu_sm_86: machine code
//     same major, lower minor        nvidia_gpu_sm_80: machine code too
//     any GPU                        ptx64: the driver compiles it
//     lower majors, newest first     nvidia_gpu_sm_75: the driver compiles the PTX that is in the image
//
// An architecture with a letter (sm_90a) is for that compute capability alone.
#include "runtime/backends/cuda/cuda.h"

#include "devices/devices.h"

#include "base/count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int attribute(const sy_cuda_device *d, sy_cu_device_attribute what) {
  int value = 0;
  return sy_cu.device_attribute(&value, what, d->handle) || value < 0 ? 0 : value;
}

// ---- numbers ------------------------------------------------------------------------------------------

static const struct {
  sycc_device_number to;
  sy_cu_device_attribute from;
} attributes[] = {
    {SYCC_DEVICE_MAX_COMPUTE_UNITS, SY_CU_MULTIPROCESSORS},
    {SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X, SY_CU_MAX_BLOCK_DIM_X},
    {SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Y, SY_CU_MAX_BLOCK_DIM_Y},
    {SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z, SY_CU_MAX_BLOCK_DIM_Z},
    {SYCC_DEVICE_MAX_WORK_GROUP_SIZE, SY_CU_MAX_THREADS_PER_BLOCK},
    {SYCC_DEVICE_GLOBAL_CACHE_BYTES, SY_CU_L2_CACHE_BYTES},
    {SYCC_DEVICE_LOCAL_MEM_BYTES, SY_CU_MAX_SHARED_PER_BLOCK_OPTIN},
    {SYCC_DEVICE_ERROR_CORRECTION, SY_CU_ECC_ENABLED},
    {SYCC_DEVICE_HOST_UNIFIED_MEMORY, SY_CU_INTEGRATED},
    {SYCC_DEVICE_MEMORY_BUS_BITS, SY_CU_MEMORY_BUS_BITS},
    {SYCC_DEVICE_MAX_GROUPS_X, SY_CU_MAX_GRID_DIM_X},
    {SYCC_DEVICE_MAX_GROUPS_Y, SY_CU_MAX_GRID_DIM_Y},
    {SYCC_DEVICE_MAX_GROUPS_Z, SY_CU_MAX_GRID_DIM_Z},
};

static const struct {
  sycc_device_number to;
  uint64_t value;
} constants[] = {
    {SYCC_DEVICE_TYPE, SYCC_DEVICE_GPU},
    {SYCC_DEVICE_VENDOR_ID, 0x10de},
    {SYCC_DEVICE_ADDRESS_BITS, 64},
    {SYCC_DEVICE_GLOBAL_CACHE_LINE, 128},
    {SYCC_DEVICE_MAX_PARAMETER_BYTES, 4096 - 6 * sizeof(uint64_t)}, // the range of the launch is one too
    {SYCC_DEVICE_MEM_BASE_ALIGN_BITS, 8 * 256},
    {SYCC_DEVICE_PROFILING_RESOLUTION_NS, 1000},
    {SYCC_DEVICE_HALF_FP_CONFIG, SYCC_FP_IEEE},
    {SYCC_DEVICE_SINGLE_FP_CONFIG, SYCC_FP_IEEE | SYCC_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT},
    {SYCC_DEVICE_DOUBLE_FP_CONFIG, SYCC_FP_IEEE},
    {SYCC_DEVICE_GLOBAL_CACHE_TYPE, 2},
    {SYCC_DEVICE_LOCAL_MEM_TYPE, 1},
    {SYCC_DEVICE_ATOMIC_CAPABILITIES, SYCC_ATOMIC_ALL},
    {SYCC_DEVICE_FENCE_CAPABILITIES, SYCC_ATOMIC_ALL},
    {SYCC_DEVICE_AVAILABLE, 1},
    {SYCC_DEVICE_SUB_GROUP_PROGRESS, 1}, // warps are scheduled one by one
    {SYCC_DEVICE_MAX_CONSTANT_BYTES, 64 * 1024},
    {SYCC_DEVICE_MAX_CONSTANT_ARGS, 9},
    {SYCC_DEVICE_PRINTF_BYTES, 1024 * 1024}, // unless the program changes the limit
};

static void set_numbers(sy_cuda_device *d, size_t memory) {
  uint64_t *number = d->base->number;
  for (size_t i = 0; i < SY_COUNT(attributes); i++)
    number[attributes[i].to] = (uint64_t)attribute(d, attributes[i].from);
  for (size_t i = 0; i < SY_COUNT(constants); i++)
    number[constants[i].to] = constants[i].value;
  if (!number[SYCC_DEVICE_LOCAL_MEM_BYTES])
    number[SYCC_DEVICE_LOCAL_MEM_BYTES] = (uint64_t)attribute(d, SY_CU_MAX_SHARED_PER_BLOCK);
  number[SYCC_DEVICE_MAX_CLOCK_MHZ] = (uint64_t)attribute(d, SY_CU_CLOCK_KHZ) / 1000;
  // Two transfers a cycle, as all kinds of memory on GPUs have it.
  uint64_t clock = (uint64_t)attribute(d, SY_CU_MEMORY_CLOCK_KHZ);
  number[SYCC_DEVICE_MEMORY_CLOCK_MHZ] = clock / 1000;
  number[SYCC_DEVICE_MEMORY_BANDWIDTH] = clock * 1000 * 2 * (number[SYCC_DEVICE_MEMORY_BUS_BITS] / 8);
  number[SYCC_DEVICE_GLOBAL_MEM_BYTES] = number[SYCC_DEVICE_MAX_ALLOC_BYTES] = memory;
  for (unsigned i = 0; i < 3; i++) {
    d->grid[i] = (unsigned)attribute(d, SY_CU_MAX_GRID_DIM_X + i);
    d->block[i] = (unsigned)attribute(d, SY_CU_MAX_BLOCK_DIM_X + i);
  }
  d->multiprocessors = (unsigned)attribute(d, SY_CU_MULTIPROCESSORS);
  d->prefetches = attribute(d, SY_CU_CONCURRENT_MANAGED_ACCESS);
}

// Where it is: its address on the bus, and its number in the world.
static void set_place(sy_cuda_device *d) {
  sy_cu_uuid id = {{0}};
  snprintf(d->pci, sizeof d->pci, "%04x:%02x:%02x.0", (unsigned)attribute(d, SY_CU_PCI_DOMAIN),
           (unsigned)attribute(d, SY_CU_PCI_BUS), (unsigned)attribute(d, SY_CU_PCI_DEVICE));
  d->base->text[SYCC_DEVICE_PCI_ADDRESS] = d->pci;
  if (!sy_cu.device_uuid(&id, d->handle))
    memcpy(&d->base->number[SYCC_DEVICE_UUID_FIRST], id.bytes, sizeof id.bytes);
}

// ---- architectures ------------------------------------------------------------------------------------

typedef struct arch {
  unsigned version; // 90 for sm_90
  bool alone;       // sm_90a
} arch;

// False: not one of NVIDIA's.
static bool arch_of(const sy_target *t, arch *out) {
  const sy_family *f = sy_cuda.family;
  if (t->family != f || t->archAspect == SY_NO_ARCH)
    return false;
  char *end;
  out->version = (unsigned)strtoul(t->cpu + strlen(f->gpus), &end, 10); // sm_90
  out->alone = *end;
  return true;
}

// How good code for the target is on a GPU of that version, 0: it does not run.
static unsigned rank(const sy_target *t, unsigned version) {
  enum { OWN = 4000, SAME_MAJOR = 3000, ANY = 2000, LOWER = 1000 };
  arch a;
  if (t->family == sy_cuda.family && sy_target_is_generic(t))
    return ANY;
  if (!arch_of(t, &a) || a.version > version || (a.alone && a.version != version))
    return 0;
  if (a.version == version)
    return OWN + a.alone;
  return (a.version / 10 == version / 10 ? SAME_MAJOR : LOWER) + a.version;
}

static void set_targets(sy_cuda_device *d) {
  unsigned ranks[SY_CUDA_MOST_TARGETS];
  size_t n = 0;
  for (size_t i = 0; i < sy_target_count() && n < SY_CUDA_MOST_TARGETS; i++) {
    const sy_target *t = sy_target_at(i);
    unsigned r = rank(t, d->major * 10 + d->minor);
    if (!r)
      continue;
    size_t at = n++;
    for (; at && ranks[at - 1] < r; at--) {
      ranks[at] = ranks[at - 1];
      d->targets[at] = d->targets[at - 1];
    }
    ranks[at] = r;
    d->targets[at] = t->TargetName;
  }
  d->base->targets = d->targets;
}

// ---- aspects ------------------------------------------------------------------------------------------

static const struct {
  const char *aspect;
  sy_cu_device_attribute needs;
} conditions[] = {
    {"usm_shared_allocations", SY_CU_MANAGED_MEMORY},
    {"usm_atomic_shared_allocations", SY_CU_CONCURRENT_MANAGED_ACCESS},
    {"usm_atomic_host_allocations", SY_CU_CONCURRENT_MANAGED_ACCESS},
    {"usm_system_allocations", SY_CU_PAGEABLE_MEMORY_ACCESS},
};

static bool has_here(const sy_cuda_device *d, const char *aspect) {
  for (size_t i = 0; i < SY_COUNT(conditions); i++)
    if (!strcmp(conditions[i].aspect, aspect))
      return attribute(d, conditions[i].needs);
  return true;
}

static void add_aspect(sy_cuda_device *d, uint32_t number) {
  for (size_t i = 0; i < d->base->aspect_count; i++)
    if (d->aspects[i] == number)
      return;
  if (d->base->aspect_count < SY_CUDA_MOST_ASPECTS)
    d->aspects[d->base->aspect_count++] = number;
}

// Of the nearest architecture that is in the table and, for the one it is, the architecture's own.
static void set_aspects(sy_cuda_device *d) {
  unsigned version = d->major * 10 + d->minor;
  const sy_target *nearest = sy_target_find(sy_cuda.family->name);
  arch a, best = {0};
  for (size_t i = 0; i < sy_target_count(); i++) {
    const sy_target *t = sy_target_at(i);
    if (!arch_of(t, &a) || a.version > version)
      continue;
    if (a.version == version)
      add_aspect(d, (uint32_t)t->archAspect);
    if (!a.alone && a.version >= best.version) {
      nearest = t;
      best = a;
    }
  }
  for (size_t i = 0; i < nearest->aspects.n; i++)
    if (nearest->aspectNumbers.data[i] < SY_ARCH_ASPECTS && has_here(d, nearest->aspects.data[i]))
      add_aspect(d, (uint32_t)nearest->aspectNumbers.data[i]);
  d->base->aspects = d->aspects;
}

// ----------------------------------------------------------------------------------------------------

bool sy_cuda_facts(sy_cuda_device *d) {
  static const size_t sub_group_sizes[] = {SY_CUDA_WARP};
  static char driver[32];
  size_t memory;
  int v = 0;
  if (sy_cu.device_name(d->name, sizeof d->name, d->handle) || sy_cu.device_memory(&memory, d->handle))
    return false;
  d->major = (unsigned)attribute(d, SY_CU_COMPUTE_MAJOR);
  d->minor = (unsigned)attribute(d, SY_CU_COMPUTE_MINOR);
  snprintf(d->version, sizeof d->version, "%u.%u", d->major, d->minor);
  sy_cu.driver_version(&v);
  snprintf(driver, sizeof driver, "%d.%d", v / 1000, v % 1000 / 10);
  d->base->text[SYCC_DEVICE_NAME] = d->name;
  d->base->text[SYCC_DEVICE_VENDOR] = "NVIDIA Corporation";
  d->base->text[SYCC_DEVICE_VERSION] = d->version;
  d->base->text[SYCC_DEVICE_DRIVER_VERSION] = driver;
  d->base->sub_group_sizes = sub_group_sizes;
  d->base->sub_group_size_count = 1;
  set_numbers(d, memory);
  set_place(d);
  set_targets(d);
  set_aspects(d);
  return d->major;
}
