// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the end of a GPU's commands is noticed.
//
// A thread that sees that a flight has ended takes it, and all before it in its stream, out of the stream and
// ends their commands. Three do:
//
// A thread that submits many commands looks now and then what has ended on its stream, so that it gets the
// memory for the next ones back while it is still in the CPU's caches.
//
// A thread that waits for a command looks for a while itself: being woken takes some 60 microseconds, more
// than a small kernel. When it has looked so long that being woken is a small part of it, it goes to sleep as
// any other waiter does.
//
// The stream's reaper is a thread for what no other looks for. Two threads in the driver are in each other's
// way; so it rests first, ends what has ended then, and sleeps in the driver only until a flight has ended
// that was there before it rested, or that something on the host waits for. It takes the oldest flight that
// rings; if none does, it makes the last one ring. While another thread looks for the oldest flight it stays
// away. A flight counts its holders; its events are used again when there are none.
//
// Commands are ended with no lock held.
#include "runtime/backends/cuda/streams.h"

#include "runtime/error.h"
#include "runtime/thread.h"

#include <time.h>

#define LOOK_NS 2500000u // how long a waiting thread looks itself
#define REST_NS 500000u  // how long the reaper rests

// Takes f and what is before it out of the list; returns them in order. Null when others have done so. With
// the lock.
static sy_cuda_flight *take_out(sy_cuda_stream *q, sy_cuda_flight *f) {
  if (f->ended)
    return NULL;
  sy_cuda_flight *first = q->first;
  q->first = f->next;
  if (q->first)
    q->first->prev = NULL;
  else
    q->last = NULL;
  f->next = NULL;
  size_t n = 0;
  for (sy_cuda_flight *e = first; e; e = e->next, n++)
    e->ended = true;
  atomic_fetch_sub_explicit(&q->in_flight, n, memory_order_relaxed);
  return first;
}

static void set_times(sy_cuda_flight *f) {
  sy_command *c = f->command;
  uint64_t submitted = c->event->time[SYCC_TIME_SUBMIT], now = sy_graph_now();
  uint64_t begun = sy_cuda_anchor_time(f->anchor, f->begun), over = sy_cuda_anchor_time(f->anchor, f->over);
  if (!begun || !over)
    return;
  over = over < now ? over : now; // the clocks are a little apart
  over = over > submitted ? over : submitted;
  begun = begun < over ? begun : over;
  c->event->time[SYCC_TIME_START] = begun > submitted ? begun : submitted;
  c->event->time[SYCC_TIME_END] = over;
}

static sycc_status failure(sy_cuda_device *d, const sy_command *c, sy_cu_result r) {
  bool first = sy_cuda_note_lost(d, r);
  if (!first && sy_cu_is_sticky(r))
    return sy_cuda_lost_error(d);
  const char *hint = first ? "; the device cannot be used by this process any more" : "";
  if (c->action != SY_ACTION_KERNEL)
    return sy_error_set(SYCC_runtime, "a copy or fill failed on device '%s': %s (%s)%s", d->name,
                        sy_cu_text(r), sy_cu_name(r), hint);
  return sy_error_set(SYCC_runtime, "kernel '" SY_NAME_FMT "' failed on device '%s': %s (%s)%s",
                      c->name ? c->name : "?", d->name, sy_cu_text(r), sy_cu_name(r), hint);
}

static void end_command(sy_cuda_device *d, sy_cuda_flight *f, sy_cu_result r) {
  sy_command *c = f->command;
  if (!r && sy_cuda_is_timed(f))
    set_times(f);
  sycc_status s = r ? failure(d, c, r) : SYCC_success;
  if (c->kernel)
    sy_image_leave(sy_registry_image(c->kernel));
  if (c->variable_image)
    sy_image_leave(c->variable_image);
  sy_graph_end(c, s);
}

static void end_commands(sy_cuda_stream *q, sy_cuda_flight *ended, sy_cu_result r) {
  if (!ended)
    return;
  for (sy_cuda_flight *f = ended; f; f = f->next)
    end_command(q->device, f, r);
  pthread_mutex_lock(&q->mutex);
  for (sy_cuda_flight *next, *f = ended; f; f = next) {
    next = f->next;
    sy_cuda_flight_unref(q, f);
  }
  pthread_mutex_unlock(&q->mutex);
}

// While another thread looks for the oldest flight it does not.
static bool needs_reaper(const sy_cuda_stream *q) {
  return q->first && q->first->refs == 1;
}

