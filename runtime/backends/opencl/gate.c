// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way into the driver while the process ends.
//
// exit() ends drivers, Intel's in the middle of whatever other threads do in it. So when exit() is under way
// other threads of the program are kept out of the driver, those that are inside are waited for, and so are
// the commands that the driver has: none of it for ever. The thread that called exit(), which destroys the
// program's objects, and the thread that ends commands go on.
//
// A driver compiles when a program is built, PoCL also when a kernel is to run for the first time: this can
// take long, ends by itself and does not survive an exit() meanwhile. The compiler asks to be told of exit()
// while it works, and is told before others that have asked earlier. So this is waited for before any
// handler runs (runtime/process.c).
#include "runtime/backends/opencl/opencl.h"
#include "runtime/process.h"

#include <stdatomic.h>
#include <time.h>

// Threads inside in the lower half, commands that the driver has in the upper one: what is counted inside
// costs nothing then.
static _Atomic uint64_t users;
static atomic_bool closed;
static _Thread_local struct {
  unsigned depth;   // of calls that this thread is in
  uint64_t entered; // commands that it has given to the driver since it is inside
} own;

enum {
  STEP_NANOSECONDS = 100 * 1000,
  MOST_STEPS = 10 * 1000,
  MOST_PREPARING = 30 * MOST_STEPS,
  UPPER = 32
}; // a second, or half a minute

void sy_cl_enter(void) {
  if (own.depth++)
    return;
  atomic_fetch_add(&users, 1);
  if (!atomic_load(&closed))
    return;
  atomic_fetch_sub(&users, 1);
  sy_process_wait_for_end();
  atomic_fetch_add(&users, 1);
}

bool sy_cl_try_enter(void) {
  if (!own.depth++)
    atomic_fetch_add(&users, 1);
  return own.depth > 1 || !atomic_load(&closed) || sy_process_ends_here();
}

void sy_cl_leave(void) {
  if (--own.depth)
    return;
  atomic_fetch_add(&users, (own.entered << UPPER) - 1);
  own.entered = 0;
}

void sy_cl_task_entered(void) {
  own.entered++;
}

void sy_cl_tasks_left(size_t n) {
  atomic_fetch_sub(&users, (uint64_t)n << UPPER);
}

static bool has_others(void) {
  uint64_t now = atomic_load(&users);
  return (uint32_t)now > (own.depth > 0) || now >> UPPER;
}

static const struct timespec step = {.tv_nsec = STEP_NANOSECONDS};

void sy_cl_finish_preparing(void) {
  for (int i = 0; i < MOST_PREPARING && sy_cl_is_preparing(); i++)
    nanosleep(&step, NULL);
}

void sy_cl_close(void) {
  atomic_store(&closed, true);
  for (int i = 0; has_others() && (i < MOST_STEPS || (i < MOST_PREPARING && sy_cl_is_preparing())); i++) {
    sy_cl_sweep();
    nanosleep(&step, NULL);
  }
}
