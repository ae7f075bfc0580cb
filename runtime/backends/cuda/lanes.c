// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands of a GPU, and the streams they go to.
//
// A device has a few lanes: streams for kernels and others for copies. A command on a stream is a flight.
//
// A command is started when nothing holds it up, or when all that does is on streams. Then it goes behind one of those
// commands, if nothing else is behind that yet; otherwise to another stream: so what needs the same thing runs beside each
// other. That stream waits for the events of the others; no way to the host and back lies between.
//
// Locks: a lane's mutex guards its list. Work is handed to the stream with it held, so that the list is in the stream's
// order. No thread holds two of them.
#include "runtime/backends/cuda/lanes.h"

#include "runtime/error.h"

#include <stdlib.h>

void sy_cuda_lanes_init(sy_cuda_device *d) {
  for (size_t i = 0; i < SY_CUDA_LANES; i++) {
    d->lanes[i].device = d;
    pthread_mutex_init(&d->lanes[i].mutex, NULL);
    pthread_cond_init(&d->lanes[i].moved, NULL);
  }
}

// ---- flights: with the lane's lock held -------------------------------------------------------------------

static void free_flight(sy_cuda_flight *f) {
  sy_cu_event all[] = {f->done, f->rung, f->begun, f->over};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i])
      sy_cu.event_destroy(all[i]);
  sy_cuda_anchor_give(f->anchor);
  free(f);
}

