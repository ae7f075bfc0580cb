// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-ls: the platforms and devices the runtime finds.
//
//   [native_cpu:cpu:0] sycc native CPU, AMD EPYC 7763
//
// In brackets: back end, type and number of the device in its back end, as SYCC_DEVICE_SELECTOR takes them. --verbose adds
// what is known of each device, and why a back end has none; --json says the same to programs (docs/runtime.md has the form).
#include "base/tool.h"
#include "devices/devices.h"
#include "sycc/rt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPT_VERBOSE, OPT_JSON };

static const sy_opt opts[] = {
    {"--verbose", SY_OPT_FLAG, NULL, "show what is known of each device, and why a back end has none", OPT_VERBOSE},
    {"--json", SY_OPT_FLAG, NULL, "print the same as JSON", OPT_JSON},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-ls",
    .usage = "sycl-ls [options]",
    .summary = "Lists the platforms and devices on which SYCL programs of this installation can run. Ends with 0 if there "
               "are any, with 1 if there are none, with 2 for wrong usage.",
    .opts = opts,
    .n = sizeof opts / sizeof *opts,
};

// What is shown of a device, in this order: to people, and to programs.
static const struct {
  const char *name, *key;
  sycc_device_text what;
} texts[] = {
    {"vendor", "vendor", SYCC_DEVICE_VENDOR},
    {"version", "version", SYCC_DEVICE_VERSION},
    {"driver", "driver_version", SYCC_DEVICE_DRIVER_VERSION},
};
static const struct {
  const char *name, *key;
  sycc_device_number what;
} numbers[] = {
    {"vendor id", "vendor_id", SYCC_DEVICE_VENDOR_ID},
    {"compute units", "max_compute_units", SYCC_DEVICE_MAX_COMPUTE_UNITS},
    {"clock (MHz)", "max_clock_frequency", SYCC_DEVICE_MAX_CLOCK_MHZ},
    {"vector registers (bits)", "vector_bits", SYCC_DEVICE_VECTOR_BITS},
    {"address (bits)", "address_bits", SYCC_DEVICE_ADDRESS_BITS},
    {"global memory (bytes)", "global_mem_size", SYCC_DEVICE_GLOBAL_MEM_BYTES},
    {"largest allocation (bytes)", "max_mem_alloc_size", SYCC_DEVICE_MAX_ALLOC_BYTES},
    {"cache (bytes)", "global_mem_cache_size", SYCC_DEVICE_GLOBAL_CACHE_BYTES},
    {"cache line (bytes)", "global_mem_cache_line_size", SYCC_DEVICE_GLOBAL_CACHE_LINE},
    {"local memory (bytes)", "local_mem_size", SYCC_DEVICE_LOCAL_MEM_BYTES},
    {"kernel parameters (bytes)", "max_parameter_size", SYCC_DEVICE_MAX_PARAMETER_BYTES},
    {"buffer alignment (bits)", "mem_base_addr_align", SYCC_DEVICE_MEM_BASE_ALIGN_BITS},
    {"work-group size", "max_work_group_size", SYCC_DEVICE_MAX_WORK_GROUP_SIZE},
    {"work-items in x", "max_work_item_size_x", SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X},
    {"work-items in y", "max_work_item_size_y", SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Y},
    {"work-items in z", "max_work_item_size_z", SYCC_DEVICE_MAX_WORK_ITEM_SIZE_Z},
    {"clock of profiling (ns)", "profiling_timer_resolution", SYCC_DEVICE_PROFILING_RESOLUTION_NS},
};
static const struct {
  const char *key;
  sycc_platform_text what;
} platform_texts[] = {
    {"name", SYCC_PLATFORM_NAME},
    {"vendor", SYCC_PLATFORM_VENDOR},
    {"version", SYCC_PLATFORM_VERSION},
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST_SIZES = 32 }; // of sub-groups
static const sycc_backend all_backends[] = {SYCC_BACKEND_NATIVE_CPU, SYCC_BACKEND_OPENCL, SYCC_BACKEND_CUDA};

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

// ---- for people ---------------------------------------------------------------------------------------

