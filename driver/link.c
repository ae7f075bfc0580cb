// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The jobs that link: device modules first, then their images wrapped into a host object, then the host.
//
//   c.o, lib.a -> sycl-unbundle -> app-unbundled.rsp     what the objects carry
//   modules    -> llvm-link     -> app-linked.bc
//              -> sycl-post-link -> app.table            split, properties
//              -> sycl-codegen, once per target -> app-<target>.table
//              -> sycl-offload-wrapper -> app-wrapper.o, app-native.rsp
//   objects, app-wrapper.o, native code -> clang++ -> app
//
// The first three are there once for each device compilation that sources get (targets.h); the files of one
// for a certain target are called app-<target>-linked.bc and so on. Code for a target that is compiled ahead
// of time first goes through sycl-aspect-filter: its compiler would reject what the target can't run, and the
// program is to say why.
//
// Device modules that this very command has compiled do not travel through an object.
//
// -fsycl-link ends before the host link: the host objects of the sources that it compiles, the wrapper and
// the native code become one object, with a record of the modules that came out of other objects. A link with
// such an object makes no images; it only sees that no other kernels come along.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "driver/carriers.h"
#include "driver/host_link.h"
#include "driver/plan.h"
#include "driver/sanitizers.h"
#include "formats/linked_record.h"

typedef struct program_link {
  sy_plan *p;
  const sy_units *units;
  const char *stem, *output;
} program_link;

static const char *what(const program_link *l, const char *text) {
  return sy_arena_printf(l->p->a, "%s for '%s'", text, l->output);
}

static size_t tool_job(const program_link *l, const char *tool, const char *text) {
  return sy_plan_job(l->p, what(l, text), sy_install_tool(l->p->in, tool, l->p->a));
}

static size_t llvm_job(const program_link *l, const char *tool, const char *text) {
  return sy_plan_job(l->p, what(l, text), sy_install_llvm(l->p->in, tool, l->p->a));
}

static const char *temp(const program_link *l, const char *suffix) {
  return sy_plan_temp(l->p, l->stem, suffix);
}

// Files that this command compiles for the host alone may carry device code as well: assembly from -S.
static void compiled_carriers(const program_link *l, sy_strs *out) {
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].item->kind == SY_KIND_OTHER)
      sy_strs_add(out, l->units->data[i].object);
}

static bool is_generic(const sy_compilation *v) {
  return strcmp(v->name, SY_GENERIC) == 0;
}

// Names a file between sources and images. That of the generic compilation says nothing about it.
static const char *compilation_temp(const program_link *l, const sy_compilation *v, const char *suffix) {
  return temp(l, is_generic(v) ? suffix : sy_arena_printf(l->p->a, "-%s%s", v->name, suffix));
}

static const char *compilation_text(const program_link *l, const sy_compilation *v, const char *text) {
  return l->p->g->compilations.n > 1 ? sy_arena_printf(l->p->a, "%s (%s)", text, v->name) : text;
}

static void add_carriers(const program_link *l, size_t job, const sy_strs *files) {
  for (size_t i = 0; i < files->n; i++)
    sy_plan_add(l->p, job, files->data[i]);
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].item->kind == SY_KIND_OTHER)
      sy_plan_after(l->p, job, l->units->data[i].host_job);
}

// ---- what the host link takes of archives ----------------------------------------------------------

static void add_host_link(const program_link *l, size_t job) {
  sy_strs roots = {0};
  sy_plan_add(l->p, job, "-host-link");
  sy_host_link_roots(l->p->c, l->p->a, &roots);
  for (size_t i = 0; i < roots.n; i++)
    sy_plan_addf(l->p, job, "-undefined=%s", roots.data[i]);
  sy_vec_free(&roots);
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].devices) {
      sy_plan_add(l->p, job, l->units->data[i].object);
      sy_plan_after(l->p, job, l->units->data[i].host_job);
    }
}

