// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When something happened on the device, on the host's clock.
//
// An anchor is an event on an otherwise empty stream whose time on the host is known. The driver tells the
// time between two events as a float of milliseconds, so anchors are renewed: after ten seconds it is a
// microsecond off. Commands under way keep the anchor they began with.
#include "runtime/backends/cuda/cuda.h"

#include <stdlib.h>

#define MOST_AGE_NS 10000000000u

struct sy_cuda_anchor {
  atomic_uint refs;
  sy_cuda_device *device;
  sy_cu_event event;
  uint64_t host; // ns
};

static bool record(sy_cuda_anchor *a) {
  sy_cu_stream stream;
  if (sy_cu.stream_create(&stream, SY_CU_STREAM_NON_BLOCKING))
    return false;
  bool ok = !sy_cu.event_record(a->event, stream) && !sy_cu.event_synchronize(a->event);
  a->host = sy_graph_now();
  sy_cu.stream_destroy(stream);
  return ok;
}

static sy_cuda_anchor *cuda_clock_make(sy_cuda_device *d) {
  sy_cuda_anchor *a = calloc(1, sizeof *a);
  if (!a || sy_cu.event_create(&a->event, 0)) {
    free(a);
    return NULL;
  }
  a->refs = 1;
  a->device = d;
  if (record(a))
    return a;
  sy_cuda_anchor_give(a);
  return NULL;
}

sy_cuda_anchor *sy_cuda_anchor_take(sy_cuda_device *d) {
  pthread_mutex_lock(&d->anchor_mutex);
  if (d->anchor && sy_graph_now() - d->anchor->host > MOST_AGE_NS) {
    sy_cuda_anchor_give(d->anchor);
    d->anchor = NULL;
  }
  if (!d->anchor)
    d->anchor = cuda_clock_make(d);
  sy_cuda_anchor *a = d->anchor;
  if (a)
    atomic_fetch_add_explicit(&a->refs, 1, memory_order_relaxed);
  pthread_mutex_unlock(&d->anchor_mutex);
  return a;
}

void sy_cuda_anchor_give(sy_cuda_anchor *a) {
  if (!a || atomic_fetch_sub_explicit(&a->refs, 1, memory_order_acq_rel) > 1)
    return;
  if (sy_cuda_enter_to_free(a->device))
    sy_cu.event_destroy(a->event);
  free(a);
}

uint64_t sy_cuda_anchor_time(const sy_cuda_anchor *a, sy_cu_event e) {
  float ms;
  if (!a || sy_cu.event_elapsed(&ms, a->event, e))
    return 0;
  return (uint64_t)((int64_t)a->host + (int64_t)((double)ms * 1e6));
}
