// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pools of threads that run kernels.
//
// Jobs stand in a list, oldest first. A worker joins the first one and takes parts off its two ends, one
// atomic word, until none are left; the worker that finds none takes the job off the list, the last one to
// leave calls done(). Pushing wakes one worker; a worker that joins a job with parts left wakes the next one,
// so the thread that submits never pays for more than one wake-up and a launch of one part costs no more.
// When the job is small, the next worker is woken only after a first part that took long. A worker that
// pushes (a kernel has ended and another became ready) wakes no other for it: it looks at the list itself
// next. A job of one part does not even go there: no other worker could join it, and so a chain of them needs
// no lock. But when others wait in the list, it stands behind them.
//
// A worker that is awake and gets a small job lets more gather before it takes it. Two threads that take
// turns at every command, one to submit it and one to end it, spend most of their time moving memory from one
// core's cache to the other's.
//
// Threads start when they are first woken. A worker never waits for anything but work.
//
// A thread that waits for an event helps meanwhile: what was just submitted then runs at once, without the
// two wake-ups, there and back, which cost more than a small kernel. Never more than sy_pool_size(p) threads
// work at a time, helpers included. A helper leaves between two parts as soon as its event is complete, and
// hands what is left to a worker.
//
// Helpers belong to the pool of the whole device: work of a sub-device stays on its CPUs.
//
// sy_pool_mutex guards all pools, but for the counters of jobs. Waking is a hand-over: the waking thread
// takes one off `idle` and adds one to `wakeups`, which the worker takes off again; so no thread counts on a
// worker that another one has woken already.
#include "runtime/backends/native_cpu/pool.h"

#include "runtime/backends/native_cpu/crash.h"
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/process.h"
#include "runtime/thread.h"

#include <stdlib.h>
#include <sys/resource.h>

enum {
  LONG_NS = 3000,         // about what waking a worker costs
  GATHER_NS = 2000,       // for small jobs to come
  LOOK_NS = 20000,        // a worker without work looks out for so long before it sleeps
  HELPER_STACK = 7 << 20, // bytes that must be left on a thread's stack: workers have 8 MiB
  MOST_UNITS = 1 << 30,   // in which parts of a job are counted
  SHARE = 4,              // a thread takes this part of what would be its share of what is left
};

struct sy_pool_worker {
  sy_pool *pool;
  pthread_t thread;
  void *scratch;
  size_t scratch_bytes;
  bool from_back; // takes parts from there
};

struct sy_pool {
  sy_pool *next;    // of those for sub-devices
  const int *cpus;  // that its threads are bound to; null: what SYCC_CPU_AFFINITY says
  atomic_uint size; // threads at most; 0: not known yet
  pthread_cond_t woken;
  sy_pool_job *first, **tail;
  atomic_uint waiting;     // how many jobs there are; written with the lock, read without
  sy_pool_worker *workers; // room for `size`
  unsigned started;        // of these, running
  unsigned coming;         // of these, not there yet
  unsigned idle;           // workers without work
  unsigned looking;        // of these, not asleep yet
  atomic_uint wakeups;
  atomic_bool urgent; // at least one of them: work for more than one thread
  unsigned working;   // threads on jobs, helpers included
  bool stopping;
};

// Held for moments: spinning beats sleeping.
pthread_mutex_t sy_pool_mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static sy_pool whole = {.woken = PTHREAD_COND_INITIALIZER, .tail = &whole.first};

static pthread_once_t size_once = PTHREAD_ONCE_INIT;
static _Thread_local sy_pool *on_pool; // of the worker or helper that this thread is; null: it is none
// A job of one part that was pushed by what this worker or helper has just run: the next that it runs.
static _Thread_local sy_pool_job *own;

sy_pool *sy_pool_whole(void) {
  return &whole;
}

sy_pool *sy_pool_new(unsigned n, const int *cpus) {
  sy_pool *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->cpus = cpus;
  p->size = n;
  p->tail = &p->first;
  pthread_cond_init(&p->woken, NULL);
  pthread_mutex_lock(&sy_pool_mutex);
  p->next = whole.next;
  whole.next = p;
  pthread_mutex_unlock(&sy_pool_mutex);
  return p;
}

static void find_size(void) {
  whole.size = sy_cpu_threads();
}

