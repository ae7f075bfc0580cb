// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From images to programs of the driver.
//
// A program is made of a kernel's image and of those that it calls. Drivers have compilers, and those fail: where one can't
// build an image because of another kernel in it, the program is made once more of the kernel and what it reaches alone
// (formats/spirv_cut.h). So a kernel that nobody submits is nobody's error.
#include "runtime/backends/opencl/opencl.h"

#include "formats/image_desc.h"
#include "formats/spirv_cut.h"
#include "runtime/device_link.h"
#include "runtime/error.h"
#include "runtime/program_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what a program is made of --------------------------------------------------------------------------

typedef struct job {
  sy_cl_device *device;
  sy_kernel *kernel;
  const char *target; // of all parts
  size_t n;
  sy_cl_bytes *parts; // owned, as is the data; the kernel's image is the first
  char *options;      // owned: for the driver's compiler, those that the kernel's image was made with
} job;

static size_t linked_count(const sy_device_link *link) { return link ? link->count : 0; }

static void job_end(job *j) {
  for (size_t i = 0; j->parts && i < j->n; i++)
    free(j->parts[i].data);
  free(j->parts);
  free(j->options);
}

// link: the images that the kernel's is linked with; null: none. All are entered, and may be left when it returns: it has
// copies. Drivers load libraries while they build, for which they need the loader's lock; who unloads a library has that and
// waits until its images are left.
static sycc_status job_begin(job *j, sy_cl_device *d, sy_kernel *k, const sy_device_link *link) {
  const char *options = sy_registry_image(k)->compile_options;
  *j = (job){d, k, sy_image_target(sy_registry_image_of(k)), 1 + linked_count(link), NULL, strdup(options ? options : "")};
  j->parts = calloc(j->n, sizeof *j->parts);
  bool ok = j->parts && j->options;
  for (size_t i = 0; i < j->n && ok; i++) {
    const sy_device_image *image = i ? sy_image_descriptor(link->images[i - 1].image) : sy_registry_image(k);
    size_t n = (size_t)(image->image_end - image->image_begin);
    j->parts[i] = (sy_cl_bytes){malloc(n + 1), n};
    ok = j->parts[i].data;
    if (ok && n)
      memcpy(j->parts[i].data, image->image_begin, n);
  }
  return ok ? SYCC_success : sy_error_no_memory("a program");
}

// What is left of the parts without other kernels. False: that is all of them.
static bool job_cut(job *j) {
  bool less = false;
  if (strcmp(j->target, "spir64"))
    return false;
  for (size_t i = 0; i < j->n; i++) {
    sy_cl_bytes *p = &j->parts[i], cut;
    if (sy_spirv_cut(p->data, p->size, i ? NULL : sy_registry_symbol(j->kernel), j->n > 1, &cut.data, &cut.size) != SY_CUT_DONE)
      continue;
    free(p->data);
    *p = cut;
    less = true;
  }
  return less;
}

