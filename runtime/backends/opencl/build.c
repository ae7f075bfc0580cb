// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From images to programs of the driver.
//
// A program is made of a kernel's image and of those that it calls. Drivers have compilers, and those fail:
// where one can't build an image because of another kernel in it, the program is made once more of the kernel
// and what it reaches alone (formats/spirv_cut.h). So a kernel that is never submitted is no error.
#include "runtime/backends/opencl/opencl.h"

#include "formats/image_desc.h"
#include "formats/spirv_cut.h"
#include "formats/spirv_doubles.h"
#include "formats/spirv_extension.h"
#include "formats/spirv_groups.h"
#include "formats/spirv_sub_group.h"
#include "runtime/default_sub_group.h"
#include "runtime/device_link.h"
#include "runtime/error.h"
#include "runtime/program_cache.h"
#include "runtime/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what a program is made of --------------------------------------------------------------------------

typedef struct job {
  sy_cl_device *device;
  sy_kernel *kernel;
  const char *target; // of all parts
  bool is_spirv;
  size_t n;
  sy_cl_bytes *parts;    // owned, as is the data; the kernel's image is the first
  char *options;         // owned: for the driver's compiler, those that the kernel's image was made with
  sy_group_names groups; // owned: functions that the parts call instead of the driver's
  bool has_groups;       // the last part has them
  sy_cl_bytes spir;      // owned: what all parts were translated to, for a driver that takes SPIR; or nothing
} job;

static size_t linked_count(const sy_device_link *link) {
  return link ? link->count : 0;
}

static void job_end(job *j) {
  for (size_t i = 0; j->parts && i < j->n; i++)
    free(j->parts[i].data);
  free(j->parts);
  free(j->options);
  free(j->spir.data);
  free(j->groups.names);
}

static sycc_status groups_status(const job *j, sy_groups g) {
  if (g == SY_GROUPS_NO_MEMORY)
    return sy_error_no_memory("a program");
  return sy_error_set(
      SYCC_kernel_not_supported,
      "kernel '" SY_NAME_FMT
      "' can't run on device '%s': it uses functions of groups that neither its driver nor the "
      "runtime has",
      sy_registry_name(j->kernel), sy_cl_name(j->device));
}

// A part as the driver takes it: what it lacks of group functions become calls.
static sycc_status call_groups(const job *j, sy_cl_bytes *part, sy_group_names *names) {
  sy_cl_bytes made;
  sy_groups g =
      sy_spirv_call_groups(part->data, part->size, j->device->own_groups, names, &made.data, &made.size);
  if (g == SY_GROUPS_NOTHING || g == SY_GROUPS_BAD) // the driver says what is bad
    return SYCC_success;
  if (g != SY_GROUPS_DONE)
    return groups_status(j, g);
  free(part->data);
  *part = made;
  return SYCC_success;
}

// The last part: the functions that are called so.
static sycc_status add_group_functions(job *j, const sy_group_names *names) {
  const sy_cl_bytes library = sy_cl_spir_groups();
  sy_cl_bytes picked, *more = realloc(j->parts, (j->n + 1) * sizeof *more);
  if (!more)
    return sy_error_no_memory("a program");
  j->parts = more;
  sy_groups g = sy_spirv_pick_groups(library.data, library.size, names, &picked.data, &picked.size);
  if (g != SY_GROUPS_DONE)
    return groups_status(j, g);
  j->parts[j->n++] = picked;
  return SYCC_success;
}

// Does nothing the second time: what is called is there.
static sycc_status job_add_groups(job *j) {
  sycc_status s = SYCC_success;
  for (size_t i = 0; i < j->n && !s && !j->has_groups; i++)
    s = call_groups(j, &j->parts[i], &j->groups);
  if (s || j->has_groups || !j->groups.count)
    return s;
  s = add_group_functions(j, &j->groups);
  j->has_groups = !s;
  return s;
}

static bool lacks_groups(const job *j) {
  return j->device->own_groups && j->is_spirv;
}

