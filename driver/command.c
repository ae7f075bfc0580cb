// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Understands the command line of sycc, from the table in options.def.
//
// Unlike the tools, the driver lets through what it does not know: it stands in for clang++ in build systems,
// and clang knows hundreds of options. Only something that begins like SYCL's own (-fsycl, -fno-sycl, -Xsycl)
// and isn't in the table is an error here, because clang's message about it would not name our options.
#include "driver/command.h"

#include "base/count.h"
#include "devices/families.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

// What an option changes in the command.
typedef struct command_context {
  sy_command_line *c;
  sy_arena *a;
  sy_diag *d;
  const char *name; // of the option
  size_t *i;        // of its last argument; moved on by an option that takes more
} command_context;

typedef bool effect_fn(command_context *x, const char *value);
typedef enum effect_kind { EFFECT_NONE, EFFECT_ACT, EFFECT_FLAG, EFFECT_TEXT, EFFECT_CALL } effect_kind;
typedef struct effect {
  effect_kind kind;
  size_t n; // the action, or the field's offset in sy_command_line
  effect_fn *call;
} effect;

static bool set_language(command_context *x, const char *value) {
  x->c->language = strcmp(value, "none") == 0 ? NULL : value;
  return true;
}

static bool set_sycl(command_context *x, const char *value) {
  x->c->plain = false;
  return true;
}

static bool clear_sycl(command_context *x, const char *value) {
  x->c->plain = true;
  return true;
}

static bool set_jobs(command_context *x, const char *value) {
  unsigned long long n;
  if (!sy_view_u64(sy_view_c(value), &n) || n == 0 || n > 1000)
    return sy_error(x->d, SY_NOWHERE, "'%s%s%s': not a number of jobs from 1 to 1000", x->name,
                    sy_ends(x->name, "=") ? "" : " ", value);
  x->c->jobs = (unsigned)n;
  x->c->jobs_given = true;
  return true;
}

// What messages about words in a value call it.
static const char *value_of(command_context *x) {
  return sy_arena_printf(x->a, "value of '%s'", x->name);
}

static bool add_words(command_context *x, sy_target_options *to, const char *target, const char *words) {
  sy_target_option o = {.option = x->name, .target = target};
  bool ok = sy_opts_split(sy_view_c(words), value_of(x), x->a, &o.words, x->d);
  sy_vec_push(to, o);
  return ok;
}

// --offload-arch=sm_80,gfx90a
static bool add_gpus(command_context *x, const char *value) {
  sy_target_option o = {.option = x->name};
  sy_view rest = sy_view_c(value), name;
  while (sy_view_split(&rest, ',', &name))
    if (name.n)
      sy_strs_add(&o.words, sy_arena_strndup(x->a, name.s, name.n));
  size_t n = o.words.n;
  sy_vec_push(&x->c->gpus, o);
  return n > 0 || sy_error(x->d, SY_NOWHERE, "no GPU in '%s%s'", x->name, value);
}

// Takes the words that name a GPU out of those for a back end: -Xsycl-target-backend --cuda-gpu-arch=sm_80.
static bool take_gpus(command_context *x, sy_target_option *o) {
  static const char *const names[] = {"--cuda-gpu-arch=", "--offload-arch="};
  size_t kept = 0;
  for (size_t i = 0; i < o->words.n; i++) {
    const char *word = o->words.data[i], *gpus = NULL;
    for (size_t k = 0; k < SY_COUNT(names) && !gpus; k++)
      gpus = sy_starts(word, names[k]) ? word + strlen(names[k]) : NULL;
    if (!gpus)
      o->words.data[kept++] = word;
    else if (!add_gpus(x, gpus))
      return false;
  }
  o->words.n = kept;
  return true;
}

static bool add_backend_words(command_context *x, const char *target, const char *words) {
  sy_target_options *all = &x->c->backend;
  bool ok = add_words(x, all, target, words);
  sy_target_option *last = &all->data[all->n - 1];
  ok = ok && take_gpus(x, last);
  if (!last->words.n) { // nothing is left of it
    sy_vec_free(&last->words);
    all->n--;
  }
  return ok;
}

