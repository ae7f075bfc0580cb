// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues.
//
// Commands in flight stand in a list in order of submission and carry numbers, so that waiting for "all
// submitted so far" is waiting until the oldest number is high enough: other threads that go on submitting
// do not hold the waiter up. wake_at spares it from waking at every command that ends.
//
// Throttle. A thread that submits without ever waiting would fill the memory with commands. At the limit it
// waits until half of them have ended. It must not wait for ever: they may wait for this very thread, by way
// of a host task or a host accessor, or a kernel looks at memory that this thread will write. So it goes on
// when nothing has ended for a moment and nothing is on the device; when something is, for a second, and
// longer with each time, since most kernels that take long only take long. The limit doubles then, so that
// this is rare, until the queue was empty.
#include "runtime/queue.h"

#include "runtime/backends/backend.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/host_threads.h"
#include "runtime/process.h"
#include "runtime/trace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  FIRST_LIMIT = 4096,
  PATIENCE_MS = 5,           // with nothing on the device
  DEVICE_PATIENCE_MS = 1000, // at the first limit
  STRIDE = 256,
  MOST_ERRORS = 1000, // further errors are dropped: a program that never asks must not run out of memory
};

static atomic_uint ordered_queues, all_queues; // so far

static sycc_queue *busy; // [graph] those with commands in flight

// ---- with sy_graph_mutex held -----------------------------------------------------------------------

static void enter_busy(sycc_queue *q) {
  q->next_busy = busy;
  q->prev_busy = &busy;
  if (busy)
    busy->prev_busy = &q->next_busy;
  busy = q;
}

static void leave_busy(sycc_queue *q) {
  *q->prev_busy = q->next_busy;
  if (q->next_busy)
    q->next_busy->prev_busy = q->prev_busy;
}

void sy_queue_enter(sycc_queue *q, sy_command *c) {
  c->number = q->next_number++;
  c->prev = q->last;
  c->next = NULL;
  if (q->last)
    q->last->next = c;
  else
    q->first = c;
  q->last = c;
  if (c->is_barrier)
    q->barrier = c;
  if (!q->in_flight++) {
    sycc_queue_retain(q);
    enter_busy(q);
  }
}

static bool all_ended_before(const sycc_queue *q, uint64_t number) {
  return !q->first || q->first->number >= number;
}

static bool may_submit(const sycc_queue *q) {
  return q->in_flight <= q->limit / 2;
}

// What the commands behind c need, which will most likely leave next.
static void fetch_next(const sy_command *c) {
  const sy_command *next = c->next;
  if (!next)
    return;
  sy_block_fetch(SY_BLOCK_EVENT, next->event);
  sy_block_fetch(SY_BLOCK_LAUNCH, next->launch);
  sy_block_fetch(SY_BLOCK_COMMAND, next->next);
}

void sy_queue_leave(sycc_queue *q, sy_command *c) {
  fetch_next(c);
  if (c->prev)
    c->prev->next = c->next;
  else
    q->first = c->next;
  if (c->next)
    c->next->prev = c->prev;
  else
    q->last = c->prev;
  if (q->barrier == c)
    q->barrier = NULL;
  q->in_flight--;
  q->ended++;
  if (!q->in_flight) {
    leave_busy(q);
    q->limit = FIRST_LIMIT;
    c->last_of = q; // the queue's own reference: it is given back without the lock
  }
  if (all_ended_before(q, q->wake_at) || (q->throttled && may_submit(q))) {
    q->wake_at = UINT64_MAX;
    q->throttled = false;
    pthread_cond_broadcast(&q->moved);
  }
}

void sy_queue_add_error(sycc_queue *q, sycc_event *e) {
  if (q->error_count == MOST_ERRORS)
    return;
  sycc_event_retain(e);
  e->next_error = NULL;
  q->error_count++;
  *q->errors_tail = e;
  q->errors_tail = &e->next_error;
}

static uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// False: nothing has moved for so long.
static bool wait_for_move(sycc_queue *q, unsigned ms) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += (long)(ms % 1000) * 1000000;
  until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return !pthread_cond_clockwait(&q->moved, &sy_graph_mutex, CLOCK_MONOTONIC, &until);
}

static void wait_a_while(sycc_queue *q) {
  wait_for_move(q, PATIENCE_MS);
}