// SPIR-V with the size of sub-groups that the user wants. Where sub-groups are the runtime's own they have
// one size. False: no memory.
static bool require_sub_group(const sy_cl_device *d, sy_cl_bytes *part) {
  uint32_t size = d->code == SY_CL_IL && !(d->own_groups & SY_SUB_GROUPS)
                      ? sy_default_sub_group(sy_opencl.family->name)
                      : 0;
  return !size || sy_spirv_require_sub_group(&part->data, &part->size, size);
}

// SPIR-V as the driver can read it.
static void make_readable(const sy_cl_device *d, sy_cl_bytes *part) {
  part->size = sy_spirv_drop_semantic(part->data, part->size);
  if (!d->has_double)
    part->size = sy_spirv_pass_floats(part->data, part->size);
}

// link: the images that the kernel's is linked with; null: none. All are entered, and may be left when it
// returns: it has copies. Drivers load libraries while they build, for which they need the loader's lock; a
// thread that unloads a library has that and waits until its images are left.
static sycc_status job_begin(job *j, sy_cl_device *d, sy_kernel *k, const sy_device_link *link) {
  const char *options = sy_image_descriptor(sy_registry_image(k))->compile_options;
  *j = (job){
      .device = d, .kernel = k, .target = sy_image_target(sy_registry_image(k)), .n = 1 + linked_count(link)};
  j->is_spirv = sy_cl_is_spirv(k);
  j->options = strdup(options ? options : "");
  j->parts = calloc(j->n, sizeof *j->parts);
  bool ok = j->parts && j->options;
  for (size_t i = 0; i < j->n && ok; i++) {
    const sy_device_image *image =
        i ? sy_image_descriptor(link->images[i - 1].image) : sy_image_descriptor(sy_registry_image(k));
    size_t n = (size_t)(image->image_end - image->image_begin);
    j->parts[i] = (sy_cl_bytes){malloc(n + 1), n};
    ok = j->parts[i].data;
    if (ok && n)
      memcpy(j->parts[i].data, image->image_begin, n);
    if (ok && j->is_spirv) {
      make_readable(d, &j->parts[i]);
      ok = require_sub_group(d, &j->parts[i]);
    }
  }
  return ok ? SYCC_success : sy_error_no_memory("a program");
}

// What is left of the parts without other kernels. False: that is all of them.
static bool job_cut(job *j) {
  bool less = false;
  if (!j->is_spirv)
    return false;
  for (size_t i = 0; i < j->n; i++) {
    sy_cl_bytes *p = &j->parts[i], cut;
    if (sy_spirv_cut(p->data, p->size, i ? NULL : sy_registry_symbol(j->kernel), j->n > 1, &cut.data,
                     &cut.size) != SY_CUT_DONE)
      continue;
    free(p->data);
    *p = cut;
    less = true;
  }
  return less;
}

// Does it with all kernels of the images, and where that fails without the others. *alone: the first is known
// to fail; then, whether it has failed and the second was tried.
static sycc_status job_run(job *j, sycc_status (*action)(job *j, cl_program *out), bool *alone,
                           cl_program *out) {
  sycc_status s = *alone ? SYCC_success : action(j, out);
  if ((!s && !*alone) || !job_cut(j))
    return s;
  *alone = true;
  return action(j, out);
}

// ---- building -------------------------------------------------------------------------------------------

static cl_program from_binary(sy_cl_device *d, const void *code, size_t size, cl_int *e) {
  const unsigned char *binary = code;
  return sy_cl.CreateProgramWithBinary(d->context, 1, &d->id, &size, &binary, NULL, e);
}

// SPIR-V as the driver takes it: translated, for one that takes SPIR.
static sycc_status make_spir(const sy_cl_device *d, const char *kernel, const sy_cl_bytes *spirv,
                             sy_cl_bytes *out, unsigned *needs) {
  sy_cl_bytes simple;
  sycc_status s = sy_cl_spir_dialect(d, kernel, spirv->data, spirv->size, &simple, needs);
  if (s)
    return s;
  s = sy_cl_translate(d, simple.data, simple.size, &out->data, &out->size);
  free(simple.data);
  return s;
}

