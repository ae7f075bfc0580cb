// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the end of a command is noticed.
//
// A driver can be asked whether an event has happened, can be waited in, and can call back. A callback costs
// a command a good part of what its launch costs, and wakes a thread that then wakes the one that waits; a
// driver for CPUs may let a thread that waits in it work. So:
//
// A thread that waits for a command waits in the driver, and ends the command itself.
//
// A thread that submits many commands looks now and then which of the oldest have ended (a sweep), so that it
// gets their memory back.
//
// The reaper is a thread for what no other thread waits for in the driver. It sets a callback for commands
// that something on the host waits for: a host task, a command of another device, a thread that polls. All
// others may take their time: it rests until no command was submitted while it did, so as not to be in the
// way of the thread that submits, sweeps, and sets a callback for the oldest command that is left. The
// callback itself only tells the reaper: it runs on a thread of the driver that must not wait for anything of
// OpenCL's, and the end of a command starts others.
//
// sy_cl_tasks_mutex guards the lists. The driver is never called with it: callbacks take it. Commands are
// ended with no lock held.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"
#include "runtime/thread.h"

#include <time.h>

enum { BATCH = 32, SWEEP_EVERY = 32, MOST_NOT_ENDED = 4, REST_NS = 500000 };

static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static sy_cl_task *first, *last;    // that the driver has, oldest first
static size_t count;                // of them
static uint64_t newest;             // the last number of all
static sy_cl_task *wanted, *called; // those that need a callback, and those whose callback has come
static atomic_bool started;         // the reaper
static atomic_bool due;             // the next thread that submits sweeps
static bool idle;                   // it sleeps until there are tasks

// A task that the caller holds, and how it ended; above CL_COMPLETE: it has not.
typedef struct seen {
  sy_cl_task *task;
  cl_int status;
} seen;

// ---- with the lock ----------------------------------------------------------------------------------

static void cl_ends_note(sy_cl_task *t) {
  if (t->noted)
    return;
  t->noted = true;
  t->holds++;
  t->next_note = wanted;
  wanted = t;
  pthread_cond_signal(&more);
}

void sy_cl_task_watch(sy_cl_task *t) {
  t->holds++;
  t->next = NULL;
  t->prev = last;
  *(last ? &last->next : &first) = t;
  last = t;
  count++;
  newest = t->command->place_number;
  if (atomic_load_explicit(&t->command->awaited, memory_order_relaxed))
    cl_ends_note(t);
  if (idle) {
    idle = false;
    pthread_cond_signal(&more);
  }
  if (count >= 2 * SWEEP_EVERY && count % SWEEP_EVERY == 0)
    atomic_store_explicit(&due, true, memory_order_relaxed);
}

