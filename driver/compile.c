// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The jobs that compile one input.
//
//   a.cpp -> device compilation -> a-spir64.bc, a-integration.h
//         -> [pack ->] host compilation -> a-host.o, a.o
//
// The host compilation waits for the device compilation: it includes the integration header, and an
// error in the source is then reported once, not twice. For the same reason the further device compilations,
// for targets with macros of their own, wait for the first. When the object is the result (-c) it carries the
// device modules in a section: clang puts them there while it writes the object, for another host compiler
// llvm-objcopy does afterwards.
//
// Dependency files come from the host compilation, which includes a temporary header. A list that
// names a file that is gone makes every build start over, so a last job takes that name out.
#include <string.h>

#include "base/count.h"
#include "base/file.h"
#include "driver/carriers.h"
#include "driver/plan.h"
#include "driver/sanitizers.h"

static bool embeds_device_code(const sy_command_line *c) {
  return c->action == SY_ACT_OBJECT || c->action == SY_ACT_ASSEMBLY ||
         (c->action == SY_ACT_LINK && c->relocatable);
}

static bool writes_deps(const sy_command_line *c) {
  return (c->deps || c->deps_user) && c->action <= SY_ACT_PREPROCESS && !c->device_only;
}

static const char *result_suffix(const sy_command_line *c) {
  bool text = c->action == SY_ACT_ASSEMBLY;
  if (c->device_only || sy_command_has(c, "-emit-llvm"))
    return text ? ".ll" : ".bc";
  return text ? ".s" : ".o";
}

const char *sy_plan_result(const sy_plan *p, const sy_plan_unit *u) {
  const sy_command_line *c = p->c;
  bool compiled = c->action == SY_ACT_OBJECT || c->action == SY_ACT_ASSEMBLY || c->device_only;
  if (u->item->kind == SY_KIND_LINK || c->action >= SY_ACT_SYNTAX)
    return NULL;
  if (u->item->kind == SY_KIND_HEADER)
    return c->output ? c->output : sy_arena_printf(p->a, "%s.pch", u->source);
  if (!compiled)
    return NULL;
  return c->output ? c->output
                   : sy_arena_printf(p->a, "%s%s", sy_path_stem(u->source, p->a), result_suffix(c));
}

static const char *with_suffix(const sy_plan *p, const char *path, const char *suffix) {
  size_t n = strlen(path) - strlen(sy_path_ext(path));
  return sy_arena_printf(p->a, "%.*s%s", (int)n, path, suffix);
}

// clang names the dependency file of a command that compiles and links one source after the result.
static const char *linked_result(const sy_plan *p) {
  size_t sources = 0;
  for (size_t i = 0; i < p->c->items.n; i++)
    sources += p->c->items.data[i].is_input && p->c->items.data[i].kind != SY_KIND_LINK;
  return p->c->action == SY_ACT_LINK && sources == 1 ? p->c->output : NULL;
}

// Returns the file that depends on the others, if the command line or the source names it.
static const char *dependent(const sy_plan *p, const sy_plan_unit *u) {
  if (p->c->action == SY_ACT_PREPROCESS)
    return p->c->output;
  const char *result = sy_plan_result(p, u);
  return result ? result : linked_result(p);
}

const char *sy_plan_deps_file(const sy_plan *p, const sy_plan_unit *u) {
  if (!writes_deps(p->c) || u->item->kind == SY_KIND_LINK)
    return NULL;
  if (p->c->deps_file)
    return p->c->deps_file;
  const char *result = dependent(p, u);
  return with_suffix(p, result ? result : sy_path_base(u->source), ".d");
}

static void add_item(sy_plan *p, size_t job, const sy_command_item *item) {
  sy_plan_add(p, job, item->words[0]);
  if (item->words[1])
    sy_plan_add(p, job, item->words[1]);
}

