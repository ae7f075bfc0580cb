// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs and kernels: an image is built once for each device and stays as long as the image. Where the
// driver can't build it each kernel has a program of its own, if it can be built without the others
// (build.c).
#include "runtime/backends/opencl/opencl.h"

#include "base/count.h"
#include "formats/image_desc.h"
#include "formats/spirv_groups.h"
#include "runtime/device_link.h"
#include "runtime/error.h"
#include "runtime/process.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct sy_cl_program {
  sy_image_program kept;           // first: the registry hands it back
  cl_program handle;               // null: it can't be built as a whole
  _Atomic(sy_cl_kernel *) kernels; // grows only
} sy_cl_program;

static void cl_program_destroy(sy_image_program *kept) {
  sy_cl_program *p = (sy_cl_program *)kept;
  if (sy_process_forked())
    return;
  for (sy_cl_kernel *next, *k = p->kernels; k; k = next) {
    next = k->next;
    sy_cl.ReleaseKernel(k->handle);
    if (k->program)
      sy_cl.ReleaseProgram(k->program);
    pthread_mutex_destroy(&k->mutex);
    free(k);
  }
  if (p->handle)
    sy_cl.ReleaseProgram(p->handle);
  free(p);
}

// ---- programs ---------------------------------------------------------------------------------------

// Whether the driver takes any code at all.
static sycc_status check_code(const sy_cl_device *d, sy_kernel *k) {
  if (d->code || !sy_cl_is_spirv(k))
    return SYCC_success;
  return sy_error_set(SYCC_kernel_not_supported,
                      "kernel '" SY_NAME_FMT "' can't run on device '%s': " SY_CL_TAKES_NOTHING,
                      sy_registry_name(k), sy_cl_name(d));
}

static sycc_status build_program(sy_cl_device *d, sy_kernel *k, bool *alone, const sy_device_link **link,
                                 cl_program *out) {
  cl_context context;
  sycc_status s = sy_cl_context(d, &context);
  if (!s)
    s = check_code(d, k);
  return s ? s : sy_cl_build(d, k, alone, link, out);
}

// Takes the handle over.
static sycc_status keep_program(sy_cl_device *d, sy_kernel *k, const sy_device_link *link, cl_program handle,
                                sy_cl_program **out) {
  *out = calloc(1, sizeof **out);
  if (!*out) {
    if (handle)
      sy_cl.ReleaseProgram(handle);
    return sy_error_no_memory("a program");
  }
  (*out)->handle = handle;
  (*out)->kept = (sy_image_program){.device = d->device, .destroy = cl_program_destroy};
  sy_device_link_keep(k, d->device, link, &(*out)->kept);
  return SYCC_success;
}

// ---- kernels ----------------------------------------------------------------------------------------

static sy_cl_kernel *find_in_program(sy_cl_program *p, const sy_kernel *k) {
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
  for (size_t i = 0; i < SY_COUNT(kinds) && d->usm == SY_CL_INTEL; i++)
    sy_cl.SetKernelExecInfo(k, kinds[i], sizeof yes, &yes);
}

// Asked before there are arguments: what they have been set to would count too. PoCL has one answer for all
// kernels of a module, their sum, and ends the process where a launch of any of them needs more than there
// is.
static void ask_own_local(const sy_cl_device *d, sy_cl_kernel *k) {
  cl_ulong *own = &k->limits.own_local;
  if (sy_cl.GetKernelWorkGroupInfo(k->handle, d->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof *own, own, NULL))
    *own = 0;
}

// own: the program of this kernel alone, or null. A failure leaves it to the caller.
static sycc_status make_kernel(sy_cl_device *d, sy_cl_program *p, sy_kernel *k, cl_program own,
                               sy_cl_kernel **out) {
  cl_int e;
  sy_cl_kernel *made = calloc(1, sizeof *made);
  if (!made)
    return sy_error_no_memory("a kernel");
  made->kernel = k;
  made->program = own;
  made->handle = sy_cl_create_kernel(d, own ? own : p->handle, k, &e);
  if (e) {
    free(made);
    return sy_cl_fail(e, "kernel '" SY_NAME_FMT "' is not in the program that was built for device '%s'",
                      sy_registry_name(k), sy_cl_name(d));
  }
  sy_cl_kernel_limits(d, made->handle, &made->limits);
  ask_own_local(d, made);
  sy_cl.GetKernelInfo(made->handle, CL_KERNEL_NUM_ARGS, sizeof made->arguments, &made->arguments, NULL);
  allow_usm(d, made->handle);
  pthread_mutex_init(&made->mutex, NULL);
  made->next = p->kernels;
  atomic_store_explicit(&p->kernels, made, memory_order_release);
  *out = made;
  return SYCC_success;
}

