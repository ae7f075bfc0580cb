// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs and kernels: an image is built once for each device and stays as long as the image.
#include "runtime/backends/opencl/opencl.h"

#include "formats/image_desc.h"
#include "runtime/error.h"
#include "runtime/process.h"

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

// The program, and the options it is to be built with.
static sycc_status create(sy_cl_device *d, sy_kernel *k, cl_program *out, const char **options) {
  const sy_device_image *image = sy_registry_image(k);
  const void *code = image->image_begin;
  size_t size = (size_t)(image->image_end - image->image_begin);
  cl_int e = CL_SUCCESS;
  *options = "";
  if (strcmp(image->target, "spir64"))
    *out = from_binary(d, code, size, &e);
  else if (d->code == SY_CL_IL)
    *out = d->create_with_il(d->context, code, size, &e);
  else {
    void *spir;
    sycc_status s = make_spir(d, sy_registry_name(k), code, size, &spir, &size);
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

static sycc_status build(sy_cl_device *d, sy_kernel *k, cl_program *out) {
  const char *options;
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
  if (!sy_registry_enter(k))
    return sy_error_set(SYCC_runtime, "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                        sy_registry_name(k));
  sy_cl_program *p = calloc(1, sizeof *p);
  s = p ? check_code(d, k) : sy_error_no_memory("a program");
  if (!s)
    s = build(d, k, &p->handle);
  sy_registry_leave(k);
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
