// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of a run: names to rows of the device database, options to targets, targets to device
// compilations.
#include "driver/targets.h"

#include <stdio.h>
#include <string.h>

#include "base/count.h"
#include "devices/yaml_overlay.h"
#include "driver/carriers.h"

// ---- names ----------------------------------------------------------------------------------------

static bool has_arch(const char *triple, const char *arch) {
  size_t n = strlen(arch);
  return strncmp(triple, arch, n) == 0 && (!triple[n] || triple[n] == '-');
}

// The target that a triple of another compiler's stands for; null: none.
static const sy_target *target_of_triple(const sy_goals *g, const char *name) {
  static const char *const targets[] = {"spir64_gen", "spir64_x86_64"}; // architectures in DPC++'s triples
  for (size_t i = 0; i < SY_COUNT(targets); i++)
    if (has_arch(name, targets[i]))
      return sy_devices_find(&g->devices, targets[i]);
  const sy_family *f = sy_family_of_triple(name);
  return f ? sy_devices_find(&g->devices, f->name) : NULL;
}

// Targets of other SYCL compilers that there is nothing for here.
static bool refuse(const char *name, sy_diag *d) {
  static const struct {
    const char *arch, *why;
    const sy_family *instead;
  } refused[] = {
      {"spir", "device code with 32-bit pointers", &sy_family_spir64},
      {"spirv32", "device code with 32-bit pointers", &sy_family_spir64},
      {"nvptx", "device code with 32-bit pointers", &sy_family_ptx64},
      {"spir64_fpga", "FPGAs", &sy_family_spir64},
  };
  for (size_t i = 0; i < SY_COUNT(refused); i++) {
    if (!has_arch(name, refused[i].arch))
      continue;
    sy_error(d, SY_NOWHERE, "target '%s': sycc does not support %s", name, refused[i].why);
    sy_help(d, "use '%s'", refused[i].instead->name);
    return true;
  }
  return false;
}

static const sy_target *find_target(const sy_goals *g, const char *name, sy_diag *d) {
  const sy_target *t = sy_devices_find(&g->devices, name);
  if (!t)
    t = target_of_triple(g, name);
  if (!t && refuse(name, d))
    return NULL;
  return t ? t : sy_devices_need(&g->devices, name, d);
}

// The family behind the triple of GPUs, which does not say which of them; null: it is no such triple.
static const sy_family *gpus_of_triple(const char *name) {
  const sy_family *f = sy_family_of_triple(name);
  return f && f->kind == SY_FAMILY_GPU ? f : NULL;
}

// "sm_80" -> "nvidia_gpu_sm_80"
static const char *target_of_gpu(const char *gpu, sy_arena *a) {
  const char *prefix = sy_family_spir64.prefix;
  for (const sy_family *const *f = sy_families; *f; f++)
    if ((*f)->gpus && sy_starts(gpu, (*f)->gpus))
      prefix = (*f)->prefix;
  return sy_arena_printf(a, "%s%s", prefix, gpu);
}

static sy_goal *find_goal(const sy_goals *g, const char *name) {
  for (size_t i = 0; i < g->all.n; i++)
    if (strcmp(g->all.data[i].row->TargetName, name) == 0)
      return &g->all.data[i];
  return NULL;
}

static bool add_target(const sy_goals *g, const char *name, sy_targets *out, sy_diag *d) {
  const sy_target *row = find_target(g, name, d);
  for (size_t i = 0; row && i < out->n; i++)
    if (out->data[i] == row)
      return true;
  if (row)
    sy_vec_push(out, row);
  return row != NULL;
}

// The targets that an option lists, each once.
static bool find_targets(const sy_goals *g, const char *option, const char *list, sy_targets *out,
                         sy_arena *a, sy_diag *d) {
  sy_view rest = sy_view_c(list), name;
  while (sy_view_split(&rest, ',', &name))
    if (name.n && !add_target(g, sy_arena_strndup(a, name.s, name.n), out, d))
      return false;
  return out->n > 0 || sy_error(d, SY_NOWHERE, "no target in '%s%s'", option, list);
}

