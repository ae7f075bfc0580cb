// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands in flight on a GPU, and how their end is noticed.
//
// A command is started when nothing holds it up, or when all that does is on one stream: then it goes there. Otherwise
// commands in flight are independent; they are spread over a few streams, copies over others than kernels. A command on a
// stream is a flight: the command and an event behind it.
//
// Who sees that a flight has ended takes it, and all before it in its lane, out of the lane and ends their commands.
// That is the lane's reaper, a thread that sleeps in the driver until the oldest flight has ended, or a thread that waits for
// a command: it looks for a moment itself, since small kernels take less time than waking a thread does, and then sleeps
// in the driver too. While somebody waits for the oldest flight himself the reaper stays away: two threads in the driver
// are in each other's way. A flight counts who holds it; its events are used again when nobody does.
//
// Locks: a lane's mutex guards its list. Work is handed to the stream with it held, so that the list is in the stream's
// order. Commands are ended without it.
#include "runtime/backends/cuda/cuda.h"

#include "runtime/error.h"
#include "runtime/process.h"
#include "runtime/thread.h"

#include <stdlib.h>

#define LOOK_NS 50000u // how long a waiting thread looks itself

struct sy_cuda_flight {
  sy_cuda_flight *prev, *next; // in its lane; next also among the spare ones, and of those that have ended
  sy_command *command;
  unsigned refs;           // of those that wait for it, and the lane's; by the lane's mutex
  bool ended;              // out of the list
  sy_cu_event done;
  sy_cu_event begun, over; // with times; null: not profiled
  sy_cuda_anchor *anchor;
};

void sy_cuda_lanes_init(sy_cuda_device *d) {
  for (size_t i = 0; i < SY_CUDA_LANES; i++) {
    d->lanes[i].device = d;
    pthread_mutex_init(&d->lanes[i].mutex, NULL);
    pthread_cond_init(&d->lanes[i].moved, NULL);
  }
}

// ---- flights: with the lane's lock held -------------------------------------------------------------------

static void free_flight(sy_cuda_flight *f) {
  sy_cu_event all[] = {f->done, f->begun, f->over};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i])
      sy_cu.event_destroy(all[i]);
  sy_cuda_anchor_give(f->anchor);
  free(f);
}

static void unref(sy_cuda_lane *l, sy_cuda_flight *f) {
  if (--f->refs)
    return;
  sy_cuda_anchor_give(f->anchor);
  f->anchor = NULL;
  f->next = l->spare;
  l->spare = f;
}

static sycc_status make_flight(sy_cuda_lane *l, sy_cuda_flight **out) {
  sy_cuda_flight *f = l->spare;
  *out = f;
  if (f) {
    l->spare = f->next;
    return SYCC_success;
  }
  f = calloc(1, sizeof *f);
  if (!f)
    return sy_error_no_memory("a command in flight");
  sycc_status s = sy_cuda_check(
      l->device, sy_cu.event_create(&f->done, SY_CU_EVENT_BLOCKING_SYNC | SY_CU_EVENT_DISABLE_TIMING), "cuEventCreate");
  if (s) {
    free(f);
    f = NULL;
  }
  *out = f;
  return s;
}

// Without them the host's clock has to do.
static void make_times(sy_cuda_lane *l, sy_cuda_flight *f) {
  f->anchor = sy_cuda_anchor_take(l->device);
  if (!f->begun && sy_cu.event_create(&f->begun, 0))
    f->begun = NULL;
  if (!f->over && sy_cu.event_create(&f->over, 0))
    f->over = NULL;
}

static bool is_timed(const sy_cuda_flight *f) { return f->anchor && f->begun && f->over; }

static sycc_status record(sy_cuda_lane *l, sy_cu_event e) {
  return sy_cuda_check(l->device, sy_cu.event_record(e, l->stream), "cuEventRecord");
}

static sycc_status fly(sy_cuda_lane *l, sy_cuda_flight *f, sy_command *c, sy_cuda_enqueue *enqueue) {
  if (c->event->profiled)
    make_times(l, f);
  bool timed = is_timed(f);
  sycc_status s = timed ? record(l, f->begun) : SYCC_success;
  if (!s)
    s = enqueue(c, l->stream);
  if (s)
    return s;
  if (timed)
    s = record(l, f->over);
  if (!s)
    s = record(l, f->done);
  if (s) // the work is on its way: nobody may touch what it uses
    sy_cu.stream_synchronize(l->stream);
  return s;
}

