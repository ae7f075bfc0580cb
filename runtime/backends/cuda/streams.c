// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands of a GPU, and the streams they go to.
//
// A device has a few streams for kernels and others for copies. A command on a stream is a flight.
//
// A command is started when nothing holds it up, or when all that does is on streams. Then it goes behind one
// of those commands, if nothing else is behind that yet; otherwise to another stream: so what needs the same
// thing runs beside each other. That stream waits for the events of the others; no way to the host and back
// lies between.
//
// Locks: a stream's mutex guards its list. Work is handed to the driver with it held, so that the list is in
// the stream's order. No thread holds two of them.
#include "runtime/backends/cuda/streams.h"

#include "runtime/error.h"

#include "base/count.h"

#include <stdlib.h>

void sy_cuda_streams_init(sy_cuda_device *d) {
  for (size_t i = 0; i < SY_CUDA_STREAMS; i++) {
    d->streams[i].device = d;
    pthread_mutex_init(&d->streams[i].mutex, NULL);
    pthread_cond_init(&d->streams[i].moved, NULL);
  }
}

// ---- flights: with the stream's lock held ----------------------------------------------------------

static void free_flight(sy_cuda_flight *f) {
  sy_cu_event all[] = {f->done, f->rung, f->begun, f->over};
  for (size_t i = 0; i < SY_COUNT(all); i++)
    if (all[i])
      sy_cu.event_destroy(all[i]);
  sy_cuda_anchor_give(f->anchor);
  free(f);
}

void sy_cuda_flight_unref(sy_cuda_stream *q, sy_cuda_flight *f) {
  if (--f->refs)
    return;
  sy_cuda_anchor_give(f->anchor);
  f->anchor = NULL;
  f->next = q->spare;
  q->spare = f;
}

static sycc_status make_flight(sy_cuda_stream *q, sy_cuda_flight **out) {
  sy_cuda_flight *f = q->spare;
  *out = f;
  if (f) {
    q->spare = f->next;
    return SYCC_success;
  }
  f = calloc(1, sizeof *f);
  if (!f)
    return sy_error_no_memory("a command in flight");
  sycc_status s =
      sy_cuda_check(q->device, sy_cu.event_create(&f->done, SY_CU_EVENT_DISABLE_TIMING), "cuEventCreate");
  if (s) {
    free(f);
    f = NULL;
  }
  *out = f;
  return s;
}

// Without them the host's clock has to do.
static void make_times(sy_cuda_stream *q, sy_cuda_flight *f) {
  f->anchor = sy_cuda_anchor_take(q->device);
  if (!f->begun && sy_cu.event_create(&f->begun, 0))
    f->begun = NULL;
  if (!f->over && sy_cu.event_create(&f->over, 0))
    f->over = NULL;
}

bool sy_cuda_flight_ring(sy_cuda_stream *q, sy_cuda_flight *f) {
  if (f->rings || f->next)
    return f->rings;
  if (!f->rung && sy_cu.event_create(&f->rung, SY_CU_EVENT_BLOCKING_SYNC | SY_CU_EVENT_DISABLE_TIMING))
    f->rung = NULL;
  f->rings = f->rung && !sy_cu.event_record(f->rung, q->handle);
  return f->rings;
}

static bool cuda_streams_mark(sy_cuda_stream *q, sy_cuda_flight *f) {
  f->marked = f->marked || !sy_cu.event_record(f->done, q->handle);
  return f->marked;
}

sy_cuda_flight *sy_cuda_flight_marked(sy_cuda_stream *q, sy_cuda_flight *f) {
  while (!sy_cuda_flight_event(f) && f->next)
    f = f->next;
  return sy_cuda_flight_event(f) || cuda_streams_mark(q, f) ? f : NULL;
}

// Before c comes behind the last flight: rings for it, if a thread might sleep until that one alone has
// ended. That could be a holder of its event, the next user of its buffers, a thread that waits for its
// queue. If it cannot ring, that thread sleeps longer.
static void ring_last(sy_cuda_stream *q, const sy_command *c) {
  const sy_command *last = q->last ? q->last->command : NULL;
  if (last && (last->uses || last->queue != c->queue ||
               atomic_load_explicit(&last->event->refs, memory_order_relaxed) > 1))
    sy_cuda_flight_ring(q, q->last);
}

static sycc_status record(sy_cuda_stream *q, sy_cu_event e) {
  return sy_cuda_check(q->device, sy_cu.event_record(e, q->handle), "cuEventRecord");
}

static sycc_status fly(sy_cuda_stream *q, sy_cuda_flight *f, sy_command *c, sy_cuda_enqueue *enqueue) {
  ring_last(q, c);
  if (c->event->profiled)
    make_times(q, f);
  bool timed = sy_cuda_is_timed(f);
  sycc_status s = timed ? record(q, f->begun) : SYCC_success;
  if (!s)
    s = enqueue(c, q->handle);
  if (s)
    return s;
  if (timed)
    s = record(q, f->over);
  if (s) // the work is on its way: what it uses must not be touched
    sy_cu.stream_synchronize(q->handle);
  return s;
}

static sycc_status cuda_stream_create(sy_cuda_stream *q) {
  if (q->handle)
    return SYCC_success;
  return sy_cuda_check(q->device, sy_cu.stream_create(&q->handle, SY_CU_STREAM_NON_BLOCKING),
                       "cuStreamCreate");
}