// ----------------------------------------------------------------------------------------------------

typedef enum severity { WARNING, ERROR, IGNORED } severity;

// Says how a group of warnings is treated. Later options win, as in clang: what is said about the group
// counts, else what is said about all warnings.
static severity severity_of(const sy_command_line *c, const char *group) {
  bool shown = !sy_command_has(c, "-w"), error = sy_command_has(c, "-Werror");
  for (size_t i = 0; i < c->warnings.n; i++) {
    const char *w = c->warnings.data[i];
    if (!sy_ends(w, "sycl") && !sy_ends(w, group))
      continue;
    bool no = sy_starts(w, "no-");
    if (strstr(w, "error="))
      error = !no;
    else
      shown = !no;
  }
  return !shown ? IGNORED : error ? ERROR : WARNING;
}

// The objects of a link without named targets need not all be compiled for the same ones. Each is in the
// images of its own.
static void add_lacking(const program_link *l, size_t job) {
  severity s = severity_of(l->p->c, "-missing-targets");
  if (l->p->g->of_objects && s != ERROR)
    sy_plan_add(l->p, job, s == WARNING ? "-lacking=warn" : "-lacking=ignore");
}

// Returns a response file with the device modules of the objects, or null when there are no objects. *library
// becomes the response file of modules that are linked if they are needed, or null.
static const char *plan_unbundle(const program_link *l, const sy_compilation *v, size_t *job_out,
                                 const char **library) {
  sy_strs files = {0};
  sy_carriers(l->p->c, l->p->a, &files);
  compiled_carriers(l, &files);
  const char *list = files.n ? compilation_temp(l, v, "-unbundled.rsp") : NULL;
  size_t job =
      list ? tool_job(l, "sycl-unbundle", compilation_text(l, v, "unpacking device code")) : SY_NO_JOB;
  if (list) {
    sy_plan_add_pair(l->p, job, sy_arena_printf(l->p->a, "-target=%s", v->family->name),
                     sy_arena_printf(l->p->a, "-arch=%s", l->p->g->forced ? l->p->g->forced : v->name));
    sy_plan_addf(l->p, job, "-dir=%s", compilation_temp(l, v, "-unbundled"));
    sy_plan_addf(l->p, job, "-list=%s", compilation_temp(l, v, "-unbundled.list"));
    sy_plan_add_pair(l->p, job, "-o", list);
    add_lacking(l, job);
    if (l->p->c->link_device && v == l->p->g->compilations.data)
      sy_plan_addf(l->p, job, "-record=%s", temp(l, "-record"));
    *library = sy_host_link_known(l->p->c, &files) ? compilation_temp(l, v, "-library.rsp") : NULL;
    if (*library) {
      sy_plan_addf(l->p, job, "-library=%s", *library);
      add_host_link(l, job);
    }
    add_carriers(l, job, &files);
  }
  sy_vec_free(&files);
  *job_out = job;
  return list;
}

// Links the modules of a device compilation, of sources and objects.
static size_t plan_device_link(const program_link *l, size_t compilation, const char *linked,
                               const char **library) {
  const sy_compilation *v = &l->p->g->compilations.data[compilation];
  size_t unbundle, modules = 0;
  const char *list = plan_unbundle(l, v, &unbundle, library);
  size_t job = llvm_job(l, "llvm-link", compilation_text(l, v, "the device link"));
  sy_plan_add(l->p, job, "--suppress-warnings");
  for (size_t i = 0; i < v->link_options.n; i++)
    sy_plan_add(l->p, job, v->link_options.data[i]);
  for (size_t i = 0; i < l->units->n; i++) {
    const sy_device_module *m = l->units->data[i].devices;
    if (!m)
      continue;
    sy_plan_add(l->p, job, m[compilation].path);
    sy_plan_after(l->p, job, m[compilation].job);
    modules++;
  }
  if (!modules) // an empty module: llvm-link wants at least one
    sy_plan_add(l->p, job, "/dev/null");
  if (list)
    sy_plan_addf(l->p, job, "@%s", list);
  sy_plan_after(l->p, job, unbundle);
  sy_plan_add_pair(l->p, job, "-o", linked);
  return job;
}