static sycc_status open_stream(sy_cuda_lane *l) {
  if (l->stream)
    return SYCC_success;
  return sy_cuda_check(l->device, sy_cu.stream_create(&l->stream, SY_CU_STREAM_NON_BLOCKING), "cuStreamCreate");
}

static void append(sy_cuda_lane *l, sy_cuda_flight *f, sy_command *c) {
  f->command = c;
  f->refs = 1;
  f->ended = false;
  f->next = NULL;
  f->prev = l->last;
  if (l->last)
    l->last->next = f;
  else
    l->first = f;
  l->last = f;
}

// Takes f and what is before it out of the list; returns them in order. Null when others have done so.
static sy_cuda_flight *take_out(sy_cuda_lane *l, sy_cuda_flight *f) {
  if (f->ended)
    return NULL;
  sy_cuda_flight *first = l->first;
  l->first = f->next;
  if (l->first)
    l->first->prev = NULL;
  else
    l->last = NULL;
  f->next = NULL;
  for (sy_cuda_flight *e = first; e; e = e->next)
    e->ended = true;
  return first;
}

// ---- ends -------------------------------------------------------------------------------------------------

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
    return sy_error_set(SYCC_runtime, "a copy or fill failed on device '%s': %s (%s)%s", d->name, sy_cu_text(r), sy_cu_name(r),
                        hint);
  return sy_error_set(SYCC_runtime, "kernel '" SY_NAME_FMT "' failed on device '%s': %s (%s)%s",
                      c->name ? c->name : "?", d->name, sy_cu_text(r), sy_cu_name(r), hint);
}

static void end_command(sy_cuda_device *d, sy_cuda_flight *f, sy_cu_result r) {
  sy_command *c = f->command;
  if (!r && is_timed(f))
    set_times(f);
  sycc_status s = r ? failure(d, c, r) : SYCC_success;
  if (c->kernel)
    sy_registry_leave(c->kernel);
  if (c->variable_image)
    sy_image_leave(c->variable_image);
  sy_graph_end(c, s);
}

static void wake_reaper(sy_cuda_lane *l) {
  if (l->reaper_idle && l->first)
    pthread_cond_signal(&l->moved);
}

// Waiting for f, which the caller holds, has given r: ends f and those before it. Gives f back.
static void retire(sy_cuda_lane *l, sy_cuda_flight *f, sy_cu_result r) {
  if (r) // it may still run: what it uses must not be given away
    sy_cu.stream_synchronize(l->stream);
  pthread_mutex_lock(&l->mutex);
  sy_cuda_flight *ended = take_out(l, f);
  unref(l, f);
  wake_reaper(l);
  pthread_mutex_unlock(&l->mutex);
  for (sy_cuda_flight *next, *e = ended; e; e = next) {
    next = e->next;
    end_command(l->device, e, r);
    pthread_mutex_lock(&l->mutex);
    unref(l, e);
    pthread_mutex_unlock(&l->mutex);
  }
}

// ---- the reaper -------------------------------------------------------------------------------------------

static bool needs_reaper(const sy_cuda_lane *l) { return l->first && l->first->refs == 1; }

// The oldest flight, held; null: it is time to end. The lock is held.
static sy_cuda_flight *next_flight(sy_cuda_lane *l) {
  l->reaper_idle = true;
  while (!needs_reaper(l) && !l->stopped)
    pthread_cond_wait(&l->moved, &l->mutex);
  l->reaper_idle = false;
  if (l->first)
    l->first->refs++;
  return l->first;
}

static void *reaper_main(void *arg) {
  sy_cuda_lane *l = arg;
  pthread_setname_np(pthread_self(), "sycc-cuda");
  pthread_mutex_lock(&l->mutex);
  for (sy_cuda_flight *f; (f = next_flight(l));) {
    pthread_mutex_unlock(&l->mutex);
    sy_cu_result r = sy_cu.context_set(l->device->context);
    retire(l, f, r ? r : sy_cu.event_synchronize(f->done));
    pthread_mutex_lock(&l->mutex);
  }
  pthread_mutex_unlock(&l->mutex);
  return NULL;
}