static void cuda_streams_append(sy_cuda_stream *q, sy_cuda_flight *f, sy_command *c) {
  f->command = c;
  f->number = ++q->number;
  f->refs = 1;
  f->ended = f->marked = f->rings = false;
  f->next = NULL;
  f->prev = q->last;
  if (q->last)
    q->last->next = f;
  else
    q->first = f;
  q->last = f;
  if (f->number % SY_CUDA_MARK_EVERY == 0)
    cuda_streams_mark(q, f);
  atomic_fetch_add_explicit(&q->in_flight, 1, memory_order_relaxed);
  c->place_number = f->number;
  atomic_store_explicit(&c->place, q, memory_order_release);
}

// ---- commands ---------------------------------------------------------------------------------------------

// What comes to q waits for the command at the spot, if that has not ended.
static sycc_status wait_for(sy_cuda_stream *q, const sy_spot *spot) {
  sy_cuda_stream *other = spot->place;
  pthread_mutex_lock(&other->mutex);
  sy_cuda_flight *f = other->last;
  while (f && f->number > spot->number)
    f = f->prev;
  bool there = f && f->number == spot->number;
  f = there ? sy_cuda_flight_marked(other, f) : NULL;
  sy_cu_result r = f       ? sy_cu.stream_wait(q->handle, sy_cuda_flight_event(f), 0)
                   : there ? SY_CU_OUT_OF_MEMORY
                           : 0;
  pthread_mutex_unlock(&other->mutex);
  return sy_cuda_check(q->device, r, "waiting for another stream (cuStreamWaitEvent)");
}

static bool is_last(sy_cuda_device *d, const sy_spot *spot) {
  sy_cuda_stream *q = spot->place;
  pthread_mutex_lock(&q->mutex);
  bool last = q->device == d && q->number == spot->number;
  pthread_mutex_unlock(&q->mutex);
  return last;
}

static size_t in_flight(const sy_cuda_stream *q) {
  return atomic_load_explicit(&q->in_flight, memory_order_relaxed);
}

// Where an independent command goes: to the stream of the one before, or to the emptiest where that one has
// much more to do. For the driver, work for one stream is cheaper than work for several in turns.
static sy_cuda_stream *choose_free(sy_cuda_stream *streams, size_t count, atomic_uint *current) {
  unsigned at = atomic_load_explicit(current, memory_order_relaxed), least = at;
  for (unsigned i = 0; i < count; i++)
    if (in_flight(&streams[i]) < in_flight(&streams[least]))
      least = i;
  size_t few = in_flight(&streams[least]);
  if (in_flight(&streams[at]) > few + few / 2)
    atomic_store_explicit(current, at = least, memory_order_relaxed);
  return &streams[at];
}

static sy_cuda_stream *cuda_streams_choose(sy_cuda_device *d, const sy_command *c) {
  for (unsigned i = 0; c->early && i < c->after_count; i++)
    if (is_last(d, &c->after[i]))
      return c->after[i].place;
  if (c->action == SY_ACTION_KERNEL)
    return choose_free(d->streams, SY_CUDA_KERNEL_STREAMS, &d->kernel_stream);
  return choose_free(d->streams + SY_CUDA_KERNEL_STREAMS, SY_CUDA_COPY_STREAMS, &d->copy_stream);
}

// Now and then, once there are some.
static bool is_time_to_sweep(const sy_cuda_stream *q) {
  size_t n = in_flight(q);
  return n >= 2 * SY_CUDA_MARK_EVERY && n % SY_CUDA_MARK_EVERY == 0;
}

// With the stream's lock.
static sycc_status cuda_stream_open(sy_cuda_stream *q) {
  sycc_status s = cuda_stream_create(q);
  return s ? s : sy_cuda_need_reaper(q);
}

static sycc_status wait_for_others(sy_cuda_stream *q, const sy_command *c) {
  pthread_mutex_lock(&q->mutex);
  sycc_status s = cuda_stream_open(q);
  pthread_mutex_unlock(&q->mutex);
  for (unsigned i = 0; i < c->after_count && !s; i++)
    if (c->after[i].place != q)
      s = wait_for(q, &c->after[i]);
  return s;
}

static sycc_status start_on(sy_cuda_stream *q, sy_command *c, sy_cuda_enqueue *enqueue) {
  sy_cuda_flight *f = NULL;
  pthread_mutex_lock(&q->mutex);
  sycc_status s = cuda_stream_open(q);
  if (!s)
    s = make_flight(q, &f);
  if (!s)
    s = fly(q, f, c, enqueue);
  if (s && f) {
    free_flight(f);
  } else if (!s) {
    sy_graph_running(c);
    cuda_streams_append(q, f, c);
    sy_cuda_wake_reaper(q);
  }
  pthread_mutex_unlock(&q->mutex);
  return s;
}

sycc_status sy_cuda_stream_start(sy_command *c, sy_cuda_enqueue *enqueue) {
  sy_cuda_device *d = sy_cuda_of(c->device);
  sycc_status s = sy_cuda_enter(d);
  if (s)
    return s;
  sy_cuda_stream *q = cuda_streams_choose(d, c);
  if (is_time_to_sweep(q))
    sy_cuda_sweep(q);
  if (c->early && (c->after_count > 1 || c->after[0].place != q))
    s = wait_for_others(q, c);
  return s ? s : start_on(q, c, enqueue);
}
