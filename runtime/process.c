// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime and its process: fork and exit.
//
// Fork. Only the forking thread exists in the child; a lock some other thread held at that moment would
// stay locked there for ever. So all locks of the runtime are taken before the fork and given back on
// both sides, the back ends' after the runtime's own: the child finds every structure consistent. Its worker
// threads are gone, and drivers don't follow either, so calls that would need one fail (sy_process_check) and
// nothing ever waits; releasing objects and exit() work. A child that is forked before the program has asked
// for devices is like any other process.
//
// Exit. Handlers run in the opposite order of their registration, and what a driver made while it worked is
// destroyed before handlers of ours run. Before all of them, exit() destroys the thread_local objects of its
// thread: one of the main thread's waits for what would not survive that. (A thread that ends destroys its
// own too, so nothing may be changed there, and other threads have none: their exit() begins with the
// handlers. So does any where another thread has loaded this library.)
//
// The destructor of this library, which runs after those of everything linked against it, ends
// the threads when they are idle. A thread that is still busy (exit() in the middle of a kernel, or
// called by a host task) is left alone: the kernel ends it with the process. So are the program's own
// threads, which may go on to submit and wait as long as the process lasts: nothing that they need goes away,
// device images included, and threads of the runtime start again. The library is linked with -z nodelete, so
// dlclose() never unmaps code its threads run.
#include "runtime/process.h"

#include "base/count.h"
#include "runtime/backends/backend.h"
#include "runtime/bundle.h"
#include "runtime/device_globals.h"
#include "runtime/error.h"
#include "runtime/graph.h"
#include "runtime/guarded.h"
#include "runtime/host_threads.h"
#include "runtime/native_kernel.h"
#include "runtime/registry.h"
#include "runtime/sub_devices.h"
#include "runtime/trace.h"
#include "runtime/usm.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_bool used, forked, exiting, ending;
static pthread_t ends_process; // once exiting
enum { NAP_NANOSECONDS = 1000 * 1000, MOST_NAPS = 5000 };

// The locks that a child may need; docs/scheduler.md has all. The one that is held while another one is taken
// comes first.
static pthread_mutex_t *const locks[] = {
    &sy_device_globals_mutex, &sy_registry_mutex,    &sy_usm_mutex,           &sy_graph_mutex,
    &sy_host_threads_mutex,   &sy_sub_devices_mutex, &sy_plain_kernels_mutex, &sy_spec_blocks_mutex,
    &sy_native_kernels_mutex, &sy_guarded_mutex,
};
enum { LOCK_COUNT = SY_COUNT(locks) };

static void process_before_fork(void) {
  for (int i = 0; i < LOCK_COUNT; i++)
    pthread_mutex_lock(locks[i]);
  for (int b = 0; b < SY_BACKEND_COUNT; b++)
    if (sy_backends[b]->before_fork)
      sy_backends[b]->before_fork();
  pthread_mutex_lock(&sy_trace_mutex); // whatever is held, that may be taken
}

static void process_after_fork(void) {
  pthread_mutex_unlock(&sy_trace_mutex);
  for (int b = SY_BACKEND_COUNT; b-- > 0;)
    if (sy_backends[b]->after_fork)
      sy_backends[b]->after_fork();
  for (int i = LOCK_COUNT; i-- > 0;)
    pthread_mutex_unlock(locks[i]);
}

extern int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library);
extern void *__dso_handle;

static void main_thread_ends(void *unused) {
  (void)unused;
  for (int b = 0; b < SY_BACKEND_COUNT && !sy_process_forked(); b++)
    if (sy_backends[b]->finish)
      sy_backends[b]->finish();
}

// Called once for each time that it was asked for.
static void note_exit(void) {
  if (atomic_load(&exiting))
    return;
  ends_process = pthread_self();
  atomic_store(&exiting, true);
  for (int b = 0; b < SY_BACKEND_COUNT && !sy_process_forked(); b++)
    if (sy_backends[b]->close)
      sy_backends[b]->close();
}

// Unless a library asks before main, the handler runs before the destructors of the program and its
// libraries.
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

// Naps are counted, not seconds: on a machine with much other work the end takes as much longer as they do. A
// thread that the destructors of the program wait for has to go on at some time; behind them no thread waits,
// and it never does.
void sy_process_wait_for_end(void) {
  if (!sy_process_exiting() || sy_process_ends_here())
    return;
  const struct timespec nap = {.tv_nsec = NAP_NANOSECONDS};
  for (int naps = 0; naps < MOST_NAPS || atomic_load(&ending); naps++)
    nanosleep(&nap, NULL);
}

// An error while another thread ends the process is most likely a part of the end: drivers stop. A thread
// that asks for it would throw it, and that would end the process in another way.
const char *sycc_error_message(void) {
  sy_process_wait_for_end();
  return sy_error_text();
}

static void after_fork_in_child(void) {
  atomic_store(&forked, atomic_load(&used));
  sy_trace_forked();
  process_after_fork();
}

__attribute__((constructor)) static void process_start(void) {
  pthread_atfork(process_before_fork, process_after_fork, after_fork_in_child);
  if (gettid() == getpid())
    __cxa_thread_atexit_impl(main_thread_ends, NULL, &__dso_handle);
}

__attribute__((destructor)) static void process_end(void) {
  if (sy_process_forked())
    return;
  atomic_store(&ending, true);
  sy_host_threads_stop();
  for (int b = SY_BACKEND_COUNT; b-- > 0;) // what is made last is the first to end
    if (sy_backends[b]->stop)
      sy_backends[b]->stop();
  sy_trace_stop();
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
