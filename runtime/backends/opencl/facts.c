// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an OpenCL device says about itself, in SYCL's words.
#include "runtime/backends/opencl/opencl.h"

#include "base/count.h"
#include "devices/devices.h"
#include "formats/spirv_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sycc/spir_groups.h>

#ifndef CL_DEVICE_SUB_GROUP_SIZES_INTEL
#define CL_DEVICE_SUB_GROUP_SIZES_INTEL 0x4108
#endif

// ---- asking -----------------------------------------------------------------------------------------

// Any number: all of them are little-endian and at most 8 bytes. 0 when the device does not know the
// question.
static uint64_t cl_device_number(const sy_cl_device *d, cl_device_info what) {
  uint64_t v = 0;
  return sy_cl.GetDeviceInfo(d->id, what, sizeof v, &v, NULL) ? 0 : v;
}

// Never null; stays for ever.
static const char *cl_device_text(const sy_cl_device *d, cl_device_info what) {
  size_t n = 0;
  if (sy_cl.GetDeviceInfo(d->id, what, 0, NULL, &n) || !n)
    return "";
  char *s = calloc(1, n + 1);
  if (!s || sy_cl.GetDeviceInfo(d->id, what, n, s, NULL)) {
    free(s);
    return "";
  }
  size_t blanks = strspn(s, " ");
  memmove(s, s + blanks, n + 1 - blanks);
  return s;
}