static void print_details(const sycc_device *d) {
  for (size_t i = 0; i < COUNT(texts); i++)
    printf("  %-27s%s\n", texts[i].name, sycc_device_string(d, texts[i].what));
  for (size_t i = 0; i < COUNT(numbers); i++)
    printf("  %-27s%" PRIu64 "\n", numbers[i].name, sycc_device_value(d, numbers[i].what));
  size_t sizes[MOST_SIZES], n = sycc_device_sub_group_sizes(d, sizes, MOST_SIZES);
  printf("  %-26s", "sub-group sizes");
  for (size_t i = 0; i < n && i < MOST_SIZES; i++)
    printf(" %zu", sizes[i]);
  printf("\n  %-26s", "aspects");
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    const sy_aspect *a = sy_aspect_at(i);
    if (sycc_device_has(d, (uint32_t)a->Number))
      printf(" %s", a->Name);
  }
  printf("\n");
}

static void list(bool verbose) {
  for (size_t i = 0; i < sycc_platform_count(); i++) {
    const sycc_platform *p = sycc_platform_get(i);
    for (size_t j = 0; j < sycc_device_count(p); j++) {
      const sycc_device *d = sycc_device_get(p, j);
      printf("[%s:%s:%" PRIu64 "] %s, %s\n", backend_name(sycc_platform_backend(p)),
             type_name(sycc_device_value(d, SYCC_DEVICE_TYPE)), sycc_device_value(d, SYCC_DEVICE_INDEX),
             sycc_platform_string(p, SYCC_PLATFORM_NAME), sycc_device_string(d, SYCC_DEVICE_NAME));
      if (verbose)
        print_details(d);
    }
  }
}

static bool has_platform(sycc_backend b) {
  bool has = false;
  for (size_t i = 0; i < sycc_platform_count(); i++)
    has |= sycc_platform_backend(sycc_platform_get(i)) == b;
  return has;
}

static void print_problems(void) {
  for (size_t i = 0; i < COUNT(all_backends); i++)
    if (sycc_backend_problem(all_backends[i]))
      printf("[%s] %s: %s\n", backend_name(all_backends[i]), has_platform(all_backends[i]) ? "not all" : "none",
             sycc_backend_problem(all_backends[i]));
}

// ---- for programs -------------------------------------------------------------------------------------

// How many bytes at s are one character of UTF-8; 0: they are none.
static size_t character_length(const unsigned char *s) {
  size_t n = *s < 0x80 ? 1 : *s >= 0xc2 && *s < 0xe0 ? 2 : (*s & 0xf0) == 0xe0 ? 3 : *s >= 0xf0 && *s < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
  bool no_character = (*s == 0xed && s[1] >= 0xa0) || (*s == 0xf4 && s[1] >= 0x90);
  return overlong || no_character ? 0 : n;
}

// Drivers name devices as they like: what is not UTF-8 becomes the character for that.
static void json_string(const char *text) {
  putchar('"');
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    size_t n = character_length(s);
    if (!n)
      printf("\\ufffd");
    else if (*s == '"' || *s == '\\')
      printf("\\%c", *s);
    else if (*s < ' ' || *s == 0x7f)
      printf("\\u%04x", *s);
    else
      printf("%.*s", (int)n, (const char *)s);
    s += n ? n : 1;
  }
  putchar('"');
}

static void json_member(const char *indent, const char *key, const char *text) {
  printf("%s\"%s\": ", indent, key);
  text ? json_string(text) : (void)printf("null");
  printf(",\n");
}