// A file table and the job that writes it.
typedef struct step {
  const char *table;
  size_t job;
} step;

static void add_split_options(const program_link *l, size_t job) {
  const sy_command_line *c = l->p->c;
  severity s = severity_of(c, "-external");
  if (c->split)
    sy_plan_addf(l->p, job, "-split=%s", c->split);
  if (sy_plan_devices(l->p))
    sy_plan_addf(l->p, job, "-device-config-file=%s", l->p->devices);
  if (!c->imports && !sy_command_has(c, "-shared"))
    sy_plan_add(l->p, job, "-no-exports");
  if (s == IGNORED)
    sy_plan_add(l->p, job, "-Wno-sycl-external");
  else if (s == ERROR)
    sy_plan_add(l->p, job, "-Werror=sycl-external");
}

// An object without kernels would be of no use; most likely a file was forgotten.
static size_t plan_need_kernels(const program_link *l, const char *linked, size_t after) {
  size_t job = tool_job(l, "llvm-no-spir-kernel", "looking for kernels");
  sy_plan_add_pair(l->p, job, "-invert", sy_arena_printf(l->p->a, "-image=%s", l->output));
  sy_plan_add(l->p, job, linked);
  sy_plan_after(l->p, job, after);
  return job;
}

// Plans the jobs from the modules of a device compilation to a table of images.
static step plan_split(const program_link *l, size_t compilation) {
  const sy_compilation *v = &l->p->g->compilations.data[compilation];
  const char *linked = compilation_temp(l, v, "-linked.bc");
  const char *library = NULL;
  size_t after = plan_device_link(l, compilation, linked, &library);
  if (l->p->c->link_device)
    after = plan_need_kernels(l, linked, after);
  step s = {compilation_temp(l, v, is_generic(v) ? ".table" : "-split.table"),
            tool_job(l, "sycl-post-link", compilation_text(l, v, "splitting the device code"))};
  add_split_options(l, s.job);
  if (library)
    sy_plan_addf(l->p, s.job, "@%s", library);
  sy_plan_add_pair(l->p, s.job, "-o", s.table);
  sy_plan_add(l->p, s.job, linked);
  sy_plan_after(l->p, s.job, after);
  return s;
}

// Begins a job that makes the table of a target, with `tool` and the options that are the same for all tools
// that read the database.
static step plan_target(const program_link *l, const sy_goal *goal, const char *tool, const char *text,
                        const char *suffix) {
  sy_arena *a = l->p->a;
  const char *name = goal->row->TargetName;
  step s = {temp(l, sy_arena_printf(a, "-%s%s", name, suffix)),
            tool_job(l, tool, sy_arena_printf(a, "%s for %s", text, name))};
  sy_plan_addf(l->p, s.job, "-target=%s", name);
  if (sy_plan_devices(l->p))
    sy_plan_addf(l->p, s.job, "-device-config-file=%s", l->p->devices);
  return s;
}

static step end_target(const program_link *l, step s, step from) {
  sy_plan_add_pair(l->p, s.job, "-o", s.table);
  sy_plan_add(l->p, s.job, from.table);
  sy_plan_after(l->p, s.job, from.job);
  return s;
}

// Rejected images stay in the table, without code, so that the program can say why a kernel does not run
// there.
static step plan_filter(const program_link *l, const sy_goal *goal, step from) {
  step s = plan_target(l, goal, "sycl-aspect-filter", "filtering the device images", "-filtered.table");
  sy_plan_add(l->p, s.job, "--keep-rejected");
  return end_target(l, s, from);
}