// -Xsycl-target-backend=<target> <options>: the value is one half, the next argument the other.
static const char *second_half(command_context *x, const char *target) {
  if (*x->i + 1 < x->c->all.n)
    return x->c->all.data[++*x->i];
  sy_error(x->d, SY_NOWHERE, "option '%s%s' needs a value: <options>", x->name, target);
  return NULL;
}

static bool add_words_for(command_context *x, sy_target_options *to, const char *target) {
  const char *words = second_half(x, target);
  return words && add_words(x, to, target, words);
}

static bool add_backend(command_context *x, const char *value) {
  return add_backend_words(x, NULL, value);
}

static bool add_backend_for(command_context *x, const char *value) {
  const char *words = second_half(x, value);
  return words && add_backend_words(x, value, words);
}

static bool add_frontend(command_context *x, const char *value) {
  return add_words(x, &x->c->frontend, NULL, value);
}

static bool add_frontend_for(command_context *x, const char *value) {
  return add_words_for(x, &x->c->frontend, value);
}

static bool add_linker(command_context *x, const char *value) {
  return add_words(x, &x->c->linker, NULL, value);
}

static bool add_linker_for(command_context *x, const char *value) {
  return add_words_for(x, &x->c->linker, value);
}

static void set_action(sy_command_line *c, sy_command_action action) {
  if (c->action < action)
    c->action = action;
}

static bool set_list_form(command_context *x, const char *value) {
  set_action(x->c, SY_ACT_LIST);
  x->c->list_form = value ? value : "text";
  return true;
}

static bool set_toolchain_help(command_context *x, const char *value) {
  set_action(x->c, SY_ACT_TOOLCHAINS);
  x->c->toolchain = value ? value : "all";
  return true;
}

static bool set_convert(command_context *x, const char *value) {
  set_action(x->c, SY_ACT_CONVERT);
  x->c->compdb = value;
  return true;
}

static bool add_host_options(command_context *x, const char *value) {
  return sy_opts_split(sy_view_c(value), value_of(x), x->a, &x->c->host_options, x->d);
}

static bool set_config(command_context *x, const char *value) {
  const char *first = x->c->config;
  x->c->config = value;
  if (!first || strcmp(first, value) == 0)
    return true;
  sy_error(x->d, SY_NOWHERE, "two device configuration files: '%s' and '%s'", first, value);
  sy_help(x->d, "put what they say into one file");
  return false;
}

static bool set_split(command_context *x, const char *value) {
  static const char *const words[][2] = {
      {"auto", "auto"}, {"per_source", "source"}, {"per_kernel", "kernel"}, {"off", "off"}};
  for (size_t i = 0; i < SY_COUNT(words); i++)
    if (strcmp(value ? value : "auto", words[i][0]) == 0)
      x->c->split = words[i][1];
  return true;
}

// -Wno-error=sycl-external: the name is "-Wno-error=sycl", the value "-external". Whatever is unknown is a
// warning, as clang's own is: other compilers of SYCL have other groups.
static bool add_warning(command_context *x, const char *value) {
  static const char *const groups[] = {"",          "-attributes", "-device-has",     "-fixed-targets",
                                       "-external", "-options",    "-missing-targets"};
  const char *nearest = NULL;
  size_t least = strlen(value) / 2;
  for (size_t i = 0; i < SY_COUNT(groups); i++) {
    size_t distance = sy_edit_distance(value, groups[i]);
    if (distance == 0) {
      sy_strs_add(&x->c->warnings, sy_arena_printf(x->a, "%s%s", x->name + strlen("-W"), value));
      return true;
    }
    if (distance < least) {
      least = distance;
      nearest = groups[i];
    }
  }
  const char *arg = sy_arena_printf(x->a, "%s%s", x->name, value);
  if (nearest)
    arg = sy_arena_printf(x->a, "'%s'; did you mean '%s%s'?", arg, x->name, nearest);
  sy_strs_add(&x->c->unknown_warnings, nearest ? arg : sy_arena_printf(x->a, "'%s'", arg));
  return true;
}