// Adds the user's options that go to any of `where`.
static void add_options(sy_plan *p, size_t job, const sy_plan_unit *u, unsigned where) {
  bool is_cxx = u->item->kind == SY_KIND_SYCL;
  for (size_t i = 0; i < p->c->items.n; i++)
    if ((p->c->items.data[i].where & where) && !sy_is_for_others(p, &p->c->items.data[i], u) &&
        !(is_cxx && sy_plan_include_host(p, job, &p->c->items.data[i])))
      add_item(p, job, &p->c->items.data[i]);
}

static bool is_xclang(const sy_command_item *item, const char *value) {
  return !item->is_input && strcmp(item->words[0], "-Xclang") == 0 && item->words[1] &&
         (!value || strcmp(item->words[1], value) == 0);
}

// Does the same for the device. A precompiled header is left out, in the form that CMake gives it too:
// -Xclang -include-pch -Xclang <file>.
static void add_device_options(sy_plan *p, size_t job, const sy_plan_unit *u, unsigned where) {
  const sy_command_items *items = &p->c->items;
  for (size_t i = 0; i < items->n; i++) {
    if (is_xclang(&items->data[i], "-include-pch")) {
      i += i + 1 < items->n && is_xclang(&items->data[i + 1], NULL);
      continue;
    }
    if (sy_plan_include_device(p, job, &items->data[i]))
      continue;
    if ((items->data[i].where & where) && !sy_is_for_others(p, &items->data[i], u))
      add_item(p, job, &items->data[i]);
  }
  sy_plan_add_standard(p, job, true);
}

static void add_headers(sy_plan *p, size_t job) {
  if (p->in->include)
    sy_plan_add_pair(p, job, "-isystem", p->in->include);
}

static void add_macros(sy_plan *p, size_t job, const sy_strs *macros) {
  for (size_t i = 0; i < macros->n; i++)
    sy_plan_addf(p, job, "-D%s", macros->data[i]);
}

// Adds what our clang defines by itself. The second macro says that this compiler, which may be a clang too,
// is not ours.
static void add_other_host(sy_plan *p, size_t job) {
  sy_plan_add_pair(p, job, "-DSYCL_LANGUAGE_VERSION=202012L", "-DSYCC_OTHER_HOST_COMPILER");
}

// Says whether kernels may be lambdas without names. A host compiler that is not ours knows no name for
// these.
static void add_naming(sy_plan *p, size_t job) {
  bool other = p->c->host_compiler && !p->c->plain;
  if (p->c->named_only)
    sy_plan_add(p, job, "-D__SYCC_NAMED_KERNELS_ONLY__=1");
  else if (!other)
    sy_plan_add(p, job, "-D__SYCL_UNNAMED_LAMBDA__=1");
}

static void add_color(sy_plan *p, size_t job) {
  if (p->color && !p->c->color_given)
    sy_plan_add(p, job, "-fdiagnostics-color=always");
}

static void add_source(sy_plan *p, size_t job, const sy_plan_unit *u) {
  if (u->item->language)
    sy_plan_add_pair(p, job, "-x", u->item->language);
  sy_plan_add(p, job, u->source);
  p->jobs.data[job].input = u->copy;
}

// Returns "the device compilation of 'a.cpp'", with the name of the compilation where there are several.
static const char *device_what(const sy_plan *p, const sy_plan_unit *u, const sy_compilation *v) {
  bool several = p->g->compilations.n > 1;
  return sy_arena_printf(p->a, "the device compilation of '%s'%s%s", u->source, several ? " for " : "",
                         several ? v->name : "");
}

static void add_plugin_option(sy_plan *p, size_t job, const char *name, const char *value) {
  sy_plan_add_pair(p, job, "-Xclang", "-plugin-arg-sycc-frontend");
  sy_plan_add_pair(p, job, "-Xclang", sy_arena_printf(p->a, "%s=%s", name, value));
}

