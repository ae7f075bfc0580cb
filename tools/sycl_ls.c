// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-ls: the platforms and devices the runtime finds.
//
//   [native_cpu:cpu:0] sycc native CPU, AMD EPYC 7763
//
// In brackets: back end, type and number of the device in its back end, as SYCC_DEVICE_SELECTOR takes them.
// --verbose adds what is known of each device, why it is chosen by default or not, and why a back end has
// none;
// --json says the same to programs (docs/runtime.md has the form). --doctor is doctor.h.
#include "base/count.h"
#include "base/json.h"
#include "base/tool.h"
#include "devices/devices.h"
#include "sycc/rt.h"
#include "tools/device_text.h"
#include "tools/doctor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPT_VERBOSE, OPT_JSON, OPT_DOCTOR };

static const sy_opt opts[] = {
    {"--verbose", SY_OPT_FLAG, NULL, "show what is known of each device, and why a back end has none",
     OPT_VERBOSE},
    {"--json", SY_OPT_FLAG, NULL, "print the same as JSON", OPT_JSON},
    {"--doctor", SY_OPT_FLAG, NULL,
     "look at all that sycc needs or uses on this machine, and say\nwhat is wrong: a screen for reports of "
     "faults. Ends with 1 if\nsomething is",
     OPT_DOCTOR},
    SY_TOOL_OPTIONS,
};

