// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels for the CPU are sanitized as the host's code is, in two places: the checks for undefined behaviour
// come from clang's front end, so from the device compilation; the code that address and thread sanitizer
// need is added by sycl-codegen. The device compilation is shared with other targets, whose code sycl-codegen
// frees of these checks. clang's driver gives no sanitizer to a device compilation, so its front end gets the
// checks one by one, as that driver would name them.
#include "driver/sanitizers.h"

#include <stdint.h>
#include <string.h>

#include "base/count.h"

typedef uint64_t sanitizer_set; // of rows below

static const struct {
  const char *name, *groups; // also meant by these
} sanitizers[] = {
    {"address", ""},
    {"thread", ""},
    // Checks for undefined behaviour, but those that need the host's type information.
    {"alignment", "undefined"},
    {"array-bounds", "undefined,bounds"},
    {"bool", "undefined"},
    {"builtin", "undefined"},
    {"enum", "undefined"},
    {"float-cast-overflow", "undefined"},
    {"float-divide-by-zero", ""},
    {"implicit-bitfield-conversion", "implicit-conversion"},
    {"implicit-integer-sign-change",
     "implicit-conversion,implicit-integer-conversion,implicit-integer-arithmetic-value-change,integer"},
    {"implicit-signed-integer-truncation",
     "implicit-conversion,implicit-integer-conversion,implicit-integer-arithmetic-value-change,"
     "implicit-integer-truncation,integer"},
    {"implicit-unsigned-integer-truncation",
     "implicit-conversion,implicit-integer-conversion,implicit-integer-truncation,integer"},
    {"integer-divide-by-zero", "undefined,integer"},
    {"local-bounds", "bounds"},
    {"nonnull-attribute", "undefined"},
    {"null", "undefined"},
    {"nullability-arg", "nullability"},
    {"nullability-assign", "nullability"},
    {"nullability-return", "nullability"},
    {"object-size", ""}, // of "undefined" only in optimised code
    {"pointer-overflow", "undefined"},
    {"return", "undefined"},
    {"returns-nonnull-attribute", "undefined"},
    {"shift-base", "undefined,integer,shift"},
    {"shift-exponent", "undefined,integer,shift"},
    {"signed-integer-overflow", "undefined,integer"},
    {"unreachable", "undefined"},
    {"unsigned-integer-overflow", "integer"},
    {"unsigned-shift-base", "integer"},
    {"vla-bound", "undefined"},
};
enum { ADDRESS = 1, THREAD = 2 };
#define CHECKS (~(sanitizer_set)(ADDRESS | THREAD))

static bool has_name(const char *list, sy_view wanted) {
  sy_view rest = sy_view_c(list), name;
  while (sy_view_split(&rest, ',', &name))
    if (name.n == wanted.n && !memcmp(name.s, wanted.s, name.n))
      return true;
  return false;
}

static sanitizer_set named(sy_view name) {
  sanitizer_set set = sy_view_eq(name, "all") ? ~(sanitizer_set)0 : 0;
  for (size_t i = 0; i < SY_COUNT(sanitizers); i++)
    if (sy_view_eq(name, sanitizers[i].name) || has_name(sanitizers[i].groups, name))
      set |= (sanitizer_set)1 << i;
  return set;
}

static sanitizer_set listed(const char *list) {
  sanitizer_set set = 0;
  sy_view rest = sy_view_c(list), name;
  while (sy_view_split(&rest, ',', &name))
    set |= named(name);
  return set;
}

// What one option says: "-fsanitize-trap=null" adds null to a set that "-fno-sanitize-trap" empties.
static void change_set(sanitizer_set *set, const char *word, const char *option) {
  bool off = sy_starts(word, "-fno-");
  const char *rest = word + (off ? strlen("-fno-") : strlen("-f"));
  if (!sy_starts(word, off ? "-fno-" : "-f") || !sy_starts(rest, option))
    return;
  rest += strlen(option);
  if (*rest && *rest != '=')
    return;
  sanitizer_set these = *rest ? listed(rest + 1) : ~(sanitizer_set)0;
  *set = off ? *set & ~these : *set | these;
}

// The set that the command line makes of `set` by -f<option>... and -fno-<option>....
static sanitizer_set changed(const sy_command_line *c, const char *option, sanitizer_set set) {
  for (size_t i = 0; i < c->items.n; i++)
    if (!c->items.data[i].is_input)
      change_set(&set, c->items.data[i].words[0], option);
  return set;
}

static sanitizer_set all_on(const sy_command_line *c) {
  return changed(c, "sanitize", 0);
}

static bool is_for_cpus(const sy_goal *goal) {
  return goal->row->family->kind == SY_FAMILY_HOST;
}

static bool serves_cpus(const sy_goals *g, const sy_compilation *v) {
  for (size_t i = 0; i < g->all.n; i++)
    if (is_for_cpus(&g->all.data[i]) && &g->compilations.data[g->all.data[i].compilation] == v)
      return true;
  return false;
}

static void add_checks(sy_plan *p, size_t job, const char *option, sanitizer_set set) {
  const char *list = "";
  for (size_t i = 0; i < SY_COUNT(sanitizers); i++)
    if (set >> i & 1)
      list = sy_arena_printf(p->a, "%s%s%s", list, *list ? "," : "", sanitizers[i].name);
  if (*list)
    sy_plan_add_pair(p, job, "-Xclang", sy_arena_printf(p->a, "%s%s", option, list));
}

void sy_plan_sanitize_source(sy_plan *p, size_t job, const sy_compilation *v) {
  sanitizer_set on = all_on(p->c) & CHECKS,
                last = named(sy_view_c("return")) | named(sy_view_c("unreachable")),
                trap = changed(p->c, "sanitize-trap", listed("local-bounds")) & on,
                recover = changed(p->c, "sanitize-recover", ~last) & on & ~last & ~trap;
  if (!on || !serves_cpus(p->g, v))
    return;
  add_checks(p, job, "-fsanitize=", on);
  add_checks(p, job, "-fsanitize-recover=", recover);
  add_checks(p, job, "-fsanitize-trap=", trap);
  if (sy_command_has(p->c, "-fsanitize-minimal-runtime"))
    sy_plan_add_pair(p, job, "-Xclang", "-fsanitize-minimal-runtime");
}

void sy_plan_sanitize_code(sy_plan *p, size_t job, const sy_goal *goal) {
  sanitizer_set on = is_for_cpus(goal) ? all_on(p->c) : 0;
  if (on & ADDRESS)
    sy_plan_add(p, job, "-sanitize=address");
  if (on & THREAD)
    sy_plan_add(p, job, "-sanitize=thread");
  if (on & CHECKS)
    sy_plan_add(p, job, "-sanitize=undefined");
}

void sy_sanitizers_check(const sy_command_line *c, const sy_goals *g, sy_diag *d) {
  bool any = !g->named || c->action != SY_ACT_LINK || !all_on(c);
  for (size_t i = 0; i < g->all.n; i++)
    any |= is_for_cpus(&g->all.data[i]);
  if (!any)
    sy_note(
        d, "sanitizers do not see into these kernels: they do where the target is a CPU, as 'native_cpu' is");
}
