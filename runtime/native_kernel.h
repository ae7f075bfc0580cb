// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the user's: objects of a back end, made of no image, that groups launch.
#ifndef SY_RUNTIME_NATIVE_KERNEL_H
#define SY_RUNTIME_NATIVE_KERNEL_H

#include "runtime/backends/backend.h"

#include <pthread.h>

struct sycc_native_kernel {
  sycc_native_kernel *next; // these two by sy_native_kernels_mutex
  unsigned refs;
  const sy_backend *backend;
  uint64_t handle;
  void *own; // the back end's, as are the texts, until it closes the kernel
  char *text[SYCC_NATIVE_KERNEL_TEXTS];
  uint32_t arguments;
};

extern pthread_mutex_t sy_native_kernels_mutex; // for fork only

#endif
