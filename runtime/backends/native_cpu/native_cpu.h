// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native CPU: kernels are host code and run on a pool of threads of this process.
#ifndef SY_NATIVE_CPU_H
#define SY_NATIVE_CPU_H

#include "runtime/devices.h"
#include "runtime/graph.h"

extern const sy_backend sy_native_cpu;

// What the machine says about itself. 0: not known.
typedef enum sy_cpu_fact {
  SY_CPU_CLOCK_MHZ,
  SY_CPU_CACHE_BYTES, // of the last level
  SY_CPU_CACHE_LINE,
  SY_CPU_VECTOR_BITS,
} sy_cpu_fact;
uint64_t sy_cpu_fact_value(sy_cpu_fact what);
void sy_cpu_name(char *buf, size_t size); // "AMD EPYC 7763"
// Threads of the pool: SYCC_CPU_THREADS, or the CPUs this process may use.
unsigned sy_cpu_threads(void);

// level.c: the levels of its architecture that the machine has, the baseline first, each with all of those
// before it.
typedef struct sy_cpu_level {
  const char *name;
  uint64_t bits;      // of a vector register
  const char *aspect; // null: none
} sy_cpu_level;
const sy_cpu_level *sy_cpu_levels(size_t *n);

// quota.c: CPUs that control groups leave to this process, 0: all. self: /proc/self/cgroup; root:
// /sys/fs/cgroup.
unsigned sy_cpu_quota(const char *self, const char *root);
// affinity.c: binds the calling thread, the n-th worker, to a CPU if SYCC_CPU_AFFINITY asks for it.
void sy_cpu_bind(unsigned n);

// launch.c: a kernel, ready to run.
sycc_status sy_cpu_launch_prepare(sy_command *c, const sy_kernel_call *call);
void sy_cpu_launch_discard(sycc_device *d, void *launch);
sycc_status sy_cpu_launch_start(sy_command *c);

// transfer.c: copies and fills.
sycc_status sy_cpu_transfer_start(sy_command *c);

#endif