unsigned sy_pool_size(sy_pool *p) {
  unsigned known = atomic_load_explicit(&p->size, memory_order_relaxed); // each launch asks
  if (!known)
    pthread_once(&size_once, find_size);
  return known ? known : p->size;
}

void *sy_pool_scratch(sy_pool_worker *w, size_t bytes) {
  if (w->scratch_bytes >= bytes)
    return w->scratch;
  sy_memory_free(w->scratch);
  w->scratch_bytes = sy_memory_alloc(bytes, SY_MEMORY_ALIGN, "local memory", &w->scratch) ? 0 : bytes;
  return w->scratch;
}

// ---- with the lock held -----------------------------------------------------------------------------

static void *worker_main(void *worker);

static sycc_status start_worker(sy_pool *p) {
  if (!p->workers)
    p->workers = calloc(sy_pool_size(p), sizeof *p->workers);
  if (!p->workers)
    return sy_error_no_memory("the thread pool");
  sy_pool_worker *w = &p->workers[p->started];
  w->pool = p;
  w->from_back = p->started % 2 == 0;
  sycc_status s = sy_thread_create(worker_main, w, &w->thread);
  p->started += !s;
  p->coming += !s;
  return s;
}

// One more worker, if there is one that does nothing. Fails only when there is none at all.
static sycc_status wake_one(sy_pool *p, bool at_once) {
  if (p->idle) {
    p->idle--;
    if (at_once)
      atomic_store_explicit(&p->urgent, true, memory_order_relaxed);
    p->wakeups++;
    if (p->wakeups > p->looking)
      pthread_cond_signal(&p->woken);
    return SYCC_success;
  }
  unsigned most = sy_pool_size(p);
  bool needed = p->started < most && p->working + p->coming < most; // a helper has work for itself
  sycc_status s = needed ? start_worker(p) : SYCC_success;
  return p->started ? SYCC_success : s;
}

static bool has_one_part(const sy_pool_job *job) {
  return job->count <= job->grain;
}

static void add_to_waiting(sy_pool *p, int n) {
  unsigned before = atomic_load_explicit(&p->waiting, memory_order_relaxed);
  atomic_store_explicit(&p->waiting, before + (unsigned)n, memory_order_relaxed);
}

static void put_on_list(sy_pool_job *job) {
  sy_pool *p = job->pool;
  job->listed = true;
  add_to_waiting(p, 1);
  *p->tail = job;
  p->tail = &job->next;
}

static void take_off_list(sy_pool_job *job) {
  if (!job->listed)
    return;
  sy_pool *p = job->pool;
  job->listed = false;
  add_to_waiting(p, -1);
  sy_pool_job **at = &p->first;
  while (*at != job)
    at = &(*at)->next;
  *at = job->next;
  if (!*at)
    p->tail = at;
}

// ---- workers ----------------------------------------------------------------------------------------

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

static bool has_parts(sy_pool_job *job) {
  uint64_t taken = atomic_load_explicit(&job->taken, memory_order_relaxed);
  return ((size_t)(uint32_t)taken + (size_t)(taken >> 32)) * job->unit < job->count;
}

static void wake_for(sy_pool_job *job) {
  pthread_mutex_lock(&sy_pool_mutex);
  if (has_parts(job))
    wake_one(job->pool, true);
  pthread_mutex_unlock(&sy_pool_mutex);
}

// Half of the threads take parts from the front, half from the back: in the next launch over the same memory
// each finds in its caches what it had there. Much at a time while there is much left; little at the end, so
// that all threads end at the same time, though they begin at different ones. False: there are none.
static bool take_parts(sy_pool_job *job, const sy_pool_worker *w, size_t *begin, size_t *end) {
  uint64_t taken = atomic_load_explicit(&job->taken, memory_order_relaxed), next;
  size_t front, back, n;
  do {
    front = (size_t)(uint32_t)taken * job->unit, back = (size_t)(taken >> 32) * job->unit;
    if (front + back >= job->count)
      return false;
    size_t left = job->count - front - back;
    n = left / (sy_pool_size(job->pool) * SHARE);
    n = n < job->grain ? job->grain : n;
    n = (n + job->unit - 1) / job->unit;
    next = taken + (w->from_back ? (uint64_t)n << 32 : n);
  } while (!atomic_compare_exchange_weak_explicit(&job->taken, &taken, next, memory_order_relaxed,
                                                  memory_order_relaxed));
  n *= job->unit;
  size_t left = job->count - front - back;
  n = n < left ? n : left;
  *begin = w->from_back ? job->count - back - n : front;
  *end = *begin + n;
  return true;
}

