// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of a run: names to rows of the device database, options to targets, targets to device
// compilations.
#include "driver/targets.h"

#include <stdio.h>
#include <string.h>

#include "devices/routes.h"
#include "devices/yaml_overlay.h"
#include "driver/carriers.h"

static const char default_targets[] = "spir64,native_cpu";

// ---- names ----------------------------------------------------------------------------------------

// Triples of compilers: an architecture, then vendor, system and environment, which say nothing here.
static const struct {
  const char *arch, *target;
} triples[] = {
    {"spir64", "spir64"},
    {"spirv64", "spir64"},
    {"spirv64v1.2", "spir64"},
    {"spir64_gen", "spir64_gen"},
    {"spir64_x86_64", "spir64_x86_64"},
    {"native-cpu", "native_cpu"},
    {"nvptx64", "ptx64"},
};

static bool has_arch(const char *triple, const char *arch) {
  size_t n = strlen(arch);
  return strncmp(triple, arch, n) == 0 && (!triple[n] || triple[n] == '-');
}

static const char *target_of_triple(const char *name) {
  for (size_t i = 0; i < sizeof triples / sizeof *triples; i++)
    if (has_arch(name, triples[i].arch))
      return triples[i].target;
  return NULL;
}

// Targets of other SYCL compilers that there is nothing for here.
static bool refuse(const char *name, sy_diag *d) {
  static const struct {
    const char *arch, *why, *instead;
  } refused[] = {
      {"spir", "device code with 32-bit pointers", "spir64"},
      {"spirv32", "device code with 32-bit pointers", "spir64"},
      {"nvptx", "device code with 32-bit pointers", "ptx64"},
      {"spir64_fpga", "FPGAs", "spir64"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    if (!has_arch(name, refused[i].arch))
      continue;
    sy_error(d, SY_NOWHERE, "target '%s': sycc does not support %s", name, refused[i].why);
    sy_help(d, "use '%s'", refused[i].instead);
    return true;
  }
  return false;
}

static const sy_target *find_target(const sy_goals *g, const char *name, sy_diag *d) {
  const sy_target *t = sy_devices_find(&g->devices, name);
  const char *other = t ? NULL : target_of_triple(name);
  if (!t && other)
    t = sy_devices_find(&g->devices, other);
  if (!t && refuse(name, d))
    return NULL;
  return t ? t : sy_devices_need(&g->devices, name, d);
}

static bool is_target(const sy_goal *goal, const char *name) {
  return strcmp(goal->row->TargetName, name) == 0;
}

static sy_goal *find_goal(const sy_goals *g, const char *name) {
  for (size_t i = 0; i < g->all.n; i++)
    if (is_target(&g->all.data[i], name))
      return &g->all.data[i];
  return NULL;
}

// The targets that an option lists, each once.
static bool find_targets(const sy_goals *g, const char *option, const char *list, sy_targets *out, sy_arena *a, sy_diag *d) {
  sy_view rest = sy_view_c(list), name;
  while (sy_view_split(&rest, ',', &name)) {
    if (!name.n)
      continue;
    const sy_target *row = find_target(g, sy_arena_strndup(a, name.s, name.n), d);
    if (!row)
      return false;
    bool known = false;
    for (size_t i = 0; i < out->n; i++)
      known |= out->data[i] == row;
    if (!known)
      sy_vec_push(out, row);
  }
  return out->n > 0 || sy_error(d, SY_NOWHERE, "no target in '%s%s'", option, list);
}

static bool add_goals(sy_goals *g, const char *list, sy_arena *a, sy_diag *d) {
  sy_targets rows = {0};
  bool ok = find_targets(g, "-fsycl-targets=", list, &rows, a, d);
  for (size_t i = 0; ok && i < rows.n; i++)
    sy_vec_push(&g->all, (sy_goal){.row = rows.data[i]});
  sy_vec_free(&rows);
  return ok;
}

// ---- options of the toolchains --------------------------------------------------------------------

// The option by which ocloc is told its device.
static bool names_device(const sy_strs *words) {
  for (size_t i = 0; i < words->n; i++)
    if (strcmp(words->data[i], "-device") == 0)
      return true;
  return false;
}

// Whether the database says which device a target is; for spir64_gen the user does.
static bool has_device(const sy_goal *goal, sy_arena *a) {
  sy_strs words = {0};
  sy_opts_split(sy_view_c(goal->row->aotToolchainOptions), goal->row->TargetName, a, &words, NULL);
  bool found = names_device(&words);
  sy_vec_free(&words);
  return found;
}

static bool give_options(sy_goal *goal, const sy_target_option *o, sy_arena *a, sy_diag *d) {
  if (names_device(&o->words) && has_device(goal, a)) {
    sy_error(d, SY_NOWHERE, "'-device' in '%s' with the target '%s', for which sycc names the device itself",
             o->option, goal->row->TargetName);
    sy_help(d, "leave it out and list every GPU in '-fsycl-targets=', or use '-fsycl-targets=spir64_gen'");
    return false;
  }
  for (size_t i = 0; i < o->words.n; i++)
    sy_strs_add(&goal->options, o->words.data[i]);
  return true;
}

// One -Xs: to the target it names, or to every one that has a toolchain.
static bool assign_options(sy_goals *g, const sy_command *c, const sy_target_option *o, sy_arena *a,
                           sy_diag *d) {
  const sy_target *only = o->target ? find_target(g, o->target, d) : NULL;
  bool used = false;
  if (o->target && !only)
    return false;
  for (size_t i = 0; i < g->all.n; i++) {
    sy_goal *goal = &g->all.data[i];
    if (!*goal->row->aotToolchain || (only && goal->row != only))
      continue;
    if (!give_options(goal, o, a, d))
      return false;
    used = true;
  }
  if (!used && c->action == SY_ACT_LINK && only)
    sy_warning(d, SY_NOWHERE, "'%s%s' is not used: nothing is compiled ahead of time for it", o->option,
               o->target);
  else if (!used && c->action == SY_ACT_LINK)
    sy_warning(d, SY_NOWHERE, "'%s' is not used: no target is compiled ahead of time", o->option);
  return true;
}

static bool check_mix(const sy_goals *g, sy_arena *a, sy_diag *d) {
  if (!find_goal(g, "spir64_gen"))
    return true;
  for (size_t i = 0; i < g->all.n; i++) {
    const sy_goal *goal = &g->all.data[i];
    if (is_target(goal, "spir64_gen") || strcmp(goal->row->aotToolchain, "ocloc") != 0 ||
        !has_device(goal, a))
      continue;
    sy_error(d, SY_NOWHERE, "'%s' and 'spir64_gen' exclude each other in '-fsycl-targets='",
             goal->row->TargetName);
    sy_note(d, "'spir64_gen' takes its GPU from '-Xs \"-device ...\"', which a named GPU must not get");
    sy_help(d, "list every GPU by name: '-fsycl-targets=intel_gpu_skl,intel_gpu_pvc'");
    return false;
  }
  return true;
}

// ---- ways and device compilations -----------------------------------------------------------------

static void find_route(sy_goal *goal, const sy_command *c, sy_arena *a, sy_diag *d) {
  bool waits =
      strcmp(goal->row->aotToolchain, "ocloc") == 0 && !names_device(&goal->options) && !has_device(goal, a);
  goal->ahead = *goal->row->aotToolchain && !waits;
  goal->format = sy_route_format(goal->row->codegen, goal->ahead ? goal->row->aotToolchain : "");
  if (waits && goal->options.n && c->action == SY_ACT_LINK)
    sy_warning(
        d, SY_NOWHERE,
        "options for '%s' are not used: without '-device' among them nothing is compiled ahead of time",
        goal->row->TargetName);
}

// Whether a target starts from the generic device compilation: when no macro of its own would show in
// another. native_cpu does in any case, so that the default targets need no second parse.
static bool shares(const sy_target *row, sy_arena *a) {
  sy_strs macros = {0};
  sy_target_macros(row, a, &macros);
  bool none = macros.n == 0;
  sy_vec_free(&macros);
  return none || strcmp(row->TargetName, "native_cpu") == 0;
}

// Device code is SPIR-V's for all but the GPUs of NVIDIA and AMD, which have address spaces of their own.
static sy_variant variant_of(const sy_target *row, const char *name, const char *file) {
  static const struct {
    const char *codegen, *triple;
  } machines[] = {{"ptx64", "nvptx64-nvidia-cuda"}, {"amdgcn", "amdgcn-amd-amdhsa"}};
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
    if (strcmp(row->codegen, machines[i].codegen) == 0)
      return (sy_variant){
          .name = name, .file = file, .family = row->codegen, .triple = machines[i].triple, .gpu = row->cpu};
  return (sy_variant){.name = name, .file = file, .family = "spir64", .triple = "spirv64-unknown-unknown"};
}

// The generic one is the first: the integration header comes from there.
static void add_variants(sy_goals *g, sy_arena *a) {
  for (size_t i = 0; i < g->all.n && !g->variants.n; i++)
    if (shares(g->all.data[i].row, a))
      sy_vec_push(&g->variants, variant_of(g->all.data[i].row, SY_GENERIC, "spir64"));
  for (size_t i = 0; i < g->all.n; i++) {
    const sy_target *row = g->all.data[i].row;
    sy_variant own = variant_of(row, row->TargetName, row->TargetName);
    if (shares(row, a))
      continue; // g->all.data[i].variant is 0
    sy_target_macros(row, a, &own.macros);
    sy_target_aspect_macros(row, a, &own.facts);
    g->all.data[i].variant = g->variants.n;
    sy_vec_push(&g->variants, own);
  }
}

static void find_macros(sy_goals *g, sy_arena *a) {
  const sy_target **rows = sy_arena_alloc(a, g->all.n * sizeof *rows);
  for (size_t i = 0; i < g->all.n; i++)
    rows[i] = g->all.data[i].row;
  sy_devices_macros(rows, g->all.n, a, &g->macros);
}

// -Xsycl-target-linker: the modules that a target starts from are linked together with those of all targets
// that start from the same, so the options are for all of these.
static bool assign_link_options(sy_goals *g, const sy_target_option *o, sy_diag *d) {
  const sy_target *only = o->target ? find_target(g, o->target, d) : NULL;
  sy_goal *goal = only ? find_goal(g, only->TargetName) : NULL;
  if (o->target && !only)
    return false;
  if (only && !goal) {
    sy_warning(d, SY_NOWHERE, "'%s%s' is not used: it is none of the targets", o->option, o->target);
    return true;
  }
  for (size_t v = 0; v < g->variants.n; v++)
    for (size_t i = 0; i < o->words.n && (!goal || goal->variant == v); i++)
      sy_strs_add(&g->variants.data[v].link_options, o->words.data[i]);
  return true;
}

// -fsycl-device-only has one result.
static bool check_device_only(const sy_goals *g, const sy_command *c, sy_diag *d) {
  if (!c->device_only || g->variants.n < 2)
    return true;
  sy_error(d, SY_NOWHERE, "'-fsycl-device-only' makes one module, and these targets need %zu", g->variants.n);
  sy_note(d, "one for '%s' and one for '%s'", g->variants.data[0].name, g->variants.data[1].name);
  return false;
}

// A link without -fsycl-targets is for what its objects were compiled for, and so are sources on its command line.
static const char *chosen_targets(const sy_command *c, sy_arena *a) {
  bool links = c->action == SY_ACT_LINK && !c->relocatable && !c->plain && !c->device_only;
  const char *found = !c->targets && links ? sy_carriers_targets(c, default_targets, a) : NULL;
  if (found && c->verbose)
    fprintf(stderr, "sycc: targets of the objects: %s\n", found);
  return c->targets ? c->targets : found ? found : default_targets;
}

bool sy_goals_choose(sy_goals *g, const sy_command *c, sy_arena *a, sy_diag *d) {
  if (!add_goals(g, chosen_targets(c, a), a, d) || !check_mix(g, a, d) ||
      (c->fixed_targets && !find_targets(g, "-fsycl-fixed-targets=", c->fixed_targets, &g->fixed, a, d)))
    return false;
  for (size_t i = 0; i < c->backend.n; i++)
    if (!assign_options(g, c, &c->backend.data[i], a, d))
      return false;
  for (size_t i = 0; i < g->all.n; i++)
    find_route(&g->all.data[i], c, a, d);
  add_variants(g, a);
  for (size_t i = 0; i < c->linker.n; i++)
    if (!assign_link_options(g, &c->linker.data[i], d))
      return false;
  find_macros(g, a);
  return check_device_only(g, c, d);
}

bool sy_goals_check(const sy_goals *g, sy_diag *d) {
  for (size_t i = 0; i < g->all.n; i++) {
    const sy_target *row = g->all.data[i].row;
    if (g->all.data[i].format)
      continue;
    sy_error(d, SY_NOWHERE, "not supported yet by this sycc: no code generation for target '%s'",
             row->TargetName);
    if (*row->aotToolchain)
      sy_note(d, "it would be compiled by '%s', which sycc does not know how to call", row->aotToolchain);
    sy_help(d,
            "there are spir64 for anything that takes SPIR-V, native_cpu and x86_64 for the CPU, and the GPUs of Intel, "
            "NVIDIA and AMD");
    return false;
  }
  return true;
}

bool sy_goals_read_config(sy_goals *g, const sy_command *c, sy_diag *d) {
  return !c->config || sy_devices_read_file(&g->devices, c->config, d);
}

void sy_goals_free(sy_goals *g) {
  for (size_t i = 0; i < g->all.n; i++)
    sy_vec_free(&g->all.data[i].options);
  for (size_t i = 0; i < g->variants.n; i++) {
    sy_vec_free(&g->variants.data[i].macros);
    sy_vec_free(&g->variants.data[i].facts);
    sy_vec_free(&g->variants.data[i].link_options);
  }
  sy_vec_free(&g->all);
  sy_vec_free(&g->variants);
  sy_vec_free(&g->fixed);
  sy_vec_free(&g->macros);
  sy_devices_free(&g->devices);
}
