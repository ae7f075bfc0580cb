// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native CPU: kernels are host code and run on a pool of threads of this process.
#ifndef SY_NATIVE_CPU_H
#define SY_NATIVE_CPU_H

#include "runtime/backends/native_cpu/pool.h"
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
// affinity.c: binds the calling thread, the n-th worker, to a CPU if SYCC_CPU_AFFINITY asks for it; or to
// these CPUs, all of them.
void sy_cpu_bind(unsigned n);
void sy_cpu_bind_to(const int *cpus, unsigned n);
// A CPU for each of n threads: in the order that SYCC_CPU_AFFINITY says, or with neighbours side by side;
// from the first one on again where the process may use fewer. False: it is not known what it may use.
bool sy_cpu_order(int *cpus, unsigned n);
// topology.c: which NUMA node (SY_CPU_NODE) or cache of a level (1 to 4) a CPU belongs to, as the number of
// its first CPU or of the node; -1: not known. root: /sys/devices/system/cpu.
enum { SY_CPU_NODE = 0 };
int sy_cpu_domain(const char *root, int cpu, int which);

// sub_devices.c: what a device, be it whole or a part, has of its own.
typedef struct sy_cpu_part {
  sy_pool *pool;
  unsigned units;           // compute units
  _Atomic(int *) cpus;      // of these, one each; null: not known so far
  _Atomic uint64_t domains; // a set of bits by sycl::info::partition_affinity_domain; see sub_devices.c
} sy_cpu_part;
static inline sy_pool *sy_cpu_pool(const sycc_device *d) {
  return ((const sy_cpu_part *)d->own)->pool;
}
sycc_status sy_cpu_divide(sycc_device *d, sycc_partition how, const size_t *counts, size_t n,
                          sycc_device ***out, size_t *count);
bool sy_cpu_late_number(const sycc_device *d, sycc_device_number what, uint64_t *out);

// launch.c: a kernel, ready to run.
sycc_status sy_cpu_launch_prepare(sy_command *c, const sy_kernel_call *call);
void sy_cpu_launch_discard(sycc_device *d, void *launch);
sycc_status sy_cpu_launch_start(sy_command *c);

// spaces.c: what a thread runs from here on are work-items, whose local accessors lie in these bytes.
#define sy_cpu_spaces_enter(local, bytes) sy_cpu_spaces_enter_at(__builtin_frame_address(0), local, bytes)
void sy_cpu_spaces_enter_at(const char *stack, const char *local, size_t bytes);
void sy_cpu_spaces_leave(void);

// transfer.c: copies and fills.
sycc_status sy_cpu_transfer_start(sy_command *c);

#endif