// Links the group functions that the module needs to it.
static sycc_status add_groups(const job *j, sy_cl_bytes *module, unsigned *needs) {
  sy_cl_bytes spirv = sy_cl_spir_groups(), parts[2] = {*module}, linked;
  sycc_status s = make_spir(j->device, sy_registry_name(j->kernel), &spirv, &parts[1], needs);
  if (s)
    return s;
  s = sy_cl_link_spir(j->device, parts, 2, SY_CL_NEEDED, &linked.data, &linked.size);
  free(parts[1].data);
  if (s)
    return s;
  free(module->data);
  *module = linked;
  return SYCC_success;
}

static sycc_status inline_functions(const job *j, sy_cl_bytes *module) {
  sy_cl_bytes made;
  sycc_status s = sy_cl_inline_spir(j->device, module, &made.data, &made.size);
  if (s)
    return s;
  free(module->data);
  *module = made;
  return SYCC_success;
}

// What the cache knows the program by.
static void make_key(const job *j, sy_cache_key *key) {
  const sy_cl_device *d = j->device;
  sy_cache_key_begin(key, d->code == SY_CL_SPIR ? "opencl spir 5" : "opencl binary 2");
  sy_cache_key_text(key, sy_cl_name(d));
  sy_cache_key_text(key, d->device->text[SYCC_DEVICE_VERSION]);
  sy_cache_key_text(key, d->device->text[SYCC_DEVICE_DRIVER_VERSION]);
  sy_cache_key_text(key, d->device->platform->text[SYCC_PLATFORM_VERSION]);
  sy_cache_key_text(key, j->options);
  for (size_t i = 0; i < j->n; i++)
    sy_cache_key_bytes(key, j->parts[i].data, j->parts[i].size);
  if (d->code == SY_CL_SPIR) {
    const sy_cl_bytes groups = sy_cl_spir_groups(); // may become a part of it
    char translator[SY_CL_TRANSLATOR_ROOM];
    sy_cl_translator(d, translator, sizeof translator);
    sy_cache_key_bytes(key, groups.data, groups.size);
    sy_cache_key_text(key, translator);
  }
  sy_cache_key_end(key);
}

// All parts as one module of SPIR. The caller frees it.
static sycc_status translate_parts(const job *j, sy_cl_bytes *out) {
  const sy_cl_device *d = j->device;
  size_t n = j->n, made = 0;
  unsigned needs = 0;
  sy_cl_bytes *parts = calloc(n, sizeof *parts);
  sycc_status s = parts ? SYCC_success : sy_error_no_memory("a program");
  for (; made < n && !s; made++)
    s = make_spir(d, sy_registry_name(j->kernel), &j->parts[made], &parts[made], &needs);
  if (!s && n > 1)
    s = sy_cl_link_spir(d, parts, n, SY_CL_ALL, &out->data, &out->size);
  else if (!s) {
    *out = *parts;
    parts->data = NULL;
  }
  for (size_t i = 0; parts && i < n; i++)
    free(parts[i].data);
  free(parts);
  if (s)
    return s;
  if (needs & SY_CL_GROUPS)
    s = add_groups(j, out, &needs);
  if (!s && needs & SY_CL_LOCALS)
    s = inline_functions(j, out);
  if (s)
    free(out->data);
  return s;
}

#define SPIR_OPTIONS "-x spir -spir-std=1.2 "

static sycc_status refuse(const job *j, cl_int e) {
  return sy_cl_fail(e, "device '%s' does not take the code of kernel '" SY_NAME_FMT "' for target %s",
                    sy_cl_name(j->device), sy_registry_name(j->kernel), j->target);
}

// The program, and what the driver has to be told of its kind.
static sycc_status create_program(job *j, cl_program *out, const char **kind) {
  sy_cl_device *d = j->device;
  const void *code = j->parts->data;
  size_t size = j->parts->size;
  cl_int e = CL_SUCCESS;
  *kind = "";
  if (!j->is_spirv)
    *out = from_binary(d, code, size, &e);
  else if (d->code == SY_CL_IL)
    *out = d->create_with_il(d->context, code, size, &e);
  else {
    free(j->spir.data);
    j->spir = (sy_cl_bytes){NULL, 0};
    sycc_status s = translate_parts(j, &j->spir);
    if (s)
      return s;
    *out = from_binary(d, j->spir.data, j->spir.size, &e);
    *kind = SPIR_OPTIONS;
  }
  return e ? refuse(j, e) : SYCC_success;
}

