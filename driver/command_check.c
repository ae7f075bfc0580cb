// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the parts of a command line fit each other, and what is to be said about options that other
// compilers have.
#include "driver/command.h"

#include <string.h>

static size_t count_inputs(const sy_command_line *c, bool compiled_only) {
  size_t n = 0;
  for (size_t i = 0; i < c->items.n; i++)
    n += c->items.data[i].is_input && (!compiled_only || c->items.data[i].kind != SY_KIND_LINK);
  return n;
}

// -fsycl-link is a way to link; these are others, or stop before.
static bool check_device_link(const sy_command_line *c, sy_diag *d) {
  const char *other = c->plain         ? "-fno-sycl"
                      : c->device_only ? "-fsycl-device-only"
                      : c->relocatable ? "-r"
                                       : NULL;
  if (!c->link_device || (!other && c->action == SY_ACT_LINK))
    return true;
  return other ? sy_error(d, SY_NOWHERE, "'-fsycl-link' and '%s' exclude each other", other)
               : sy_error(d, SY_NOWHERE, "'-fsycl-link' on a command line that does not link");
}

// Whether -Wno-sycl-options or -w is there; the last word about the group counts.
static bool is_silent(const sy_command_line *c) {
  bool silent = sy_command_has(c, "-w");
  for (size_t i = 0; i < c->warnings.n; i++) {
    const char *w = c->warnings.data[i];
    if (!strstr(w, "error=") && (sy_ends(w, "sycl") || sy_ends(w, "-options")))
      silent = sy_starts(w, "no-");
  }
  return silent;
}

// Options that were taken without effect: one note for all of them.
static void tell_ignored(const sy_command_line *c, sy_arena *a, sy_diag *d) {
  const char *list = "";
  for (size_t i = 0; i < c->ignored.n; i++)
    list = sy_arena_printf(a, "%s%s'%s'", list,
                           !i                     ? ""
                           : i + 1 < c->ignored.n ? ", "
                                                  : " and ",
                           c->ignored.data[i]);
  if (*list && !is_silent(c))
    sy_note(d, "%s %s nothing here [-Wsycl-options]", list, c->ignored.n > 1 ? "change" : "changes");
}

static bool tell_unknown_warnings(const sy_command_line *c, sy_diag *d) {
  bool shown = !sy_command_has(c, "-w") && !sy_command_has(c, "-Wno-unknown-warning-option");
  bool error = sy_command_has(c, "-Werror") && !sy_command_has(c, "-Wno-error=unknown-warning-option");
  for (size_t i = 0; shown && i < c->unknown_warnings.n; i++) {
    const char *arg = c->unknown_warnings.data[i];
    if (error)
      sy_error(d, SY_NOWHERE, "unknown warning option %s [-Werror,-Wunknown-warning-option]", arg);
    else
      sy_warning(d, SY_NOWHERE, "unknown warning option %s [-Wunknown-warning-option]", arg);
  }
  return !shown || !error || !c->unknown_warnings.n;
}

// Device code needs all of its source in each compilation, and a module is compiled once.
static bool check_modules(sy_command_line *c, sy_diag *d) {
  for (size_t i = 0; i < c->items.n; i++) {
    sy_command_item *item = &c->items.data[i];
    if (!item->is_input || item->kind != SY_KIND_MODULE)
      continue;
    if (!c->plain) {
      sy_error(d, SY_NOWHERE, "'%s' is a C++20 module, which sycc does not compile for devices",
               item->words[0]);
      sy_help(d, "move what kernels use into a header; '-fno-sycl' compiles a module without kernels");
      return false;
    }
    item->kind = SY_KIND_SYCL;
  }
  return true;
}

// What the parts of a command line must have to do with each other.
bool sy_command_check(sy_command_line *c, sy_arena *a, sy_diag *d) {
  size_t inputs = count_inputs(c, false), compiled = count_inputs(c, true);
  if (c->action >= SY_ACT_QUERY)
    return true;
  if (!inputs && c->verbose && !c->output) {
    c->action = SY_ACT_QUERY; // "sycc -v" asks clang about itself
    return true;
  }
  if (!check_modules(c, d))
    return false;
  if (!inputs) {
    sy_error(d, SY_NOWHERE, "no input files");
    sy_help(d, "'sycc --help' lists the options");
    return false;
  }
  if (c->output && (c->action != SY_ACT_LINK || c->device_only) && compiled > 1)
    return sy_error(d, SY_NOWHERE, "'-o %s' with %zu results: one name is not enough", c->output, compiled);
  if (!check_device_link(c, d) || !tell_unknown_warnings(c, d))
    return false;
  tell_ignored(c, a, d);
  if (c->host_compiler && c->action == SY_ACT_ASSEMBLY && !c->plain)
    sy_warning(d, SY_NOWHERE, "assembly from '%s' is without device code", c->host_compiler);
  if (c->plain && c->device_only)
    return sy_error(d, SY_NOWHERE, "'-fno-sycl' and '-fsycl-device-only' exclude each other");
  if (c->fully_static && c->action == SY_ACT_LINK && !c->relocatable) {
    sy_error(d, SY_NOWHERE, "'-static' does not work: the SYCL runtime is a shared library");
    sy_help(d, "'-static-libstdc++ -static-libgcc' links the rest of the runtime libraries statically");
    return false;
  }
  return true;
}
