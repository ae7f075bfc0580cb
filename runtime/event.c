// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events: what the outside sees of a command. An event outlives its command, which the graph frees when it
// has ended; what is left is the state, the error and the times. Threads that wait share a few condition
// variables.
#include "base/count.h"
#include "runtime/blocks.h"
#include "runtime/error.h"
#include "runtime/graph.h"
#include "runtime/ordering.h"

#include <stdlib.h>
#include <time.h>

// Its one reference is the runtime's own and never given back.
static sycc_event done = {.refs = 1, .state = SYCC_EVENT_COMPLETE};

// What threads sleep on. Few events are ever waited for, so each has no condition of its own but shares one
// of these: a thread that is woken looks whether its event is meant.
#define FOUR                                                                                                 \
  PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER
static pthread_cond_t moved[] = {FOUR, FOUR, FOUR, FOUR};
enum { MOVED = SY_COUNT(moved) };

sycc_event *sy_event_new(bool profiled) {
  sycc_event *e = sy_block_take(SY_BLOCK_EVENT);
  if (!e)
    return NULL;
  atomic_init(&e->refs, 1); // no other thread knows it so far
  e->profiled = profiled;
  return e;
}

void sycc_event_retain(sycc_event *e) {
  atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
}

void sycc_event_release(sycc_event *e) {
  // The holder of the only reference need not take it away: no other thread can add one.
  if (!e || (atomic_load_explicit(&e->refs, memory_order_acquire) > 1 &&
             atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) > 1))
    return;
  free(e->text);
  sy_block_give(SY_BLOCK_EVENT, e);
}

static pthread_cond_t *moved_of(const sycc_event *e) {
  return &moved[(uintptr_t)e / SY_BLOCK_ALIGN % MOVED];
}

void sy_event_sleep(sycc_event *e) {
  e->waiters++;
  pthread_cond_wait(moved_of(e), &sy_graph_mutex);
  e->waiters--;
}

bool sy_event_sleep_for(sycc_event *e, unsigned ms) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += (long)(ms % 1000) * 1000000;
  until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  e->waiters++;
  int timed_out = pthread_cond_clockwait(moved_of(e), &sy_graph_mutex, CLOCK_MONOTONIC, &until);
  e->waiters--;
  return !timed_out;
}

void sy_event_wake(sycc_event *e) {
  if (e->waiters)
    pthread_cond_broadcast(moved_of(e));
}

sycc_status sycc_event_wait(sycc_event *e) {
  if (e->recorded)
    return sy_error_set(
        SYCC_invalid,
        "a node of a command graph can't be waited for: wait for the event of the graph's submission");
  return sy_graph_wait(e, SYCC_EVENT_COMPLETE);
}

sycc_event_state sycc_event_status(sycc_event *e) {
  if (!sy_event_is_complete(e))
    sy_graph_await(e);
  sycc_event_state s = (sycc_event_state)atomic_load_explicit(&e->state, memory_order_acquire);
  sy_order_observe(e);
  return s;
}

sycc_status sycc_event_profile(sycc_event *e, sycc_event_time what, uint64_t *ns) {
  *ns = 0;
  if (what > SYCC_TIME_END)
    return sy_error_set(SYCC_invalid, "unknown profiling time %d", (int)what);
  if (!e->profiled)
    return sy_error_set(SYCC_invalid, "the event has no profiling times; create its queue with "
                                      "property::queue::enable_profiling");
  sycc_status s = what == SYCC_TIME_SUBMIT ? SYCC_success : sy_graph_wait(e, SYCC_EVENT_COMPLETE);
  if (!s)
    *ns = e->time[what];
  return s;
}

size_t sycc_event_waits(sycc_event *e, sycc_event **out, size_t room) {
  size_t n = 0;
  pthread_mutex_lock(&sy_graph_mutex);
  const sy_command *c = e->command;
  for (size_t i = 0; c && i < c->edge_count; i++) {
    const sy_command *from = c->edges[i].from;
    if (!from || !from->queue) // the event of a host accessor is visible nowhere
      continue;
    if (n < room) {
      sycc_event_retain(from->event);
      out[n] = from->event;
    }
    n++;
  }
  pthread_mutex_unlock(&sy_graph_mutex);
  return n;
}

sycc_event *sycc_event_done(void) {
  sycc_event_retain(&done);
  return &done;
}
