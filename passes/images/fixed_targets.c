// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of a header may be in several files, which were compiled with other -fsycl-fixed-targets. Of such
// functions the linker keeps the first, with its metadata. So each file also lists its functions in metadata
// of the module, which the linker joins:
//
//   !sycc_fixed_targets = !{!0, !1}    !0 = !{!"_ZTS2HK"}    !1 = !{!"_ZTS2HK", !"intel_gpu_skl"}
//
// The function is then for all targets that one of the files named, and for any device if one of them named
// none: a launch that is right by what its own file says must not fail because of another file.
//
// A target that is no architecture (spir64, one of a device configuration file) has no aspect by which a
// device could be told to be one. It restricts nothing, so the function is for any device, and its needs are
// checked.
#include "passes/images/fixed_targets.h"

#include "base/map.h"
#include "passes/analysis/function_facts.h"
#include "passes/common/module.h"

#include <string.h>

static const char list_name[] = "sycc_fixed_targets", kind_name[] = "intel_fixed_targets";

// What the files say of one function.
typedef struct said {
  const char *text; // the targets of the first file, "a,b"
  sy_strs all;
  bool any_device, differs;
} said;

typedef struct settling {
  LLVMModuleRef m;
  const sy_devices *devices;
  void (*warn)(void *user, const char *text);
  void *user;
  sy_arena arena;
  sy_map functions; // symbol -> said
  sy_diag *d;
} settling;

static void add_target(sy_strs *to, const char *target) {
  for (size_t i = 0; i < to->n; i++)
    if (!strcmp(to->data[i], target))
      return;
  sy_strs_add(to, target);
}

static const char *string_of(settling *s, LLVMValueRef v) {
  unsigned n;
  const char *text = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &n) : NULL;
  return text ? sy_arena_strndup(&s->arena, text, n) : NULL;
}

static void read_row(settling *s, LLVMValueRef row) {
  unsigned n = LLVMIsAMDNode(row) ? LLVMGetMDNodeNumOperands(row) : 0;
  LLVMValueRef *ops = sy_arena_alloc(&s->arena, (n + 1) * sizeof *ops);
  if (n)
    LLVMGetMDNodeOperands(row, ops);
  const char *symbol = n ? string_of(s, ops[0]) : NULL;
  if (!symbol)
    return;
  void **place = sy_map_put(&s->functions, symbol);
  bool first = !*place;
  said *f = *place = first ? sy_arena_alloc(&s->arena, sizeof *f) : *place;
  sy_str text = SY_STR_INIT;
  for (unsigned i = 1; i < n; i++) {
    const char *target = string_of(s, ops[i]);
    sy_str_addf(&text, i > 1 ? ",%s" : "%s", target ? target : "?");
    if (target)
      add_target(&f->all, target);
  }
  if (first)
    f->text = sy_arena_strdup(&s->arena, sy_str_c(&text));
  f->any_device |= n == 1;
  f->differs |= strcmp(f->text, sy_str_c(&text)) != 0;
  sy_str_free(&text);
}

static void read_rows(settling *s) {
  unsigned n = LLVMGetNamedMetadataNumOperands(s->m, list_name);
  LLVMValueRef *rows = sy_alloc((n + 1) * sizeof *rows);
  LLVMGetNamedMetadataOperands(s->m, list_name, rows);
  for (unsigned i = 0; i < n; i++)
    read_row(s, rows[i]);
  free(rows);
}

static void set_targets(LLVMValueRef f, const sy_strs *targets) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMMetadataRef *ops = sy_alloc((targets->n + 1) * sizeof *ops);
  for (size_t i = 0; i < targets->n; i++)
    ops[i] = LLVMMDStringInContext2(c, targets->data[i], strlen(targets->data[i]));
  LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(c, kind_name, sizeof kind_name - 1),
                        LLVMMDNodeInContext2(c, ops, targets->n));
  free(ops);
}

static void warn_of_difference(settling *s, LLVMValueRef f, const said *what) {
  char *name = sy_short_name(f);
  sy_str text = SY_STR_INIT;
  sy_str_addf(&text,
              "'%s' is in several files, which were compiled with different `-fsycl-fixed-targets` "
              "switches;\nit is taken to be for ",
              name);
  for (size_t i = 0; i < what->all.n && !what->any_device; i++)
    sy_str_addf(&text, i ? ", '%s'" : "'%s'", what->all.data[i]);
  if (what->any_device)
    sy_str_add(&text, "any device, as one of them has no such switch");
  s->warn(s->user, sy_str_c(&text));
  sy_str_free(&text);
  free(name);
}

static bool unknown(settling *s, LLVMValueRef f, const char *target) {
  char *name = sy_short_name(f);
  sy_error(s->d, SY_NOWHERE, "unknown target '%s' in '!%s' of '%s'", target, kind_name, name);
  sy_help(s->d,
          "sycc --list-targets prints those there are; for one of a device configuration file, link with "
          "-fsycl-device-config-file= too");
  free(name);
  return false;
}

// Whether f is for certain architectures alone. False in *ok: a target is not known.
static bool restricts(settling *s, LLVMValueRef f, const sy_strs *targets, bool *ok) {
  bool all = targets->n > 0;
  for (size_t i = 0; i < targets->n; i++) {
    const sy_target *t = sy_devices_find(s->devices, targets->data[i]);
    *ok = t ? *ok : unknown(s, f, targets->data[i]);
    all &= t && t->archAspect != SY_NO_ARCH;
  }
  return all;
}

static bool fixed_targets_settle(settling *s, LLVMValueRef f) {
  sy_function_facts facts = sy_function_facts_read(f, &s->arena, s->d);
  size_t n;
  said *what = sy_map_get(&s->functions, LLVMGetValueName2(f, &n));
  sy_strs targets = {0};
  bool ok = true;
  if (!facts.has_targets)
    return true;
  if (what && what->differs)
    warn_of_difference(s, f, what);
  for (unsigned i = 0; i < facts.target_count; i++)
    add_target(&targets, facts.targets[i]);
  for (size_t i = 0; what && i < what->all.n; i++)
    add_target(&targets, what->all.data[i]);
  if (!restricts(s, f, &targets, &ok) || (what && what->any_device))
    targets.n = 0;
  set_targets(f, &targets);
  sy_vec_free(&targets);
  return ok;
}

bool sy_settle_fixed_targets(LLVMModuleRef m, const sy_devices *devices,
                             void (*warn)(void *user, const char *text), void *user, sy_diag *d) {
  settling s = {.m = m, .devices = devices, .warn = warn, .user = user, .d = d};
  bool ok = true;
  read_rows(&s);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    ok &= LLVMIsDeclaration(f) || fixed_targets_settle(&s, f);
  for (size_t i = 0; i < s.functions.n; i++)
    sy_vec_free(&((said *)s.functions.entries[i].value)->all);
  sy_map_free(&s.functions);
  sy_arena_free(&s.arena);
  return ok;
}
