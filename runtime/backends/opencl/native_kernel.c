// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL kernels and programs of the application's, and sycc's own handed out to it.
//
// A kernel of the application's is launched like any other. But its arguments and what it was told of USM
// belong to the application: arguments that a group does not set stay as they are, and it is told of no
// allocations.
#include "runtime/native_kernel.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"

#include <stdlib.h>

#define HANDLE(type, number) ((type)(uintptr_t)(number))

typedef struct own_kernel {
  sy_cl_kernel kernel; // without the limits, which are not the same on all devices
  cl_context context;
} own_kernel;

static own_kernel *own_of(const sycc_native_kernel *k) {
  return k->own;
}

static const char *name_of(const sycc_native_kernel *k) {
  return k->text[SYCC_NATIVE_KERNEL_NAME];
}

// ---- life -------------------------------------------------------------------------------------------

// The caller frees it. Empty where the driver does not say; null: no memory.
static char *cl_native_kernel_text(cl_kernel k, cl_kernel_info what) {
  size_t n = 0;
  if (sy_cl.GetKernelInfo(k, what, 0, NULL, &n))
    n = 0;
  char *s = calloc(1, n + 1);
  if (s && n && sy_cl.GetKernelInfo(k, what, n, s, NULL))
    *s = 0;
  return s;
}

static void free_kernel(sycc_native_kernel *k) {
  for (int i = 0; i < SYCC_NATIVE_KERNEL_TEXTS; i++)
    free(k->text[i]);
  free(k->own);
}

// All that needs memory.
static bool fill_in(sycc_native_kernel *k, cl_kernel handle, cl_context context) {
  own_kernel *own = k->own = calloc(1, sizeof *own);
  k->text[SYCC_NATIVE_KERNEL_NAME] = cl_native_kernel_text(handle, CL_KERNEL_FUNCTION_NAME);
  k->text[SYCC_NATIVE_KERNEL_ATTRIBUTES] = cl_native_kernel_text(handle, CL_KERNEL_ATTRIBUTES);
  if (!own || !k->text[SYCC_NATIVE_KERNEL_NAME] || !k->text[SYCC_NATIVE_KERNEL_ATTRIBUTES])
    return false;
  own->context = context;
  own->kernel.handle = handle;
  own->kernel.arguments = k->arguments;
  return true;
}

static sycc_status open_kernel(sycc_native_kernel *k) {
  cl_kernel handle = HANDLE(cl_kernel, k->handle);
  cl_context context;
  cl_int e = handle ? sy_cl.GetKernelInfo(handle, CL_KERNEL_CONTEXT, sizeof context, &context, NULL)
                    : CL_INVALID_KERNEL;
  if (!e)
    e = sy_cl.GetKernelInfo(handle, CL_KERNEL_NUM_ARGS, sizeof k->arguments, &k->arguments, NULL);
  bool complete = !e && fill_in(k, handle, context);
  if (complete)
    e = sy_cl.RetainKernel(handle);
  if (complete && !e) {
    pthread_mutex_init(&own_of(k)->kernel.mutex, NULL);
    return SYCC_success;
  }
  free_kernel(k);
  return e ? sy_cl_fail(e, "the OpenCL kernel can't be used") : sy_error_no_memory("a kernel");
}

static void close_kernel(sycc_native_kernel *k) {
  sy_cl.ReleaseKernel(own_of(k)->kernel.handle);
  pthread_mutex_destroy(&own_of(k)->kernel.mutex);
  free_kernel(k);
}

// ---- where it can be used ---------------------------------------------------------------------------

static sycc_status check_context(sycc_device *d, cl_context its, const char *what, const char *name) {
  cl_context context;
  sycc_status s = sy_cl_context(sy_cl_of(d), &context);
  if (s || context == its)
    return s;
  return sy_error_set(SYCC_invalid,
                      "%s%s" SY_NAME_FMT
                      "%s belongs to another OpenCL context than the one that is used here with device '%s'; "
                      "make_context takes the other one",
                      what, *name ? " '" : "", name, *name ? "'" : "", d->text[SYCC_DEVICE_NAME]);
}

static sycc_status check_kernel(sycc_device *d, const sycc_native_kernel *k) {
  return check_context(d, own_of(k)->context, "kernel", name_of(k));
}

static cl_program program_of(cl_kernel k) {
  cl_program p = NULL;
  return sy_cl.GetKernelInfo(k, CL_KERNEL_PROGRAM, sizeof p, &p, NULL) ? NULL : p;
}

static bool is_in_state(cl_program_binary_type type, sycc_bundle_state state) {
  return state == SYCC_BUNDLE_INPUT ||
         (state == SYCC_BUNDLE_EXECUTABLE
              ? type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE
              : type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || type == CL_PROGRAM_BINARY_TYPE_LIBRARY);
}

static bool program_is(cl_program p, const sy_cl_device *d, sycc_bundle_state state) {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  return !sy_cl.GetProgramBuildInfo(p, d->id, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL) &&
         is_in_state(type, state);
}

