// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How commands end.
//
// The driver calls back when an event has happened, from a thread of its own that must not wait for anything of
// OpenCL's. The end of a command starts others, and these may have to. So the callback only puts the task into a list, and a
// thread of ours, which is started with the first task, does the rest.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"
#include "runtime/thread.h"

pthread_mutex_t sy_cl_ends_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static sy_cl_task *first, **last = &first;
static bool started; // the thread

// Nanoseconds from begin to end on the device; false: the driver does not say.
static bool duration(cl_event e, uint64_t *out) {
  cl_ulong start = 0, end = 0;
  if (sy_cl.GetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ||
      sy_cl.GetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) || end < start)
    return false;
  *out = end - start;
  return true;
}

static void finish(sy_cl_task *t) {
  sy_command *c = t->command;
  if (c->early && t->status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    sy_cl_task_give_back(t);
    return;
  }
  if (c->action == SY_ACTION_KERNEL)
    sy_cl_launch_check(c->launch);
  uint64_t ns;
  if (c->event->profiled && duration(t->event, &ns))
    sy_graph_took(c, ns);
  cl_int status = t->status;
  sy_cl_task_free(t);
  const char *device = c->device->text[SYCC_DEVICE_NAME];
  sycc_status s = SYCC_success;
  if (status < 0)
    s = c->action == SY_ACTION_KERNEL
            ? sy_cl_fail(status, "kernel '" SY_NAME_FMT "' failed on device '%s'", c->name ? c->name : "?", device)
            : sy_cl_fail(status, "a copy or fill failed on device '%s'", device);
  sy_graph_end(c, s);
}

static void *work(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&sy_cl_ends_mutex);
    while (!first)
      pthread_cond_wait(&more, &sy_cl_ends_mutex);
    sy_cl_task *t = first;
    first = t->next;
    if (!first)
      last = &first;
    pthread_mutex_unlock(&sy_cl_ends_mutex);
    finish(t);
  }
  return NULL;
}

static void put(sy_cl_task *t) {
  pthread_mutex_lock(&sy_cl_ends_mutex);
  t->next = NULL;
  *last = t;
  last = &t->next;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&sy_cl_ends_mutex);
}

static void CL_CALLBACK happened(cl_event e, cl_int status, void *task) {
  (void)e;
  sy_cl_task *t = task;
  t->status = status;
  put(t);
}

sycc_status sy_cl_need_ender(void) {
  pthread_mutex_lock(&sy_cl_ends_mutex);
  sycc_status s = started ? SYCC_success : sy_thread_create(work, NULL, NULL);
  started = !s;
  pthread_mutex_unlock(&sy_cl_ends_mutex);
  return s;
}

void sy_cl_task_follow(sy_cl_task *t, cl_command_queue queue) {
  sy_graph_running(t->command);
  cl_event e = t->event; // the task may be gone as soon as it has a callback
  if (!sy_cl.SetEventCallback(e, CL_COMPLETE, happened, t)) {
    sy_cl.Flush(queue);
    return;
  }
  t->status = sy_cl.WaitForEvents(1, &e);
  put(t);
}