static void add_plugin_options(sy_plan *p, size_t job) {
  sy_str targets = SY_STR_INIT;
  for (size_t i = 0; i < p->g->fixed.n; i++)
    sy_str_addf(&targets, "%s%s", i ? "," : "", p->g->fixed.data[i]->TargetName);
  if (targets.n)
    add_plugin_option(p, job, "fixed-targets", sy_str_c(&targets));
  sy_str_free(&targets);
  if (p->c->sub_group_size)
    add_plugin_option(p, job, "default-sub-group-size", p->c->sub_group_size);
  if (p->g->fixed.n && sy_plan_devices(p))
    add_plugin_option(p, job, "device-config-file", p->devices);
  for (size_t i = 0; i < p->c->warnings.n; i++)
    if (!sy_ends(p->c->warnings.data[i], "-external") && // sycl-post-link's
        !sy_ends(p->c->warnings.data[i], "-options"))    // the driver's
      add_plugin_option(p, job, "warning", p->c->warnings.data[i]);
}

// Adds the words of the family, in which SY_FAMILY_DEVICE stands for the GPU.
static void add_machine(sy_plan *p, size_t job, const sy_compilation *v) {
  for (const char *const *word = v->family->clang; *word; word++) {
    const char *device = strstr(*word, SY_FAMILY_DEVICE);
    sy_plan_add(p, job,
                device ? sy_arena_printf(p->a, "%.*s%s", (int)(device - *word), *word, v->gpu) : *word);
  }
}

// The C library's headers shall have calls of its functions, not inline code around what only the host has
// (__memcpy_chk,
// __ctype_b_loc).
static void add_library_macros(sy_plan *p, size_t job) {
  sy_plan_add_pair(p, job, "-U_FORTIFY_SOURCE", "-D__NO_INLINE__=1");
}

// Adds the options of a device compilation, but for those that say what comes out of it.
static size_t device_job(sy_plan *p, const sy_plan_unit *u, const sy_compilation *v, const char *header) {
  const char *what = device_what(p, u, v);
  size_t job = sy_plan_job(p, what, sy_install_llvm(p->in, "clang++", p->a));
  add_machine(p, job, v);
  sy_plan_addf(p, job, "-fplugin=%s", p->in->plugin);
  if (header)
    add_plugin_option(p, job, "integration-header", header);
  add_plugin_options(p, job);
  if (!p->c->level_given)
    sy_plan_add(p, job, "-O2");
  add_device_options(p, job, u, SY_TO_DEVICE);
  for (size_t i = 0; i < v->options.n; i++)
    sy_plan_add(p, job, v->options.data[i]);
  sy_plan_sanitize_source(p, job, v);
  add_headers(p, job);
  add_library_macros(p, job);
  sy_plan_add_pair(p, job, "-Wno-everything", "-fno-crash-diagnostics"); // the host compilation says it all
  add_naming(p, job);
  add_macros(p, job, &p->g->macros);
  add_macros(p, job, &v->macros);
  add_macros(p, job, &v->known);
  add_color(p, job);
  return job;
}

static sy_device_module plan_device(sy_plan *p, const sy_plan_unit *u, const sy_compilation *v,
                                    const char *header, size_t after) {
  size_t made;
  const char *precompiled = sy_plan_header(p, u, device_job(p, u, v, NULL), &made);
  sy_device_module m = {.job = device_job(p, u, v, header)};
  sy_plan_after(p, m.job, after);
  sy_plan_read_header(p, m.job, precompiled, made);
  if (p->c->action == SY_ACT_SYNTAX) {
    sy_plan_add(p, m.job, "-fsyntax-only");
    add_source(p, m.job, u);
    return m;
  }
  m.path = sy_plan_temp(p, u->stem, sy_arena_printf(p->a, "-%s.bc", v->file));
  sy_plan_add_pair(p, m.job, "-emit-llvm", "-c");
  add_source(p, m.job, u);
  sy_plan_add_pair(p, m.job, "-o", m.path);
  return m;
}

// The first device compilation writes the integration header.
static void plan_devices(sy_plan *p, sy_plan_unit *u, const char *header, size_t after) {
  size_t n = p->g->compilations.n;
  u->devices = sy_arena_alloc(p->a, n * sizeof *u->devices);
  for (size_t i = 0; i < n; i++)
    u->devices[i] =
        plan_device(p, u, &p->g->compilations.data[i], i ? NULL : header, i ? u->devices[0].job : after);
}