void sy_cuda_flight_unref(sy_cuda_lane *l, sy_cuda_flight *f) {
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
  sycc_status s = sy_cuda_check(l->device, sy_cu.event_create(&f->done, SY_CU_EVENT_DISABLE_TIMING), "cuEventCreate");
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

bool sy_cuda_flight_ring(sy_cuda_lane *l, sy_cuda_flight *f) {
  if (f->rings || f->next)
    return f->rings;
  if (!f->rung && sy_cu.event_create(&f->rung, SY_CU_EVENT_BLOCKING_SYNC | SY_CU_EVENT_DISABLE_TIMING))
    f->rung = NULL;
  f->rings = f->rung && !sy_cu.event_record(f->rung, l->stream);
  return f->rings;
}

static bool mark(sy_cuda_lane *l, sy_cuda_flight *f) {
  f->marked = f->marked || !sy_cu.event_record(f->done, l->stream);
  return f->marked;
}

sy_cuda_flight *sy_cuda_flight_marked(sy_cuda_lane *l, sy_cuda_flight *f) {
  while (!sy_cuda_flight_event(f) && f->next)
    f = f->next;
  return sy_cuda_flight_event(f) || mark(l, f) ? f : NULL;
}

// Before c comes behind the last flight: rings for it, if somebody might sleep until that one alone has ended. Who that
// could be: who has its event, who uses its buffers next, who waits for its queue. If it cannot ring, he sleeps longer.
static void ring_last(sy_cuda_lane *l, const sy_command *c) {
  const sy_command *last = l->last ? l->last->command : NULL;
  if (last && (last->uses || last->queue != c->queue || atomic_load_explicit(&last->event->refs, memory_order_relaxed) > 1))
    sy_cuda_flight_ring(l, l->last);
}

static sycc_status record(sy_cuda_lane *l, sy_cu_event e) {
  return sy_cuda_check(l->device, sy_cu.event_record(e, l->stream), "cuEventRecord");
}

static sycc_status fly(sy_cuda_lane *l, sy_cuda_flight *f, sy_command *c, sy_cuda_enqueue *enqueue) {
  ring_last(l, c);
  if (c->event->profiled)
    make_times(l, f);
  bool timed = sy_cuda_is_timed(f);
  sycc_status s = timed ? record(l, f->begun) : SYCC_success;
  if (!s)
    s = enqueue(c, l->stream);
  if (s)
    return s;
  if (timed)
    s = record(l, f->over);
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
  f->number = ++l->number;
  f->refs = 1;
  f->ended = f->marked = f->rings = false;
  f->next = NULL;
  f->prev = l->last;
  if (l->last)
    l->last->next = f;
  else
    l->first = f;
  l->last = f;
  if (f->number % SY_CUDA_MARK_EVERY == 0)
    mark(l, f);
  atomic_fetch_add_explicit(&l->in_flight, 1, memory_order_relaxed);
  c->place_number = f->number;
  atomic_store_explicit(&c->place, l, memory_order_release);
}

// ---- commands ---------------------------------------------------------------------------------------------

// What comes to l waits for the command at the spot, if that has not ended.
static sycc_status wait_for(sy_cuda_lane *l, const sy_spot *spot) {
  sy_cuda_lane *other = spot->place;
  pthread_mutex_lock(&other->mutex);
  sy_cuda_flight *f = other->last;
  while (f && f->number > spot->number)
    f = f->prev;
  bool there = f && f->number == spot->number;
  f = there ? sy_cuda_flight_marked(other, f) : NULL;
  sy_cu_result r = f ? sy_cu.stream_wait(l->stream, sy_cuda_flight_event(f), 0) : there ? SY_CU_OUT_OF_MEMORY : 0;
  pthread_mutex_unlock(&other->mutex);
  return sy_cuda_check(l->device, r, "waiting for another stream (cuStreamWaitEvent)");
}

static bool is_last(sy_cuda_device *d, const sy_spot *spot) {
  sy_cuda_lane *l = spot->place;
  pthread_mutex_lock(&l->mutex);
  bool last = l->device == d && l->number == spot->number;
  pthread_mutex_unlock(&l->mutex);
  return last;
}

static size_t in_flight(const sy_cuda_lane *l) { return atomic_load_explicit(&l->in_flight, memory_order_relaxed); }

// Where an independent command goes: to the lane of the one before, or to the emptiest where that one has much more to do. For
// the driver, work for one stream is cheaper than work for several in turns.
static sy_cuda_lane *choose_free(sy_cuda_lane *lanes, size_t count, atomic_uint *current) {
  unsigned at = atomic_load_explicit(current, memory_order_relaxed), least = at;
  for (unsigned i = 0; i < count; i++)
    if (in_flight(&lanes[i]) < in_flight(&lanes[least]))
      least = i;
  size_t few = in_flight(&lanes[least]);
  if (in_flight(&lanes[at]) > few + few / 2)
    atomic_store_explicit(current, at = least, memory_order_relaxed);
  return &lanes[at];
}

static sy_cuda_lane *choose(sy_cuda_device *d, const sy_command *c) {
  for (unsigned i = 0; c->early && i < c->after_count; i++)
    if (is_last(d, &c->after[i]))
      return c->after[i].place;
  if (c->action == SY_ACTION_KERNEL)
    return choose_free(d->lanes, SY_CUDA_KERNEL_LANES, &d->kernel_lane);
  return choose_free(d->lanes + SY_CUDA_KERNEL_LANES, SY_CUDA_COPY_LANES, &d->copy_lane);
}

// Now and then, once there are some.
static bool is_time_to_sweep(const sy_cuda_lane *l) {
  size_t n = in_flight(l);
  return n >= 2 * SY_CUDA_MARK_EVERY && n % SY_CUDA_MARK_EVERY == 0;
}

// With the lane's lock.
static sycc_status open_lane(sy_cuda_lane *l) {
  sycc_status s = open_stream(l);
  return s ? s : sy_cuda_need_reaper(l);
}

static sycc_status wait_for_others(sy_cuda_lane *l, const sy_command *c) {
  pthread_mutex_lock(&l->mutex);
  sycc_status s = open_lane(l);
  pthread_mutex_unlock(&l->mutex);
  for (unsigned i = 0; i < c->after_count && !s; i++)
    if (c->after[i].place != l)
      s = wait_for(l, &c->after[i]);
  return s;
}

static sycc_status start_on(sy_cuda_lane *l, sy_command *c, sy_cuda_enqueue *enqueue) {
  sy_cuda_flight *f = NULL;
  pthread_mutex_lock(&l->mutex);
  sycc_status s = open_lane(l);
  if (!s)
    s = make_flight(l, &f);
  if (!s)
    s = fly(l, f, c, enqueue);
  if (s && f) {
    free_flight(f);
  } else if (!s) {
    sy_graph_running(c);
    append(l, f, c);
    sy_cuda_wake_reaper(l);
  }
  pthread_mutex_unlock(&l->mutex);
  return s;
}

sycc_status sy_cuda_lane_start(sy_command *c, sy_cuda_enqueue *enqueue) {
  sy_cuda_device *d = sy_cuda_of(c->device);
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  sy_cuda_lane *l = choose(d, c);
  if (is_time_to_sweep(l))
    sy_cuda_sweep(l);
  if (c->early && (c->after_count > 1 || c->after[0].place != l))
    s = wait_for_others(l, c);
  return s ? s : start_on(l, c, enqueue);
}