const char *sy_goals_default(char separator, sy_arena *a) {
  const char *list = "";
  for (const sy_family *const *f = sy_families; *f; f++)
    if ((*f)->is_default)
      list = *list ? sy_arena_printf(a, "%s%c%s", list, separator, (*f)->name) : (*f)->name;
  return list;
}

// ---- GPUs that another option names ---------------------------------------------------------------

// The list with the GPUs of --offload-arch= and the like in the place of the triples they belong to:
//   nvptx64-nvidia-cuda,native_cpu with sm_80 -> nvidia_gpu_sm_80,native_cpu
typedef struct gpu_names {
  const sy_goals *g;
  const sy_command_line *c;
  sy_arena *a;
  sy_diag *d;
} gpu_names;

// Appends the GPUs for a triple; whether there are any.
static bool add_gpus_of(const gpu_names *x, const char *gpus, sy_str *list) {
  bool any = false;
  for (size_t i = 0; i < x->c->gpus.n; i++)
    for (size_t k = 0; k < x->c->gpus.data[i].words.n; k++) {
      const char *gpu = x->c->gpus.data[i].words.data[k];
      if (gpus && !sy_starts(gpu, gpus))
        continue;
      sy_str_addf(list, "%s%s", list->n ? "," : "", target_of_gpu(gpu, x->a));
      any = true;
    }
  return any;
}

static bool add_named(const gpu_names *x, const char *name, sy_str *list) {
  const sy_family *f = gpus_of_triple(name);
  if (f && add_gpus_of(x, f->gpus, list))
    return true;
  if (f && !target_of_triple(x->g, name)) { // there is no code for any of them
    sy_error(x->d, SY_NOWHERE, "target '%s' does not say which GPU it is", name);
    sy_help(x->d, "add '--offload-arch=%s', or use '-fsycl-targets=%s%s'", f->example, f->prefix, f->example);
    return false;
  }
  sy_str_addf(list, "%s%s", list->n ? "," : "", name);
  return true;
}

static const char *name_gpus(const gpu_names *x, const char *targets) {
  sy_str list = SY_STR_INIT;
  sy_view rest = sy_view_c(targets), name;
  bool ok = true;
  while (ok && sy_view_split(&rest, ',', &name))
    if (name.n)
      ok = add_named(x, sy_arena_strndup(x->a, name.s, name.n), &list);
  const char *named = ok ? sy_arena_strdup(x->a, list.n ? sy_str_c(&list) : targets) : NULL;
  sy_str_free(&list);
  return named;
}

// --offload-arch= on its own names the targets; for a back end alone it does not.
static const char *gpus_as_targets(const gpu_names *x) {
  sy_str list = SY_STR_INIT;
  bool own = false;
  for (size_t i = 0; i < x->c->gpus.n; i++)
    own |= sy_starts(x->c->gpus.data[i].option, "--");
  const char *targets = own && add_gpus_of(x, NULL, &list) ? sy_arena_strdup(x->a, sy_str_c(&list)) : NULL;
  sy_str_free(&list);
  return targets;
}

static bool warn_unused_gpus(const sy_goals *g, const gpu_names *x) {
  for (size_t i = 0; i < x->c->gpus.n; i++)
    for (size_t k = 0; k < x->c->gpus.data[i].words.n; k++) {
      const char *gpu = x->c->gpus.data[i].words.data[k];
      const sy_target *row = sy_devices_need(&g->devices, target_of_gpu(gpu, x->a), x->d);
      if (!row)
        return false;
      if (!find_goal(g, row->TargetName))
        sy_warning(x->d, SY_NOWHERE, "the GPU '%s' of '%s' is not used: it is of none of the targets", gpu,
                   x->c->gpus.data[i].option);
    }
  return true;
}

// A link without named targets is for what its objects were compiled for, and so are sources on its command
// line.
static const char *targets_of_objects(const sy_command_line *c, sy_arena *a) {
  bool links = c->action == SY_ACT_LINK && !c->relocatable && !c->plain && !c->device_only;
  const char *found = links ? sy_carriers_targets(c, sy_goals_default(',', a), a) : NULL;
  if (found && c->verbose)
    fprintf(stderr, "sycc: targets of the objects: %s\n", found);
  return found;
}