void sy_queue_throttle(sycc_queue *q) {
  if (q->in_flight < q->limit)
    return;
  uint64_t ended = q->ended, since = now_ms();
  while (!may_submit(q)) {
    q->throttled = true;
    wait_a_while(q);
    if (q->ended != ended) {
      ended = q->ended;
      since = now_ms();
    } else if (!q->on_device || now_ms() - since >= DEVICE_PATIENCE_MS * (uint64_t)(q->limit / FIRST_LIMIT)) {
      q->limit *= 2;
      return;
    }
  }
}

// ---- without ----------------------------------------------------------------------------------------

sycc_status sycc_queue_create(sycc_device *d, uint32_t flags, sycc_queue **out) {
  *out = NULL;
  if (!d)
    return sy_error_set(SYCC_invalid, "queue without a device");
  if (flags & ~(uint32_t)(SYCC_QUEUE_IN_ORDER | SYCC_QUEUE_PROFILING))
    return sy_error_set(SYCC_invalid, "unknown queue flags: 0x%x", flags);
  sycc_queue *q;
  if (posix_memalign((void **)&q, SY_LINE, sizeof *q))
    return sy_error_no_memory("a queue");
  memset(q, 0, sizeof *q);
  q->refs = 1;
  q->device = d;
  q->flags = flags;
  q->index =
      flags & SYCC_QUEUE_IN_ORDER ? atomic_fetch_add_explicit(&ordered_queues, 1, memory_order_relaxed) : 0;
  q->traced_as = 1 + atomic_fetch_add_explicit(&all_queues, 1, memory_order_relaxed);
  q->limit = FIRST_LIMIT;
  q->wake_at = UINT64_MAX;
  q->errors_tail = &q->errors;
  pthread_cond_init(&q->moved, NULL);
  *out = q;
  return SYCC_success;
}

void sycc_queue_retain(sycc_queue *q) {
  atomic_fetch_add_explicit(&q->refs, 1, memory_order_relaxed);
}

void sycc_queue_release(sycc_queue *q) {
  if (!q || atomic_fetch_sub_explicit(&q->refs, 1, memory_order_acq_rel) > 1)
    return;
  for (sycc_event *next, *e = q->errors; e; e = next) {
    next = e->next_error;
    sycc_event_release(e);
  }
  sycc_recording_release(q->recording);
  sycc_event_release(q->last_node);
  pthread_cond_destroy(&q->moved);
  free(q);
}

// The number of the next command.
static uint64_t next_number(sycc_queue *q) {
  pthread_mutex_lock(&sy_graph_mutex);
  uint64_t number = q->next_number;
  pthread_mutex_unlock(&sy_graph_mutex);
  return number;
}

// The youngest or the oldest command in flight, if that has a lower number; retained.
static sycc_event *in_flight_before(sycc_queue *q, uint64_t number, bool youngest) {
  pthread_mutex_lock(&sy_graph_mutex);
  sy_command *c = youngest ? q->last : q->first;
  sycc_event *e = c && c->number < number ? c->event : NULL;
  if (e)
    sycc_event_retain(e);
  pthread_mutex_unlock(&sy_graph_mutex);
  return e;
}

// Works for the device until the youngest command has ended, and then as long as that ends the oldest.
static void help(sycc_queue *q, uint64_t number) {
  bool goes_on = true, youngest = true;
  for (sycc_event *e; goes_on && (e = in_flight_before(q, number, youngest)); youngest = false) {
    sy_graph_help(e);
    goes_on = sy_event_is_complete(e);
    sycc_event_release(e);
  }
}

// The command that comes STRIDE after the oldest, or the last one with a lower number; retained. Null: all of
// those have ended.
static sycc_event *some_in_flight_before(sycc_queue *q, uint64_t number) {
  pthread_mutex_lock(&sy_graph_mutex);
  sy_command *c = q->first && q->first->number < number ? q->first : NULL;
  for (int i = 0; i < STRIDE && c && c->next && c->next->number < number; i++)
    c = c->next;
  sycc_event *e = c ? c->event : NULL;
  if (e)
    sycc_event_retain(e);
  pthread_mutex_unlock(&sy_graph_mutex);
  return e;
}

// Where the back end takes its time with the ends of commands that no thread waits for, this thread waits for
// some in turn: so it ends those while the device works on the next.
static sycc_status wait_for_some(sycc_queue *q, uint64_t number) {
  sycc_status s = SYCC_success;
  for (sycc_event *e; !s && (e = some_in_flight_before(q, number));) {
    s = sy_graph_wait(e, SYCC_EVENT_COMPLETE);
    sycc_event_release(e);
  }
  return s;
}

