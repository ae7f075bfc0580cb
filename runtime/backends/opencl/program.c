// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs and kernels: an image is built once for each device and stays as long as the image.
#include "runtime/backends/opencl/opencl.h"

#include "formats/image_desc.h"
#include "runtime/device_link.h"
#include "runtime/error.h"
#include "runtime/process.h"
#include "runtime/program_cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct sy_cl_program {
  sy_image_program kept; // first: the registry hands it back
  cl_program handle;
  _Atomic(sy_cl_kernel *) kernels; // grows only
} sy_cl_program;

static void destroy(sy_image_program *kept) {
  sy_cl_program *p = (sy_cl_program *)kept;
  if (sy_process_forked())
    return;
  for (sy_cl_kernel *next, *k = p->kernels; k; k = next) {
    next = k->next;
    sy_cl.ReleaseKernel(k->handle);
    pthread_mutex_destroy(&k->mutex);
    free(k);
  }
  if (p->handle)
    sy_cl.ReleaseProgram(p->handle);
  free(p);
}

// ---- building ---------------------------------------------------------------------------------------

static cl_program from_binary(sy_cl_device *d, const void *code, size_t size, cl_int *e) {
  const unsigned char *binary = code;
  return sy_cl.CreateProgramWithBinary(d->context, 1, &d->id, &size, &binary, NULL, e);
}

// SPIR-V as the driver takes it: translated, for one that takes SPIR.
static sycc_status make_spir(const sy_cl_device *d, const char *kernel, const void *spirv, size_t size,
                             void **out, size_t *out_size) {
  void *simple;
  sycc_status s = sy_cl_spir_dialect(d, kernel, spirv, size, &simple, &size);
  if (s)
    return s;
  s = sy_cl_translate(d, simple, size, out, out_size);
  free(simple);
  return s;
}

static size_t size_of(const sy_device_image *image) { return (size_t)(image->image_end - image->image_begin); }

// The images that the kernel's program is made of: its own and those of functions that it calls.
static size_t part_count(sy_kernel *k) {
  const sy_device_link *link = sy_image_link(sy_registry_image_of(k));
  return 1 + (link ? link->count : 0);
}

static const sy_device_image *part(sy_kernel *k, size_t i) {
  return i ? sy_image_descriptor(sy_image_link(sy_registry_image_of(k))->images[i - 1].image) : sy_registry_image(k);
}

// What the cache knows the program by. kind: what is made of it.
static void make_key(const sy_cl_device *d, sy_kernel *k, const char *kind, sy_cache_key *key) {
  sy_cache_key_begin(key, kind);
  sy_cache_key_text(key, sy_cl_name(d));
  sy_cache_key_text(key, d->device->text[SYCC_DEVICE_VERSION]);
  sy_cache_key_text(key, d->device->text[SYCC_DEVICE_DRIVER_VERSION]);
  sy_cache_key_text(key, d->device->platform->text[SYCC_PLATFORM_VERSION]);
  for (size_t i = 0; i < part_count(k); i++)
    sy_cache_key_bytes(key, part(k, i)->image_begin, size_of(part(k, i)));
  sy_cache_key_end(key);
}

// All parts as one module of SPIR. The caller frees it.
static sycc_status translate_parts(const sy_cl_device *d, sy_kernel *k, void **out, size_t *size) {
  size_t n = part_count(k), made = 0;
  sy_cl_bytes *parts = calloc(n, sizeof *parts);
  sycc_status s = parts ? SYCC_success : sy_error_no_memory("a program");
  for (; made < n && !s; made++) {
    const sy_device_image *image = part(k, made);
    s = make_spir(d, sy_registry_name(k), image->image_begin, size_of(image), &parts[made].data, &parts[made].size);
  }
  if (!s && n > 1)
    s = sy_cl_link_spir(d, parts, n, out, size);
  else if (!s) {
    *out = parts->data;
    *size = parts->size;
    parts->data = NULL;
  }
  for (size_t i = 0; parts && i < n; i++)
    free(parts[i].data);
  free(parts);
  return s;
}

static sycc_status make_whole_spir(const sy_cl_device *d, sy_kernel *k, void **out, size_t *size) {
  sy_cache_key key;
  bool cached = sy_cache_is_on();
  if (cached)
    make_key(d, k, "opencl spir 1", &key);
  if (cached && sy_cache_load(&key, out, size))
    return SYCC_success;
  sycc_status s = translate_parts(d, k, out, size);
  if (!s && cached)
    sy_cache_store(&key, *out, *size);
  return s;
}

// The program, and the options it is to be built with.
static sycc_status create(sy_cl_device *d, sy_kernel *k, cl_program *out, const char **options) {
  const sy_device_image *image = sy_registry_image(k);
  const void *code = image->image_begin;
  size_t size = size_of(image);
  cl_int e = CL_SUCCESS;
  *options = "";
  if (strcmp(image->target, "spir64"))
    *out = from_binary(d, code, size, &e);
  else if (d->code == SY_CL_IL)
    *out = d->create_with_il(d->context, code, size, &e);
  else {
    void *spir;
    sycc_status s = make_whole_spir(d, k, &spir, &size);
    if (s)
      return s;
    *out = from_binary(d, spir, size, &e);
    *options = "-x spir -spir-std=1.2";
    free(spir);
  }
  return e ? sy_cl_fail(e, "device '%s' does not take the code for target %s", sy_cl_name(d), image->target) : SYCC_success;
}

