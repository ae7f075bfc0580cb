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
// Device modules that this very command has compiled do not travel through an object.
#include <string.h>

#include "base/file.h"
#include "driver/plan.h"

typedef struct link {
  sy_plan *p;
  const sy_units *units;
  const char *stem, *output;
} link;

static const char *what(const link *l, const char *text) {
  return sy_arena_printf(l->p->a, "%s for '%s'", text, l->output);
}

static size_t tool_job(const link *l, const char *tool, const char *text) {
  return sy_plan_job(l->p, what(l, text), sy_install_tool(l->p->in, tool, l->p->a));
}

static size_t llvm_job(const link *l, const char *tool, const char *text) {
  return sy_plan_job(l->p, what(l, text), sy_install_llvm(l->p->in, tool, l->p->a));
}

static const char *temp(const link *l, const char *suffix) {
  return sy_plan_temp(l->p, l->stem, suffix);
}

static const char *option_value(const sy_item *item, const char *name) {
  if (item->is_input || !sy_starts(item->words[0], name))
    return NULL;
  return item->words[1] ? item->words[1] : item->words[0] + strlen(name);
}

// The static library that -l<name> means, by the linker's rules for one folder; null when there is
// none there. *stop: a shared library is what the linker takes.
static const char *library_in(sy_plan *p, const char *dir, const char *name, bool *stop) {
  if (name[0] == ':') {
    const char *path = sy_path_join(dir, name + 1, p->a);
    return sy_file_exists(path) ? path : NULL;
  }
  *stop = sy_file_exists(sy_path_join(dir, sy_arena_printf(p->a, "lib%s.so", name), p->a));
  const char *path = sy_path_join(dir, sy_arena_printf(p->a, "lib%s.a", name), p->a);
  return !*stop && sy_file_exists(path) ? path : NULL;
}

// Looks in the user's folders alone: the system's own libraries hold no device code.
static const char *find_library(sy_plan *p, const char *name) {
  bool stop = false;
  for (size_t i = 0; !stop && i < p->c->items.n; i++) {
    const char *dir = option_value(&p->c->items.data[i], "-L");
    const char *path = dir ? library_in(p, dir, name, &stop) : NULL;
    if (path)
      return path;
  }
  return NULL;
}

// The files that may carry device code, in the order of the command line.
static void carriers(const link *l, sy_strs *out) {
  const sy_items *items = &l->p->c->items;
  for (size_t i = 0; i < items->n; i++) {
    const sy_item *item = &items->data[i];
    const char *name = option_value(item, "-l");
    const char *path = name ? find_library(l->p, name) : NULL;
    if (item->is_input && item->kind == SY_KIND_LINK)
      path = item->words[0];
    if (path)
      sy_strs_add(out, path);
  }
}

// The files this command compiles for the host alone may be fat as well: assembly from -S.
static void compiled_carriers(const link *l, sy_strs *out) {
  for (size_t i = 0; i < l->units->n; i++)
    if (l->units->data[i].item->kind == SY_KIND_OTHER)
      sy_strs_add(out, l->units->data[i].object);
}

// Response file with the device modules of the objects; null when there are no objects.
static const char *plan_unbundle(const link *l, size_t *job_out) {
  sy_strs files = {0};
  carriers(l, &files);
  compiled_carriers(l, &files);
  const char *list = files.n ? temp(l, "-unbundled.rsp") : NULL;
  size_t job = list ? tool_job(l, "sycl-unbundle", "unpacking device code") : SY_NO_JOB;
  if (list) {
    sy_plan_add(l->p, job, "-target=spir64");
    sy_plan_add(l->p, job, sy_arena_printf(l->p->a, "-dir=%s", temp(l, "-unbundled")));
    sy_plan_add_pair(l->p, job, "-o", list);
    for (size_t i = 0; i < files.n; i++)
      sy_plan_add(l->p, job, files.data[i]);
    for (size_t i = 0; i < l->units->n; i++)
      if (l->units->data[i].item->kind == SY_KIND_OTHER)
        sy_plan_after(l->p, job, l->units->data[i].host_job);
  }
  sy_vec_free(&files);
  *job_out = job;
  return list;
}

static size_t plan_device_link(const link *l, const char *list, size_t unbundle, const char *linked) {
  size_t job = llvm_job(l, "llvm-link", "the device link"), modules = 0;
  sy_plan_add(l->p, job, "--suppress-warnings");
  for (size_t i = 0; i < l->units->n; i++) {
    if (!l->units->data[i].device)
      continue;
    sy_plan_add(l->p, job, l->units->data[i].device);
    sy_plan_after(l->p, job, l->units->data[i].device_job);
    modules++;
  }
  if (!modules) // an empty module: llvm-link wants at least one
    sy_plan_add(l->p, job, "/dev/null");
  if (list)
    sy_plan_add(l->p, job, sy_arena_printf(l->p->a, "@%s", list));
  sy_plan_after(l->p, job, unbundle);
  sy_plan_add_pair(l->p, job, "-o", linked);
  return job;
}

