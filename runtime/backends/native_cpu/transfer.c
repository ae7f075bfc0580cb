// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills on the native CPU: everything is host memory. Large ones are split over the pool, like
// kernels, which is faster, and fresh memory then lies near the threads that will use it.
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/backends/native_cpu/pool.h"
#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/group.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 20 }; // bytes; about what is worth waking a thread for

typedef struct sy_cpu_transfer {
  sy_pool_job job; // first: the pool hands it back
  sy_command *command;
  size_t piece; // bytes of a row that are one part; 0: rows are the parts
} sy_cpu_transfer;

static char *first_byte(const sy_command *c, const sy_place *p) {
  char *base = p->buffer ? sy_buffer_memory(p->buffer, c->device) : p->ptr;
  return base + p->offset;
}

static size_t row_count(const sy_transfer *t) {
  return t->extent[1] * t->extent[2];
}

static void run_transfer(sy_pool_job *job, sy_pool_worker *w, size_t first, size_t end) {
  const sy_cpu_transfer *self = (sy_cpu_transfer *)job;
  const sy_command *c = self->command;
  const sy_transfer *t = &c->transfer;
  char *to = first_byte(c, &t->to);
  const char *from = t->pattern ? NULL : first_byte(c, &t->from);
  if (!self->piece) {
    sy_transfer_rows(t, to, from, job->count == 1 ? 0 : first, job->count == 1 ? row_count(t) : end);
    return;
  }
  size_t at = first * self->piece, stop = end == job->count ? t->extent[0] : end * self->piece;
  sy_transfer_row(t, to + at, from ? from + at : NULL, stop - at);
}

// The bytes from the first to the last, gaps included.
static size_t span(const sy_transfer *t, const sy_place *p) {
  return (t->extent[2] - 1) * p->slice_pitch + (t->extent[1] - 1) * p->row_pitch + t->extent[0];
}

// Sides that overlap are copied in one go, in the right direction.
static bool can_split(const sy_command *c) {
  const sy_transfer *t = &c->transfer;
  if (t->pattern)
    return t->pattern_size <= PIECE;
  const char *to = first_byte(c, &t->to), *from = first_byte(c, &t->from);
  return to + span(t, &t->to) <= from || from + span(t, &t->from) <= to;
}

static void cpu_transfer_split(sy_cpu_transfer *self) {
  const sy_transfer *t = &self->command->transfer;
  size_t rows = row_count(t), threads = sy_pool_size(sy_cpu_pool(self->command->device));
  self->job.count = self->job.grain = 1;
  if (t->extent[0] * rows < 2 * PIECE || threads == 1 || !can_split(self->command))
    return;
  if (rows == 1) {
    self->piece = t->pattern ? PIECE / t->pattern_size * t->pattern_size : PIECE;
    self->job.count = (t->extent[0] + self->piece - 1) / self->piece;
  } else {
    self->job.count = rows;
    self->job.grain = rows / (8 * threads) + 1;
  }
}

static void cpu_transfer_begin(sy_pool_job *job) {
  sy_graph_running(((sy_cpu_transfer *)job)->command);
}

static void transfer_done(sy_pool_job *job) {
  sy_command *c = ((sy_cpu_transfer *)job)->command;
  if (c->variable_image)
    sy_image_leave(c->variable_image);
  free(job);
  sy_graph_end(c, SYCC_success);
}

sycc_status sy_cpu_transfer_start(sy_command *c) {
  sy_cpu_transfer *t = calloc(1, sizeof *t);
  if (!t)
    return sy_error_no_memory("a transfer");
  if (c->variable_image && !sy_image_enter(c->variable_image)) {
    free(t);
    return sy_error_set(SYCC_runtime, "cannot copy a device_global: the library that holds it was unloaded");
  }
  t->command = c;
  cpu_transfer_split(t);
  t->job.begin = cpu_transfer_begin;
  t->job.run = run_transfer;
  t->job.done = transfer_done;
  sycc_status s = sy_pool_push(sy_cpu_pool(c->device), &t->job);
  if (s && c->variable_image)
    sy_image_leave(c->variable_image);
  if (s)
    free(t);
  return s;
}