static bool set_save_temps(command_context *x, const char *value) {
  x->c->save_temps = value ? value : "cwd";
  return true;
}

// Device code is optimised at the user's level where the device side has it, at -O2 otherwise (-Os, -Ofast).
static bool set_level(command_context *x, const char *value) {
  static const char *const levels[] = {"0", "1", "2", "3"};
  x->c->level_given = true;
  x->c->level = "-O2";
  for (size_t i = 0; i < 4; i++)
    if (strcmp(value, levels[i]) == 0)
      x->c->level = sy_arena_printf(x->a, "-O%s", value);
  return true;
}

static void pass_on(sy_command_line *c, const char *arg, const char *value, unsigned where);

// -fp:precise and -fp-model=fast=2, as other compilers of SYCL call it.
static bool set_fp_model(command_context *x, const char *value) {
  static const char *const same[][2] = {
      {"fast=1", "fast"}, {"fast=2", "aggressive"}, {"source", "precise"}, {"consistent", "precise"}};
  for (size_t i = 0; i < SY_COUNT(same); i++)
    if (strcmp(value, same[i][0]) == 0)
      value = same[i][1];
  pass_on(x->c, sy_arena_printf(x->a, "-ffp-model=%s", value), NULL, SY_TO_HOST | SY_TO_DEVICE | SY_TO_LINK);
  return true;
}

// Options of the host's that clang has under another name.
static bool rename_option(command_context *x, const char *value) {
  static const char *const names[][2] = {{"-qopenmp", "-fopenmp"},
                                         {"-fiopenmp", "-fopenmp"},
                                         {"-qno-openmp", "-fno-openmp"},
                                         {"-qopenmp-simd", "-fopenmp-simd"}};
  for (size_t i = 0; i < SY_COUNT(names); i++)
    if (strcmp(x->name, names[i][0]) == 0)
      pass_on(x->c, names[i][1], NULL, SY_TO_HOST | SY_TO_LINK);
  return true;
}

static bool ignore(command_context *x, const char *value) {
  sy_strs_add(&x->c->ignored, x->c->all.data[*x->i]);
  return true;
}

static bool set_int_ids(command_context *x, const char *value) {
  x->c->int_ids = true;
  return true;
}

static bool clear_int_ids(command_context *x, const char *value) {
  if (!x->c->int_ids)
    return ignore(x, value);
  x->c->int_ids = false;
  return true;
}

static bool set_named_only(command_context *x, const char *value) {
  x->c->named_only = true;
  return true;
}

static bool clear_named_only(command_context *x, const char *value) {
  if (!x->c->named_only)
    return ignore(x, value);
  x->c->named_only = false;
  return true;
}

static bool set_sub_group_size(command_context *x, const char *value) {
  unsigned long long n;
  bool number = sy_view_u64(sy_view_c(value), &n) && n > 0 && n <= 1024;
  if (!number && strcmp(value, "primary") != 0 && strcmp(value, "automatic") != 0)
    return sy_error(x->d, SY_NOWHERE, "'%s%s': should be a number from 1 to 1024, primary or automatic",
                    x->name, value);
  x->c->sub_group_size = strcmp(value, "automatic") == 0 ? NULL : value;
  return true;
}

static bool set_dump(command_context *x, const char *value) {
  x->c->dump = *value ? value : ".";
  return true;
}

// -ftarget-register-alloc-mode=pvc:large, for the compiler of that GPU.
static bool add_register_mode(command_context *x, sy_view gpu, sy_view mode) {
  static const char *const modes[][2] = {{"auto", "-ze-intel-enable-auto-large-GRF-mode"},
                                         {"small", "-ze-intel-128-GRF-per-thread"},
                                         {"large", "-ze-opt-large-register-file"}};
  const char *name = sy_arena_strndup(x->a, mode.s, mode.n);
  for (size_t i = 0; i < SY_COUNT(modes); i++) {
    if (strcmp(name, modes[i][0]) != 0)
      continue;
    sy_target_option o = {.option = x->name,
                          .target =
                              sy_arena_printf(x->a, "%s%.*s", sy_family_spir64.prefix, (int)gpu.n, gpu.s)};
    sy_strs_add(&o.words, "-options");
    sy_strs_add(&o.words, modes[i][1]);
    sy_vec_push(&x->c->backend, o);
    return true;
  }
  return strcmp(name, "default") == 0 ||
         sy_error(x->d, SY_NOWHERE, "'%s...:%s': should be auto, small, large or default", x->name, name);
}

