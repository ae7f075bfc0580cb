// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that run host tasks.
//
// A host task may wait for events, submit commands or block for as long as it likes, so it must never keep
// another one from running: there is always a thread for each task, taken from the idle ones or created. When
// the end of one task makes another ready, that is the thread which ended it, if nothing else is left for it
// to do: a chain of tasks stays on one thread. A thread that has been idle for a while ends by itself. At
// exit all are told to end; each joins the one that ended before it and the last is joined by the exit, so
// none is left half alive.
#include "runtime/host_threads.h"

#include "runtime/error.h"
#include "runtime/process.h"
#include "runtime/thread.h"

#include <errno.h>
#include <time.h>

enum { IDLE_SECONDS = 5 };

// All guarded by the mutex.
pthread_mutex_t sy_host_threads_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t pushed = PTHREAD_COND_INITIALIZER;
static sy_command *first, **tail = &first;
static size_t queued;  // commands in the list
static size_t threads; // that have not decided to end
static size_t idle;    // of these
static bool stopped;
static bool has_ended;
static pthread_t ended; // the last thread that ended because of `stopped`, when has_ended

static _Thread_local const sy_command *current;
static _Thread_local bool is_host_thread;
// This thread's task is over: nothing of the user's runs before it takes the next one.
static _Thread_local bool ending;

static void destroy_and_end(void *task) {
  sy_host_task *t = task;
  if (t->destroy)
    t->destroy(t->data);
  ending = true;
}

static void run_host_task(sy_command *c) {
  sycc_status s = sy_graph_check_cause(c);
  if (!s) {
    sy_graph_running(c);
    sycc_set_error(SYCC_success, "");
    current = c;
    s = c->host.fn(c->host.data);
    current = NULL;
    if (s && !*sy_error_text())
      sy_error_set(s, "a host task failed with status %d", (int)s);
  }
  sy_host_task task = c->host;
  c->host = (sy_host_task){.data = &task, .destroy = destroy_and_end};
  sy_graph_end(c, s); // frees c, and then starts what has become ready
  ending = false;
}

// Waits for a command; null: it is time to end. The lock is held.
static sy_command *take_host_task(void) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += IDLE_SECONDS;
  int timed_out = 0;
  idle++;
  while (!first && !stopped && timed_out != ETIMEDOUT)
    timed_out = pthread_cond_clockwait(&pushed, &sy_host_threads_mutex, CLOCK_MONOTONIC, &until);
  idle--;
  sy_command *c = first;
  if (!c)
    return NULL;
  first = c->next_ready;
  if (!first)
    tail = &first;
  queued--;
  return c;
}

static void *thread_main(void *arg) {
  pthread_setname_np(pthread_self(), "sycc-host");
  is_host_thread = true;
  pthread_mutex_lock(&sy_host_threads_mutex);
  for (sy_command *c; (c = take_host_task());) {
    pthread_mutex_unlock(&sy_host_threads_mutex);
    run_host_task(c);
    pthread_mutex_lock(&sy_host_threads_mutex);
  }
  threads--;
  bool join = stopped && has_ended;
  pthread_t before = ended;
  if (stopped) {
    ended = pthread_self();
    has_ended = true;
  } else {
    pthread_detach(pthread_self());
  }
  pthread_mutex_unlock(&sy_host_threads_mutex);
  if (join)
    pthread_join(before, NULL);
  return NULL;
}

bool sy_host_threads_is_one(void) {
  return is_host_thread;
}

const sy_command *sy_host_threads_current(void) {
  return current;
}

sycc_status sy_host_threads_push(sy_command *c) {
  sycc_status s = sy_process_check();
  if (s)
    return s;
  bool own = ending && !c->next_ready; // the last that became ready
  pthread_mutex_lock(&sy_host_threads_mutex);
  while (stopped) // for a moment: then threads start again
    sy_thread_nap(&sy_host_threads_mutex);
  if (!own && idle <= queued) {
    s = sy_thread_create(thread_main, NULL, NULL);
    if (s)
      goto out;
    threads++;
  }
  c->next_ready = NULL;
  *tail = c;
  tail = &c->next_ready;
  queued++;
  if (!own)
    pthread_cond_signal(&pushed);
out:
  pthread_mutex_unlock(&sy_host_threads_mutex);
  return s;
}

void sy_host_threads_stop(void) {
  pthread_mutex_lock(&sy_host_threads_mutex);
  for (int naps = 0; naps < SY_THREAD_EXIT_NAPS && (queued || idle != threads); naps++)
    sy_thread_nap(&sy_host_threads_mutex);
  bool quiet = !queued && idle == threads;
  stopped = quiet;
  if (quiet)
    pthread_cond_broadcast(&pushed);
  while (quiet && threads)
    sy_thread_nap(&sy_host_threads_mutex);
  bool join = quiet && has_ended;
  pthread_t last = ended;
  has_ended = has_ended && !join;
  stopped = false;
  pthread_mutex_unlock(&sy_host_threads_mutex);
  if (join)
    pthread_join(last, NULL);
}