static bool add_goals(sy_goals *g, const sy_command_line *c, sy_arena *a, sy_diag *d) {
  gpu_names x = {g, c, a, d};
  sy_targets rows = {0};
  const char *named = c->targets ? name_gpus(&x, c->targets) : gpus_as_targets(&x);
  if (c->targets && !named)
    return false;
  g->named = named;
  if (!named)
    g->of_objects = (named = targets_of_objects(c, a));
  bool ok = find_targets(g, "-fsycl-targets=", named ? named : sy_goals_default(',', a), &rows, a, d);
  for (size_t i = 0; ok && i < rows.n; i++)
    sy_vec_push(&g->all, (sy_goal){.row = rows.data[i]});
  sy_vec_free(&rows);
  return ok && warn_unused_gpus(g, &x);
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

// What an option for one target is for: a target, or all GPUs of a triple.
typedef struct selection {
  const sy_target *row;  // null: see below
  const sy_family *gpus; // both null: everything
} selection;

static bool select_target(const sy_goals *g, const sy_target_option *o, selection *s, sy_diag *d) {
  *s = (selection){.gpus = o->target ? gpus_of_triple(o->target) : NULL};
  if (o->target && !s->gpus)
    s->row = find_target(g, o->target, d);
  return !o->target || s->gpus || s->row;
}

static bool is_selected(const selection *s, const sy_goal *goal) {
  return s->row ? goal->row == s->row : !s->gpus || goal->row->family == s->gpus;
}

// What reads options for a target: a program that sycc starts, the compiler of a driver when the program
// runs, or sycl-codegen for CPUs.
typedef enum reader { BY_TOOLCHAIN, BY_DRIVER, BY_CODEGEN } reader;

static reader reader_of(const sy_goal *goal) {
  if (*goal->row->aotToolchain)
    return BY_TOOLCHAIN;
  return goal->row->family->kind == SY_FAMILY_SPIRV ? BY_DRIVER : BY_CODEGEN;
}

// Options without a target are for the first kind in this order that there is: those of ocloc mean nothing to
// a driver.
static reader first_reader(const sy_goals *g) {
  reader first = BY_CODEGEN;
  for (size_t i = 0; i < g->all.n; i++)
    if (reader_of(&g->all.data[i]) < first)
      first = reader_of(&g->all.data[i]);
  return first;
}

// One -Xs: to the target it names, or to those that may want it.
static bool assign_options(sy_goals *g, const sy_command_line *c, const sy_target_option *o, sy_arena *a,
                           sy_diag *d) {
  selection only;
  bool used = false;
  if (!select_target(g, o, &only, d))
    return false;
  for (size_t i = 0; i < g->all.n; i++) {
    sy_goal *goal = &g->all.data[i];
    reader by = reader_of(goal);
    if (!is_selected(&only, goal) || (!o->target && by != first_reader(g)))
      continue;
    if (by != BY_TOOLCHAIN && names_device(&o->words)) // it is ocloc's
      continue;
    if (!give_options(goal, o, a, d))
      return false;
    used = true;
  }
  if (!used && c->action == SY_ACT_LINK && o->target)
    sy_warning(d, SY_NOWHERE,
               "'%s%s' is not used: it is for none of the targets, or names a device where nothing is "
               "compiled ahead of time",
               o->option, o->target);
  else if (!used && c->action == SY_ACT_LINK)
    sy_warning(d, SY_NOWHERE, "'%s' is not used: no target is compiled ahead of time", o->option);
  return true;
}

// Whether the toolchain of SPIR-V's family compiles for it, which wants to be told the device.
static bool wants_device(const sy_goal *goal) {
  const sy_family *f = goal->row->family;
  return f->kind == SY_FAMILY_SPIRV && strcmp(goal->row->aotToolchain, f->toolchain) == 0;
}

// The first goal whose device the database names, or the first for which the user does; null: none.
static const sy_goal *find_named(const sy_goals *g, bool by_database, sy_arena *a) {
  for (size_t i = 0; i < g->all.n; i++)
    if (wants_device(&g->all.data[i]) && has_device(&g->all.data[i], a) == by_database)
      return &g->all.data[i];
  return NULL;
}

static bool check_mix(const sy_goals *g, sy_arena *a, sy_diag *d) {
  const sy_goal *named = find_named(g, true, a), *open = find_named(g, false, a);
  if (!named || !open)
    return true;
  const char *name = open->row->TargetName;
  sy_error(d, SY_NOWHERE, "'%s' and '%s' exclude each other in '-fsycl-targets='", named->row->TargetName,
           name);
  sy_note(d, "'%s' takes its GPU from '-Xs \"-device ...\"', which a named GPU must not get", name);
  sy_help(d, "list every GPU by name: '-fsycl-targets=intel_gpu_skl,intel_gpu_pvc'");
  return false;
}

// ---- ways and device compilations -----------------------------------------------------------------

// The options for the toolchain may come with the link alone.
static bool find_route(sy_goal *goal, const sy_command_line *c, sy_arena *a, sy_diag *d) {
  const char *name = goal->row->TargetName;
  goal->ahead = *goal->row->aotToolchain;
  goal->format = sy_family_format(goal->row->family, goal->row->aotToolchain);
  bool makes_code = c->action == SY_ACT_LINK && !c->device_only && wants_device(goal);
  if (!makes_code || names_device(&goal->options) || has_device(goal, a))
    return true;
  sy_error(d, SY_NOWHERE, "target '%s' does not say which GPU to compile for", name);
  sy_help(d,
          "name it: -Xsycl-target-backend=%s \"-device skl\"; 'intel_gpu' is code for all of Intel's, "
          "'spir64' for what the program finds",
          name);
  return false;
}

// Whether a target starts from the generic device compilation: when no macro of its own would show in
// another. That for any CPU does in any case, so that the default targets need no second parse.
static bool shares(const sy_target *row, sy_arena *a) {
  sy_strs macros = {0};
  sy_target_macros(row, a, &macros);
  bool none = macros.n == 0;
  sy_vec_free(&macros);
  return none || (row->family->kind == SY_FAMILY_HOST && sy_target_is_generic(row));
}

static sy_compilation compilation_of(const sy_target *row, const char *name, const char *file) {
  const char *gpu = row->family->kind == SY_FAMILY_GPU ? row->cpu : NULL;
  return (sy_compilation){
      .name = name, .file = file, .family = sy_family_of_modules(row->family), .gpu = gpu};
}

// The generic one is the first: the integration header comes from there.
static void add_compilations(sy_goals *g, sy_arena *a) {
  for (size_t i = 0; i < g->all.n && !g->compilations.n; i++)
    if (shares(g->all.data[i].row, a))
      sy_vec_push(&g->compilations, compilation_of(g->all.data[i].row, SY_GENERIC, sy_family_spir64.name));
  for (size_t i = 0; i < g->all.n; i++) {
    const sy_target *row = g->all.data[i].row;
    sy_compilation own = compilation_of(row, row->TargetName, row->TargetName);
    if (shares(row, a))
      continue; // g->all.data[i].compilation is 0
    sy_target_macros(row, a, &own.macros);
    sy_target_aspect_macros(row, a, &own.known);
    g->all.data[i].compilation = g->compilations.n;
    sy_vec_push(&g->compilations, own);
  }
}

static void find_macros(sy_goals *g, sy_arena *a) {
  const sy_target **rows = sy_arena_alloc(a, g->all.n * sizeof *rows);
  for (size_t i = 0; i < g->all.n; i++)
    rows[i] = g->all.data[i].row;
  sy_devices_macros(rows, g->all.n, a, &g->macros);
}

// -Xsycl-target-linker: the modules that a target starts from are linked together with those of all targets
// that start from the same, so the options are for all of these. So it is with -Xsycl-target-frontend and
// their device compilation.
static bool assign_compilation_options(sy_goals *g, const sy_target_option *o, bool link, sy_diag *d) {
  selection only;
  bool used = false;
  if (!select_target(g, o, &only, d))
    return false;
  for (size_t v = 0; v < g->compilations.n; v++) {
    bool meant = false;
    for (size_t i = 0; i < g->all.n; i++)
      meant |= g->all.data[i].compilation == v && is_selected(&only, &g->all.data[i]);
    sy_compilation *compilation = &g->compilations.data[v];
    for (size_t i = 0; i < o->words.n && meant; i++)
      sy_strs_add(link ? &compilation->link_options : &compilation->options, o->words.data[i]);
    used |= meant;
  }
  if (!used)
    sy_warning(d, SY_NOWHERE, "'%s%s' is not used: it is none of the targets", o->option, o->target);
  return true;
}

// -fsycl-force-target: which of the modules in objects are linked.
static bool find_forced(sy_goals *g, const sy_command_line *c, sy_arena *a, sy_diag *d) {
  const sy_target *row = find_target(g, c->force_target, d);
  if (!row)
    return false;
  sy_compilation from = compilation_of(row, shares(row, a) ? SY_GENERIC : row->TargetName, NULL);
  for (size_t i = 0; i < g->compilations.n; i++)
    if (g->compilations.data[i].family != from.family)
      return sy_error(d, SY_NOWHERE, "'-fsycl-force-target=%s': its device code can't become code for '%s'",
                      c->force_target, g->compilations.data[i].name);
  g->forced = from.name;
  return true;
}

// -fsycl-device-only has one result.
static bool check_device_only(const sy_goals *g, const sy_command_line *c, sy_diag *d) {
  if (!c->device_only || g->compilations.n < 2)
    return true;
  sy_error(d, SY_NOWHERE, "'-fsycl-device-only' makes one module, and these targets need %zu",
           g->compilations.n);
  sy_note(d, "one for '%s' and one for '%s'", g->compilations.data[0].name, g->compilations.data[1].name);
  return false;
}

bool sy_goals_choose(sy_goals *g, const sy_command_line *c, sy_arena *a, sy_diag *d) {
  if (!add_goals(g, c, a, d) || !check_mix(g, a, d) ||
      (c->fixed_targets && !find_targets(g, "-fsycl-fixed-targets=", c->fixed_targets, &g->fixed, a, d)))
    return false;
  for (size_t i = 0; i < c->backend.n; i++)
    if (!assign_options(g, c, &c->backend.data[i], a, d))
      return false;
  for (size_t i = 0; i < g->all.n; i++)
    if (!find_route(&g->all.data[i], c, a, d))
      return false;
  add_compilations(g, a);
  for (size_t i = 0; i < c->linker.n; i++)
    if (!assign_compilation_options(g, &c->linker.data[i], true, d))
      return false;
  for (size_t i = 0; i < c->frontend.n; i++)
    if (!assign_compilation_options(g, &c->frontend.data[i], false, d))
      return false;
  if (c->force_target && !find_forced(g, c, a, d))
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
    sy_help(d, "'sycc --list-targets' lists the targets");
    return false;
  }
  return true;
}

bool sy_goals_read_config(sy_goals *g, const sy_command_line *c, sy_diag *d) {
  return sy_devices_read_file(&g->devices, c->config, d);
}

void sy_goals_free(sy_goals *g) {
  for (size_t i = 0; i < g->all.n; i++)
    sy_vec_free(&g->all.data[i].options);
  for (size_t i = 0; i < g->compilations.n; i++) {
    sy_vec_free(&g->compilations.data[i].macros);
    sy_vec_free(&g->compilations.data[i].known);
    sy_vec_free(&g->compilations.data[i].link_options);
    sy_vec_free(&g->compilations.data[i].options);
  }
  sy_vec_free(&g->all);
  sy_vec_free(&g->compilations);
  sy_vec_free(&g->fixed);
  sy_vec_free(&g->macros);
  sy_devices_free(&g->devices);
}