// Fails where the program was not built for d; but PoCL does not know that, and says the same for all devices
// of the context.
static sycc_status get_limits(sycc_device *d, const sycc_native_kernel *k, sy_cl_limits *out) {
  cl_kernel handle = own_of(k)->kernel.handle;
  if (program_is(program_of(handle), sy_cl_of(d), SYCC_BUNDLE_EXECUTABLE) &&
      !sy_cl_kernel_limits(sy_cl_of(d), handle, out))
    return SYCC_success;
  return sy_error_set(SYCC_kernel_not_supported, "kernel '" SY_NAME_FMT "' was not built for device '%s'",
                      name_of(k), d->text[SYCC_DEVICE_NAME]);
}

static sycc_status cl_native_kernel_number(sycc_device *d, sycc_native_kernel *k, sycc_kernel_number what,
                                           uint64_t *out) {
  sy_cl_limits limits = {0};
  sycc_status s = get_limits(d, k, &limits);
  if (s)
    return s;
  if (what >= SYCC_KERNEL_COMPILE_GROUP_SIZE_X && what <= SYCC_KERNEL_COMPILE_GROUP_SIZE_Z)
    *out = limits.required[what - SYCC_KERNEL_COMPILE_GROUP_SIZE_X];
  sy_cl_kernel_number(sy_cl_of(d), own_of(k)->kernel.handle, what, out);
  return SYCC_success;
}

// ---- launches ---------------------------------------------------------------------------------------

static sycc_status check_pointers(const sy_cl_device *d, const sycc_kernel_info *info) {
  for (uint32_t i = 0; i < info->param_count && d->usm == SY_CL_NO_USM; i++)
    if (info->params[i].kind == SYCC_PARAM_POINTER)
      return sy_error_set(SYCC_kernel_argument,
                          "argument %u of kernel '" SY_NAME_FMT "' is a pointer, and device '%s' has no USM",
                          i, info->readable, sy_cl_name(d));
  return SYCC_success;
}

static sycc_status cl_native_kernel_prepare(sy_command *c, const sy_kernel_call *call,
                                            sycc_native_kernel *k) {
  sy_cl_limits limits = {0};
  sycc_status s = get_limits(c->device, k, &limits);
  if (!s)
    s = check_pointers(sy_cl_of(c->device), call->info);
  return s ? s : sy_cl_launch_new(c, call, &own_of(k)->kernel, &limits, k);
}

// ---- programs, and what is ours ---------------------------------------------------------------------

static uint64_t kernel_program(sycc_native_kernel *k) {
  return (uintptr_t)program_of(own_of(k)->kernel.handle);
}

static void hold_kernel(sycc_native_kernel *k) {
  sy_cl.RetainKernel(own_of(k)->kernel.handle);
}

static void hold_program(uint64_t program, bool more) {
  more ? sy_cl.RetainProgram(HANDLE(cl_program, program)) : sy_cl.ReleaseProgram(HANDLE(cl_program, program));
}

static sycc_status check_program(sycc_device *d, uint64_t program, sycc_bundle_state state) {
  cl_program p = HANDLE(cl_program, program);
  cl_context context;
  cl_int e =
      p ? sy_cl.GetProgramInfo(p, CL_PROGRAM_CONTEXT, sizeof context, &context, NULL) : CL_INVALID_PROGRAM;
  if (e)
    return sy_cl_fail(e, "the OpenCL program can't be used");
  sycc_status s = check_context(d, context, "the program", "");
  if (s || program_is(p, sy_cl_of(d), state))
    return s;
  return sy_error_set(SYCC_invalid, "the OpenCL program is not %s for device '%s'",
                      state == SYCC_BUNDLE_EXECUTABLE ? "built"
                      : state == SYCC_BUNDLE_OBJECT   ? "compiled"
                                                      : "there",
                      d->text[SYCC_DEVICE_NAME]);
}

// A kernel of the caller's own: the arguments of the one that is launched are not for others.
static sycc_status cl_native_of_kernel(sycc_device *device, sy_kernel *k, sycc_native_kind what,
                                       uint64_t *out) {
  sy_cl_kernel *built;
  sycc_status s = sy_cl_kernel_of(sy_cl_of(device), k, &built);
  if (s)
    return s;
  cl_program p = program_of(built->handle);
  cl_int e = p ? CL_SUCCESS : CL_INVALID_PROGRAM;
  if (!e && what == SYCC_NATIVE_PROGRAM)
    e = sy_cl.RetainProgram(p);
  *out = (uintptr_t)p;
  if (!e && what == SYCC_NATIVE_KERNEL)
    *out = (uintptr_t)sy_cl_create_kernel(sy_cl_of(device), p, k, &e);
  return e ? sy_cl_fail(e, "cannot hand out kernel '" SY_NAME_FMT "' as device '%s' has it",
                        sy_registry_name(k), device->text[SYCC_DEVICE_NAME])
           : SYCC_success;
}

const sy_native_code sy_cl_native_code = {
    .open = open_kernel,
    .close = close_kernel,
    .check = check_kernel,
    .value = cl_native_kernel_number,
    .prepare = cl_native_kernel_prepare,
    .hold = hold_kernel,
    .program_of = kernel_program,
    .program_check = check_program,
    .program_hold = hold_program,
    .of_kernel = cl_native_of_kernel,
};
