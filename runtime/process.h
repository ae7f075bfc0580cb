// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime and its process: fork and exit.
#ifndef SY_RUNTIME_PROCESS_H
#define SY_RUNTIME_PROCESS_H

#include "sycc/rt.h"

#include <stdbool.h>

// Before devices are looked for, and so before there is any thread or driver.
void sy_process_use(void);
// A driver has started, which may have asked to be told of exit(): this library asks again, to be told
// before.
void sy_process_driver_started(void);
// Whether exit() is under way: objects of the program are not unmapped any more.
bool sy_process_exiting(void);
bool sy_process_ends_here(void); // and this thread has called it
// Where another thread has called exit(): waits for the end of the process, though not for ever, since that
// thread may wait for this one.
void sy_process_wait_for_end(void);
// Whether this process is a child that was forked after that. Threads do not follow into a child, so nothing
// can run there.
bool sy_process_forked(void);
// SYCC_success, or in a forked child an error that says so: for calls that need threads.
sycc_status sy_process_check(void);

#endif