// Takes parts, at least one, until there are none, or until the event, if any, is complete. No lock held.
static void run_parts(sy_pool_job *job, sy_pool_worker *w, sycc_event *until) {
  bool look = job->small && !has_one_part(job); // at the clock after the first
  do {
    size_t part, end;
    if (!take_parts(job, w, &part, &end))
      return;
    uint64_t begin = look ? sy_graph_now() : 0;
    job->run(job, w, part, end);
    if (look && sy_graph_now() - begin > LONG_NS)
      wake_for(job);
    look = false;
  } while (!until || sycc_event_status(until) != SYCC_EVENT_COMPLETE);
}

static bool has_work(sy_pool *p) {
  return p->first && p->working < sy_pool_size(p);
}

// What the last job has left for this thread, until there is none or the event, if any, is complete. No lock
// held.
static void work_on_own(sy_pool_worker *w, sycc_event *until) {
  while (own && !(until && sycc_event_status(until) == SYCC_EVENT_COMPLETE)) {
    sy_pool_job *job = own;
    own = NULL;
    job->begin(job);
    job->run(job, w, 0, job->count);
    job->done(job);
  }
}

// Joins the first job of the list and works on it. The lock is held at begin and end.
static void work(sy_pool_worker *w, sycc_event *until) {
  sy_pool *p = w->pool;
  sy_pool_job *job = p->first;
  bool begin = !job->begun;
  job->begun = true;
  job->workers++;
  p->working++;
  if (has_one_part(job))
    take_off_list(job);
  else if (!job->small && has_parts(job))
    wake_one(p, true);
  pthread_mutex_unlock(&sy_pool_mutex);
  if (begin)
    job->begin(job);
  run_parts(job, w, until);
  pthread_mutex_lock(&sy_pool_mutex);
  bool all_taken = !has_parts(job);
  if (all_taken)
    take_off_list(job);
  if (!--job->workers && all_taken) {
    pthread_mutex_unlock(&sy_pool_mutex);
    job->done(job);
    work_on_own(w, until);
    pthread_mutex_lock(&sy_pool_mutex);
  }
  if (own) // a helper that need not go on
    put_on_list(own);
  own = NULL;
  p->working--;
}

// Looks out for work, and lets small jobs gather when some have come. No lock held.
static void look_out(sy_pool *p) {
  uint64_t now = sy_graph_now(), until = now + LOOK_NS;
  while (!atomic_load_explicit(&p->wakeups, memory_order_relaxed) && now < until) {
    relax();
    now = sy_graph_now();
  }
  for (until = now + GATHER_NS; now < until && !atomic_load_explicit(&p->urgent, memory_order_relaxed);
       now = sy_graph_now())
    relax();
}

static void wait_for_wakeup(sy_pool *p) {
  p->idle++;
  p->looking++;
  pthread_mutex_unlock(&sy_pool_mutex);
  look_out(p);
  pthread_mutex_lock(&sy_pool_mutex);
  atomic_store_explicit(&p->urgent, false, memory_order_relaxed);
  p->looking--;
  while (!p->wakeups)
    pthread_cond_wait(&p->woken, &sy_pool_mutex);
  p->wakeups--;
}

static void *worker_main(void *worker) {
  sy_pool_worker *w = worker;
  sy_pool *p = on_pool = w->pool;
  pthread_setname_np(pthread_self(), "sycc-cpu");
  if (p->cpus)
    sy_cpu_bind_to(p->cpus, sy_pool_size(p));
  else
    sy_cpu_bind((unsigned)(w - p->workers));
  sy_crash_stack();
  pthread_mutex_lock(&sy_pool_mutex);
  p->coming--;
  while (!p->stopping) {
    if (has_work(p)) {
      work(w, NULL);
      continue;
    }
    wait_for_wakeup(p);
  }
  pthread_mutex_unlock(&sy_pool_mutex);
  sy_memory_free(w->scratch);
  return NULL;
}

// ---- from outside -----------------------------------------------------------------------------------