static bool add_register_modes(command_context *x, const char *value) {
  sy_view rest = sy_view_c(value), mode, gpu;
  while (sy_view_split(&rest, ',', &mode)) {
    sy_view_split(&mode, ':', &gpu);
    if (!add_register_mode(x, gpu, mode))
      return false;
  }
  return true;
}

static bool refuse_precompile(command_context *x, const char *value) {
  sy_error(x->d, SY_NOWHERE, "'%s': sycc does not precompile C++20 modules", x->name);
  sy_help(x->d, "move what kernels use into a header; a header can be precompiled, 'sycc -x c++-header x.hpp "
                "-o x.hpp.pch', and a module without kernels is, with its object, by 'sycc -fno-sycl "
                "-fmodule-output -c x.cppm'");
  return false;
}

static bool clear_lto(command_context *x, const char *value) {
  x->c->lto = false;
  return true;
}

static bool add_deps_word(command_context *x, const char *value) {
  sy_strs_add(&x->c->deps_words, x->name);
  if (value)
    sy_strs_add(&x->c->deps_words, value);
  x->c->deps_target |= value != NULL;
  return true;
}

static bool set_deps_all(command_context *x, const char *value) {
  x->c->deps = true;
  x->c->deps_file = value;
  return true;
}

static bool set_deps_user(command_context *x, const char *value) {
  x->c->deps_user = true;
  x->c->deps_file = value;
  return true;
}

enum { H = SY_TO_HOST, D = SY_TO_DEVICE, L = SY_TO_LINK, E = SY_TO_PREPROCESS, Q = SY_TO_QUERY };

// "<gen|x86_64|...|all>"
#define FAMILY(family, help, ...) help "|"
static const char help_names[] = "<"
#include "devices/families.def"
                                 "all>";
#undef FAMILY

#define OPT(name, form, where, effect, value, help) {name, SY_OPT_##form, value, help, 0},
static const sy_opt options[] = {
#include "driver/options.def"
};
#undef OPT

// clang-format off
#define NONE {0}
#define ACT(action) {EFFECT_ACT, action, NULL}
#define FLAG(field) {EFFECT_FLAG, offsetof(sy_command_line, field), NULL}
#define TEXT(field) {EFFECT_TEXT, offsetof(sy_command_line, field), NULL}
#define CALL(function) {EFFECT_CALL, 0, function}
// clang-format on
#define OPT(name, form, where, effect, value, help) {where, effect},
static const struct {
  unsigned where;
  effect effect;
} behaviour[] = {
#include "driver/options.def"
};
#undef OPT

static const sy_opt_table table = {
    .tool = "sycc",
    .usage = "sycc [options] <file>...",
    .summary = "Compiles and links SYCL programs. Sources are C++ with device code in it; objects and\n"
               "libraries may hold device code too. Other options of clang++ are accepted and passed on.",
    .manual =
        ".SH ENVIRONMENT\n"
        ".TP\nSYCC_LLVM_BINDIR\nthe folder of LLVM's programs\n"
        ".TP\nTMPDIR\nwhere temporary files go\n"
        ".TP\nMAKEFLAGS\nfrom make: jobs that run at the same time are shared with its other children\n",
    .opts = options,
    .n = SY_COUNT(options),
};

const sy_opt_table *sy_command_options(void) {
  return &table;
}