bool sy_cl_has_extension(const sy_cl_device *d, const char *name) {
  char all[16384];
  size_t n = strlen(name);
  if (sy_cl.GetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, sizeof all, all, NULL))
    return false;
  for (const char *at = all; (at = strstr(at, name)); at += n)
    if ((at == all || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
      return true;
  return false;
}

// ---- texts and numbers ------------------------------------------------------------------------------

static const struct {
  sycc_device_text what;
  cl_device_info cl;
} texts[] = {
    {SYCC_DEVICE_NAME, CL_DEVICE_NAME},
    {SYCC_DEVICE_VENDOR, CL_DEVICE_VENDOR},
    {SYCC_DEVICE_VERSION, CL_DEVICE_VERSION},
    {SYCC_DEVICE_DRIVER_VERSION, CL_DRIVER_VERSION},
    {SYCC_DEVICE_PROFILE, CL_DEVICE_PROFILE},
    {SYCC_DEVICE_EXTENSIONS, CL_DEVICE_EXTENSIONS},
    {SYCC_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_BUILT_IN_KERNELS},
};

static const struct {
  sycc_device_number what;
  cl_device_info cl;
} numbers[] = {
    {SYCC_DEVICE_VENDOR_ID, CL_DEVICE_VENDOR_ID},
    {SYCC_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_COMPUTE_UNITS},
    {SYCC_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_MAX_WORK_GROUP_SIZE},
    {SYCC_DEVICE_MAX_CLOCK_MHZ, CL_DEVICE_MAX_CLOCK_FREQUENCY},
    {SYCC_DEVICE_ADDRESS_BITS, CL_DEVICE_ADDRESS_BITS},
    {SYCC_DEVICE_MAX_ALLOC_BYTES, CL_DEVICE_MAX_MEM_ALLOC_SIZE},
    {SYCC_DEVICE_GLOBAL_MEM_BYTES, CL_DEVICE_GLOBAL_MEM_SIZE},
    {SYCC_DEVICE_GLOBAL_CACHE_BYTES, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE},
    {SYCC_DEVICE_GLOBAL_CACHE_LINE, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE},
    {SYCC_DEVICE_LOCAL_MEM_BYTES, CL_DEVICE_LOCAL_MEM_SIZE},
    {SYCC_DEVICE_MAX_PARAMETER_BYTES, CL_DEVICE_MAX_PARAMETER_SIZE},
    {SYCC_DEVICE_MEM_BASE_ALIGN_BITS, CL_DEVICE_MEM_BASE_ADDR_ALIGN},
    {SYCC_DEVICE_PROFILING_RESOLUTION_NS, CL_DEVICE_PROFILING_TIMER_RESOLUTION},
    {SYCC_DEVICE_HALF_FP_CONFIG, CL_DEVICE_HALF_FP_CONFIG},
    {SYCC_DEVICE_SINGLE_FP_CONFIG, CL_DEVICE_SINGLE_FP_CONFIG},
    {SYCC_DEVICE_DOUBLE_FP_CONFIG, CL_DEVICE_DOUBLE_FP_CONFIG},
    {SYCC_DEVICE_GLOBAL_CACHE_TYPE, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE},
    {SYCC_DEVICE_LOCAL_MEM_TYPE, CL_DEVICE_LOCAL_MEM_TYPE},
    {SYCC_DEVICE_ATOMIC_CAPABILITIES, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES},
    {SYCC_DEVICE_FENCE_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES},
    {SYCC_DEVICE_AVAILABLE, CL_DEVICE_AVAILABLE},
    {SYCC_DEVICE_ERROR_CORRECTION, CL_DEVICE_ERROR_CORRECTION_SUPPORT},
    {SYCC_DEVICE_HOST_UNIFIED_MEMORY, CL_DEVICE_HOST_UNIFIED_MEMORY},
    {SYCC_DEVICE_SUB_GROUP_PROGRESS, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS},
    {SYCC_DEVICE_INTEROP_USER_SYNC, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC},
    {SYCC_DEVICE_MAX_CONSTANT_BYTES, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE},
    {SYCC_DEVICE_MAX_CONSTANT_ARGS, CL_DEVICE_MAX_CONSTANT_ARGS},
    {SYCC_DEVICE_PRINTF_BYTES, CL_DEVICE_PRINTF_BUFFER_SIZE},
#define WIDTH(i, type)                                                                                       \
  {SYCC_DEVICE_PREFERRED_WIDTH + i, CL_DEVICE_PREFERRED_VECTOR_WIDTH_##type}, {                              \
    SYCC_DEVICE_NATIVE_WIDTH + i, CL_DEVICE_NATIVE_VECTOR_WIDTH_##type                                       \
  }
    WIDTH(0, CHAR),
    WIDTH(1, SHORT),
    WIDTH(2, INT),
    WIDTH(3, LONG),
    WIDTH(4, FLOAT),
    WIDTH(5, DOUBLE),
    WIDTH(6, HALF),
#undef WIDTH
};

// A way counts if there are at least two parts by it.
static void find_partitions(const sy_cl_device *d) {
  uint64_t *n = d->device->number;
  cl_device_partition_property ways[16] = {0};
  size_t bytes = 0;
  if (n[SYCC_DEVICE_MAX_COMPUTE_UNITS] < 2 || cl_device_number(d, CL_DEVICE_PARTITION_MAX_SUB_DEVICES) < 2 ||
      sy_cl.GetDeviceInfo(d->id, CL_DEVICE_PARTITION_PROPERTIES, sizeof ways, ways, &bytes))
    return;
  uint64_t domains = cl_device_number(d, CL_DEVICE_PARTITION_AFFINITY_DOMAIN) << 1;
  for (size_t i = 0; i < bytes / sizeof *ways; i++)
    n[SYCC_DEVICE_PARTITION_PROPERTIES] |=
        ways[i] == CL_DEVICE_PARTITION_EQUALLY                         ? 1u << SYCC_PARTITION_EQUALLY
        : ways[i] == CL_DEVICE_PARTITION_BY_COUNTS                     ? 1u << SYCC_PARTITION_BY_COUNTS
        : ways[i] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN && domains ? 1u << SYCC_PARTITION_BY_DOMAIN
                                                                       : 0;
  n[SYCC_DEVICE_PARTITION_DOMAINS] =
      n[SYCC_DEVICE_PARTITION_PROPERTIES] >> SYCC_PARTITION_BY_DOMAIN & 1 ? domains : 0;
  if (n[SYCC_DEVICE_PARTITION_PROPERTIES])
    n[SYCC_DEVICE_PARTITION_MAX] = cl_device_number(d, CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
}

static unsigned major_version(const sy_cl_device *d) {
  const char *text = d->device->text[SYCC_DEVICE_VERSION];
  return (unsigned)strtoul(text + strcspn(text, "0123456789"), NULL, 10);
}

// What a device older than OpenCL 3.0 does not say of atomics: what its version requires.
static void fill_in_atomics(sycc_device *d) {
  bool two = major_version(sy_cl_of(d)) >= 2;
  static const sycc_device_number both[] = {SYCC_DEVICE_ATOMIC_CAPABILITIES, SYCC_DEVICE_FENCE_CAPABILITIES};
  for (int i = 0; i < 2; i++)
    if (!d->number[both[i]])
      d->number[both[i]] =
          two ? SYCC_ATOMIC_ALL & ~(unsigned)SYCC_SCOPE_SYSTEM : SYCC_ORDER_RELAXED | SYCC_SCOPE_WORK_GROUP;
}

static const struct {
  cl_device_type cl;
  sycc_device_type type;
  const char *aspect;
} types[] = {
    {CL_DEVICE_TYPE_CPU, SYCC_DEVICE_CPU, "cpu"},
    {CL_DEVICE_TYPE_GPU, SYCC_DEVICE_GPU, "gpu"},
    {CL_DEVICE_TYPE_ACCELERATOR, SYCC_DEVICE_ACCELERATOR, "accelerator"},
    {CL_DEVICE_TYPE_CUSTOM, SYCC_DEVICE_CUSTOM, "custom"},
};

static void find_work_item_sizes(const sy_cl_device *d) {
  size_t sizes[16] = {0};
  if (!sy_cl.GetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL))
    for (int i = 0; i < 3; i++)
      d->device->number[SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X + i] = sizes[i];
}

// What no device has less of than one, also where the driver does not answer: programs divide by these.
static void have_one_at_least(sycc_device *d) {
  static const sycc_device_number counts[] = {
      SYCC_DEVICE_MAX_COMPUTE_UNITS, SYCC_DEVICE_MAX_WORK_GROUP_SIZE, SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X,
      SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X + 1, SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X + 2};
  for (size_t i = 0; i < SY_COUNT(counts); i++)
    if (!d->number[counts[i]])
      d->number[counts[i]] = 1;
}

// Where it is: its address on the bus, and its number in the world.
static void find_place(sy_cl_device *d) {
  cl_uint bus[4]; // domain, bus, device, function
  if (sy_cl_has_extension(d, "cl_khr_device_uuid"))
    (void)sy_cl.GetDeviceInfo(d->id, CL_DEVICE_UUID_KHR, CL_UUID_SIZE_KHR,
                              &d->device->number[SYCC_DEVICE_UUID_FIRST], NULL);
  if (sy_cl_has_extension(d, "cl_khr_pci_bus_info") &&
      !sy_cl.GetDeviceInfo(d->id, CL_DEVICE_PCI_BUS_INFO_KHR, sizeof bus, bus, NULL))
    snprintf(d->pci, sizeof d->pci, "%04x:%02x:%02x.%x", bus[0], bus[1], bus[2], bus[3]);
  d->device->text[SYCC_DEVICE_PCI_ADDRESS] = d->pci;
}

// What only Intel's GPUs have: the number of their kind, and what they are made of.
static void find_units(const sy_cl_device *d) {
  static const struct {
    sycc_device_number what;
    cl_device_info cl;
  } units[] = {
      {SYCC_DEVICE_PCI_ID, CL_DEVICE_ID_INTEL},
      {SYCC_DEVICE_SLICES, CL_DEVICE_NUM_SLICES_INTEL},
      {SYCC_DEVICE_SUB_SLICES, CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL},
      {SYCC_DEVICE_EUS, CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL},
      {SYCC_DEVICE_EU_THREADS, CL_DEVICE_NUM_THREADS_PER_EU_INTEL},
  };
  if (!sy_cl_has_extension(d, "cl_intel_device_attribute_query") ||
      d->device->number[SYCC_DEVICE_TYPE] != SYCC_DEVICE_GPU)
    return;
  for (size_t i = 0; i < SY_COUNT(units); i++)
    d->device->number[units[i].what] = cl_device_number(d, units[i].cl);
  if (d->device->sub_group_size_count) // the smallest is the width of a unit
    d->device->number[SYCC_DEVICE_EU_WIDTH] = d->device->sub_group_sizes[0];
}

static void find_vector_bits(const sy_cl_device *d) {
  d->device->number[SYCC_DEVICE_VECTOR_BITS] = 32 * cl_device_number(d, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT);
}

// Group functions came with OpenCL 2 and are optional in OpenCL 3.
static void find_missing_groups(sy_cl_device *d) {
  unsigned major = major_version(d);
  bool optional = major == 1 || major > 2;
  bool work_groups = major > 2 && cl_device_number(d, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT);
  bool sub_groups = sy_cl_has_extension(d, "cl_khr_subgroups") ||
                    sy_cl_has_extension(d, "cl_intel_subgroups") ||
                    cl_device_number(d, CL_DEVICE_MAX_NUM_SUB_GROUPS);
  if (d->code == SY_CL_IL && optional)
    d->own_groups = (work_groups ? 0 : SY_WORK_GROUPS) | (sub_groups ? 0 : SY_SUB_GROUPS);
}

// A driver without group functions gets those of device-lib/spir_groups.cpp, which have limits.
static void limit_work_groups(sy_cl_device *d) {
  uint64_t *most = &d->device->number[SYCC_DEVICE_MAX_WORK_GROUP_SIZE];
  *most = *most < SYCC_SPIR_GROUP_ITEMS ? *most : SYCC_SPIR_GROUP_ITEMS;
}

static void find_own_sub_groups(sy_cl_device *d) {
  d->sub_groups[0] = 1;
  d->device->sub_group_sizes = d->sub_groups;
  d->device->sub_group_size_count = 1;
}

static void find_sub_groups(sy_cl_device *d) {
  size_t bytes = 0;
  find_missing_groups(d);
  if (d->code == SY_CL_SPIR || d->own_groups)
    limit_work_groups(d);
  if (d->code == SY_CL_SPIR || d->own_groups & SY_SUB_GROUPS) {
    find_own_sub_groups(d);
    return;
  }
  if (!sy_cl_has_extension(d, "cl_intel_required_subgroup_size") ||
      sy_cl.GetDeviceInfo(d->id, CL_DEVICE_SUB_GROUP_SIZES_INTEL, sizeof d->sub_groups, d->sub_groups,
                          &bytes))
    return;
  d->device->sub_group_sizes = d->sub_groups;
  d->device->sub_group_size_count = bytes / sizeof *d->sub_groups;
}

// ---- code and memory --------------------------------------------------------------------------------

static void *function(const sy_cl_device *d, const char *name) {
  return sy_cl.GetExtensionFunctionAddressForPlatform(d->platform, name);
}

// "... LLVM 15.0.6, ..." in the platform's version, as PoCL has it.
static unsigned llvm_version(const sy_cl_device *d) {
  const char *at = strstr(d->device->platform->text[SYCC_PLATFORM_VERSION], "LLVM ");
  return at ? (unsigned)strtoul(at + strlen("LLVM "), NULL, 10) : 0;
}

static void find_code(sy_cl_device *d) {
  char il[256] = "";
  bool core = !sy_cl.GetDeviceInfo(d->id, CL_DEVICE_IL_VERSION, sizeof il, il, NULL) && strstr(il, "SPIR-V");
  if (core && sy_cl.CreateProgramWithIL)
    d->create_with_il = sy_cl.CreateProgramWithIL;
  else if (sy_cl_has_extension(d, "cl_khr_il_program"))
    d->create_with_il = (clCreateProgramWithILKHR_fn)function(d, "clCreateProgramWithILKHR");
  d->code = d->create_with_il ? SY_CL_IL : sy_cl_has_extension(d, "cl_khr_spir") ? SY_CL_SPIR : SY_CL_NO_CODE;
  d->spir_llvm = llvm_version(d);
}

static bool find_intel_usm(sy_cl_device *d) {
  sy_cl_intel *f = &d->intel;
  const struct {
    void **to;
    const char *name;
  } functions[] = {
      {(void **)&f->host_alloc, "clHostMemAllocINTEL"},
      {(void **)&f->device_alloc, "clDeviceMemAllocINTEL"},
      {(void **)&f->shared_alloc, "clSharedMemAllocINTEL"},
      {(void **)&f->free, "clMemBlockingFreeINTEL"},
      {(void **)&f->set_arg, "clSetKernelArgMemPointerINTEL"},
      {(void **)&f->memcpy, "clEnqueueMemcpyINTEL"},
      {(void **)&f->fill, "clEnqueueMemFillINTEL"},
  };
  bool all = sy_cl_has_extension(d, "cl_intel_unified_shared_memory");
  for (size_t i = 0; i < SY_COUNT(functions) && all; i++)
    all = (*functions[i].to = function(d, functions[i].name));
  return all;
}

static void find_usm(sy_cl_device *d) {
  d->svm = sy_cl.SVMAlloc && sy_cl.SetKernelExecInfo ? cl_device_number(d, CL_DEVICE_SVM_CAPABILITIES) : 0;
  d->usm = find_intel_usm(d) ? SY_CL_INTEL : d->svm ? SY_CL_SVM : SY_CL_NO_USM;
}

// ---- aspects ----------------------------------------------------------------------------------------

static void add_number(sy_cl_device *d, uint32_t aspect) {
  if (d->device->aspect_count < SY_CL_MOST_ASPECTS)
    d->aspects[d->device->aspect_count++] = aspect;
}

static void add_if(sy_cl_device *d, const char *name, bool has) {
  const sy_aspect *a = has ? sy_aspect_find(name) : NULL;
  if (a)
    add_number(d, (uint32_t)a->Number);
}

// What `what` of cl_intel_unified_shared_memory says of one kind of allocations.
static void add_intel_usm(sy_cl_device *d, const char *aspect, const char *atomic, cl_device_info what) {
  uint64_t has = cl_device_number(d, what);
  add_if(d, aspect, has & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL);
  add_if(d, atomic, has & CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL);
}

// Coarse-grained memory is not the host's while a kernel may use it, so there is only memory of the device
// then.
static void add_svm(sy_cl_device *d) {
  bool fine = d->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER, atomics = fine && d->svm & CL_DEVICE_SVM_ATOMICS;
  add_if(d, "usm_device_allocations", d->svm);
  add_if(d, "usm_host_allocations", fine);
  add_if(d, "usm_shared_allocations", fine);
  add_if(d, "usm_atomic_host_allocations", atomics);
  add_if(d, "usm_atomic_shared_allocations", atomics);
  add_if(d, "usm_system_allocations", d->svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
}

// Aspects of what a device says about itself.
static const struct {
  const char *aspect;
  sycc_device_number what;
} told[] = {
    {"ext_intel_device_id", SYCC_DEVICE_PCI_ID},
    {"ext_intel_device_info_uuid", SYCC_DEVICE_UUID_LAST},
    {"ext_intel_gpu_slices", SYCC_DEVICE_SLICES},
    {"ext_intel_gpu_subslices_per_slice", SYCC_DEVICE_SUB_SLICES},
    {"ext_intel_gpu_eu_count_per_subslice", SYCC_DEVICE_EUS},
    {"ext_intel_gpu_eu_count", SYCC_DEVICE_EUS},
    {"ext_intel_gpu_hw_threads_per_eu", SYCC_DEVICE_EU_THREADS},
    {"ext_intel_gpu_eu_simd_width", SYCC_DEVICE_EU_WIDTH},
};

static void find_aspects(sy_cl_device *d) {
  uint64_t type = cl_device_number(d, CL_DEVICE_TYPE);
  for (size_t i = 0; i < SY_COUNT(types); i++)
    add_if(d, types[i].aspect, type & types[i].cl);
  for (size_t i = 0; i < SY_COUNT(told); i++)
    add_if(d, told[i].aspect, d->device->number[told[i].what]);
  add_if(d, "ext_intel_pci_address", *d->device->text[SYCC_DEVICE_PCI_ADDRESS]);
  add_if(d, "ext_intel_free_memory", type & CL_DEVICE_TYPE_CPU); // the host's
  add_if(d, "image", true);                                      // in software, with the memory of a buffer
  add_if(d, "ext_oneapi_opportunistic_group", true);
  add_if(d, "ext_oneapi_limited_graph", true);
  add_if(d, "ext_oneapi_graph", true);
  add_if(d, "fp16", sy_cl_has_extension(d, "cl_khr_fp16"));
  d->has_double = cl_device_number(d, CL_DEVICE_DOUBLE_FP_CONFIG);
  add_if(d, "fp64", d->has_double);
  add_if(d, "atomic64",
         sy_cl_has_extension(d, "cl_khr_int64_base_atomics") &&
             sy_cl_has_extension(d, "cl_khr_int64_extended_atomics"));
  add_if(d, "online_compiler", d->code && cl_device_number(d, CL_DEVICE_COMPILER_AVAILABLE));
  add_if(d, "online_linker", d->code && cl_device_number(d, CL_DEVICE_LINKER_AVAILABLE));
  add_if(d, "queue_profiling", cl_device_number(d, CL_DEVICE_QUEUE_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE);
  if (d->usm != SY_CL_INTEL) {
    add_svm(d);
    return;
  }
  add_intel_usm(d, "usm_device_allocations", "", CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL);
  add_intel_usm(d, "usm_host_allocations", "usm_atomic_host_allocations",
                CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL);
  add_intel_usm(d, "usm_shared_allocations", "usm_atomic_shared_allocations",
                CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL);
  add_intel_usm(d, "usm_system_allocations", "", CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL);
}

// An Intel GPU tells its architecture, "9.0.9" in 10, 8 and 6 bits: code that ocloc made for it, then for all
// Intel GPUs. SPIR-V is for any device.
static void find_targets(sy_cl_device *d) {
  size_t n = 0;
  uint64_t ip = cl_device_number(d, CL_DEVICE_IP_VERSION_INTEL);
  char name[64];
  snprintf(name, sizeof name, "%s%u_%u_%u", sy_opencl.family->prefix, (unsigned)(ip >> 22 & 0x3ff),
           (unsigned)(ip >> 14 & 0xff), (unsigned)(ip & 0x3f));
  const sy_target *t = ip ? sy_target_find(name) : NULL;
  if (t) {
    d->targets[n++] = t->TargetName;
    d->targets[n++] = "intel_gpu";
    add_number(d, (uint32_t)t->archAspect);
  } else if (!d->code)
    d->device->no_code = SY_CL_TAKES_NOTHING;
  d->targets[n++] = sy_opencl.family->name;
  d->device->targets = d->targets;
}

void sy_cl_facts(sy_cl_device *d) {
  sycc_device *device = d->device;
  for (size_t i = 0; i < SY_COUNT(texts); i++)
    device->text[texts[i].what] = cl_device_text(d, texts[i].cl);
  for (size_t i = 0; i < SY_COUNT(numbers); i++)
    device->number[numbers[i].what] = cl_device_number(d, numbers[i].cl);
  uint64_t type = cl_device_number(d, CL_DEVICE_TYPE);
  device->number[SYCC_DEVICE_TYPE] = SYCC_DEVICE_CUSTOM;
  for (size_t i = SY_COUNT(types); i-- > 0;)
    if (type & types[i].cl)
      device->number[SYCC_DEVICE_TYPE] = types[i].type;
  fill_in_atomics(device);
  find_partitions(d);
  find_work_item_sizes(d);
  have_one_at_least(device);
  find_vector_bits(d);
  find_code(d);
  find_sub_groups(d);
  find_place(d);
  find_units(d);
  find_usm(d);
  device->aspects = d->aspects;
  find_aspects(d);
  find_targets(d);
}