void sy_cuda_wake_reaper(sy_cuda_stream *q) {
  if (!q->reaper_idle || !needs_reaper(q))
    return;
  q->reaper_idle = false;
  pthread_cond_signal(&q->moved);
}

// Waiting for f, which the caller holds, has given r: ends f and those before it. Gives f back.
static void retire(sy_cuda_stream *q, sy_cuda_flight *f, sy_cu_result r) {
  if (r) // it may still run: what it uses must not be given away
    sy_cu.stream_synchronize(q->handle);
  pthread_mutex_lock(&q->mutex);
  sy_cuda_flight *ended = take_out(q, f);
  sy_cuda_flight_unref(q, f);
  sy_cuda_wake_reaper(q);
  pthread_mutex_unlock(&q->mutex);
  end_commands(q, ended, r);
}

// Waits no longer than for the driver to print what kernels have printed, which it does in calls that wait.
static sy_cu_result is_done(const sy_cuda_device *d, sy_cu_event done) {
  sy_cu_result r = sy_cu.event_query(done);
  return !r && atomic_load_explicit(&d->prints, memory_order_relaxed) ? sy_cu.event_synchronize(done) : r;
}

// The first flight with an event that is n or more behind f; null: none.
static sy_cuda_flight *marked_behind(sy_cuda_flight *f, size_t n) {
  while (f && (n || !sy_cuda_flight_event(f))) {
    f = f->next;
    n -= n > 0;
  }
  return f;
}

// The last flight that is known to have ended; null: none. Steps double until one is too long, so that the
// driver is asked seldom. With the lock.
static sy_cuda_flight *last_done(sy_cuda_stream *q) {
  sy_cuda_flight *last = NULL, *next = q->first ? marked_behind(q->first, 0) : NULL;
  size_t step = 1;
  for (bool longer = true; step;) {
    bool done = next && !is_done(q->device, sy_cuda_flight_event(next));
    if (!done && !last)
      return NULL;
    longer &= done;
    last = done ? next : last;
    step = longer ? 2 * step : step / 2;
    next = marked_behind(last, step);
  }
  return last;
}

void sy_cuda_sweep(sy_cuda_stream *q) {
  static _Thread_local bool sweeping; // commands that others waited for start while they end
  if (sweeping)
    return;
  sweeping = true;
  pthread_mutex_lock(&q->mutex);
  sy_cuda_flight *last = last_done(q), *ended = last ? take_out(q, last) : NULL;
  pthread_mutex_unlock(&q->mutex);
  end_commands(q, ended, 0);
  sweeping = false;
}

// ---- the reaper -------------------------------------------------------------------------------------------

// Waits until there is something to do; false: it is time to end. With the lock.
static bool has_work(sy_cuda_stream *q) {
  while (!needs_reaper(q) && !q->stopped) {
    q->reaper_idle = true;
    pthread_cond_wait(&q->moved, &q->mutex);
  }
  q->reaper_idle = false;
  return q->first;
}

static void rest(sy_cuda_stream *q) {
  uint64_t until = sy_graph_now() + REST_NS;
  struct timespec t = {.tv_sec = (time_t)(until / 1000000000u), .tv_nsec = (long)(until % 1000000000u)};
  pthread_cond_clockwait(&q->moved, &q->mutex, CLOCK_MONOTONIC, &t);
}

// Sleeps until the oldest flight that rings has ended. With the lock, which is given back.
static void sleep_in_driver(sy_cuda_stream *q) {
  sy_cuda_flight *f = q->first;
  while (!f->rings && f->next)
    f = f->next;
  f->refs++;
  sy_cu_result r = sy_cu.context_set(q->device->context);
  bool rings = !r && sy_cuda_flight_ring(q, f);
  pthread_mutex_unlock(&q->mutex);
  if (!r)
    r = rings ? sy_cu.event_synchronize(f->rung) : sy_cu.stream_synchronize(q->handle);
  retire(q, f, r);
}

// Whether something that is not on a stream waits for c's end. With the graph's lock.
static bool is_awaited(const sy_command *c) {
  for (const sy_edge *e = c->out; e; e = e->next)
    if (!e->to->early)
      return true;
  return c->event->waiters;
}

// The same for one of the stream's last flights. With the stream's lock.
static bool has_awaited(const sy_cuda_stream *q) {
  enum { LAST = 32 };
  bool found = false;
  const sy_cuda_flight *f = q->last;
  pthread_mutex_lock(&sy_graph_mutex);
  for (int i = 0; i < LAST && f && !found; i++, f = f->prev)
    found = is_awaited(f->command);
  pthread_mutex_unlock(&sy_graph_mutex);
  return found;
}