static size_t plan_post_link(const link *l, const char *linked, const char *table, size_t after) {
  size_t job = tool_job(l, "sycl-post-link", "splitting the device code");
  sy_plan_add_pair(l->p, job, "-o", table);
  sy_plan_add(l->p, job, linked);
  sy_plan_after(l->p, job, after);
  return job;
}

static size_t plan_codegen(const link *l, const char *target, const char *table, const char *out,
                           size_t after) {
  sy_arena *a = l->p->a;
  size_t job = tool_job(l, "sycl-codegen", sy_arena_printf(a, "code generation for %s", target));
  const char *library = sy_path_join(l->p->in->parts, sy_arena_printf(a, "%s.bc", target), a);
  sy_plan_add(l->p, job, sy_arena_printf(a, "-target=%s", target));
  sy_plan_add(l->p, job, l->p->c->level);
  if (l->p->c->jobs_given)
    sy_plan_add_pair(l->p, job, "-j", sy_arena_printf(a, "%u", l->p->c->jobs));
  sy_plan_add(l->p, job, sy_arena_printf(a, "-device-lib=%s", library));
  sy_plan_add_pair(l->p, job, "-o", out);
  sy_plan_add(l->p, job, table);
  sy_plan_after(l->p, job, after);
  return job;
}

// The jobs from the linked module to the wrapper object; the last one.
static size_t plan_images(const link *l, const char *linked, size_t after, const char *wrapper,
                          const char *native) {
  sy_arena *a = l->p->a;
  const char *table = temp(l, ".table"), *tables[32];
  size_t post_link = plan_post_link(l, linked, table, after), codegen[32];
  for (size_t t = 0; t < sy_target_count; t++) {
    tables[t] = temp(l, sy_arena_printf(a, "-%s.table", sy_targets[t].name));
    if (l->p->c->targets & 1u << t)
      codegen[t] = plan_codegen(l, sy_targets[t].name, table, tables[t], post_link);
  }
  size_t job = tool_job(l, "sycl-offload-wrapper", "wrapping the device images");
  sy_plan_add_pair(l->p, job, "-o", wrapper);
  sy_plan_add(l->p, job, sy_arena_printf(a, "-native-objects=%s", native));
  if (l->p->c->host_triple)
    sy_plan_add(l->p, job, sy_arena_printf(a, "-host=%s", l->p->c->host_triple));
  for (size_t t = 0; t < sy_target_count; t++) {
    if (!(l->p->c->targets & 1u << t))
      continue;
    sy_plan_add_pair(l->p, job, sy_arena_printf(a, "-target=%s", sy_targets[t].name), tables[t]);
    sy_plan_after(l->p, job, codegen[t]);
  }
  return job;
}

// The user's objects, libraries and linker options, in their order.
static void add_link_items(const link *l, size_t job) {
  size_t unit = 0;
  for (size_t i = 0; i < l->p->c->items.n; i++) {
    const sy_item *item = &l->p->c->items.data[i];
    if (item->is_input) {
      const sy_unit *u = &l->units->data[unit++];
      sy_plan_add(l->p, job, u->object ? u->object : item->words[0]);
      sy_plan_after(l->p, job, u->host_job);
    } else if (item->where & SY_TO_LINK) {
      sy_plan_add(l->p, job, item->words[0]);
      if (item->words[1])
        sy_plan_add(l->p, job, item->words[1]);
    }
  }
}

static size_t plan_host_link(const link *l) {
  const sy_command *c = l->p->c;
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

static void add_runtime(const link *l, size_t job, const char *wrapper, const char *native) {
  const sy_install *in = l->p->in;
  sy_plan_add_pair(l->p, job, wrapper, sy_arena_printf(l->p->a, "@%s", native));
  sy_plan_add(l->p, job, sy_arena_printf(l->p->a, "-L%s", in->lib));
  sy_plan_add(l->p, job, "-lsycc");
  sy_plan_add_pair(l->p, job, "-Xlinker", "-rpath"); // -Wl, would split a path with a comma
  sy_plan_add_pair(l->p, job, "-Xlinker", in->lib);
  sy_plan_add(l->p, job, "-lm");
}

void sy_plan_link(sy_plan *p, const sy_units *units, const char *output) {
  link l = {p, units, sy_path_stem(output, p->a), output};
  const char *wrapper = temp(&l, "-wrapper.o"), *native = temp(&l, "-native.rsp");
  size_t images = SY_NO_JOB, unbundle;
  if (!p->c->relocatable) {
    const char *linked = temp(&l, "-linked.bc");
    const char *list = plan_unbundle(&l, &unbundle);
    images = plan_images(&l, linked, plan_device_link(&l, list, unbundle, linked), wrapper, native);
  }
  size_t job = plan_host_link(&l);
  if (!p->c->relocatable)
    add_runtime(&l, job, wrapper, native);
  sy_plan_after(p, job, images);
  sy_plan_add_pair(p, job, "-o", output);
  sy_plan_output(p, job, output);
}