// Suffixes and -x names. The language is what -x must say where the suffix alone would make clang's device
// compilation ignore the file.
static const struct {
  const char *name;
  sy_kind kind;
  const char *language;
} languages[] = {
    // clang-format off
    {".cpp", SY_KIND_SYCL, NULL}, {".cc", SY_KIND_SYCL, NULL}, {".cxx", SY_KIND_SYCL, NULL},
    {".C", SY_KIND_SYCL, NULL}, {".c++", SY_KIND_SYCL, NULL}, {".cp", SY_KIND_SYCL, NULL},
    {".CPP", SY_KIND_SYCL, NULL}, {".CC", SY_KIND_SYCL, NULL},
    {".ii", SY_KIND_SYCL, "c++"}, {"c++", SY_KIND_SYCL, "c++"}, {"c++-cpp-output", SY_KIND_SYCL, "c++"},
    {".c", SY_KIND_SYCL, "c++"}, {".i", SY_KIND_SYCL, "c++"}, {".s", SY_KIND_OTHER, NULL}, // as clang++ has it; C is -x c
    {".S", SY_KIND_OTHER, NULL}, {".sx", SY_KIND_OTHER, NULL},
    {".ll", SY_KIND_OTHER, NULL}, {".bc", SY_KIND_OTHER, NULL},
    {".cppm", SY_KIND_MODULE, NULL}, {".ccm", SY_KIND_MODULE, NULL}, {".cxxm", SY_KIND_MODULE, NULL},
    {".c++m", SY_KIND_MODULE, NULL}, {".ixx", SY_KIND_MODULE, "c++-module"}, {"c++-module", SY_KIND_MODULE, "c++-module"},
    {".h", SY_KIND_HEADER, "c++-header"}, {"c++-header", SY_KIND_HEADER, "c++-header"},
    {".hpp", SY_KIND_HEADER, NULL}, {".hh", SY_KIND_HEADER, NULL}, {".hxx", SY_KIND_HEADER, NULL},
    // clang-format on
};

static bool find_language(const char *name, sy_command_item *item) {
  for (size_t i = 0; i < SY_COUNT(languages); i++)
    if (strcmp(languages[i].name, name) == 0) {
      item->kind = languages[i].kind;
      item->language = languages[i].language;
      return true;
    }
  return false;
}

static const char *extension(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return dot && (!slash || dot > slash) ? dot : "";
}

static void add_input(sy_command_line *c, const char *path, sy_arena *a) {
  if (path[0] == '-' && path[1]) // after "--"; the programs that get it must not take it for an option
    path = sy_arena_printf(a, "./%s", path);
  sy_command_item item = {.words = {path, NULL}, .is_input = true, .kind = SY_KIND_LINK};
  if (c->language) {
    if (!find_language(c->language, &item)) {
      item.kind = SY_KIND_OTHER;
      item.language = c->language;
    }
  } else {
    find_language(extension(path), &item);
  }
  sy_vec_push(&c->items, item);
}

static bool apply_effect(const effect *e, command_context *x, const char *value) {
  char *field = (char *)x->c + e->n;
  switch (e->kind) {
  case EFFECT_NONE:
    return true;
  case EFFECT_ACT:
    set_action(x->c, (sy_command_action)e->n);
    return true;
  case EFFECT_FLAG:
    *(bool *)field = true;
    return true;
  case EFFECT_TEXT:
    *(const char **)field = value;
    return true;
  case EFFECT_CALL:
    return e->call(x, value);
  }
  return true;
}

// Whether the value is one of those that "<cwd|obj>" lists; says so when it isn't.
static bool check_value(const sy_opt *o, const char *value, sy_arena *a, sy_diag *d) {
  if (!value || !o->value || !strchr(o->value, '|'))
    return true;
  sy_view rest = {o->value + 1, strlen(o->value) - 2}, word;
  const char *list = "", *nearest = NULL;
  size_t least = strlen(value) / 2 + 2;
  while (sy_view_split(&rest, '|', &word)) {
    const char *name = sy_arena_strndup(a, word.s, word.n);
    size_t distance = sy_edit_distance(value, name);
    if (distance == 0)
      return true;
    if (distance < least) {
      least = distance;
      nearest = name;
    }
    list = sy_arena_printf(a, "%s%s%s", list, !*list ? "" : rest.n ? ", " : " or ", name);
  }
  sy_error(d, SY_NOWHERE, "'%s%s': should be %s", o->name, value, list);
  if (nearest)
    sy_help(d, "did you mean '%s'?", nearest);
  return false;
}

