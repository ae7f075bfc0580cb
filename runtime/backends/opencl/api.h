// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL's functions, from the ICD loader that is opened when the program runs: sy_cl.GetPlatformIDs(...).
#ifndef SY_OPENCL_API_H
#define SY_OPENCL_API_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "sycc/rt.h"

#include <stdbool.h>

// Of OpenCL 1.2, which every loader has.
#define SY_CL_FUNCTIONS(X)                                                                                   \
  X(GetPlatformIDs)                                                                                          \
  X(GetPlatformInfo)                                                                                         \
  X(GetDeviceIDs)                                                                                            \
  X(GetDeviceInfo)                                                                                           \
  X(CreateSubDevices)                                                                                        \
  X(GetExtensionFunctionAddressForPlatform)                                                                  \
  X(RetainDevice)                                                                                            \
  X(RetainContext)                                                                                           \
  X(GetContextInfo)                                                                                          \
  X(CreateContext)                                                                                           \
  X(CreateCommandQueue)                                                                                      \
  X(RetainCommandQueue)                                                                                      \
  X(GetCommandQueueInfo)                                                                                     \
  X(ReleaseCommandQueue)                                                                                     \
  X(CreateProgramWithBinary)                                                                                 \
  X(BuildProgram)                                                                                            \
  X(CompileProgram)                                                                                          \
  X(LinkProgram)                                                                                             \
  X(GetProgramInfo)                                                                                          \
  X(GetProgramBuildInfo)                                                                                     \
  X(RetainProgram)                                                                                           \
  X(ReleaseProgram)                                                                                          \
  X(CreateKernel)                                                                                            \
  X(RetainKernel)                                                                                            \
  X(ReleaseKernel)                                                                                           \
  X(SetKernelArg)                                                                                            \
  X(GetKernelInfo)                                                                                           \
  X(GetKernelWorkGroupInfo)                                                                                  \
  X(CreateBuffer)                                                                                            \
  X(SetMemObjectDestructorCallback)                                                                          \
  X(RetainMemObject)                                                                                         \
  X(GetMemObjectInfo)                                                                                        \
  X(ReleaseMemObject)                                                                                        \
  X(EnqueueReadBuffer)                                                                                       \
  X(EnqueueWriteBuffer)                                                                                      \
  X(EnqueueCopyBuffer)                                                                                       \
  X(EnqueueFillBuffer)                                                                                       \
  X(CreateSubBuffer)                                                                                         \
  X(EnqueueNDRangeKernel)                                                                                    \
  X(EnqueueMarkerWithWaitList)                                                                               \
  X(Flush)                                                                                                   \
  X(WaitForEvents)                                                                                           \
  X(GetEventInfo)                                                                                            \
  X(SetEventCallback)                                                                                        \
  X(GetEventProfilingInfo)                                                                                   \
  X(CreateUserEvent)                                                                                         \
  X(SetUserEventStatus)                                                                                      \
  X(RetainEvent)                                                                                             \
  X(ReleaseEvent)

// Of OpenCL 2.0 and 2.1; null in an older loader. A device must have them too.
#define SY_CL_LATER_FUNCTIONS(X)                                                                             \
  X(CreateProgramWithIL)                                                                                     \
  X(SVMAlloc)                                                                                                \
  X(SVMFree)                                                                                                 \
  X(EnqueueSVMMemcpy)                                                                                        \
  X(EnqueueSVMMemFill)                                                                                       \
  X(SetKernelArgSVMPointer)                                                                                  \
  X(SetKernelExecInfo)                                                                                       \
  X(GetKernelSubGroupInfo)

typedef struct sy_cl_api {
#define X(name) __typeof__(cl##name) *name;
  SY_CL_FUNCTIONS(X)
  SY_CL_LATER_FUNCTIONS(X)
#undef X
} sy_cl_api;
extern sy_cl_api sy_cl;

// Opens the loader. Returns null, or what is wrong, which stays for ever.
const char *sy_cl_open(void);

const char *sy_cl_error_name(cl_int code); // "CL_INVALID_VALUE"
// Sets the error "<what>: CL_INVALID_VALUE" and returns the status that fits the code. `what` is as for
// printf.
sycc_status sy_cl_fail(cl_int code, const char *what, ...) __attribute__((format(printf, 2, 3)));

#endif