// Whether a driver compiles the images when the program runs, with the options for the target.
static bool is_for_driver(const sy_goal *goal) {
  return !goal->ahead && goal->row->family->kind == SY_FAMILY_SPIRV;
}

static const char *joined(const sy_strs *words, sy_arena *a) {
  const char *text = words->data[0];
  for (size_t i = 1; i < words->n; i++)
    text = sy_arena_printf(a, "%s %s", text, words->data[i]);
  return text;
}

static bool is_for_any_cpu(const sy_target *row) {
  return row->family->kind == SY_FAMILY_HOST && sy_target_is_generic(row);
}

static step plan_codegen(const program_link *l, const sy_goal *goal, step from) {
  sy_arena *a = l->p->a;
  step s = plan_target(l, goal, "sycl-codegen", "code generation", ".table");
  const char *library =
      sy_path_join(l->p->in->parts, sy_arena_printf(a, "%s.bc", goal->row->family->name), a);
  l->p->jobs.data[s.job].table = from.table;
  sy_plan_add(l->p, s.job, l->p->c->level);
  if (l->p->c->cpu && is_for_any_cpu(goal->row)) // the other targets name their CPU
    sy_plan_addf(l->p, s.job, "-mcpu=%s", l->p->c->cpu);
  if (l->p->c->jobs_given)
    sy_plan_add_pair(l->p, s.job, "-j", sy_arena_printf(a, "%u", l->p->c->jobs));
  sy_plan_addf(l->p, s.job, "-device-lib=%s", library);
  if (l->p->c->imports)
    sy_plan_add(l->p, s.job, "-allow-imports");
  if (l->p->c->dump)
    sy_plan_addf(l->p, s.job, "-dump=%s", l->p->c->dump);
  sy_plan_sanitize_code(l->p, s.job, goal);
  for (size_t i = 0; i < goal->options.n && !is_for_driver(goal); i++)
    sy_plan_addf(l->p, s.job, "-toolchain-option=%s", goal->options.data[i]);
  return end_target(l, s, from);
}

// Whether the code is for a certain machine. It is not if a driver compiles it when the program runs, nor if
// it is for the CPU of whatever machine that is. Without a toolchain, code for a GPU is as far as it gets.
static bool is_final(const sy_goal *goal) {
  return goal->ahead || (goal->row->family->kind != SY_FAMILY_SPIRV && !is_for_any_cpu(goal->row));
}

// The filter counts what a target surely has: of spir64_gen nothing is known, and all would be rejected.
static bool can_filter(const sy_goal *goal) {
  return is_final(goal) && (goal->row->aspects.n || !goal->row->maySupportOtherAspects);
}

static step plan_goal(const program_link *l, const sy_goal *goal, step split) {
  return plan_codegen(l, goal, can_filter(goal) ? plan_filter(l, goal, split) : split);
}

static size_t plan_wrapper(const program_link *l, const step *tables, const char *wrapper,
                           const char *native) {
  sy_arena *a = l->p->a;
  size_t job = tool_job(l, "sycl-offload-wrapper", "wrapping the device images");
  sy_plan_add_pair(l->p, job, "-o", wrapper);
  sy_plan_addf(l->p, job, "-native-objects=%s", native);
  if (l->p->c->host_triple)
    sy_plan_addf(l->p, job, "-host=%s", l->p->c->host_triple);
  if (l->p->c->link_device)
    sy_plan_addf(l->p, job, "-list-targets=%s", temp(l, "-targets"));
  for (size_t i = 0; i < l->p->g->all.n; i++) {
    const sy_goal *goal = &l->p->g->all.data[i];
    sy_plan_addf(l->p, job, "-target=%s", goal->row->TargetName);
    sy_plan_addf(l->p, job, "-format=%s", goal->format);
    if (goal->options.n && is_for_driver(goal))
      sy_plan_addf(l->p, job, "-compile-options=%s", joined(&goal->options, a));
    sy_plan_add(l->p, job, tables[i].table);
    sy_plan_after(l->p, job, tables[i].job);
  }
  return job;
}