// With -fsycl-device-only the result is what the device compilation makes.
static void plan_device_only(sy_plan *p, sy_plan_unit *u, size_t after) {
  size_t job = device_job(p, u, &p->g->compilations.data[0], NULL);
  const char *result = sy_plan_result(p, u);
  sy_plan_after(p, job, after);
  if (!result) {
    sy_plan_add(p, job, "-fsyntax-only");
    add_source(p, job, u);
    return;
  }
  sy_plan_add_pair(p, job, "-emit-llvm", p->c->action == SY_ACT_ASSEMBLY ? "-S" : "-c");
  add_source(p, job, u);
  sy_plan_add_pair(p, job, "-o", result);
  sy_plan_output(p, job, result);
}

// Returns the targets for the link to read. A module does not show them if several start from it. The default
// ones go without saying.
static const char *packed_targets(const sy_plan *p) {
  const char *list = "";
  for (size_t i = 0; i < p->g->all.n; i++)
    list = sy_arena_printf(p->a, "%s%c%s", list, SY_TARGETS_SEPARATOR, p->g->all.data[i].row->TargetName);
  bool is_default = !strcmp(list + 1, sy_goals_default(SY_TARGETS_SEPARATOR, p->a));
  return is_default ? "" : sy_arena_printf(p->a, ",targets=%s", list + 1);
}

// Packs the device modules into the form that goes into the section, and returns the new file. Where there
// are several modules, each says of how many it is one: linked objects have the contents of several such
// files in one section.
static const char *plan_pack(sy_plan *p, sy_plan_unit *u, size_t *pack_job) {
  const char *packed = sy_plan_temp(p, u->stem, "-packed.bin");
  size_t job = sy_plan_job(p, sy_arena_printf(p->a, "packing the device code of '%s'", u->source),
                           sy_install_llvm(p->in, "llvm-offload-binary", p->a));
  size_t n = p->g->compilations.n;
  const char *count = n > 1 ? sy_arena_printf(p->a, ",images=%zu", n) : "";
  sy_plan_add_pair(p, job, "-o", packed);
  for (size_t i = 0; i < n; i++) {
    sy_plan_addf(p, job, "--image=file=%s,triple=%s,arch=%s,kind=sycl%s%s", u->devices[i].path,
                 p->g->compilations.data[i].family->triple, p->g->compilations.data[i].name, count,
                 packed_targets(p));
    sy_plan_after(p, job, u->devices[i].job);
  }
  *pack_job = job;
  return packed;
}

// Some options write files beside the object. When that is a temporary one they get the names that clang
// gives them when it compiles and links at once: "app-a.dwo".
static void add_side_files(sy_plan *p, size_t job) {
  static const char *const options[] = {"-gsplit-dwarf", "--coverage", "-ftest-coverage", "-ftime-trace"};
  const char *output = p->c->output ? p->c->output : "a";
  bool any = false;
  for (size_t i = 0; i < SY_COUNT(options); i++)
    any |= sy_command_has(p->c, options[i]);
  if (any && p->c->action == SY_ACT_LINK)
    sy_plan_add_pair(p, job, "-dumpdir", sy_arena_printf(p->a, "%s-", output));
}