static sycc_status explain(sy_cl_device *d, cl_program p, cl_int e, const char *kernel) {
  size_t n = 0;
  sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &n);
  char *log = calloc(1, n + 1);
  if (log && n)
    sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BUILD_LOG, n, log, NULL);
  while (log && n && (!log[n] || log[n] == '\n'))
    log[n--] = 0;
  enum { MOST_SHOWN = 1200 };
  const char *intro = log && *log ? "; its log:\n" : ", and its log is empty", *cut = n > MOST_SHOWN ? "\n(and so on)" : "";
  sy_error_set(SYCC_build, "device '%s' can't build the program of kernel '" SY_NAME_FMT "': %s (%d)%s%.*s%s",
               sy_cl_name(d), kernel, sy_cl_error_name(e), (int)e, intro, MOST_SHOWN, log ? log : "", cut);
  free(log);
  return SYCC_build;
}

// A driver that takes SPIR-V links it too.
static sycc_status compile_part(sy_cl_device *d, sy_kernel *k, const sy_device_image *image, cl_program *out) {
  cl_int e;
  *out = d->create_with_il(d->context, image->image_begin, size_of(image), &e);
  if (e)
    return sy_cl_fail(e, "device '%s' does not take the code for target %s", sy_cl_name(d), image->target);
  e = sy_cl.CompileProgram(*out, 1, &d->id, "", 0, NULL, NULL, NULL, NULL);
  return e ? explain(d, *out, e, sy_registry_name(k)) : SYCC_success;
}

static sycc_status link_parts(sy_cl_device *d, sy_kernel *k, const cl_program *parts, size_t n, cl_program *out) {
  cl_int e;
  *out = sy_cl.LinkProgram(d->context, 1, &d->id, "", (cl_uint)n, parts, NULL, NULL, &e);
  if (!e)
    return SYCC_success;
  if (!*out)
    return sy_cl_fail(e, "device '%s' can't link the images that kernel '" SY_NAME_FMT "' needs", sy_cl_name(d),
                      sy_registry_name(k));
  sycc_status s = explain(d, *out, e, sy_registry_name(k));
  sy_cl.ReleaseProgram(*out);
  *out = NULL;
  return s;
}

static sycc_status build_of_parts(sy_cl_device *d, sy_kernel *k, cl_program *out) {
  size_t n = part_count(k);
  cl_program *parts = calloc(n, sizeof *parts);
  sycc_status s = parts ? SYCC_success : sy_error_no_memory("a program");
  for (size_t i = 0; i < n && !s; i++)
    s = compile_part(d, k, part(k, i), &parts[i]);
  if (!s)
    s = link_parts(d, k, parts, n, out);
  for (size_t i = 0; parts && i < n; i++)
    if (parts[i])
      sy_cl.ReleaseProgram(parts[i]);
  free(parts);
  return s;
}

static sycc_status build_anew(sy_cl_device *d, sy_kernel *k, cl_program *out) {
  const char *options;
  if (d->code == SY_CL_IL && part_count(k) > 1)
    return build_of_parts(d, k, out);
  sycc_status s = create(d, k, out, &options);
  if (s)
    return s;
  cl_int e = sy_cl.BuildProgram(*out, 1, &d->id, options, NULL, NULL);
  if (!e)
    return SYCC_success;
  s = explain(d, *out, e, sy_registry_name(k));
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

static sycc_status build(sy_cl_device *d, sy_kernel *k, cl_program *out) {
  sy_cache_key key;
  // SPIR has a cache of its own, above, and PoCL keeps what it makes of it.
  bool cached = d->code == SY_CL_IL && !strcmp(sy_registry_image(k)->target, "spir64") && sy_cache_is_on();
  if (cached)
    make_key(d, k, "opencl binary 1", &key);
  if (cached && load_binary(d, &key, out))
    return SYCC_success;
  sycc_status s = build_anew(d, k, out);
  if (!s && cached)
    store_binary(*out, &key);
  return s;
}

// Whether the driver takes any code at all.
static sycc_status check_code(const sy_cl_device *d, sy_kernel *k) {
  const sy_device_image *image = sy_registry_image(k);
  if (d->code || strcmp(image->target, "spir64"))
    return SYCC_success;
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT "' can't run on device '%s': its driver takes neither SPIR-V "
                      "(cl_khr_il_program) nor SPIR (cl_khr_spir)",
                      sy_registry_name(k), sy_cl_name(d));
}