static void json_device(const sycc_platform *p, const sycc_device *d) {
  static const char indent[] = "          ";
  const char *separator = "";
  size_t sizes[MOST_SIZES], n = sycc_device_sub_group_sizes(d, sizes, MOST_SIZES);
  printf("        {\n%s\"selector\": \"%s:%" PRIu64 "\",\n", indent, backend_name(sycc_platform_backend(p)),
         sycc_device_value(d, SYCC_DEVICE_INDEX));
  json_member(indent, "type", type_name(sycc_device_value(d, SYCC_DEVICE_TYPE)));
  json_member(indent, "name", sycc_device_string(d, SYCC_DEVICE_NAME));
  for (size_t i = 0; i < COUNT(texts); i++)
    json_member(indent, texts[i].key, sycc_device_string(d, texts[i].what));
  for (size_t i = 0; i < COUNT(numbers); i++)
    printf("%s\"%s\": %" PRIu64 ",\n", indent, numbers[i].key, sycc_device_value(d, numbers[i].what));
  printf("%s\"sub_group_sizes\": [", indent);
  for (size_t i = 0; i < n && i < MOST_SIZES; i++, separator = ", ")
    printf("%s%zu", separator, sizes[i]);
  printf("],\n%s\"aspects\": [", indent);
  separator = "";
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    const sy_aspect *a = sy_aspect_at(i);
    if (!sycc_device_has(d, (uint32_t)a->Number))
      continue;
    printf("%s\"%s\"", separator, a->Name);
    separator = ", ";
  }
  printf("]\n        }");
}

static void json_platform(const sycc_platform *p) {
  printf("    {\n");
  json_member("      ", "backend", backend_name(sycc_platform_backend(p)));
  for (size_t i = 0; i < COUNT(platform_texts); i++)
    json_member("      ", platform_texts[i].key, sycc_platform_string(p, platform_texts[i].what));
  printf("      \"devices\": [\n");
  for (size_t i = 0; i < sycc_device_count(p); i++) {
    printf(i ? ",\n" : "");
    json_device(p, sycc_device_get(p, i));
  }
  printf("\n      ]\n    }");
}

// What is wrong, by back end: with those that have devices, or with the others.
static void json_problems(const char *name, bool have_devices) {
  const char *separator = "";
  printf("  \"%s\": {", name);
  for (size_t i = 0; i < COUNT(all_backends); i++) {
    const char *why = sycc_backend_problem(all_backends[i]);
    if (!why || has_platform(all_backends[i]) != have_devices)
      continue;
    printf("%s\n    \"%s\": ", separator, backend_name(all_backends[i]));
    json_string(why);
    separator = ",";
  }
  printf("\n  }");
}

static void json(void) {
  printf("{\n  \"format\": 1,\n");
  json_member("  ", "sycc", sycc_version());
  json_member("  ", "selector", sycc_device_selector(NULL));
  printf("  \"platforms\": [");
  for (size_t i = 0; i < sycc_platform_count(); i++) {
    printf(i ? ",\n" : "\n");
    json_platform(sycc_platform_get(i));
  }
  printf("\n  ],\n");
  json_problems("absent", false);
  printf(",\n");
  json_problems("incomplete", true);
  printf("\n}\n");
}

// ---- the tool -----------------------------------------------------------------------------------------

typedef struct choice {
  bool verbose, json;
} choice;

static bool take(void *state, const sy_opt_match *m, sy_diag *d) {
  choice *c = state;
  if (!m->opt)
    return sy_error(d, SY_NOWHERE, "unexpected argument '%s'", m->value);
  *(m->opt->id == OPT_JSON ? &c->json : &c->verbose) = true;
  return true;
}

// The native CPU is always there, unless it is left out.
static void report_none(sy_diag *d) {
  const char *variable = "", *selector = sycc_device_selector(&variable);
  if (selector)
    sy_error(d, SY_NOWHERE, "no devices: %s is '%s', which fits none of those that are there; without it sycl-ls shows them",
             variable, selector);
  else
    sy_error(d, SY_NOWHERE, "no devices found");
}

static int run(void *state, sy_arena *a, sy_diag *d) {
  const choice *c = state;
  (void)a;
  if (sycc_devices_check()) {
    sy_error(d, SY_NOWHERE, "%s", sycc_error_message());
    return SY_EXIT_INPUT;
  }
  if (c->json)
    json();
  else
    list(c->verbose);
  if (c->verbose && !c->json)
    print_problems();
  if (sycc_platform_count())
    return SY_EXIT_OK;
  report_none(d);
  return SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  choice c = {0};
  return sy_tool_main(&(sy_tool){&table, take, run}, &c, argc, argv);
}
