// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How commands come to the driver.
//
// A command may be started while commands that it waits for are with the driver, which is then told to wait for their events. To the
// graph the task of a command is the place where that is: so tasks are used again but never freed, and one that is used again has another
// number. Who looks for an ended command's task by its number does not find it, and has nothing to wait for. Whoever uses the event of a
// task holds the task meanwhile; the last one to let go releases the event.
//
// The driver does not run a command when one that it was to wait for has failed, even if order was all that it wanted of it. Such a
// command goes back to the graph. Its task is gone then, although it has not ended: from that moment on no command of the device is started
// behind others.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"
#include "runtime/queue.h"

#include <stdlib.h>

pthread_mutex_t sy_cl_tasks_mutex = PTHREAD_MUTEX_INITIALIZER;
static sy_cl_task *spare;
static uint64_t last_number;

// ---- with the lock ----------------------------------------------------------------------------------

static sy_cl_task *take(sy_cl_queue queue) {
  sy_cl_task *t = spare ? spare : calloc(1, sizeof *t);
  if (!t)
    return NULL;
  spare = t->next;
  t->holds = 1;
  t->queue = queue;
  return t;
}

void sy_cl_task_drop(sy_cl_task *t, sy_cl_task **gone) {
  if (--t->holds)
    return;
  t->next = *gone;
  *gone = t;
}

// Holds what c is started behind. False: there is no telling what has ended.
static bool find_waits(const sy_command *c, sy_cl_task *t) {
  if (sy_cl_of(c->device)->refuses)
    return false;
  for (unsigned i = 0; i < c->after_count; i++) {
    sy_cl_task *before = c->after[i].place;
    if (before->number != c->after[i].number || (t->queue.in_order && before->queue.handle == t->queue.handle))
      continue;
    before->holds++;
    t->before[t->wait_count] = before;
    t->waits[t->wait_count++] = before->event;
  }
  return true;
}

static void drop_waits(sy_cl_task *t, sy_cl_task **gone) {
  for (cl_uint i = 0; i < t->wait_count; i++)
    sy_cl_task_drop(t->before[i], gone);
  t->wait_count = 0;
}

// ---- without ----------------------------------------------------------------------------------------

static void release(sy_cl_task *t) {
  if (t->closure)
    sy_cl.ReleaseMemObject(t->closure);
  free(t->memory);
  if (t->event)
    sy_cl.ReleaseEvent(t->event);
  if (t->entered)
    sy_cl_count_task(-1);
}

void sy_cl_tasks_free(sy_cl_task *gone) {
  for (sy_cl_task *t = gone; t; t = t->next)
    release(t);
  if (!gone)
    return;
  pthread_mutex_lock(&sy_cl_tasks_mutex); // others may look at their numbers
  for (sy_cl_task *next, *t = gone; t; t = next) {
    next = t->next;
    *t = (sy_cl_task){.next = spare};
    spare = t;
  }
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
}

// From here on commands are started behind it, and it may end: then t and its command are gone.
static void enter(sy_cl_task *t) {
  sy_command *c = t->command;
  sy_cl_task *gone = NULL;
  t->entered = true;
  sy_cl_count_task(1);
  sy_graph_running(c);
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  drop_waits(t, &gone);
  c->place_number = t->number = ++last_number;
  atomic_store(&c->place, t);
  sy_cl_task_watch(t);
  sy_cl_task_drop(t, &gone);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  sy_cl_tasks_free(gone);
}

// The driver does not have it. refused: because of something that it was to wait for.
static void forget(sy_cl_task *t, bool refused) {
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
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  sy_cl_task *t = take(queue);
  bool can_start = t && (!c->early || find_waits(c, t));
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  if (!t)
    return sy_error_no_memory("a command of OpenCL");
  t->command = c;
  t->in_lane = lane;
  s = can_start ? enqueue(c, t, queue.handle) : SYCC_success;
  if (!can_start || ((t->wait_count || lane) && t->status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)) {
    forget(t, true);
    sy_graph_again(c);
    return SYCC_success;
  }
  if (s) {
    forget(t, false);
    return s;
  }
  sy_cl.Flush(queue.handle);
  enter(t);
  return SYCC_success;
}