// Begins a host compilation with the program, the user's options and ours.
static size_t host_job(sy_plan *p, const sy_plan_unit *u, const char *header) {
  const sy_command_line *c = p->c;
  const char *what = sy_arena_printf(p->a, "the host compilation of '%s'", u->source);
  size_t job =
      sy_plan_job(p, what, c->host_compiler ? c->host_compiler : sy_install_llvm(p->in, "clang++", p->a));
  if (!c->host_compiler && !c->plain) {
    sy_plan_add_pair(p, job, "-Xclang", "-fsycl-is-host");
    sy_plan_addf(p, job, "-fplugin=%s", p->in->plugin);
  }
  if (header)
    sy_plan_add_pair(p, job, "-include", header);
  if (header && sy_ends(u->source, ".ii")) // what sycc -E made
    sy_plan_add(p, job, "-DSYCC_PREPROCESSED");
  if (c->verbose)
    sy_plan_add(p, job, "-v");
  add_options(p, job, u, SY_TO_HOST | (c->action == SY_ACT_LINK ? 0 : SY_TO_LINK));
  for (size_t i = 0; i < c->host_options.n; i++)
    sy_plan_add(p, job, c->host_options.data[i]);
  sy_plan_add_standard(p, job, false);
  add_headers(p, job);
  if (c->host_compiler && !c->plain)
    add_other_host(p, job);
  if (c->host_compiler || c->plain)
    sy_plan_add(p, job, "-Wno-attributes");
  if (!c->host_compiler)
    sy_plan_add(p, job, "-fno-crash-diagnostics");
  if (!c->host_compiler && c->action == SY_ACT_LINK)
    sy_plan_add(p, job, "-Wno-unused-command-line-argument");
  if (c->debug && header && !p->keep_temp) // or two builds would differ
    sy_plan_addf(p, job, "-ffile-prefix-map=%s=.", p->temp);
  add_naming(p, job);
  if (!c->plain)
    add_macros(p, job, &p->g->macros);
  add_side_files(p, job);
  add_color(p, job);
  return job;
}

// Adds dependency options. Returns the file that they make, or null when there is none.
static const char *add_deps(sy_plan *p, size_t job, const sy_plan_unit *u, const char *file) {
  const sy_command_line *c = p->c;
  if (!file)
    return NULL;
  sy_plan_add(p, job, c->deps ? "-MD" : "-MMD");
  sy_plan_add_pair(p, job, "-MF", file);
  for (size_t i = 0; i < c->deps_words.n; i++)
    sy_plan_add(p, job, c->deps_words.data[i]);
  const char *result = dependent(p, u);
  if (!c->deps_target)
    sy_plan_add_pair(p, job, "-MQ", result ? result : with_suffix(p, sy_path_base(u->source), ".o"));
  return file;
}

static void plan_clean_deps(sy_plan *p, const sy_plan_unit *u, const char *from, const char *header) {
  const char *to = sy_plan_deps_file(p, u);
  size_t job =
      sy_plan_job(p, sy_arena_printf(p->a, "writing '%s'", to), sy_install_tool(p->in, "sycc", p->a));
  sy_plan_add_pair(p, job, "--clean-depfile", from);
  sy_plan_add_pair(p, job, to, header);
  if (p->jobs.data[u->host_job].header)
    sy_plan_add(p, job, sy_path_join(p->in->include, "sycc/precompiled.hpp", p->a));
  sy_plan_after(p, job, u->host_job);
  sy_plan_output(p, job, to);
}

// Ends a host compilation with what it makes and where.
static void finish_host(sy_plan *p, size_t job, const sy_plan_unit *u, const char *output) {
  static const char *const modes[] = {[SY_ACT_LINK] = "-c",
                                      [SY_ACT_OBJECT] = "-c",
                                      [SY_ACT_ASSEMBLY] = "-S",
                                      [SY_ACT_SYNTAX] = "-fsyntax-only"};
  sy_plan_add(p, job, modes[p->c->action]);
  add_source(p, job, u);
  if (p->c->action != SY_ACT_SYNTAX)
    sy_plan_add_pair(p, job, "-o", output);
}

// With another host compiler the device code is added to its finished object.
static void plan_add_section(sy_plan *p, sy_plan_unit *u, const char *packed, size_t pack_job,
                             const char *to) {
  size_t job = sy_plan_job(p, sy_arena_printf(p->a, "adding device code to '%s'", to),
                           sy_install_llvm(p->in, "llvm-objcopy", p->a));
  sy_plan_addf(p, job, "--add-section=.llvm.offloading=%s", packed);
  sy_plan_add(p, job, "--set-section-flags=.llvm.offloading=exclude,readonly");
  sy_plan_after(p, job, u->host_job);
  sy_plan_after(p, job, pack_job);
  u->host_job = sy_plan_objcopy_files(p, job, u->stem, u->object, to);
  u->object = to;
}

