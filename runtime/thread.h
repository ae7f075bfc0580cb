// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of the runtime's own.
#ifndef SY_RUNTIME_THREAD_H
#define SY_RUNTIME_THREAD_H

#include "sycc/rt.h"

#include <pthread.h>

// How many naps exit waits for a thread that is busy: a tenth of a second and more.
enum { SY_THREAD_EXIT_NAPS = 2000 };

// Starts a thread with all signals blocked (they are for the user's threads) and a stack of 8 MiB, whatever
// the shell's limits say: kernels keep private arrays there. out may be null. Any lock may be held.
sycc_status sy_thread_create(void *(*fn)(void *), void *arg, pthread_t *out);
// Gives up a held lock for 50 microseconds and more.
void sy_thread_nap(pthread_mutex_t *held);

#endif
