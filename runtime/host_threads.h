// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that run host tasks.
#ifndef SY_RUNTIME_HOST_THREADS_H
#define SY_RUNTIME_HOST_THREADS_H

#include "runtime/graph.h"

extern pthread_mutex_t sy_host_threads_mutex; // for fork only

// Runs a ready host task on a thread of its own and then calls sy_graph_end. No lock held. c->next_ready is
// what the caller starts next, or null.
sycc_status sy_host_threads_push(sy_command *c);
// The task that this thread runs; null: none.
const sy_command *sy_host_threads_current(void);
// Whether this thread is one of them: it runs host tasks and the destructors of what they hold.
bool sy_host_threads_is_one(void);
// At exit: ends the threads if they are idle, or become so within a moment; otherwise leaves them alone.
void sy_host_threads_stop(void);

#endif