static void plan_host(sy_plan *p, sy_plan_unit *u, const char *header) {
  const sy_command_line *c = p->c;
  const char *result = sy_plan_result(p, u), *packed = NULL;
  size_t pack_job = SY_NO_JOB;
  if (embeds_device_code(c) && !(c->host_compiler && c->action == SY_ACT_ASSEMBLY))
    packed = plan_pack(p, u, &pack_job);
  bool adds_later = packed && c->host_compiler;
  size_t made = SY_NO_JOB;
  const char *precompiled = c->host_compiler ? NULL : sy_plan_header(p, u, host_job(p, u, NULL), &made);
  size_t job = u->host_job = host_job(p, u, header);
  sy_plan_read_header(p, job, precompiled, made);
  sy_plan_after(p, job, u->devices[0].job);
  const char *deps = sy_plan_deps_file(p, u) ? sy_plan_temp(p, u->stem, "-host.d") : NULL;
  add_deps(p, job, u, deps);
  if (packed && !adds_later) {
    sy_plan_add_pair(p, job, "-Xclang", sy_arena_printf(p->a, "-fembed-offload-object=%s", packed));
    if (c->lto) // an object that is only bitcode has no sections
      sy_plan_add(p, job, "-ffat-lto-objects");
    sy_plan_after(p, job, pack_job);
  }
  u->object = result && !adds_later ? result : sy_plan_temp(p, u->stem, "-host.o");
  finish_host(p, job, u, u->object);
  if (result && !adds_later)
    sy_plan_output(p, job, result);
  if (adds_later)
    plan_add_section(p, u, packed, pack_job, result ? result : sy_plan_temp(p, u->stem, "-fat.o"));
  if (result && adds_later)
    sy_plan_output(p, u->host_job, result);
  if (deps)
    plan_clean_deps(p, u, deps, header);
}

// Ends the only compilation of an input.
static void finish_alone(sy_plan *p, size_t job, sy_plan_unit *u) {
  const char *result = sy_plan_result(p, u), *deps = sy_plan_deps_file(p, u);
  if (add_deps(p, job, u, deps))
    sy_plan_output(p, job, deps);
  u->object = result ? result : sy_plan_temp(p, u->stem, "-host.o");
  finish_host(p, job, u, u->object);
  if (result)
    sy_plan_output(p, job, result);
}

// With -fno-sycl the headers are compiled in their plain form.
static void plan_plain(sy_plan *p, sy_plan_unit *u) {
  u->host_job = host_job(p, u, NULL);
  finish_alone(p, u->host_job, u);
}

// C, assembly and the like are compiled by clang alone.
static void plan_other(sy_plan *p, sy_plan_unit *u) {
  size_t job = u->host_job = sy_plan_job(p, sy_arena_printf(p->a, "the compilation of '%s'", u->source),
                                         sy_install_llvm(p->in, "clang", p->a));
  if (p->c->verbose)
    sy_plan_add(p, job, "-v");
  add_options(p, job, u, SY_TO_HOST | (p->c->action == SY_ACT_LINK ? 0 : SY_TO_LINK));
  sy_plan_add(p, job, "-fno-crash-diagnostics");
  if (p->c->action == SY_ACT_LINK)
    sy_plan_add(p, job, "-Wno-unused-command-line-argument");
  add_side_files(p, job);
  add_color(p, job);
  finish_alone(p, job, u);
}

static void plan_header(sy_plan *p, sy_plan_unit *u) {
  size_t job = u->host_job = host_job(p, u, NULL);
  const char *result = sy_plan_result(p, u), *deps = sy_plan_deps_file(p, u);
  if (add_deps(p, job, u, deps))
    sy_plan_output(p, job, deps);
  if (!result)
    sy_plan_add(p, job, "-fsyntax-only");
  add_source(p, job, u);
  if (!result)
    return;
  sy_plan_add_pair(p, job, "-o", result);
  sy_plan_output(p, job, result);
}

