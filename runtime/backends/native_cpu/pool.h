// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools of threads that run kernels: jobs of many parts, handed out to threads that are free. The whole
// device has one, and each of its sub-devices.
#ifndef SY_NATIVE_CPU_POOL_H
#define SY_NATIVE_CPU_POOL_H

#include "sycc/rt.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct sy_pool sy_pool;
// A worker's own memory for one part of a job; sy_pool_scratch grows it.
typedef struct sy_pool_worker sy_pool_worker;

typedef struct sy_pool_job {
  // Filled in by the thread that pushes.
  size_t count; // parts, 0 .. count-1
  size_t grain; // parts handed out at a time, at least
  bool small;   // so little work that other workers are only woken if it turns out to take long
  void (*begin)(struct sy_pool_job *); // once, before the first part
  void (*run)(struct sy_pool_job *, sy_pool_worker *, size_t first, size_t end); // on many threads at once
  void (*done)(struct sy_pool_job *); // once, after the last part; the job is the callee's from here on
  // The pool's.
  sy_pool *pool;
  struct sy_pool_job *next;
  size_t unit; // so many parts are counted as one
  // Units handed out, from the front in its lower half, from the back in its upper one.
  _Atomic uint64_t taken;
  unsigned workers; // inside; guarded by the pool's lock
  bool begun, listed;
} sy_pool_job;

extern pthread_mutex_t sy_pool_mutex; // of all pools; for fork only

sy_pool *sy_pool_whole(void); // that of the whole device
// A pool of n threads which are bound to these CPUs, all of them; it stays for ever, and so must the list.
// Null: out of memory.
sy_pool *sy_pool_new(unsigned n, const int *cpus);
unsigned sy_pool_size(sy_pool *p); // threads at most
// Runs the job. Its memory is the pool's until done() is called. No lock held.
sycc_status sy_pool_push(sy_pool *p, sy_pool_job *job);
// Lends the calling thread, which has nothing to do until e is complete, to the pool of the whole device: it
// works on jobs until then, or until there are none for it. No lock held.
void sy_pool_help(sycc_event *e);
// Memory of this worker, aligned to 128 bytes, contents undefined; null: out of memory. Valid until the next
// call or the end of run().
void *sy_pool_scratch(sy_pool_worker *w, size_t bytes);
// At exit: ends the threads of pools that are idle, or become so within a moment; leaves the others alone.
void sy_pool_stop(void);

#endif
