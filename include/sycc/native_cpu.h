// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calling convention of a kernel on the native CPU device. Code of this form comes from the
// native_cpu pass (passes/cpu/native_cpu.c, which knows the layout below) and, when a SYCL source is
// compiled as plain C++, from a template in the SYCL headers.
#ifndef SYCC_NATIVE_CPU_H
#define SYCC_NATIVE_CPU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Index 0 is x, the fastest dimension (SYCL's last). Unused dimensions have global 1, offset 0, local 1.
typedef struct sycc_cpu_launch {
  size_t global[3]; // work-items in all; not always a multiple of local: the last group may be cut off
  size_t offset[3]; // added to global ids
  size_t local[3];  // work-items per group
  size_t groups[3]; // groups in each dimension, the cut-off ones included
  // The machine's level: 0 is the architecture's baseline, 1 the first of devices/cpu_levels.def for it.
  size_t level;
} sycc_cpu_launch;

// Runs the groups with linear numbers first .. end-1 (x counts fastest). args[i] points to the value of
// parameter i, as with clSetKernelArg: args[0] to the closure's bytes (or to a pointer to them, in the
// buffer form), the others to a pointer each.
typedef void sycc_cpu_kernel(void *const *args, const sycc_cpu_launch *launch, size_t first, size_t end);

// A SYCL_EXTERNAL function that is called from another library gets a pointer to this behind its own
// parameters: what it may ask about the work-item it runs for.
typedef struct sycc_cpu_item {
  size_t global[3], offset[3], local[3], groups[3]; // of the launch
  size_t group[3], local_id[3], global_id[3];
} sycc_cpu_item;

#ifdef __cplusplus
}
#endif
#endif