static const sy_opt_table table = {
    .tool = "sycl-ls",
    .usage = "sycl-ls [options]",
    .summary = "Lists the platforms and devices on which SYCL programs of this installation can run. Ends "
               "with 0 if there are any, with 1 if there are none, with 2 for wrong usage.",
    .opts = opts,
    .n = SY_COUNT(opts),
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

enum { MOST_SIZES = 32 }; // of sub-groups

// ---- for people ---------------------------------------------------------------------------------------

static void print_details(const sycc_device *d) {
  printf("  %-27s%s\n", "chosen", sy_device_why(d, sy_device_chosen()));
  for (size_t i = 0; i < SY_COUNT(texts); i++)
    printf("  %-27s%s\n", texts[i].name, sycc_device_string(d, texts[i].what));
  for (size_t i = 0; i < SY_COUNT(numbers); i++)
    printf("  %-27s%" PRIu64 "\n", numbers[i].name, sycc_device_value(d, numbers[i].what));
  size_t sizes[MOST_SIZES], n = sycc_device_sub_group_sizes(d, sizes, MOST_SIZES);
  printf("  %-26s", "sub-group sizes");
  for (size_t i = 0; i < n && i < MOST_SIZES; i++)
    printf(" %zu", sizes[i]);
  printf("\n  %-26s", "images for");
  for (size_t i = 0; sycc_device_target(d, i); i++)
    printf(" %s", sycc_device_target(d, i));
  printf("\n  %-26s", "aspects");
  for (size_t i = 0; i < sy_aspect_count(); i++) {
    const sy_aspect *a = sy_aspect_at(i);
    if (sycc_device_has(d, (uint32_t)a->Number))
      printf(" %s", a->Name);
  }
  printf("\n");
}

static void print_line(const sycc_device *d) {
  sy_str line = SY_STR_INIT;
  sy_device_add_line(&line, d);
  printf("%s\n", sy_str_c(&line));
  sy_str_free(&line);
}

static void list_devices(bool verbose) {
  for (size_t i = 0; i < sycc_platform_count(); i++) {
    const sycc_platform *p = sycc_platform_get(i);
    for (size_t j = 0; j < sycc_device_count(p); j++) {
      const sycc_device *d = sycc_device_get(p, j);
      print_line(d);
      if (verbose)
        print_details(d);
    }
  }
}

// How the selector names it.
static void print_selector(const sycc_device *d) {
  printf("%s:%" PRIu64, sycc_backend_name(sycc_platform_backend(sycc_device_platform(d))),
         sycc_device_value(d, SYCC_DEVICE_INDEX));
}

static void list_unlisted(void) {
  const sycc_device *d;
  for (size_t i = 0; (d = sycc_device_unlisted(i)); i++) {
    const sycc_platform *p = sycc_device_platform(d);
    printf("[%s] not listed: %s, %s runs no kernels: %s; SYCC_DEVICE_SELECTOR=",
           sycc_backend_name(sycc_platform_backend(p)), sycc_platform_string(p, SYCC_PLATFORM_NAME),
           sycc_device_string(d, SYCC_DEVICE_NAME), sycc_device_no_code(d));
    print_selector(d);
    printf(" lists it\n");
  }
}

static void list_left_out(void) {
  const char *variable = "";
  const sycc_device *d;
  sycc_device_selector(&variable);
  for (size_t i = 0; (d = sycc_device_left_out(i)); i++) {
    const sycc_platform *p = sycc_device_platform(d);
    printf("[%s] not listed: %s, %s is left out by %s\n", sycc_backend_name(sycc_platform_backend(p)),
           sycc_platform_string(p, SYCC_PLATFORM_NAME), sycc_device_string(d, SYCC_DEVICE_NAME), variable);
  }
}

static bool has_platform(sycc_backend b) {
  bool has = false;
  for (size_t i = 0; i < sycc_platform_count(); i++)
    has |= sycc_platform_backend(sycc_platform_get(i)) == b;
  return has;
}

static void print_problems(void) {
  for (sycc_backend b = 1; sycc_backend_name(b); b++)
    if (sycc_backend_problem(b))
      printf("[%s] %s: %s\n", sycc_backend_name(b), has_platform(b) ? "not all" : "none",
             sycc_backend_problem(b));
}

// ---- for programs -------------------------------------------------------------------------------------

// Drivers name devices as they like, so what they say need not be UTF-8.
static void json_string(const char *text) {
  sy_str out = SY_STR_INIT;
  sy_json_text(&out, text);
  fputs(sy_str_c(&out), stdout);
  sy_str_free(&out);
}

static void json_member(const char *indent, const char *key, const char *text) {
  printf("%s\"%s\": ", indent, key);
  json_string(text);
  printf(",\n");
}

static void json_device(const sycc_platform *p, const sycc_device *d) {
  static const char indent[] = "          ";
  const char *separator = "";
  size_t sizes[MOST_SIZES], n = sycc_device_sub_group_sizes(d, sizes, MOST_SIZES);
  printf("        {\n%s\"selector\": \"%s:%" PRIu64 "\",\n", indent,
         sycc_backend_name(sycc_platform_backend(p)), sycc_device_value(d, SYCC_DEVICE_INDEX));
  json_member(indent, "type", sy_device_type_name(d));
  json_member(indent, "chosen", sy_device_why(d, sy_device_chosen()));
  json_member(indent, "name", sycc_device_string(d, SYCC_DEVICE_NAME));
  for (size_t i = 0; i < SY_COUNT(texts); i++)
    json_member(indent, texts[i].key, sycc_device_string(d, texts[i].what));
  for (size_t i = 0; i < SY_COUNT(numbers); i++)
    printf("%s\"%s\": %" PRIu64 ",\n", indent, numbers[i].key, sycc_device_value(d, numbers[i].what));
  printf("%s\"sub_group_sizes\": [", indent);
  for (size_t i = 0; i < n && i < MOST_SIZES; i++, separator = ", ")
    printf("%s%zu", separator, sizes[i]);
  printf("],\n%s\"targets\": [", indent);
  for (size_t i = 0; sycc_device_target(d, i); i++)
    printf("%s\"%s\"", i ? ", " : "", sycc_device_target(d, i));
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
  json_member("      ", "backend", sycc_backend_name(sycc_platform_backend(p)));
  for (size_t i = 0; i < SY_COUNT(platform_texts); i++)
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
  for (sycc_backend b = 1; sycc_backend_name(b); b++) {
    const char *why = sycc_backend_problem(b);
    if (!why || has_platform(b) != have_devices)
      continue;
    printf("%s\n    \"%s\": ", separator, sycc_backend_name(b));
    json_string(why);
    separator = ",";
  }
  printf("\n  }");
}

// Devices that programs do not see: those that next(0), next(1) ... return, with the reason where it is
// known.
static void json_hidden(const char *name, sycc_device *next(size_t i), bool has_reason) {
  const sycc_device *d;
  printf("  \"%s\": [", name);
  for (size_t i = 0; (d = next(i)); i++) {
    printf("%s\n    {\"selector\": \"", i ? "," : "");
    print_selector(d);
    printf("\", \"type\": \"%s\", \"name\": ", sy_device_type_name(d));
    json_string(sycc_device_string(d, SYCC_DEVICE_NAME));
    if (has_reason) {
      printf(", \"reason\": ");
      json_string(sycc_device_no_code(d));
    }
    printf("}");
  }
  printf("\n  ],\n");
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
  json_hidden("unlisted", sycc_device_unlisted, true);
  json_hidden("left_out", sycc_device_left_out, false);
  json_problems("absent", false);
  printf(",\n");
  json_problems("incomplete", true);
  printf("\n}\n");
}

// ---- the tool -----------------------------------------------------------------------------------------

typedef struct choice {
  bool verbose, json, doctor;
} choice;

static bool take_ls_option(void *state, const sy_opt_match *m, sy_diag *d) {
  choice *c = state;
  if (!m->opt)
    return sy_error(d, SY_NOWHERE, "unexpected argument '%s'", m->value);
  *(m->opt->id == OPT_JSON ? &c->json : m->opt->id == OPT_DOCTOR ? &c->doctor : &c->verbose) = true;
  return true;
}

// The native CPU is always there, unless it is left out.
static void report_none(sy_diag *d) {
  const char *variable = "", *selector = sycc_device_selector(&variable);
  if (selector)
    sy_error(d, SY_NOWHERE,
             "no devices: %s is '%s', which fits none of those that are there; without it sycl-ls shows them",
             variable, selector);
  else
    sy_error(d, SY_NOWHERE, "no devices found");
}

static int print_diagnosis(sy_arena *a) {
  sy_str out = SY_STR_INIT;
  unsigned problems = sy_doctor(&out, a);
  fputs(sy_str_c(&out), stdout);
  sy_str_free(&out);
  return problems ? SY_EXIT_INPUT : SY_EXIT_OK;
}

static int run_ls(void *state, sy_arena *a, sy_diag *d) {
  const choice *c = state;
  if (c->doctor && c->json) {
    sy_error(d, SY_NOWHERE, "--doctor prints no JSON");
    return SY_EXIT_USAGE;
  }
  if (c->doctor)
    return print_diagnosis(a);
  if (sycc_devices_check()) {
    sy_error(d, SY_NOWHERE, "%s", sycc_error_message());
    return SY_EXIT_INPUT;
  }
  if (c->json)
    json();
  else
    list_devices(c->verbose);
  if (!c->json)
    list_unlisted();
  if (c->verbose && !c->json) {
    list_left_out();
    print_problems();
  }
  if (sycc_platform_count())
    return SY_EXIT_OK;
  report_none(d);
  return SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  choice c = {0};
  return sy_tool_main(&(sy_tool){&table, take_ls_option, run_ls}, &c, argc, argv);
}