// Plans the jobs from the modules to the wrapper object, and returns the last one.
static size_t plan_images(const program_link *l, const char *wrapper, const char *native) {
  const sy_goals *g = l->p->g;
  step *splits = sy_arena_alloc(l->p->a, g->compilations.n * sizeof *splits);
  step *tables = sy_arena_alloc(l->p->a, g->all.n * sizeof *tables);
  for (size_t i = 0; i < g->compilations.n; i++)
    splits[i] = plan_split(l, i);
  for (size_t i = 0; i < g->all.n; i++)
    tables[i] = plan_goal(l, &g->all.data[i], splits[g->all.data[i].compilation]);
  return plan_wrapper(l, tables, wrapper, native);
}

// Adds the user's objects, libraries and linker options, in their order.
static void add_link_items(const program_link *l, size_t job) {
  size_t unit = 0;
  for (size_t i = 0; i < l->p->c->items.n; i++) {
    const sy_command_item *item = &l->p->c->items.data[i];
    if (item->is_input) {
      const sy_plan_unit *u = &l->units->data[unit++];
      sy_plan_add(l->p, job, u->object ? u->object : item->words[0]);
      sy_plan_after(l->p, job, u->host_job);
    } else if (item->where & SY_TO_LINK) {
      sy_plan_add(l->p, job, item->words[0]);
      if (item->words[1])
        sy_plan_add(l->p, job, item->words[1]);
    }
  }
}

static size_t plan_host_link(const program_link *l) {
  const sy_command_line *c = l->p->c;
  bool compiles = false;
  for (size_t i = 0; i < l->units->n; i++)
    compiles |= l->units->data[i].item->kind != SY_KIND_LINK;
  const char *clang = sy_install_llvm(l->p->in, "clang++", l->p->a);
  size_t job = sy_plan_job(l->p, what(l, "the host link"), c->host_compiler ? c->host_compiler : clang);
  if (c->verbose)
    sy_plan_add(l->p, job, "-v");
  if (compiles && !c->host_compiler) // options for compiling came along
    sy_plan_add(l->p, job, "-Wno-unused-command-line-argument");
  add_link_items(l, job);
  return job;
}

static void add_runtime(const program_link *l, size_t job) {
  const sy_install *in = l->p->in;
  sy_plan_addf(l->p, job, "-L%s", in->lib);
  sy_plan_add(l->p, job, "-lsycc");
  sy_plan_add_pair(l->p, job, "-Xlinker", "-rpath"); // -Wl, would split a path with a comma
  sy_plan_add_pair(l->p, job, "-Xlinker", in->lib);
  sy_plan_add(l->p, job, "-lm");
}

// ---- with device code that is linked already ------------------------------------------------------

static void linked_before(const program_link *l, sy_strs *out) {
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].item->kind == SY_KIND_LINK && sy_linked_read(l->units->data[i].source, NULL))
      sy_strs_add(out, l->units->data[i].source);
}

// Makes a response file of the modules that are in none of the linked objects.
static const char *plan_unbundle_rest(const program_link *l, const sy_strs *linked, size_t *job) {
  sy_strs files = {0};
  const char *list = temp(l, "-rest.rsp");
  sy_carriers(l->p->c, l->p->a, &files);
  compiled_carriers(l, &files);
  *job = tool_job(l, "sycl-unbundle", "looking for device code");
  sy_plan_addf(l->p, *job, "-dir=%s", temp(l, "-rest"));
  for (size_t i = 0; i < linked->n; i++)
    sy_plan_addf(l->p, *job, "-linked=%s", linked->data[i]);
  sy_plan_add_pair(l->p, *job, "-o", list);
  if (sy_host_link_known(l->p->c, &files))
    add_host_link(l, *job);
  add_carriers(l, *job, &files);
  sy_vec_free(&files);
  return list;
}

