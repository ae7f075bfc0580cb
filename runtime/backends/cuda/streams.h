// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands in flight on a GPU: what streams.c, which puts them on streams, and ends.c, which sees them end,
// have in common.
#ifndef SY_CUDA_STREAMS_H
#define SY_CUDA_STREAMS_H

#include "runtime/backends/cuda/cuda.h"

// A command on a stream. An event behind it is recorded where a thread waits for it alone, behind every few
// commands, and behind the last one when it is asked for: before that, another command's will do. It is
// `done`, or, where a thread may have to sleep until then, `rung`: for such an event the driver interrupts
// the CPU, which makes recording it three times as expensive.
struct sy_cuda_flight {
  sy_cuda_flight *prev, *next; // in its stream; next also among the spare ones, and of those that have ended
  sy_command *command;
  uint64_t number;         // in its stream
  unsigned refs;           // of those that wait for it, and the stream's; by the stream's mutex
  bool ended;              // out of the list
  bool marked;             // done was recorded
  bool rings;              // rung was
  sy_cu_event done, rung;  // rung null: not needed so far
  sy_cu_event begun, over; // with times; null: not profiled
  sy_cuda_anchor *anchor;
};

// The event behind it; null: none so far.
static inline sy_cu_event sy_cuda_flight_event(const sy_cuda_flight *f) {
  return f->rings ? f->rung : f->marked ? f->done : NULL;
}

static inline bool sy_cuda_is_timed(const sy_cuda_flight *f) {
  return f->anchor && f->begun && f->over;
}

// ---- with the stream's lock held ----

void sy_cuda_flight_unref(sy_cuda_stream *q, sy_cuda_flight *f);
// Makes f ring, unless something is behind it on the stream. Whether it rings.
bool sy_cuda_flight_ring(sy_cuda_stream *q, sy_cuda_flight *f);
// f, or the first one behind it that has an event; the last one gets one if it must. Null: the driver
// refuses.
sy_cuda_flight *sy_cuda_flight_marked(sy_cuda_stream *q, sy_cuda_flight *f);
// ends.c: there is a thread that sees the stream's flights end.
sycc_status sy_cuda_need_reaper(sy_cuda_stream *q);
void sy_cuda_wake_reaper(sy_cuda_stream *q);

// ---- without ----

void sy_cuda_sweep(sy_cuda_stream *q); // ends what has ended on the stream

#endif
