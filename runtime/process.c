// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime and its process: fork and exit.
//
// Fork. Only the forking thread exists in the child; a lock some other thread held at that moment would
// stay locked there for ever. So all locks of the runtime are taken before the fork and given back on
// both sides: the child finds every structure consistent. Its worker threads are gone, and drivers don't follow either, so calls
// that would need one fail (sy_process_check) and nothing ever waits; releasing objects and exit() work. A child that is forked
// before anybody has asked for devices is like any other process.
//
// Exit. The destructor of this library, which runs after those of everything linked against it, ends
// the threads when they are idle. A thread that is still busy (exit() in the middle of a kernel, or
// called by a host task) is left alone: the kernel ends it with the process. So are the program's own threads, which
// may go on to submit and wait as long as the process lasts: nothing that they need goes away, device images included, and
// threads of the runtime start again.
// The library is linked with -z nodelete, so dlclose() never unmaps code its threads run.
#include "runtime/process.h"

#include "runtime/backends/cuda/cuda.h"
#include "runtime/backends/native_cpu/pool.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/bundle.h"
#include "runtime/device_globals.h"
#include "runtime/error.h"
#include "runtime/graph.h"
#include "runtime/host_threads.h"
#include "runtime/native_kernel.h"
#include "runtime/registry.h"
#include "runtime/sub_devices.h"
#include "runtime/usm.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static atomic_bool used, forked, exiting;
static pthread_t ends_process; // once exiting
enum { END_SECONDS = 2 };

// The locks that a child may need; docs/scheduler.md has all. The one that is held while another one is taken comes first.
static pthread_mutex_t *const locks[] = {
    &sy_device_globals_mutex, &sy_registry_mutex,      &sy_usm_mutex,
    &sy_graph_mutex,          &sy_host_threads_mutex,  &sy_pool_mutex,
    &sy_cl_tasks_mutex,       &sy_sub_devices_mutex,   &sy_cl_native_mutex,
    &sy_plain_kernels_mutex,  &sy_spec_blocks_mutex,   &sy_native_kernels_mutex,
};
enum { LOCK_COUNT = sizeof locks / sizeof *locks };

static void before_fork(void) {
  for (int i = 0; i < LOCK_COUNT; i++)
    pthread_mutex_lock(locks[i]);
}

static void after_fork(void) {
  for (int i = LOCK_COUNT; i-- > 0;)
    pthread_mutex_unlock(locks[i]);
}

// Called once for each time that it was asked for.
static void note_exit(void) {
  if (atomic_load(&exiting))
    return;
  ends_process = pthread_self();
  atomic_store(&exiting, true);
  if (!sy_process_forked())
    sy_cl_close();
}

// Unless a library asks before main, the handler runs before the destructors of the program and its libraries.
void sy_process_use(void) {
  if (!atomic_exchange(&used, true))
    atexit(note_exit);
}

void sy_process_driver_started(void) {
  atexit(note_exit);
}

bool sy_process_exiting(void) {
  return atomic_load(&exiting);
}

bool sy_process_ends_here(void) {
  return sy_process_exiting() && pthread_equal(pthread_self(), ends_process);
}

void sy_process_wait_for_end(void) {
  if (!sy_process_exiting() || sy_process_ends_here())
    return;
  struct timespec left = {.tv_sec = END_SECONDS};
  while (nanosleep(&left, &left) && errno == EINTR)
    ;
}

// An error while another thread ends the process is most likely a part of the end: drivers stop. Who asks for it would throw it, and that
// would end the process in another way.
const char *sycc_error_message(void) {
  sy_process_wait_for_end();
  return sy_error_text();
}

static void after_fork_in_child(void) {
  atomic_store(&forked, atomic_load(&used));
  after_fork();
}

__attribute__((constructor)) static void process_start(void) {
  pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

__attribute__((destructor)) static void process_end(void) {
  if (sy_process_forked())
    return;
  sy_host_threads_stop();
  sy_cuda_stop();
  sy_pool_stop();
}

bool sy_process_forked(void) {
  return atomic_load_explicit(&forked, memory_order_relaxed);
}

sycc_status sy_process_check(void) {
  if (!sy_process_forked())
    return SYCC_success;
  return sy_error_set(SYCC_runtime,
                      "the SYCL runtime cannot be used in a forked child: its threads stay in the "
                      "parent; call exec() in the child, or fork before the first use of SYCL");
}