// Does it with all kernels of the images, and where that fails without the others. *alone: the first is known to fail; then,
// whether it has failed and the second was tried.
static sycc_status job_run(job *j, sycc_status (*action)(job *j, cl_program *out), bool *alone, cl_program *out) {
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
static sycc_status make_spir(const sy_cl_device *d, const char *kernel, const sy_cl_bytes *spirv, sy_cl_bytes *out, bool *groups) {
  sy_cl_bytes simple;
  sycc_status s = sy_cl_spir_dialect(d, kernel, spirv->data, spirv->size, &simple, groups);
  if (s)
    return s;
  s = sy_cl_translate(d, simple.data, simple.size, &out->data, &out->size);
  free(simple.data);
  return s;
}

// Links the group functions that the module needs to it.
static sycc_status add_groups(const job *j, sy_cl_bytes *module) {
  bool groups = false;
  sy_cl_bytes spirv = sy_cl_spir_groups(), parts[2] = {*module}, linked;
  sycc_status s = make_spir(j->device, sy_registry_name(j->kernel), &spirv, &parts[1], &groups);
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

// What the cache knows the program by. kind: what is made of it.
static void make_key(const job *j, const char *kind, sy_cache_key *key) {
  const sy_cl_device *d = j->device;
  sy_cache_key_begin(key, kind);
  sy_cache_key_text(key, sy_cl_name(d));
  sy_cache_key_text(key, d->device->text[SYCC_DEVICE_VERSION]);
  sy_cache_key_text(key, d->device->text[SYCC_DEVICE_DRIVER_VERSION]);
  sy_cache_key_text(key, d->device->platform->text[SYCC_PLATFORM_VERSION]);
  sy_cache_key_text(key, j->options);
  for (size_t i = 0; i < j->n; i++)
    sy_cache_key_bytes(key, j->parts[i].data, j->parts[i].size);
  const sy_cl_bytes groups = sy_cl_spir_groups(); // may become a part of it
  if (d->code == SY_CL_SPIR)
    sy_cache_key_bytes(key, groups.data, groups.size);
  sy_cache_key_end(key);
}

// All parts as one module of SPIR. The caller frees it.
static sycc_status translate_parts(const job *j, sy_cl_bytes *out) {
  const sy_cl_device *d = j->device;
  size_t n = j->n, made = 0;
  bool groups = false;
  sy_cl_bytes *parts = calloc(n, sizeof *parts);
  sycc_status s = parts ? SYCC_success : sy_error_no_memory("a program");
  for (; made < n && !s; made++)
    s = make_spir(d, sy_registry_name(j->kernel), &j->parts[made], &parts[made], &groups);
  if (!s && n > 1)
    s = sy_cl_link_spir(d, parts, n, SY_CL_ALL, &out->data, &out->size);
  else if (!s) {
    *out = *parts;
    parts->data = NULL;
  }
  for (size_t i = 0; parts && i < n; i++)
    free(parts[i].data);
  free(parts);
  if (!s && groups && (s = add_groups(j, out)))
    free(out->data);
  return s;
}

static sycc_status make_whole_spir(const job *j, sy_cl_bytes *out) {
  sy_cache_key key;
  bool cached = sy_cache_is_on();
  if (cached)
    make_key(j, "opencl spir 3", &key);
  if (cached && sy_cache_load(&key, &out->data, &out->size))
    return SYCC_success;
  sycc_status s = translate_parts(j, out);
  if (!s && cached)
    sy_cache_store(&key, out->data, out->size);
  return s;
}

static sycc_status refuse(const job *j, cl_int e) {
  return sy_cl_fail(e, "device '%s' does not take the code of kernel '" SY_NAME_FMT "' for target %s", sy_cl_name(j->device),
                    sy_registry_name(j->kernel), j->target);
}

// The program, and what the driver has to be told of its kind.
static sycc_status create(const job *j, cl_program *out, const char **kind) {
  sy_cl_device *d = j->device;
  const void *code = j->parts->data;
  size_t size = j->parts->size;
  cl_int e = CL_SUCCESS;
  *kind = "";
  if (strcmp(j->target, "spir64"))
    *out = from_binary(d, code, size, &e);
  else if (d->code == SY_CL_IL)
    *out = d->create_with_il(d->context, code, size, &e);
  else {
    sy_cl_bytes spir;
    sycc_status s = make_whole_spir(j, &spir);
    if (s)
      return s;
    *out = from_binary(d, spir.data, spir.size, &e);
    *kind = "-x spir -spir-std=1.2 ";
    free(spir.data);
  }
  return e ? refuse(j, e) : SYCC_success;
}

static sycc_status explain(const job *j, cl_program p, cl_int e) {
  const sy_cl_device *d = j->device;
  size_t n = 0;
  sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
  char *log = calloc(1, n + 1);
  if (log && n)
    sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
  while (log && n && (!log[n] || log[n] == '\n'))
    log[n--] = 0;
  enum { MOST_SHOWN = 1200 };
  const char *intro = log && *log ? "; its log:\n" : ", and its log is empty", *cut = n > MOST_SHOWN ? "\n(and so on)" : "";
  const char *with = *j->options ? " with the options " : "";
  sy_error_set(SYCC_build, "device '%s' can't build the program of kernel '" SY_NAME_FMT "'%s%s: %s (%d)%s%.*s%s", sy_cl_name(d),
               sy_registry_name(j->kernel), with, j->options, sy_cl_error_name(e), (int)e, intro, MOST_SHOWN, log ? log : "", cut);
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
  return e ? explain(j, *out, e) : SYCC_success;
}

static sycc_status link_parts(const job *j, const cl_program *parts, cl_program *out) {
  sy_cl_device *d = j->device;
  sy_kernel *k = j->kernel;
  cl_int e;
  *out = sy_cl.LinkProgram(d->context, 1, &d->id, "", (cl_uint)j->n, parts, NULL, NULL, &e);
  if (!e)
    return SYCC_success;
  if (!*out)
    return sy_cl_fail(e, "device '%s' can't link the images that kernel '" SY_NAME_FMT "' needs", sy_cl_name(d),
                      sy_registry_name(k));
  sycc_status s = explain(j, *out, e);
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
  return e ? explain(j, p, e) : SYCC_success;
}

static sycc_status build_anew(const job *j, cl_program *out) {
  const char *kind;
  if (j->device->code == SY_CL_IL && j->n > 1)
    return build_of_parts(j, out);
  sycc_status s = create(j, out, &kind);
  if (s)
    return s;
  s = build_program(j, *out, kind);
  if (!s)
    return SYCC_success;
  sy_cl.ReleaseProgram(*out);
  *out = NULL;
  return s;
}

// What the driver made of SPIR-V another time. It may have reasons of its own not to take it: then it makes it again.
static bool load_binary(sy_cl_device *d, const sy_cache_key *key, cl_program *out) {
  void *binary;
  size_t size;
  cl_int e;
  if (!sy_cache_load(key, &binary, &size))
    return false;
  *out = from_binary(d, binary, size, &e);
  free(binary);
  if (e)
    return false;
  if (!sy_cl.BuildProgram(*out, 1, &d->id, "", NULL, NULL))
    return true;
  sy_cl.ReleaseProgram(*out);
  return false;
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

static sycc_status build(job *j, cl_program *out) {
  sy_cl_device *d = j->device;
  sy_cache_key key;
  // SPIR has a cache of its own, above, and PoCL keeps what it makes of it.
  bool cached = d->code == SY_CL_IL && !strcmp(j->target, "spir64") && sy_cache_is_on();
  if (cached)
    make_key(j, "opencl binary 2", &key);
  if (cached && load_binary(d, &key, out))
    return SYCC_success;
  sycc_status s = build_anew(j, out);
  if (!s && cached)
    store_binary(*out, &key);
  return s;
}

sycc_status sy_cl_build(sy_cl_device *d, sy_kernel *k, bool *alone, const sy_device_link **link, cl_program *out) {
  job j;
  if (!sy_device_link_enter(k, d->device))
    return sy_error_set(SYCC_runtime, "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                        sy_registry_name(k));
  *link = sy_image_link(sy_registry_image_of(k), d->device);
  sycc_status s = job_begin(&j, d, k, *link);
  sy_device_link_leave(k, d->device);
  if (!s)
    s = job_run(&j, build, alone, out);
  job_end(&j);
  return s;
}

// ---- without building -----------------------------------------------------------------------------------

// Whether what the kernel's image is made of can be said in SPIR.
static sycc_status check_words(job *j, cl_program *none) {
  (void)none;
  sy_cl_bytes simple = {NULL, 0};
  bool groups = false;
  sycc_status s = sy_cl_spir_dialect(j->device, sy_registry_name(j->kernel), j->parts->data, j->parts->size, &simple, &groups);
  free(simple.data);
  return s;
}

sycc_status sy_cl_build_check(sy_cl_device *d, sy_kernel *k) {
  job j;
  bool alone = false;
  if (d->code != SY_CL_SPIR || strcmp(sy_image_target(sy_registry_image_of(k)), "spir64"))
    return SYCC_success;
  sycc_status s = job_begin(&j, d, k, NULL);
  if (!s)
    s = job_run(&j, check_words, &alone, NULL);
  job_end(&j);
  return s;
}