static sycc_status cl_build_explain(const job *j, cl_program p, cl_int e) {
  const sy_cl_device *d = j->device;
  size_t n = 0;
  sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
  char *log = calloc(1, n + 1);
  if (log && n)
    sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
  while (log && n && (!log[n] || log[n] == '\n'))
    log[n--] = 0;
  enum { MOST_SHOWN = 1200 };
  const char *intro = log && *log ? "; its log:\n" : ", and its log is empty",
             *cut = n > MOST_SHOWN ? "\n(and so on)" : "";
  const char *with = *j->options ? " with the options " : "";
  sy_error_set(SYCC_build,
               "device '%s' can't build the program of kernel '" SY_NAME_FMT "'%s%s: %s (%d)%s%.*s%s",
               sy_cl_name(d), sy_registry_name(j->kernel), with, j->options, sy_cl_error_name(e), (int)e,
               intro, MOST_SHOWN, log ? log : "", cut);
  free(log);
  return SYCC_build;
}

// A driver that takes SPIR-V links it too.
static sycc_status compile_part(const job *j, const sy_cl_bytes *p, cl_program *out) {
  sy_cl_device *d = j->device;
  cl_int e;
  *out = d->create_with_il(d->context, p->data, p->size, &e);
  if (e)
    return refuse(j, e);
  e = sy_cl.CompileProgram(*out, 1, &d->id, j->options, 0, NULL, NULL, NULL, NULL);
  return e ? cl_build_explain(j, *out, e) : SYCC_success;
}

static sycc_status link_parts(const job *j, const cl_program *parts, cl_program *out) {
  sy_cl_device *d = j->device;
  sy_kernel *k = j->kernel;
  cl_int e;
  *out = sy_cl.LinkProgram(d->context, 1, &d->id, "", (cl_uint)j->n, parts, NULL, NULL, &e);
  if (!e)
    return SYCC_success;
  if (!*out)
    return sy_cl_fail(e, "device '%s' can't link the images that kernel '" SY_NAME_FMT "' needs",
                      sy_cl_name(d), sy_registry_name(k));
  sycc_status s = cl_build_explain(j, *out, e);
  sy_cl.ReleaseProgram(*out);
  *out = NULL;
  return s;
}

static sycc_status build_of_parts(const job *j, cl_program *out) {
  cl_program *parts = calloc(j->n, sizeof *parts);
  sycc_status s = parts ? SYCC_success : sy_error_no_memory("a program");
  for (size_t i = 0; i < j->n && !s; i++)
    s = compile_part(j, &j->parts[i], &parts[i]);
  if (!s)
    s = link_parts(j, parts, out);
  for (size_t i = 0; parts && i < j->n; i++)
    if (parts[i])
      sy_cl.ReleaseProgram(parts[i]);
  free(parts);
  return s;
}

static sycc_status build_program(const job *j, cl_program p, const char *kind) {
  size_t size = strlen(kind) + strlen(j->options) + 1;
  char *options = malloc(size);
  if (!options)
    return sy_error_no_memory("a program");
  snprintf(options, size, "%s%s", kind, j->options);
  cl_int e = sy_cl.BuildProgram(p, 1, &j->device->id, options, NULL, NULL);
  free(options);
  return e ? cl_build_explain(j, p, e) : SYCC_success;
}

static sycc_status build_anew(job *j, cl_program *out) {
  const char *kind;
  if (j->device->code == SY_CL_IL && j->n > 1)
    return build_of_parts(j, out);
  sycc_status s = create_program(j, out, &kind);
  if (s)
    return s;
  s = build_program(j, *out, kind);
  if (!s)
    return SYCC_success;
  sy_cl.ReleaseProgram(*out);
  *out = NULL;
  return s;
}

// ---- what was made of it another time -------------------------------------------------------------------

// For a driver that takes SPIR-V, what it made of it; for one that takes SPIR, the translation: PoCL has a
// cache of its own for the rest.
static bool is_cached(const job *j) {
  return j->is_spirv && sy_cache_is_on();
}

static bool has_kernel(const job *j, cl_program p) {
  cl_int e;
  cl_kernel k = sy_cl.CreateKernel(p, sy_registry_symbol(j->kernel), &e);
  if (!e)
    sy_cl.ReleaseKernel(k);
  return !e;
}

