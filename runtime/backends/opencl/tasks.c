// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How commands come to the driver.
//
// A command may be started while commands that it waits for are with the driver, which is then told to wait for their events. To the
// graph the task of a command is the place where that is: so tasks are used again but never freed, and one that is used again has another
// number. Who looks for an ended command's task by its number does not find it, and has nothing to wait for.
//
// The driver does not run a command when one that it was to wait for has failed, even if order was all that it wanted of it. Such a
// command goes back to the graph. Its task is gone then, although it has not ended: from that moment on no command of the device is started
// behind others.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"

#include <stdlib.h>

pthread_mutex_t sy_cl_tasks_mutex = PTHREAD_MUTEX_INITIALIZER;
static sy_cl_task *spare;
static uint64_t last_number;

// Takes the events of what c is started behind. With the lock. False: there is no telling what has ended.
static bool find_waits(const sy_command *c, sy_cl_task *t) {
  if (sy_cl_of(c->device)->refuses)
    return false;
  for (unsigned i = 0; i < c->after_count; i++) {
    const sy_cl_task *before = c->after[i].place;
    if (before->number != c->after[i].number)
      continue;
    if (sy_cl.RetainEvent(before->event))
      return false;
    t->waits[t->wait_count++] = before->event;
  }
  return true;
}

static sy_cl_task *take(void) {
  sy_cl_task *t = spare ? spare : calloc(1, sizeof *t);
  if (t)
    spare = t->next;
  return t;
}

static void release_waits(sy_cl_task *t) {
  for (cl_uint i = 0; i < t->wait_count; i++)
    sy_cl.ReleaseEvent(t->waits[i]);
  t->wait_count = 0;
}

void sy_cl_task_free(sy_cl_task *t) {
  release_waits(t);
  if (t->closure)
    sy_cl.ReleaseMemObject(t->closure);
  free(t->memory);
  cl_event e = t->event;
  bool entered = t->number;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  *t = (sy_cl_task){.next = spare};
  spare = t;
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  if (e)
    sy_cl.ReleaseEvent(e);
  if (entered)
    sy_cl_count_task(-1);
}

// From here on commands are started behind it.
static void enter(sy_cl_task *t) {
  release_waits(t);
  sy_cl_count_task(1);
  sy_command *c = t->command;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  t->number = ++last_number;
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  c->place_number = t->number;
  atomic_store_explicit(&c->place, t, memory_order_release);
}

void sy_cl_task_give_back(sy_cl_task *t) {
  sy_command *c = t->command;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  sy_cl_of(c->device)->refuses = true;
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  sy_cl_task_free(t);
  sy_graph_again(c);
}

sycc_status sy_cl_task_start(sy_command *c, sy_cl_enqueue *enqueue) {
  cl_command_queue queue;
  sycc_status s = sy_cl_queue(sy_cl_of(c->device), c->event->profiled, &queue);
  if (!s)
    s = sy_cl_need_ender();
  if (s)
    return s;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  sy_cl_task *t = take();
  bool can_start = t && (!c->early || find_waits(c, t));
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  if (!t)
    return sy_error_no_memory("a command of OpenCL");
  t->command = c;
  s = can_start ? enqueue(c, t, queue) : SYCC_success;
  if (!can_start || (t->wait_count && t->status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)) {
    sy_cl_task_give_back(t);
    return SYCC_success;
  }
  if (s) {
    sy_cl_task_free(t);
    return s;
  }
  enter(t);
  sy_cl_task_follow(t, queue);
  return SYCC_success;
}