// Sleeps until something has moved. *asked: whether it was asked for once if this thread waits for itself.
// The lock is held.
static void sleep_for_queue(sycc_queue *q, bool *asked) {
  char text[SY_STUCK_TEXT];
  if (*asked) {
    pthread_cond_wait(&q->moved, &sy_graph_mutex);
    return;
  }
  *asked = !wait_for_move(q, SY_STUCK_MS);
  if (!*asked || !q->first || !sy_stuck_explain(q->first, text))
    return;
  pthread_mutex_unlock(&sy_graph_mutex);
  sy_stuck_warn(text);
  pthread_mutex_lock(&sy_graph_mutex);
}

sycc_status sycc_queue_wait(sycc_queue *q) {
  sycc_status s = SYCC_success;
  uint64_t number = next_number(q), begin = sy_trace_now();
  bool asked = false;
  if (q->device->backend->await)
    return wait_for_some(q, number);
  if (!sy_process_forked())
    help(q, number);
  pthread_mutex_lock(&sy_graph_mutex);
  while (!all_ended_before(q, number)) {
    s = sy_process_check();
    if (s)
      break;
    if (q->wake_at > number)
      q->wake_at = number;
    sleep_for_queue(q, &asked);
  }
  pthread_mutex_unlock(&sy_graph_mutex);
  sy_trace_wait(begin, NULL);
  return s;
}

// The lock is held.
static void queue_settle(sycc_queue *q, uint64_t number) {
  uint64_t ended = q->ended;
  bool stuck = false;
  while (!all_ended_before(q, number) && !stuck) {
    if (q->wake_at > number)
      q->wake_at = number;
    wait_a_while(q);
    stuck = q->ended == ended && !q->on_device;
    ended = q->ended;
  }
}

// One that this call has not waited for; null: none is left.
static sycc_queue *unsettled(const sycc_device *d, uint64_t call) {
  sycc_queue *q = busy;
  while (q && (q->settled == call || q->device->backend != d->backend))
    q = q->next_busy;
  return q;
}

void sy_queues_settle(const sycc_device *d) {
  static uint64_t calls; // [graph]
  if (sy_process_forked() || sy_host_threads_is_one())
    return;
  pthread_mutex_lock(&sy_graph_mutex);
  uint64_t call = ++calls;
  for (sycc_queue *q; (q = unsettled(d, call));) {
    uint64_t number = q->next_number;
    q->settled = call;
    sycc_queue_retain(q);
    pthread_mutex_unlock(&sy_graph_mutex);
    help(q, number);
    pthread_mutex_lock(&sy_graph_mutex);
    queue_settle(q, number);
    pthread_mutex_unlock(&sy_graph_mutex);
    sycc_queue_release(q);
    pthread_mutex_lock(&sy_graph_mutex);
  }
  pthread_mutex_unlock(&sy_graph_mutex);
}

int sycc_queue_empty(sycc_queue *q) {
  pthread_mutex_lock(&sy_graph_mutex);
  sycc_event *oldest = q->first ? q->first->event : NULL;
  if (oldest)
    sycc_event_retain(oldest);
  pthread_mutex_unlock(&sy_graph_mutex);
  if (!oldest)
    return 1;
  sy_graph_await(oldest); // a caller that polls once polls again
  sycc_event_release(oldest);
  return 0;
}

sycc_event *sycc_queue_last_event(sycc_queue *q) {
  pthread_mutex_lock(&sy_graph_mutex);
  bool any = q->next_number;
  sycc_event *e = q->last ? q->last->event : NULL;
  if (e)
    sycc_event_retain(e);
  pthread_mutex_unlock(&sy_graph_mutex);
  return e || !any ? e : sycc_event_done();
}

sycc_status sycc_queue_take_error(sycc_queue *q) {
  pthread_mutex_lock(&sy_graph_mutex);
  sycc_event *e = q->errors;
  if (e) {
    q->error_count--;
    q->errors = e->next_error;
    if (!q->errors)
      q->errors_tail = &q->errors;
  }
  pthread_mutex_unlock(&sy_graph_mutex);
  if (!e)
    return SYCC_success;
  sycc_status s = sy_error_set(e->status, "%s", e->text ? e->text : "out of memory");
  sycc_event_release(e);
  return s;
}
