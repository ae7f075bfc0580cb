// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-ls: the platforms and devices the runtime finds.
//
//   [native_cpu:cpu:0] sycc native CPU, AMD EPYC 7763
//
// In brackets: back end, type and number of the device in its back end, as SYCC_DEVICE_SELECTOR takes them. --verbose adds
// the limits and the aspects of each device, and why a back end has none.
#include "base/tool.h"
#include "devices/devices.h"
#include "sycc/rt.h"

#include <inttypes.h>
#include <stdio.h>

enum { OPT_VERBOSE };

static const sy_opt opts[] = {
    {"--verbose", SY_OPT_FLAG, NULL, "show the limits and aspects of each device", OPT_VERBOSE},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-ls",
    .usage = "sycl-ls [options]",
    .summary = "Lists the platforms and devices on which SYCL programs of this installation can run.",
    .opts = opts,
    .n = sizeof opts / sizeof *opts,
};

// What --verbose shows, in this order.
static const struct {
  const char *name;
  sycc_device_number what;
} numbers[] = {
    {"compute units", SYCC_DEVICE_MAX_COMPUTE_UNITS},
    {"clock (MHz)", SYCC_DEVICE_MAX_CLOCK_MHZ},
    {"vector registers (bits)", SYCC_DEVICE_VECTOR_BITS},
    {"address (bits)", SYCC_DEVICE_ADDRESS_BITS},
    {"global memory (bytes)", SYCC_DEVICE_GLOBAL_MEM_BYTES},
    {"largest allocation (bytes)", SYCC_DEVICE_MAX_ALLOC_BYTES},
    {"cache (bytes)", SYCC_DEVICE_GLOBAL_CACHE_BYTES},
    {"cache line (bytes)", SYCC_DEVICE_GLOBAL_CACHE_LINE},
    {"local memory (bytes)", SYCC_DEVICE_LOCAL_MEM_BYTES},
    {"kernel parameters (bytes)", SYCC_DEVICE_MAX_PARAMETER_BYTES},
    {"work-group size", SYCC_DEVICE_MAX_WORK_GROUP_SIZE},
    {"work-items in x", SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X},
    {"work-items in y", SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Y},
    {"work-items in z", SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z},
};

static const char *backend_name(sycc_backend b) {
  switch (b) {
  case SYCC_BACKEND_NATIVE_CPU:
    return "native_cpu";
  case SYCC_BACKEND_OPENCL:
    return "opencl";
  case SYCC_BACKEND_CUDA:
    return "cuda";
  }
  return "unknown";
}

static const char *type_name(uint64_t type) {
  static const char *const names[] = {"unknown", "cpu", "gpu", "acc", "custom"};
  return names[type < sizeof names / sizeof *names ? type : 0];
}

static void print_details(const sycc_device *d) {
  printf("  %-27s%s\n", "vendor", sycc_device_string(d, SYCC_DEVICE_VENDOR));
  printf("  %-27s%s\n", "version", sycc_device_string(d, SYCC_DEVICE_VERSION));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    printf("  %-27s%" PRIu64 "\n", numbers[i].name, sycc_device_value(d, numbers[i].what));
  size_t sizes[16], n = sycc_device_sub_group_sizes(d, sizes, 16);
  printf("  %-26s", "sub-group sizes");
  for (size_t i = 0; i < n && i < 16; i++)
    printf(" %zu", sizes[i]);
  printf("\n  %-26s", "aspects");
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    const sy_aspect *a = sy_aspect_at(i);
    if (sycc_device_has(d, (uint32_t)a->Number))
      printf(" %s", a->Name);
  }
  printf("\n");
}

// Returns how many devices there are.
static size_t list(bool verbose) {
  size_t n = 0;
  for (size_t i = 0; i < sycc_platform_count(); i++) {
    const sycc_platform *p = sycc_platform_get(i);
    for (size_t j = 0; j < sycc_device_count(p); j++, n++) {
      const sycc_device *d = sycc_device_get(p, j);
      printf("[%s:%s:%" PRIu64 "] %s, %s\n", backend_name(sycc_platform_backend(p)),
             type_name(sycc_device_value(d, SYCC_DEVICE_TYPE)), sycc_device_value(d, SYCC_DEVICE_INDEX),
             sycc_platform_string(p, SYCC_PLATFORM_NAME), sycc_device_string(d, SYCC_DEVICE_NAME));
      if (verbose)
        print_details(d);
    }
  }
  return n;
}

static void print_problems(void) {
  static const sycc_backend all[] = {SYCC_BACKEND_NATIVE_CPU, SYCC_BACKEND_OPENCL, SYCC_BACKEND_CUDA};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (sycc_backend_problem(all[i]))
      printf("[%s] none: %s\n", backend_name(all[i]), sycc_backend_problem(all[i]));
}

static bool take(void *state, const sy_opt_match *m, sy_diag *d) {
  bool *verbose = state;
  if (!m->opt)
    return sy_error(d, SY_NOWHERE, "unexpected argument '%s'", m->value);
  *verbose = true;
  return true;
}

static int run(void *state, sy_arena *a, sy_diag *d) {
  const bool *verbose = state;
  (void)a;
  if (sycc_devices_check()) {
    sy_error(d, SY_NOWHERE, "%s", sycc_error_message());
    return SY_EXIT_INPUT;
  }
  size_t n = list(*verbose);
  if (*verbose)
    print_problems();
  if (n)
    return SY_EXIT_OK;
  sy_error(d, SY_NOWHERE, "no devices found");
  return SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  bool verbose = false;
  return sy_tool_main(&(sy_tool){&table, take, run}, &verbose, argc, argv);
}