static sycc_status need_reaper(sy_cuda_lane *l) {
  if (l->has_reaper)
    return SYCC_success;
  sycc_status s = sy_thread_create(reaper_main, l, &l->reaper);
  l->has_reaper = !s;
  return s;
}

void sy_cuda_lanes_stop(sy_cuda_device *d) {
  for (size_t i = 0; i < SY_CUDA_LANES; i++) {
    sy_cuda_lane *l = &d->lanes[i];
    pthread_mutex_lock(&l->mutex);
    for (int ms = 0; ms < SY_THREAD_EXIT_MS && l->has_reaper && (l->first || !l->reaper_idle); ms++)
      sy_thread_nap(&l->mutex);
    bool join = l->has_reaper && !l->first && l->reaper_idle;
    l->stopped = join;
    l->has_reaper = l->has_reaper && !join;
    pthread_cond_signal(&l->moved);
    pthread_mutex_unlock(&l->mutex);
    if (join)
      pthread_join(l->reaper, NULL);
  }
}

// ---- commands ---------------------------------------------------------------------------------------------

static sycc_status start_on(sy_cuda_lane *l, sy_command *c, sy_cuda_enqueue *enqueue) {
  sy_cuda_flight *f = NULL;
  pthread_mutex_lock(&l->mutex);
  sycc_status s = open_stream(l);
  if (!s)
    s = need_reaper(l);
  if (!s)
    s = make_flight(l, &f);
  if (!s)
    s = fly(l, f, c, enqueue);
  if (s && f) {
    free_flight(f);
  } else if (!s) {
    sy_graph_running(c);
    atomic_store_explicit(&c->place, l, memory_order_release);
    append(l, f, c);
    wake_reaper(l);
  }
  pthread_mutex_unlock(&l->mutex);
  return s;
}

sycc_status sy_cuda_lane_start(sy_command *c, sy_cuda_enqueue *enqueue) {
  sy_cuda_device *d = sy_cuda_of(c->device);
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  if (c->early)
    return start_on(c->follow, c, enqueue);
  unsigned n = atomic_fetch_add_explicit(&d->next_lane, 1, memory_order_relaxed);
  bool kernel = c->action == SY_ACTION_KERNEL;
  size_t lane = kernel ? n % SY_CUDA_KERNEL_LANES : SY_CUDA_KERNEL_LANES + n % SY_CUDA_COPY_LANES;
  return start_on(&d->lanes[lane], c, enqueue);
}

// ---- help -------------------------------------------------------------------------------------------------

// The flight of e's command, held; null: it has ended, or is not on this lane.
static sy_cuda_flight *find_flight(sy_cuda_lane *l, const sycc_event *e) {
  pthread_mutex_lock(&l->mutex);
  sy_cuda_flight *f = l->last;
  while (f && f->command->event != e)
    f = f->prev;
  if (f)
    f->refs++;
  pthread_mutex_unlock(&l->mutex);
  return f;
}

// The last word is a call that waits, with which the driver also prints what kernels have printed.
static sy_cu_result look(sy_cu_event done) {
  uint64_t until = sy_graph_now() + LOOK_NS;
  sy_cu_result r;
  do
    r = sy_cu.event_query(done);
  while (r == SY_CU_NOT_READY && sy_graph_now() < until);
  return r && r != SY_CU_NOT_READY ? r : sy_cu.event_synchronize(done);
}

// e is kept by the caller; whose device it is, is looked up with the graph's lock.
void sy_cuda_help(sycc_event *e) {
  pthread_mutex_lock(&sy_graph_mutex);
  sycc_device *device = e->command ? e->command->device : NULL;
  pthread_mutex_unlock(&sy_graph_mutex);
  sy_cuda_device *d = device && device->backend == &sy_cuda ? sy_cuda_of(device) : NULL;
  if (!d || !sy_cuda_enter_to_free(d))
    return;
  for (size_t i = 0; i < SY_CUDA_LANES; i++) {
    sy_cuda_flight *f = find_flight(&d->lanes[i], e);
    if (f) {
      retire(&d->lanes[i], f, look(f->done));
      return;
    }
  }
}
