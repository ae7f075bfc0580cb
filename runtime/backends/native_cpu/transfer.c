// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills on the native CPU: everything is host memory. Each is a job of one part for the pool.
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/backends/native_cpu/pool.h"
#include "runtime/buffer.h"
#include "runtime/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct sy_cpu_transfer {
  sy_pool_job job; // first: the pool hands it back
  sy_command *command;
} sy_cpu_transfer;

static char *first_byte(const sy_command *c, const sy_place *p) {
  char *base = p->buffer ? sy_buffer_memory(p->buffer, c->device) : p->ptr;
  return base + p->offset;
}

static void fill_row(char *to, size_t bytes, const void *pattern, size_t n) {
  if (n == 1) {
    memset(to, *(const unsigned char *)pattern, bytes);
    return;
  }
  // Doubling: what is filled already is the pattern for the rest.
  memcpy(to, pattern, n);
  for (size_t done = n; done < bytes; done *= 2)
    memcpy(to + done, to, bytes - done < done ? bytes - done : done);
}

static void transfer_row(const sy_transfer *t, char *to, const char *from, size_t bytes) {
  if (t->pattern)
    fill_row(to, bytes, t->pattern, t->pattern_size);
  else
    memmove(to, from, bytes); // the sides may overlap in USM
}

static void run(sy_pool_job *job, sy_pool_worker *w, size_t first, size_t end) {
  const sy_command *c = ((sy_cpu_transfer *)job)->command;
  const sy_transfer *t = &c->transfer;
  char *to = first_byte(c, &t->to);
  const char *from = t->pattern ? NULL : first_byte(c, &t->from);
  for (size_t z = 0; z < t->extent[2]; z++)
    for (size_t y = 0; y < t->extent[1]; y++)
      transfer_row(t, to + z * t->to.slice_pitch + y * t->to.row_pitch,
                   from ? from + z * t->from.slice_pitch + y * t->from.row_pitch : NULL, t->extent[0]);
}

static void begin(sy_pool_job *job) {
  sy_graph_running(((sy_cpu_transfer *)job)->command);
}

static void done(sy_pool_job *job) {
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
  t->job.count = t->job.grain = 1;
  t->job.begin = begin;
  t->job.run = run;
  t->job.done = done;
  sycc_status s = sy_pool_push(&t->job);
  if (s && c->variable_image)
    sy_image_leave(c->variable_image);
  if (s)
    free(t);
  return s;
}
