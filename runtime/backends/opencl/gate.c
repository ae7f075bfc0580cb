// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The way into the driver while the process ends.
//
// exit() ends drivers, Intel's in the middle of whatever other threads do in it. So when exit() is under way other threads of the program are kept out of
// the driver, those that are inside are waited for, and so are the commands that the driver has: none of it for ever. The thread that called exit(), which destroys the program's
// objects, and the thread that ends commands go on.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/process.h"

#include <stdatomic.h>
#include <time.h>

static atomic_uint inside, under_way;
static atomic_bool closed;
static _Thread_local unsigned depth;

enum { STEP_NANOSECONDS = 100 * 1000, MOST_STEPS = 10 * 1000 }; // a second in all

void sy_cl_enter(void) {
  if (depth++)
    return;
  atomic_fetch_add(&inside, 1);
  if (!atomic_load(&closed))
    return;
  atomic_fetch_sub(&inside, 1);
  sy_process_wait_for_end();
  atomic_fetch_add(&inside, 1);
}

bool sy_cl_try_enter(void) {
  if (!depth++)
    atomic_fetch_add(&inside, 1);
  return depth > 1 || !atomic_load(&closed) || sy_process_ends_here();
}

void sy_cl_leave(void) {
  if (!--depth)
    atomic_fetch_sub(&inside, 1);
}

void sy_cl_count_task(int change) {
  atomic_fetch_add(&under_way, (unsigned)change);
}

void sy_cl_close(void) {
  atomic_store(&closed, true);
  const struct timespec step = {.tv_nsec = STEP_NANOSECONDS};
  for (int i = 0; i < MOST_STEPS && (atomic_load(&inside) > (depth > 0) || atomic_load(&under_way)); i++) {
    sy_cl_sweep();
    nanosleep(&step, NULL);
  }
}