// Checks that nothing but the linked objects has kernels.
static size_t plan_no_more_kernels(const program_link *l, const sy_strs *linked) {
  size_t unbundle;
  const char *list = plan_unbundle_rest(l, linked, &unbundle);
  size_t job = tool_job(l, "llvm-no-spir-kernel", "looking for other kernels");
  sy_plan_addf(l->p, job, "-image=%s", linked->data[0]);
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].devices) {
      sy_plan_add(l->p, job, l->units->data[i].devices[0].path);
      sy_plan_after(l->p, job, l->units->data[i].devices[0].job);
    }
  sy_plan_addf(l->p, job, "@%s", list);
  sy_plan_after(l->p, job, unbundle);
  return job;
}

// ---- the last jobs --------------------------------------------------------------------------------

// Plans the link of -fsycl-link.
static void plan_device_object(const program_link *l, const char *wrapper, const char *native) {
  const sy_command_line *c = l->p->c;
  sy_strs files = {0};
  size_t images = plan_images(l, wrapper, native);
  const char *clang = sy_install_llvm(l->p->in, "clang++", l->p->a), *joined = temp(l, "-joined.o");
  size_t job = sy_plan_job(l->p, what(l, "joining objects"), c->host_compiler ? c->host_compiler : clang);
  sy_plan_add_pair(l->p, job, "-r", "-nostdlib");
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].object) {
      sy_plan_add(l->p, job, l->units->data[i].object);
      sy_plan_after(l->p, job, l->units->data[i].host_job);
    }
  sy_plan_add_pair(l->p, job, wrapper, sy_arena_printf(l->p->a, "@%s", native));
  sy_plan_add_pair(l->p, job, "-o", joined);
  sy_plan_after(l->p, job, images);
  sy_carriers(l->p->c, l->p->a, &files);
  compiled_carriers(l, &files);
  size_t mark = llvm_job(l, "llvm-objcopy", "marking the linked device code");
  sy_plan_addf(l->p, mark, "--add-section=" SY_LINKED_SECTION "=%s",
               files.n ? temp(l, "-record") : "/dev/null");
  sy_plan_add(l->p, mark, "--set-section-flags=" SY_LINKED_SECTION "=exclude,readonly");
  sy_plan_addf(l->p, mark, "--add-section=" SY_LINKED_TARGETS "=%s", temp(l, "-targets"));
  sy_plan_add(l->p, mark, "--set-section-flags=" SY_LINKED_TARGETS "=exclude,readonly");
  sy_plan_after(l->p, mark, job);
  sy_plan_output(l->p, sy_plan_objcopy_files(l->p, mark, l->stem, joined, l->output), l->output);
  sy_vec_free(&files);
}

void sy_plan_link(sy_plan *p, const sy_units *units, const char *output) {
  program_link l = {p, units, sy_plan_name(p, output), output};
  const char *wrapper = temp(&l, "-wrapper.o"), *native = temp(&l, "-native.rsp");
  if (p->c->link_device) {
    plan_device_object(&l, wrapper, native);
    return;
  }
  sy_strs linked = {0};
  size_t before = SY_NO_JOB;
  bool device = !p->c->relocatable && !p->c->plain;
  if (device)
    linked_before(&l, &linked);
  if (linked.n)
    before = plan_no_more_kernels(&l, &linked);
  else if (device)
    before = plan_images(&l, wrapper, native);
  size_t job = plan_host_link(&l);
  if (device && !linked.n)
    sy_plan_add_pair(p, job, wrapper, sy_arena_printf(p->a, "@%s", native));
  if (!p->c->relocatable)
    add_runtime(&l, job);
  sy_plan_after(p, job, before);
  sy_plan_add_pair(p, job, "-o", output);
  sy_plan_output(p, job, output);
  sy_vec_free(&linked);
}