// The device's build_mutex is held.
static sycc_status make_program(sy_cl_device *d, sy_kernel *k, sy_cl_program **out) {
  cl_context context;
  *out = (sy_cl_program *)sy_registry_program(k, d->device); // another thread may have been faster
  if (*out)
    return SYCC_success;
  sycc_status s = sy_cl_context(d, &context);
  if (s)
    return s;
  if (!sy_device_link_enter(k))
    return sy_error_set(SYCC_runtime, "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                        sy_registry_name(k));
  sy_cl_program *p = calloc(1, sizeof *p);
  s = p ? check_code(d, k) : sy_error_no_memory("a program");
  if (!s)
    s = build(d, k, &p->handle);
  sy_device_link_leave(k);
  if (s) {
    free(p);
    return s;
  }
  p->kept = (sy_image_program){.device = d->device, .destroy = destroy};
  sy_registry_keep_program(k, &p->kept);
  *out = p;
  return SYCC_success;
}

// ---- kernels ----------------------------------------------------------------------------------------

static sy_cl_kernel *find(sy_cl_program *p, const sy_kernel *k) {
  sy_cl_kernel *found = p ? atomic_load_explicit(&p->kernels, memory_order_acquire) : NULL;
  while (found && found->kernel != k)
    found = found->next;
  return found;
}

// Kernels may reach any USM allocation through pointers in their closures.
static void allow_usm(const sy_cl_device *d, cl_kernel k) {
  static const cl_kernel_exec_info kinds[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                              CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                              CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
  const cl_bool yes = CL_TRUE;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && d->usm == SY_CL_INTEL; i++)
    sy_cl.SetKernelExecInfo(k, kinds[i], sizeof yes, &yes);
}

// The device's build_mutex is held.
static sycc_status make_kernel(sy_cl_device *d, sy_cl_program *p, sy_kernel *k, sy_cl_kernel **out) {
  cl_int e;
  *out = find(p, k);
  if (*out)
    return SYCC_success;
  sy_cl_kernel *made = calloc(1, sizeof *made);
  if (!made)
    return sy_error_no_memory("a kernel");
  made->kernel = k;
  made->handle = sy_cl.CreateKernel(p->handle, sy_registry_symbol(k), &e);
  if (e) {
    free(made);
    return sy_cl_fail(e, "kernel '" SY_NAME_FMT "' is not in the program that was built for device '%s'",
                      sy_registry_name(k), sy_cl_name(d));
  }
  sy_cl.GetKernelWorkGroupInfo(made->handle, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof made->most_items,
                               &made->most_items, NULL);
  sy_cl.GetKernelWorkGroupInfo(made->handle, d->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof made->required,
                               made->required, NULL);
  sy_cl.GetKernelInfo(made->handle, CL_KERNEL_NUM_ARGS, sizeof made->arguments, &made->arguments, NULL);
  allow_usm(d, made->handle);
  pthread_mutex_init(&made->mutex, NULL);
  made->next = p->kernels;
  atomic_store_explicit(&p->kernels, made, memory_order_release);
  *out = made;
  return SYCC_success;
}

sycc_status sy_cl_kernel_of(sy_cl_device *d, sy_kernel *k, sy_cl_kernel **out) {
  sy_cl_program *p = (sy_cl_program *)sy_registry_program(k, d->device);
  *out = find(p, k);
  if (*out)
    return SYCC_success;
  pthread_mutex_lock(&d->build_mutex);
  sycc_status s = make_program(d, k, &p);
  if (!s)
    s = make_kernel(d, p, k, out);
  pthread_mutex_unlock(&d->build_mutex);
  return s;
}

// ---- without a launch -------------------------------------------------------------------------------

sycc_status sy_cl_kernel_check(sycc_device *device, sy_kernel *k) {
  sy_cl_device *d = sy_cl_of(device);
  const sy_device_image *image = sy_registry_image(k);
  if (sy_registry_program(k, device))
    return SYCC_success;
  sycc_status s = check_code(d, k);
  if (s || d->code != SY_CL_SPIR || strcmp(image->target, "spir64"))
    return s;
  void *simple = NULL;
  size_t size = (size_t)(image->image_end - image->image_begin);
  s = sy_cl_spir_dialect(d, sy_registry_name(k), image->image_begin, size, &simple, &size);
  free(simple);
  return s;
}

sycc_status sy_cl_kernel_build(sycc_device *device, sy_kernel *k) {
  sy_cl_kernel *built;
  return sy_cl_kernel_of(sy_cl_of(device), k, &built);
}

sycc_status sy_cl_kernel_value(sycc_device *device, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  static const struct {
    sycc_kernel_number what;
    cl_kernel_work_group_info cl;
    size_t bytes;
  } table[] = {
      {SYCC_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)},
      {SYCC_KERNEL_PREFERRED_MULTIPLE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)},
      {SYCC_KERNEL_PRIVATE_BYTES, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(cl_ulong)},
  };
  sy_cl_device *d = sy_cl_of(device);
  sy_cl_kernel *built;
  sycc_status s = sy_cl_kernel_of(d, k, &built);
  for (size_t i = 0; i < sizeof table / sizeof *table && !s; i++) {
    uint64_t v = 0;
    if (table[i].what == what && !sy_cl.GetKernelWorkGroupInfo(built->handle, d->id, table[i].cl, table[i].bytes, &v, NULL))
      *out = v;
  }
  return s;
}