static bool build_entry(const job *j, const void *code, size_t size, cl_program *out) {
  sy_cl_device *d = j->device;
  cl_int e;
  *out = from_binary(d, code, size, &e);
  if (e)
    return false;
  bool built = d->code == SY_CL_SPIR ? !build_program(j, *out, SPIR_OPTIONS)
                                     : !sy_cl.BuildProgram(*out, 1, &d->id, "", NULL, NULL);
  if (built && has_kernel(j, *out))
    return true;
  sy_cl.ReleaseProgram(*out);
  *out = NULL;
  return false;
}

// An entry that the driver rejects, whatever its reasons, is dropped: it is made again.
static bool load_program(const job *j, const sy_cache_key *key, cl_program *out) {
  void *code;
  size_t size;
  if (!sy_cache_load(key, &code, &size))
    return false;
  bool ok = build_entry(j, code, size, out);
  if (!ok)
    sy_cache_drop(key, "the driver does not take it");
  free(code);
  return ok;
}

// The program is for one device.
static void store_binary(cl_program p, const sy_cache_key *key) {
  size_t size = 0;
  if (sy_cl.GetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) || !size)
    return;
  unsigned char *binary = malloc(size);
  if (binary && !sy_cl.GetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL))
    sy_cache_store(key, binary, size);
  free(binary);
}

static void trace_build(uint64_t begin, const job *j, const char *how) {
  sy_trace_build(begin, j->device->device, sy_registry_name(j->kernel), how);
}

// Nothing is stored that the driver has not accepted.
static sycc_status build_job(job *j, cl_program *out) {
  sy_cache_key key;
  bool cached = is_cached(j);
  uint64_t begin = sy_trace_now();
  sycc_status s = lacks_groups(j) ? job_add_groups(j) : SYCC_success;
  if (s)
    return s;
  if (cached)
    make_key(j, &key);
  if (cached && load_program(j, &key, out)) {
    trace_build(begin, j, "from the program cache");
    return SYCC_success;
  }
  s = build_anew(j, out);
  trace_build(begin, j, s ? "failed" : "by the driver");
  if (s || !cached || !has_kernel(j, *out))
    return s;
  if (j->device->code == SY_CL_SPIR)
    sy_cache_store(&key, j->spir.data, j->spir.size);
  else
    store_binary(*out, &key);
  return SYCC_success;
}

sycc_status sy_cl_build(sy_cl_device *d, sy_kernel *k, bool *alone, const sy_device_link **link,
                        cl_program *out) {
  job j;
  if (!sy_device_link_enter(k, d->device))
    return sy_error_set(SYCC_runtime,
                        "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                        sy_registry_name(k));
  *link = sy_image_link(sy_registry_image(k), d->device);
  sycc_status s = job_begin(&j, d, k, *link);
  sy_device_link_leave(k, d->device);
  if (!s)
    s = job_run(&j, build_job, alone, out);
  job_end(&j);
  return s;
}

// ---- without building -----------------------------------------------------------------------------------

// Whether what the kernel's image is made of can be said in SPIR.
static sycc_status check_words(job *j, cl_program *none) {
  (void)none;
  sy_cl_bytes simple = {NULL, 0};
  unsigned needs = 0;
  sycc_status s = sy_cl_spir_dialect(j->device, sy_registry_name(j->kernel), j->parts->data, j->parts->size,
                                     &simple, &needs);
  free(simple.data);
  return s;
}

// Whether there is what it needs of group functions.
static sycc_status check_groups(job *j, cl_program *none) {
  (void)none;
  return lacks_groups(j) ? job_add_groups(j) : SYCC_success;
}

sycc_status sy_cl_build_check(sy_cl_device *d, sy_kernel *k) {
  job j;
  bool alone = false;
  if ((d->code != SY_CL_SPIR && !d->own_groups) || !sy_cl_is_spirv(k))
    return SYCC_success;
  sycc_status s = job_begin(&j, d, k, NULL);
  if (!s)
    s = job_run(&j, d->code == SY_CL_SPIR ? check_words : check_groups, &alone, NULL);
  job_end(&j);
  return s;
}
