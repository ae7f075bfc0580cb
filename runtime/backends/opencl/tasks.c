// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How commands come to the driver.
//
// A command may be started while commands that it waits for are with the driver, which is then told to wait
// for their events. To the graph the task of a command is the place where that is: so tasks are used again
// but never freed, and one that is used again has another number. A look-up of an ended command's task by its
// number finds nothing, and there is nothing to wait for. A user of the event of a task holds the task
// meanwhile; the last one to let go releases the event.
//
// The driver does not run a command when one that it was to wait for has failed, even if order was all that
// it wanted of it. Such a command goes back to the graph. Its task is gone then, although it has not ended:
// from that moment on no command of the device is started behind others.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/blocks.h"
#include "runtime/error.h"
#include "runtime/queue.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t sy_cl_tasks_mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t last_number;

_Static_assert(sizeof(sy_cl_task) <= SY_PLACE_BYTES && offsetof(sy_cl_task, number) >= SY_PLACE_FREE, "");

static sy_cl_task *make_task(sy_command *c, sy_cl_queue queue, bool in_lane) {
  sy_cl_task *t = sy_block_take(SY_BLOCK_PLACE);
  if (!t)
    return NULL;
  memset(t, 0, offsetof(sy_cl_task, number));
  t->holds = 1;
  t->command = c;
  t->in_lane = in_lane;
  atomic_store_explicit(&t->ordered, queue.in_order ? queue.handle : NULL, memory_order_relaxed);
  return t;
}

// Whether what is at that spot has ended, or is before t by itself. Without the lock it may be another task
// when `ordered` is read: then it has ended.
static bool is_before(const sy_spot *spot, const sy_cl_task *t) {
  const sy_cl_task *before = spot->place;
  cl_command_queue queue = atomic_load_explicit(&t->ordered, memory_order_relaxed);
  return atomic_load_explicit(&before->number, memory_order_acquire) != spot->number ||
         (queue && atomic_load_explicit(&before->ordered, memory_order_relaxed) == queue);
}

// ---- with the lock ----------------------------------------------------------------------------------

void sy_cl_task_drop(sy_cl_task *t, sy_cl_task **gone) {
  if (--t->holds)
    return;
  t->next = *gone;
  *gone = t;
}

static void hold_waits(const sy_command *c, sy_cl_task *t) {
  for (unsigned i = 0; i < c->after_count; i++) {
    sy_cl_task *before = c->after[i].place;
    if (is_before(&c->after[i], t))
      continue;
    before->holds++;
    t->before[t->wait_count] = before;
    t->waits[t->wait_count++] = before->event;
  }
}

static void drop_waits(sy_cl_task *t, sy_cl_task **gone) {
  for (cl_uint i = 0; i < t->wait_count; i++)
    sy_cl_task_drop(t->before[i], gone);
  t->wait_count = 0;
}

// ---- without ----------------------------------------------------------------------------------------

// Holds what c is started behind. False: there is no telling what has ended.
static bool find_waits(const sy_command *c, sy_cl_task *t) {
  unsigned i = 0;
  while (i < c->after_count && is_before(&c->after[i], t))
    i++;
  if (i < c->after_count) {
    pthread_mutex_lock(&sy_cl_tasks_mutex);
    hold_waits(c, t);
    pthread_mutex_unlock(&sy_cl_tasks_mutex);
  }
  return !sy_cl_of(c->device)->refuses; // set before the number of what has been refused changes
}

static void release(sy_cl_task *t) {
  if (t->closure)
    sy_cl.ReleaseMemObject(t->closure);
  free(t->memory);
  if (t->event)
    sy_cl.ReleaseEvent(t->event);
}

void sy_cl_tasks_free(sy_cl_task *gone) {
  size_t left = 0;
  for (sy_cl_task *next, *t = gone; t; t = next) {
    next = t->next;
    left += t->entered;
    release(t);
    sy_block_give(SY_BLOCK_PLACE, t);
  }
  if (left)
    sy_cl_tasks_left(left);
}

// From here on commands are started behind it, and it may end: then t and its command are gone.
static void cl_tasks_enter(sy_cl_task *t) {
  sy_command *c = t->command;
  sy_cl_task *gone = NULL;
  t->entered = true;
  sy_cl_task_entered();
  sy_graph_running(c);
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  drop_waits(t, &gone);
  c->place_number = ++last_number;
  atomic_store_explicit(&t->number, last_number, memory_order_release);
  atomic_store_explicit(&c->place, t, memory_order_release);
  sy_cl_task_watch(t);
  sy_cl_task_drop(t, &gone);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  sy_cl_tasks_free(gone);
}

// The driver does not have it. refused: because of something that it was to wait for.
static void cl_tasks_forget(sy_cl_task *t, bool refused) {
  sy_cl_task *gone = NULL;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  if (refused)
    sy_cl_of(t->command->device)->refuses = true;
  drop_waits(t, &gone);
  sy_cl_task_drop(t, &gone);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  sy_cl_tasks_free(gone);
}

// One that has refused a command is not relied on to go on in order.
static unsigned choose_lane(const sy_command *c) {
  bool refuses = atomic_load_explicit(&sy_cl_of(c->device)->refuses, memory_order_relaxed);
  return refuses ? 0 : sy_cl_lane(c->queue->flags, c->queue->index);
}

sycc_status sy_cl_task_start(sy_command *c, sy_cl_enqueue *enqueue) {
  sy_cl_sweep_if_due();
  sy_cl_queue queue;
  unsigned lane = choose_lane(c);
  sycc_status s = sy_cl_queue_get(sy_cl_of(c->device), c->event->profiled, lane, &queue);
  if (!s)
    s = sy_cl_need_reaper();
  if (s)
    return s;
  sy_cl_task *t = make_task(c, queue, lane);
  if (!t)
    return sy_error_no_memory("a command of OpenCL");
  bool can_start = !c->early || find_waits(c, t);
  s = can_start ? enqueue(c, t, queue.handle) : SYCC_success;
  if (!can_start || ((t->wait_count || lane) && t->status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)) {
    cl_tasks_forget(t, true);
    sy_graph_again(c);
    return SYCC_success;
  }
  if (s) {
    cl_tasks_forget(t, false);
    return s;
  }
  sy_cl.Flush(queue.handle);
  cl_tasks_enter(t);
  return SYCC_success;
}