// The device's build_mutex is held.
static sycc_status cl_program_make(sy_cl_device *d, sy_kernel *k, sy_cl_kernel **out) {
  sy_cl_program *p = (sy_cl_program *)sy_image_program_on(sy_registry_image(k), d->device);
  *out = find_in_program(p, k); // another thread may have been faster
  if (*out)
    return SYCC_success;
  bool alone = p && !p->handle;
  cl_program built = NULL;
  const sy_device_link *link = NULL;
  sycc_status s = p && p->handle ? SYCC_success : build_program(d, k, &alone, &link, &built),
              kept = SYCC_success;
  if (!p && (!s || alone)) // a failure is known from then on
    kept = keep_program(d, k, link, alone ? NULL : built, &p);
  s = s ? s : kept;
  if (!s)
    s = make_kernel(d, p, k, alone ? built : NULL, out);
  if (s && alone && built)
    sy_cl.ReleaseProgram(built);
  return s;
}

static atomic_uint builds; // under way

bool sy_cl_builds(void) {
  return atomic_load(&builds);
}

sycc_status sy_cl_kernel_of(sy_cl_device *d, sy_kernel *k, sy_cl_kernel **out) {
  *out = find_in_program((sy_cl_program *)sy_image_program_on(sy_registry_image(k), d->device), k);
  if (*out)
    return SYCC_success;
  sy_cl_enter();
  atomic_fetch_add(&builds, 1);
  pthread_mutex_lock(&d->build_mutex);
  sycc_status s = cl_program_make(d, k, out);
  pthread_mutex_unlock(&d->build_mutex);
  atomic_fetch_sub(&builds, 1);
  sy_cl_leave();
  return s;
}

// ---- without a launch -------------------------------------------------------------------------------

sycc_status sy_cl_kernel_check(sycc_device *device, sy_kernel *k) {
  sy_cl_device *d = sy_cl_of(device);
  sy_cl_program *p = (sy_cl_program *)sy_image_program_on(sy_registry_image(k), device);
  if (p && (p->handle || find_in_program(p, k)))
    return SYCC_success;
  sycc_status s = check_code(d, k);
  return s ? s : sy_cl_build_check(d, k);
}

sycc_status sy_cl_kernel_build(sycc_device *device, sy_kernel *k) {
  sy_cl_kernel *built;
  return sy_cl_kernel_of(sy_cl_of(device), k, &built);
}

cl_int sy_cl_kernel_limits(const sy_cl_device *d, cl_kernel k, sy_cl_limits *out) {
  cl_int e = sy_cl.GetKernelWorkGroupInfo(k, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof out->most_items,
                                          &out->most_items, NULL);
  cl_int also = sy_cl.GetKernelWorkGroupInfo(k, d->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                             sizeof out->required, out->required, NULL);
  return e ? e : also;
}

// The largest in a row of work-items: what the driver has chosen, where the kernel leaves it to the driver.
static void sub_group_size(const sy_cl_device *d, cl_kernel k, uint64_t *out) {
  size_t row, size = 0;
  // The question is one of OpenCL 2.1, and so is that function.
  bool core = d->create_with_il && d->create_with_il == sy_cl.CreateProgramWithIL;
  if (!core || d->own_groups & SY_SUB_GROUPS || !sy_cl.GetKernelSubGroupInfo ||
      sy_cl.GetKernelWorkGroupInfo(k, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof row, &row, NULL))
    return;
  if (!sy_cl.GetKernelSubGroupInfo(k, d->id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof row, &row,
                                   sizeof size, &size, NULL) &&
      size)
    *out = size;
}

void sy_cl_kernel_number(const sy_cl_device *d, cl_kernel k, sycc_kernel_number what, uint64_t *out) {
  static const struct {
    sycc_kernel_number what;
    cl_kernel_work_group_info cl;
    size_t bytes;
  } table[] = {
      {SYCC_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)},
      {SYCC_KERNEL_PREFERRED_MULTIPLE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)},
      {SYCC_KERNEL_PRIVATE_BYTES, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(cl_ulong)},
  };
  for (size_t i = 0; i < SY_COUNT(table); i++) {
    uint64_t v = 0;
    if (table[i].what == what &&
        !sy_cl.GetKernelWorkGroupInfo(k, d->id, table[i].cl, table[i].bytes, &v, NULL))
      *out = v;
  }
  if (what == SYCC_KERNEL_MAX_SUB_GROUP_SIZE)
    sub_group_size(d, k, out);
}

sycc_status sy_cl_kernel_value(sycc_device *device, sy_kernel *k, sycc_kernel_number what, uint64_t *out) {
  sy_cl_device *d = sy_cl_of(device);
  sy_cl_kernel *built;
  sycc_status s = sy_cl_kernel_of(d, k, &built);
  if (!s)
    sy_cl_kernel_number(d, built->handle, what, out);
  return s;
}