// The driver has not run it because of something that it was to wait for.
static bool is_refused(const sy_cl_task *t, cl_int status) {
  return (t->command->early || t->in_lane) && status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

// Takes an ended task out of the list, with the list's hold; false: others have done so.
static bool claim(sy_cl_task *t, cl_int status) {
  if (!t->number)
    return false;
  if (is_refused(t, status))
    sy_cl_of(t->command->device)->refuses = true;
  *(t->prev ? &t->prev->next : &first) = t->next;
  *(t->next ? &t->next->prev : &last) = t->prev;
  count--;
  atomic_store_explicit(&t->number, 0, memory_order_release);
  return true;
}

// ---- ending -----------------------------------------------------------------------------------------

// A moment of the event by the clock of the driver, which begins anywhere; 0: the driver does not say.
static uint64_t driver_time(cl_event e, cl_profiling_info what) {
  cl_ulong ns = 0;
  return sy_cl.GetEventProfilingInfo(e, what, sizeof ns, &ns, NULL) ? 0 : ns;
}

// What is added to times of the driver's clock. The first command that is asked for its times decides it: the
// driver's clock said `queued` when the command was enqueued. It stays the same, so that times of a device
// keep their order, whenever a command's end is noticed.
static uint64_t clock_difference(sy_cl_device *d, const sy_command *c, uint64_t queued) {
  uint64_t known = 0, first = c->event->time[SYCC_TIME_START] - queued;
  return atomic_compare_exchange_strong(&d->clock_difference, &known, first) ? first : known;
}

static void take_times(const sy_cl_task *t) {
  uint64_t queued = driver_time(t->event, CL_PROFILING_COMMAND_QUEUED),
           start = driver_time(t->event, CL_PROFILING_COMMAND_START),
           end = driver_time(t->event, CL_PROFILING_COMMAND_END);
  if (!queued || start < queued || end < start)
    return;
  uint64_t add = clock_difference(sy_cl_of(t->command->device), t->command, queued);
  sy_graph_took(t->command, start + add, end + add);
}

// What is asked of the driver about a task that has ended.
static void cl_ends_settle(const sy_cl_task *t) {
  const sy_command *c = t->command;
  if (c->action == SY_ACTION_KERNEL)
    sy_cl_launch_check(c->launch);
  if (c->event->profiled)
    take_times(t);
}

static void fail_command(sy_command *c, cl_int status) {
  const char *device = c->device->text[SYCC_DEVICE_NAME];
  sy_graph_end(c, c->action == SY_ACTION_KERNEL
                      ? sy_cl_fail(status, "kernel '" SY_NAME_FMT "' failed on device '%s'",
                                   c->name ? c->name : "?", device)
                      : sy_cl_fail(status, "a copy or fill failed on device '%s'", device));
}

// A task that this thread has claimed.
typedef struct claimed {
  sy_cl_task *task;
  sy_command *command;
  cl_int status;
  bool refused;
} claimed;

// Gives the n tasks back and claims those that have ended.
static size_t claim_all(const seen *tasks, size_t n, claimed *out, sy_cl_task **gone) {
  size_t found = 0;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  for (size_t i = 0; i < n; i++) {
    sy_cl_task *t = tasks[i].task;
    cl_int status = tasks[i].status;
    if (status <= CL_COMPLETE && claim(t, status))
      out[found++] = (claimed){t, t->command, status, is_refused(t, status)};
    sy_cl_task_drop(t, gone); // the list's hold stays
  }
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  return found;
}

static void drop_all(const claimed *tasks, size_t n, sy_cl_task **gone) {
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  for (size_t i = 0; i < n; i++)
    sy_cl_task_drop(tasks[i].task, gone);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
}

// Their tasks are gone.
static void end_commands(const claimed *of, size_t n) {
  sy_command *well[BATCH];
  size_t count_well = 0;
  for (size_t i = 0; i < n; i++)
    if (of[i].refused)
      sy_graph_again(of[i].command);
    else if (of[i].status < 0)
      fail_command(of[i].command, of[i].status);
    else
      well[count_well++] = of[i].command;
  if (count_well)
    sy_graph_end_well(well, count_well);
}

// Ends those of the n tasks, at most BATCH, that have ended and that no other thread has taken, and gives all
// back. Returns how many it ended.
static size_t end_tasks(const seen *tasks, size_t n) {
  claimed ours[BATCH];
  sy_cl_task *gone = NULL;
  size_t found = claim_all(tasks, n, ours, &gone);
  for (size_t i = 0; i < found; i++)
    if (!ours[i].refused)
      cl_ends_settle(ours[i].task);
  if (found)
    drop_all(ours, found, &gone);
  sy_cl_tasks_free(gone);
  end_commands(ours, found);
  return found;
}

// Holds the oldest tasks.
static size_t take_oldest(seen *out) {
  size_t n = 0;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  for (sy_cl_task *t = first; t && n < BATCH; t = t->next) {
    t->holds++;
    out[n++] = (seen){t, CL_QUEUED};
  }
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  return n;
}

static cl_int status_of(const sy_cl_task *t) {
  cl_int status = CL_QUEUED;
  cl_int e = sy_cl.GetEventInfo(t->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  return e ? CL_QUEUED : status;
}

void sy_cl_sweep(void) {
  static _Thread_local bool sweeping; // commands that others waited for start while they end
  if (sweeping)
    return;
  sweeping = true;
  seen batch[BATCH];
  size_t n;
  do {
    n = take_oldest(batch);
    for (size_t i = 0, not_ended = 0; i < n && not_ended < MOST_NOT_ENDED; i++) {
      batch[i].status = status_of(batch[i].task);
      not_ended += batch[i].status > CL_COMPLETE;
    }
  } while (end_tasks(batch, n) == BATCH);
  sweeping = false;
}

void sy_cl_sweep_if_due(void) {
  if (atomic_load_explicit(&due, memory_order_relaxed) && atomic_exchange(&due, false))
    sy_cl_sweep();
}

// Holds the oldest tasks that the driver may have to compile for.
static size_t take_first_launches(seen *out) {
  size_t n = 0;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  for (sy_cl_task *t = first; t && n < BATCH; t = t->next) {
    if (!t->is_first)
      continue;
    t->holds++;
    out[n++] = (seen){t, CL_QUEUED};
  }
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  return n;
}

bool sy_cl_is_preparing(void) {
  seen batch[BATCH];
  size_t n = take_first_launches(batch);
  bool preparing = sy_cl_builds();
  for (size_t i = 0; i < n; i++) {
    batch[i].status = status_of(batch[i].task);
    preparing |= batch[i].status > CL_RUNNING;
  }
  end_tasks(batch, n);
  return preparing;
}

// Waits in the driver.
static cl_int wait_for(const sy_cl_task *t) {
  return sy_cl.WaitForEvents(1, &t->event) ? status_of(t) : CL_COMPLETE;
}

// ---- the reaper -------------------------------------------------------------------------------------

static void CL_CALLBACK happened(cl_event e, cl_int status, void *task) {
  (void)e;
  sy_cl_task *t = task;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  t->status = status;
  t->next_note = called;
  called = t;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
}

static void set_callback(sy_cl_task *t) {
  if (sy_cl.SetEventCallback(t->event, CL_COMPLETE, happened, t)) // there is no other way then
    end_tasks(&(seen){t, sy_cl_wait(t->event)}, 1);
}

// With the lock, which is given back meanwhile.
static void serve_notes(void) {
  sy_cl_task *set = wanted, *end = called, *next;
  wanted = called = NULL;
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  for (sy_cl_task *t = end; t; t = next) {
    next = t->next_note;
    end_tasks(&(seen){t, t->status}, 1);
  }
  for (sy_cl_task *t = set; t; t = next) {
    next = t->next_note;
    set_callback(t);
  }
  if (end)
    sy_cl_sweep();
  pthread_mutex_lock(&sy_cl_tasks_mutex);
}

static void rest(void) {
  uint64_t until = sy_graph_now() + REST_NS;
  struct timespec t = {.tv_sec = (time_t)(until / 1000000000u), .tv_nsec = (long)(until % 1000000000u)};
  pthread_cond_clockwait(&more, &sy_cl_tasks_mutex, CLOCK_MONOTONIC, &t);
}

// The oldest task that no thread waits for in the driver.
static sy_cl_task *oldest_alone(void) {
  sy_cl_task *t = first;
  while (t && t->waiters)
    t = t->next;
  return t;
}

static void *reaper_main(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "sycc-opencl");
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  uint64_t before = 0;
  for (bool swept = false;;) {
    sy_cl_task *t = oldest_alone();
    if (wanted || called) {
      serve_notes();
    } else if (!t || t->noted) {
      idle = !t;
      pthread_cond_wait(&more, &sy_cl_tasks_mutex);
    } else if (newest != before) {
      before = newest;
      rest();
    } else if (!swept) {
      swept = true;
      pthread_mutex_unlock(&sy_cl_tasks_mutex);
      sy_cl_sweep();
      pthread_mutex_lock(&sy_cl_tasks_mutex);
      continue;
    } else {
      cl_ends_note(t);
    }
    swept = false;
  }
  return NULL;
}

sycc_status sy_cl_need_reaper(void) {
  if (atomic_load_explicit(&started, memory_order_relaxed))
    return SYCC_success;
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  sycc_status s = started ? SYCC_success : sy_thread_create(reaper_main, NULL, NULL);
  started = !s;
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  return s;
}

// ---- waiting ----------------------------------------------------------------------------------------

// The task of e's command, held; null: the driver does not have it. *alone: it is the only one.
static sy_cl_task *find_task(sycc_event *e, bool *is_first) {
  pthread_mutex_lock(&sy_graph_mutex);
  const sy_command *c = e->command;
  sy_cl_task *t = c && c->device && c->device->backend == &sy_opencl ? atomic_load(&c->place) : NULL;
  uint64_t number = t ? c->place_number : 0;
  pthread_mutex_unlock(&sy_graph_mutex);
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  t = t && number && t->number == number ? t : NULL;
  if (t) {
    t->holds++;
    t->waiters++;
    *is_first = t == first;
  }
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
  return t;
}

void sy_cl_help(sycc_event *e) {
  bool is_first;
  sy_cl_task *t = sy_cl_try_enter() ? find_task(e, &is_first) : NULL;
  if (t) {
    cl_int status = wait_for(t);
    pthread_mutex_lock(&sy_cl_tasks_mutex);
    t->waiters--;
    if (status > CL_COMPLETE) // the driver has not waited
      cl_ends_note(t);
    pthread_mutex_unlock(&sy_cl_tasks_mutex);
    if (!is_first) // those before it have most likely ended, and in their order they end fastest
      sy_cl_sweep();
    end_tasks(&(seen){t, status}, 1);
  }
  sy_cl_leave();
}

void sy_cl_await(sy_command *c) {
  pthread_mutex_lock(&sy_cl_tasks_mutex);
  // Null: the thread that enters it finds c->awaited.
  sy_cl_task *t = atomic_load_explicit(&c->place, memory_order_relaxed);
  if (t && t->number && t->number == c->place_number)
    cl_ends_note(t);
  pthread_mutex_unlock(&sy_cl_tasks_mutex);
}
