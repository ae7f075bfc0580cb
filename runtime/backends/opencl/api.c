// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ICD loader and the names of its errors.
#include "runtime/backends/opencl/api.h"

#include "base/count.h"
#include "runtime/environment.h"
#include "runtime/error.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libOpenCL.so.1"

sy_cl_api sy_cl;

typedef struct sy_cl_symbol {
  const char *name;
  void **to;
} sy_cl_symbol;

static const sy_cl_symbol required[] = {
#define X(name) {"cl" #name, (void **)&sy_cl.name},
    SY_CL_FUNCTIONS(X)};
static const sy_cl_symbol optional[] = {SY_CL_LATER_FUNCTIONS(X)
#undef X
};

const char *sy_cl_open(void) {
  static char problem[512];
  sy_environment_for_drivers();
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    bool missing = !strncmp(why, LIBRARY ":", sizeof LIBRARY); // and not a library that it needs
    snprintf(problem, sizeof problem,
             missing ? "no OpenCL loader: %s; install ocl-icd-libopencl1"
                     : "the OpenCL loader can't be opened: %s",
             why);
    return problem;
  }
  for (size_t i = 0; i < SY_COUNT(required); i++)
    if (!(*required[i].to = dlsym(library, required[i].name))) {
      snprintf(problem, sizeof problem, LIBRARY " has no %s: it is older than OpenCL 1.2", required[i].name);
      return problem;
    }
  for (size_t i = 0; i < SY_COUNT(optional); i++)
    *optional[i].to = dlsym(library, optional[i].name);
  return NULL;
}

// ---- errors -----------------------------------------------------------------------------------------

static const struct {
  cl_int code;
  const char *name;
  sycc_status status;
} errors[] = {
#define E(name, status) {name, #name, SYCC_##status},
    E(CL_DEVICE_NOT_FOUND, runtime) E(CL_DEVICE_NOT_AVAILABLE, runtime) E(CL_COMPILER_NOT_AVAILABLE, build) E(
        CL_MEM_OBJECT_ALLOCATION_FAILURE, memory_allocation) E(CL_OUT_OF_RESOURCES, runtime)
        E(CL_OUT_OF_HOST_MEMORY, memory_allocation) E(CL_PROFILING_INFO_NOT_AVAILABLE, profiling) E(
            CL_MEM_COPY_OVERLAP, invalid) E(CL_BUILD_PROGRAM_FAILURE,
                                            build) E(CL_MISALIGNED_SUB_BUFFER_OFFSET, invalid)
            E(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, runtime) E(CL_COMPILE_PROGRAM_FAILURE, build) E(
                CL_LINKER_NOT_AVAILABLE, build) E(CL_LINK_PROGRAM_FAILURE, build)
                E(CL_DEVICE_PARTITION_FAILED, invalid) E(CL_INVALID_VALUE, runtime) E(
                    CL_INVALID_DEVICE_TYPE, runtime) E(CL_INVALID_PLATFORM, platform)
                    E(CL_INVALID_DEVICE, runtime) E(CL_INVALID_CONTEXT, runtime) E(
                        CL_INVALID_QUEUE_PROPERTIES, runtime) E(CL_INVALID_COMMAND_QUEUE, runtime)
                        E(CL_INVALID_HOST_PTR, runtime) E(CL_INVALID_MEM_OBJECT, runtime) E(
                            CL_INVALID_BINARY, build) E(CL_INVALID_BUILD_OPTIONS, build)
                            E(CL_INVALID_PROGRAM, build) E(CL_INVALID_PROGRAM_EXECUTABLE, build)
                                E(CL_INVALID_KERNEL_NAME, kernel) E(CL_INVALID_KERNEL_DEFINITION, kernel) E(
                                    CL_INVALID_KERNEL, kernel) E(CL_INVALID_ARG_INDEX, kernel_argument)
                                    E(CL_INVALID_ARG_VALUE, kernel_argument) E(CL_INVALID_ARG_SIZE,
                                                                               kernel_argument)
                                        E(CL_INVALID_KERNEL_ARGS,
                                          kernel_argument) E(CL_INVALID_WORK_DIMENSION,
                                                             nd_range) E(CL_INVALID_WORK_GROUP_SIZE, nd_range)
                                            E(CL_INVALID_WORK_ITEM_SIZE, nd_range) E(
                                                CL_INVALID_GLOBAL_OFFSET,
                                                nd_range) E(CL_INVALID_EVENT_WAIT_LIST, runtime)
                                                E(CL_INVALID_EVENT, event) E(CL_INVALID_OPERATION, runtime)
                                                    E(CL_INVALID_BUFFER_SIZE, memory_allocation)
                                                        E(CL_INVALID_GLOBAL_WORK_SIZE, nd_range)
                                                            E(CL_INVALID_PROPERTY, invalid)
                                                                E(CL_INVALID_DEVICE_PARTITION_COUNT, invalid)
#undef E
};

const char *sy_cl_error_name(cl_int code) {
  for (size_t i = 0; i < SY_COUNT(errors); i++)
    if (errors[i].code == code)
      return errors[i].name;
  return "an error of the driver's own";
}

static sycc_status status_of(cl_int code) {
  for (size_t i = 0; i < SY_COUNT(errors); i++)
    if (errors[i].code == code)
      return errors[i].status;
  return SYCC_runtime;
}

sycc_status sy_cl_fail(cl_int code, const char *what, ...) {
  char text[1024];
  va_list ap;
  va_start(ap, what);
  vsnprintf(text, sizeof text, what, ap);
  va_end(ap);
  return sy_error_set(status_of(code), "%s: %s (%d)", text, sy_cl_error_name(code), (int)code);
}