sycc_status sy_pool_push(sy_pool *p, sy_pool_job *job) {
  sycc_status s = sy_process_check();
  if (s)
    return s;
  job->pool = p;
  job->next = NULL;
  job->taken = 0;
  job->unit = job->count / MOST_UNITS + 1;
  job->workers = 0;
  job->begun = job->listed = false;
  if (on_pool == p && !own && has_one_part(job) && !atomic_load_explicit(&p->waiting, memory_order_relaxed)) {
    own = job;
    return SYCC_success;
  }
  pthread_mutex_lock(&sy_pool_mutex);
  while (p->stopping) // for a moment: then workers start again
    sy_thread_nap(&sy_pool_mutex);
  bool mine = on_pool == p && !p->first && !own;
  if (!mine)
    s = wake_one(p, !job->small);
  if (!s)
    put_on_list(job);
  pthread_mutex_unlock(&sy_pool_mutex);
  return s;
}

// Whether floating-point numbers are rounded, and small ones kept, as at the start of a thread.
static bool is_usual_arithmetic(void) {
#if defined(__x86_64__)
  enum { ROUNDING = 0x6000, FLUSH_TO_ZERO = 0x8000, ZERO_DENORMALS = 0x40 };
  return !(__builtin_ia32_stmxcsr() & (ROUNDING | FLUSH_TO_ZERO | ZERO_DENORMALS));
#else
  return true;
#endif
}

extern void *__libc_stack_end; // the C library's: where the stack of the first thread begins

// The end of the stack of the first thread, as far as that thread can count on it; null: this is another
// thread. The C library says it too, but reads /proc/self/maps for that, which takes a tenth of a millisecond
// of a program's start. The kernel leaves 128 MiB for that stack.
static char *first_stack_end(const char *here) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit))
    return NULL;
  const size_t most = 64 << 20, bytes = limit.rlim_cur < most ? limit.rlim_cur : most;
  uintptr_t begin = (uintptr_t)__libc_stack_end, end = begin - bytes;
  return (uintptr_t)here < begin && (uintptr_t)here > end ? (char *)end : NULL;
}

static char *stack_end(const char *here) {
  pthread_attr_t attr;
  void *start = first_stack_end(here);
  size_t bytes;
  if (start || pthread_getattr_np(pthread_self(), &attr))
    return start;
  pthread_attr_getstack(&attr, &start, &bytes);
  pthread_attr_destroy(&attr);
  return start;
}

// Kernels expect a stack of some size, and the arithmetic that they find on workers.
static bool may_help(void) {
  static _Thread_local char *lowest;
  char *here = __builtin_frame_address(0);
  if (!lowest)
    lowest = stack_end(here);
  return lowest && (size_t)(here - lowest) >= HELPER_STACK && is_usual_arithmetic();
}

void sy_pool_help(sycc_event *e) {
  if (on_pool || !may_help())
    return;
  sy_pool_worker w = {.pool = &whole};
  sy_crash_stack();
  on_pool = &whole;
  pthread_mutex_lock(&sy_pool_mutex);
  while (has_work(&whole) && !sy_event_is_complete(e))
    work(&w, e);
  if (has_work(&whole))
    wake_one(&whole, false);
  pthread_mutex_unlock(&sy_pool_mutex);
  on_pool = NULL;
  sy_memory_free(w.scratch);
  uint64_t until = sy_graph_now() + LOOK_NS;
  while (!sy_event_is_complete(e) && sy_graph_now() < until)
    relax();
}

// With the lock held, which is given back meanwhile.
static void stop_pool(sy_pool *p) {
  for (int naps = 0; naps < SY_THREAD_EXIT_NAPS && (p->first || p->working); naps++)
    sy_thread_nap(&sy_pool_mutex);
  unsigned n = p->started;
  if (p->first || p->working)
    return;
  p->stopping = true;
  p->wakeups += p->idle;
  p->idle = 0;
  pthread_cond_broadcast(&p->woken);
  pthread_mutex_unlock(&sy_pool_mutex);
  for (unsigned i = 0; i < n; i++)
    pthread_join(p->workers[i].thread, NULL);
  pthread_mutex_lock(&sy_pool_mutex);
  free(p->workers);
  p->workers = NULL;
  p->started = 0;
  p->wakeups = 0;
  p->stopping = false;
}

void sy_pool_stop(void) {
  pthread_mutex_lock(&sy_pool_mutex);
  for (sy_pool *p = &whole; p; p = p->next)
    stop_pool(p);
  pthread_mutex_unlock(&sy_pool_mutex);
}