static void *reaper_main(void *arg) {
  sy_cuda_stream *q = arg;
  pthread_setname_np(pthread_self(), "sycc-cuda");
  pthread_mutex_lock(&q->mutex);
  for (uint64_t seen = 0; has_work(q); pthread_mutex_lock(&q->mutex)) {
    bool was_there = q->first->number == seen;
    seen = q->first->number;
    if (was_there || has_awaited(q)) {
      sleep_in_driver(q);
      continue;
    }
    rest(q);
    pthread_mutex_unlock(&q->mutex);
    if (!sy_cu.context_set(q->device->context))
      sy_cuda_sweep(q);
  }
  pthread_mutex_unlock(&q->mutex);
  return NULL;
}

sycc_status sy_cuda_need_reaper(sy_cuda_stream *q) {
  if (q->has_reaper)
    return SYCC_success;
  sycc_status s = sy_thread_create(reaper_main, q, &q->reaper);
  q->has_reaper = !s;
  return s;
}

void sy_cuda_streams_stop(sy_cuda_device *d) {
  for (size_t i = 0; i < SY_CUDA_STREAMS; i++) {
    sy_cuda_stream *q = &d->streams[i];
    pthread_mutex_lock(&q->mutex);
    for (int naps = 0; naps < SY_THREAD_EXIT_NAPS && q->has_reaper && (q->first || !q->reaper_idle); naps++)
      sy_thread_nap(&q->mutex);
    bool join = q->has_reaper && !q->first && q->reaper_idle;
    q->stopped = join;
    q->has_reaper = q->has_reaper && !join;
    pthread_cond_signal(&q->moved);
    pthread_mutex_unlock(&q->mutex);
    if (join)
      pthread_join(q->reaper, NULL);
  }
}

// ---- help -------------------------------------------------------------------------------------------------

// A flight with an event, behind which e's command has ended, held; null: it has ended, or is not on this
// stream.
static sy_cuda_flight *find_flight(sy_cuda_stream *q, const sycc_event *e, sy_cu_event *done) {
  pthread_mutex_lock(&q->mutex);
  sy_cuda_flight *f = q->last;
  while (f && f->command->event != e)
    f = f->prev;
  f = f ? sy_cuda_flight_marked(q, f) : NULL;
  if (f) {
    f->refs++;
    *done = sy_cuda_flight_event(f);
  }
  pthread_mutex_unlock(&q->mutex);
  return f;
}

static sy_cu_result query_event(const sy_cuda_device *d, sy_cu_event done) {
  uint64_t until = sy_graph_now() + LOOK_NS;
  sy_cu_result r;
  do
    r = is_done(d, done);
  while (r == SY_CU_NOT_READY && sy_graph_now() < until);
  return r;
}

static void let_go(sy_cuda_stream *q, sy_cuda_flight *f) {
  pthread_mutex_lock(&q->mutex);
  sy_cuda_flight_unref(q, f);
  sy_cuda_wake_reaper(q);
  pthread_mutex_unlock(&q->mutex);
}

static void help_on(sy_cuda_device *d, sy_cuda_stream *q, sy_cuda_flight *f, sy_cu_event done,
                    const sycc_event *e) {
  sy_cu_result r = query_event(d, done);
  if (r == SY_CU_NOT_READY) {
    let_go(q, f);
    return;
  }
  retire(q, f, r);
  sy_cuda_sweep(q); // a thread that waits for one mostly waits for the next
  // Its command may have to wait for others whose end was not noticed.
  for (size_t i = 0;
       i < SY_CUDA_STREAMS && atomic_load_explicit(&e->state, memory_order_relaxed) != SYCC_EVENT_COMPLETE;
       i++)
    sy_cuda_sweep(&d->streams[i]);
}

// e is kept by the caller; whose device it is, is looked up with the graph's lock.
void sy_cuda_help(sycc_event *e) {
  pthread_mutex_lock(&sy_graph_mutex);
  sycc_device *device = e->command ? e->command->device : NULL;
  pthread_mutex_unlock(&sy_graph_mutex);
  sy_cuda_device *d = device && device->backend == &sy_cuda ? sy_cuda_of(device) : NULL;
  if (!d || !sy_cuda_enter_to_free(d))
    return;
  for (size_t i = 0; i < SY_CUDA_STREAMS; i++) {
    sy_cu_event done;
    sy_cuda_flight *f = find_flight(&d->streams[i], e, &done);
    if (f) {
      help_on(d, &d->streams[i], f, done, e);
      return;
    }
  }
}