static bool unknown_sycl_option(const char *arg, sy_diag *d) {
  sy_error(d, SY_NOWHERE, "unknown option '%s'", arg);
  const char *near = sy_opt_nearest(&table, arg);
  if (near)
    sy_help(d, "did you mean '%s'?", near);
  return false;
}

static void pass_on(sy_command_line *c, const char *arg, const char *value, unsigned where) {
  sy_command_item item = {.words = {arg, value}, .where = where};
  if (where)
    sy_vec_push(&c->items, item);
}

// The option at c->all[*i]; moves *i on over a value that stands apart.
static bool parse_option(sy_command_line *c, size_t *i, sy_arena *a, sy_diag *d) {
  const char *arg = sy_command_short_name(&c->all, i, a);
  const sy_opt *o = sy_opt_find(&table, arg);
  if (!o && (sy_starts(arg, "-fsycl") || sy_starts(arg, "-fno-sycl") || sy_starts(arg, "-Xsycl")))
    return unknown_sycl_option(arg, d);
  if (!o) {
    pass_on(c, arg, NULL, H | D | L);
    return true;
  }
  const char *joined = arg + strlen(o->name);
  bool apart = o->form == SY_OPT_SEPARATE || (o->form == SY_OPT_EITHER && !*joined);
  if (apart && *i + 1 == c->all.n)
    return sy_error(d, SY_NOWHERE, "option '%s' needs a value", o->name);
  const char *value = apart ? c->all.data[++*i] : o->form == SY_OPT_FLAG ? NULL : joined;
  if (!check_value(o, value, a, d))
    return false;
  pass_on(c, arg, apart ? value : NULL, behaviour[o - options].where);
  return apply_effect(&behaviour[o - options].effect, &(command_context){c, a, d, o->name, i}, value);
}

static bool parse_all(sy_command_line *c, sy_arena *a, sy_diag *d) {
  bool options_end = false;
  if (c->all.n && sy_starts(c->all.data[0], "-cc1")) {
    c->action = SY_ACT_CC1;
    return true;
  }
  for (size_t i = 0; i < c->all.n; i++) {
    const char *arg = c->all.data[i];
    if (!options_end && strcmp(arg, "--") == 0)
      options_end = true;
    else if (options_end || arg[0] != '-' || !arg[1])
      add_input(c, arg, a);
    else if (!parse_option(c, &i, a, d))
      return false;
  }
  return true;
}

bool sy_command_parse(int argc, char **argv, sy_arena *a, sy_command_line *c, sy_diag *d) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  *c = (sy_command_line){.level = "-O2"};
  c->jobs = cpus > 1 ? (unsigned)cpus : 1;
  if (!sy_opts_expand(argc > 0 ? argc - 1 : 0, argv + 1, a, &c->all, d))
    return false;
  if (!parse_all(c, a, d))
    return false;
  if (c->standard && strcmp(c->standard, "2020") != 0)
    pass_on(c, "-DCL_SYCL_LANGUAGE_VERSION=121", NULL, H | D);
  if (c->int_ids)
    pass_on(c, "-D__SYCL_ID_QUERIES_FIT_IN_INT__=1", NULL, H | D);
  return sy_command_check(c, a, d);
}

static void free_target_options(sy_target_options *all) {
  for (size_t i = 0; i < all->n; i++)
    sy_vec_free(&all->data[i].words);
  sy_vec_free(all);
}

void sy_command_line_free(sy_command_line *c) {
  free_target_options(&c->backend);
  free_target_options(&c->linker);
  free_target_options(&c->frontend);
  free_target_options(&c->gpus);
  sy_vec_free(&c->items);
  sy_vec_free(&c->all);
  sy_vec_free(&c->host_options);
  sy_vec_free(&c->deps_words);
  sy_vec_free(&c->warnings);
  sy_vec_free(&c->unknown_warnings);
  sy_vec_free(&c->ignored);
}

bool sy_command_has(const sy_command_line *c, const char *word) {
  for (size_t i = 0; i < c->items.n; i++)
    if (!c->items.data[i].is_input && strcmp(c->items.data[i].words[0], word) == 0)
      return true;
  return false;
}