// Several compilations read the source. So standard input goes into a file first, which is standard input for
// each of them.
static size_t plan_stdin(sy_plan *p, sy_plan_unit *u) {
  if (strcmp(u->source, "-") != 0)
    return SY_NO_JOB;
  u->copy = sy_plan_temp(p, u->stem, ".cpp");
  size_t job = sy_plan_job(p, "reading standard input", "cp");
  sy_plan_add_pair(p, job, "/dev/stdin", u->copy);
  return job;
}

void sy_plan_compile(sy_plan *p, sy_plan_unit *u) {
  if (u->item->kind == SY_KIND_OTHER) {
    plan_other(p, u);
    return;
  }
  if (u->item->kind == SY_KIND_HEADER) {
    plan_header(p, u);
    return;
  }
  if (p->c->plain) {
    plan_plain(p, u);
    return;
  }
  size_t after = plan_stdin(p, u);
  if (p->c->device_only) {
    plan_device_only(p, u, after);
    return;
  }
  const char *header = sy_plan_temp(p, u->stem, "-integration.h");
  plan_devices(p, u, header, after);
  plan_host(p, u, header);
}

// ---- preprocessing --------------------------------------------------------------------------------

// Adds those options for a run of the preprocessor alone that choose the form of the text. Those that say
// where it or a list of dependencies goes are left out.
static void add_text_options(sy_plan *p, size_t job) {
  for (size_t i = 0; i < p->c->items.n; i++) {
    const sy_command_item *item = &p->c->items.data[i];
    const char *word = item->words[0];
    if (item->where == SY_TO_PREPROCESS && !sy_starts(word, "-M") && !sy_starts(word, "-o"))
      add_item(p, job, item);
  }
}

// Whether the text is what both compilations read. A change that only the device sees must show in it, or
// ccache would give the object from before. Questions about macros and files are for the host.
static bool preprocesses_both(const sy_command_line *c, const sy_command_item *item) {
  return item->is_input && item->kind == SY_KIND_SYCL && !c->device_only && !c->plain &&
         !sy_command_has(c, "-dM") && !sy_command_has(c, "-M") && !sy_command_has(c, "-MM");
}

bool sy_plan_needs_temp(const sy_command_line *c) {
  bool needs = c->action < SY_ACT_PREPROCESS;
  for (size_t i = 0; i < c->items.n && c->action == SY_ACT_PREPROCESS; i++)
    needs |= preprocesses_both(c, &c->items.data[i]);
  return needs;
}

// Returns a condition for the preprocessor that holds in one of the device compilations alone: all of its
// macros are defined, and none that only others have.
static const char *condition(const sy_plan *p, const sy_compilation *v) {
  const char *text = "defined(__SYCL_DEVICE_ONLY__)";
  sy_map own = {0}, seen = {0};
  for (size_t i = 0; i < v->macros.n; i++)
    sy_map_put(&own, v->macros.data[i]);
  for (size_t k = 0; k < p->g->compilations.n; k++)
    for (size_t i = 0; i < p->g->compilations.data[k].macros.n; i++) {
      const char *macro = p->g->compilations.data[k].macros.data[i];
      if (sy_map_has(&seen, macro))
        continue;
      sy_map_put(&seen, macro);
      text = sy_arena_printf(p->a, "%s && %sdefined(%.*s)", text, sy_map_has(&own, macro) ? "" : "!",
                             (int)strcspn(macro, "="), macro);
    }
  sy_map_free(&own);
  sy_map_free(&seen);
  return text;
}

// Adds the job that preprocesses for one compilation. v is null for the host.
static size_t preprocessor(sy_plan *p, const sy_plan_unit *u, const sy_compilation *v) {
  const sy_command_line *c = p->c;
  bool cxx = u->item->kind != SY_KIND_OTHER, own_host = c->host_compiler && !v && cxx;
  const char *clang = sy_install_llvm(p->in, cxx ? "clang++" : "clang", p->a);
  size_t job = sy_plan_job(p, sy_arena_printf(p->a, "preprocessing '%s'", u->source),
                           own_host ? c->host_compiler : clang);
  if (v)
    add_machine(p, job, v);
  else if (cxx && !own_host && !c->plain)
    sy_plan_add_pair(p, job, "-Xclang", "-fsycl-is-host");
  if (cxx && !own_host && !c->plain) // __has_cpp_attribute asks it
    sy_plan_addf(p, job, "-fplugin=%s", p->in->plugin);
  if (c->verbose)
    sy_plan_add(p, job, "-v");
  if (v)
    add_device_options(p, job, u, SY_TO_DEVICE);
  else
    add_options(p, job, u, SY_TO_HOST);
  if (own_host)
    sy_plan_add_standard(p, job, false);
  if (cxx) {
    add_headers(p, job);
    add_naming(p, job);
  }
  for (size_t i = 0; v && i < v->options.n; i++)
    sy_plan_add(p, job, v->options.data[i]);
  if (own_host && !c->plain)
    add_other_host(p, job);
  if (cxx && !c->plain)
    add_macros(p, job, &p->g->macros);
  if (v) {
    add_library_macros(p, job);
    add_macros(p, job, &v->macros);
    add_macros(p, job, &v->known);
  }
  return job;
}

// Makes one text for one compilation, which goes straight to where the user wants it.
static void preprocess_one(sy_plan *p, sy_plan_unit *u, const sy_compilation *v) {
  size_t job = u->host_job = preprocessor(p, u, v);
  add_options(p, job, u, SY_TO_PREPROCESS);
  add_source(p, job, u);
  p->jobs.data[job].direct = true;
}

static size_t preprocess_part(sy_plan *p, const sy_plan_unit *u, const sy_compilation *v, const char *output,
                              size_t after) {
  size_t job = preprocessor(p, u, v);
  const char *deps = v ? NULL : sy_plan_deps_file(p, u);
  sy_plan_after(p, job, after);
  add_text_options(p, job);
  if (v)
    sy_plan_add(p, job, "-Wno-everything");
  else // the integration header will come before this text and bring kernel_info.h
    sy_plan_add_pair(p, job, "-D__SYCC_INTEGRATION_HEADER__=1", "-DSYCC_KERNEL_INFO_H");
  if (add_deps(p, job, u, deps))
    sy_plan_output(p, job, deps);
  add_source(p, job, u);
  sy_plan_add_pair(p, job, "-o", output);
  return job;
}

// Makes the text for every compilation, in a form that can be compiled again.
static void preprocess_all(sy_plan *p, sy_plan_unit *u) {
  size_t first = plan_stdin(p, u);
  const char *host = sy_plan_temp(p, u->stem, "-host.ii"), *output = p->c->output ? p->c->output : "-";
  size_t host_job = preprocess_part(p, u, NULL, host, first);
  sy_strs words = {0};
  SY_VEC(size_t) needs = {0};
  for (size_t i = 0; i < p->g->compilations.n; i++) {
    const sy_compilation *v = &p->g->compilations.data[i];
    const char *part = sy_plan_temp(p, u->stem, sy_arena_printf(p->a, "-%s.ii", v->file));
    sy_vec_push(&needs, preprocess_part(p, u, v, part, host_job));
    sy_strs_add(&words, condition(p, v));
    sy_strs_add(&words, part);
  }
  size_t job = u->host_job = sy_plan_job(p, sy_arena_printf(p->a, "joining the texts of '%s'", u->source),
                                         sy_install_tool(p->in, "sycc", p->a));
  sy_plan_add_pair(p, job, "--join-texts", output);
  for (size_t i = 0; i < words.n; i++)
    sy_plan_add(p, job, words.data[i]);
  sy_plan_add(p, job, host);
  for (size_t i = 0; i < needs.n; i++)
    sy_plan_after(p, job, needs.data[i]);
  sy_plan_output(p, job, output);
  sy_vec_free(&words);
  sy_vec_free(&needs);
}

void sy_plan_preprocess(sy_plan *p, sy_plan_unit *u) {
  bool device = p->c->device_only && u->item->kind != SY_KIND_OTHER;
  if (preprocesses_both(p->c, u->item))
    preprocess_all(p, u);
  else
    preprocess_one(p, u, device ? &p->g->compilations.data[0] : NULL);
}
