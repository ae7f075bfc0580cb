// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills. What is small is done by the thread that submits it, where the device is the CPU. A box
// is moved row by row, or all at once where its rows follow each other. The events of the pieces become one
// by a marker.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/group.h"

#include <stdlib.h>
#include <string.h>

enum {
  LARGEST_PATTERN = 128,      // that OpenCL fills with
  LARGEST_AT_ONCE = 16 * 1024 // bytes that are moved where they are submitted
};

// What is enqueued, and what has been.
typedef struct moves {
  sy_cl_device *device;
  cl_command_queue queue;
  const sy_cl_task *task; // whose events each piece waits for
  const sy_transfer *t;
  cl_mem to, from;  // null: a pointer
  size_t extent[3]; // with rows joined
  const void *row;  // of a fill whose pattern OpenCL does not take: a row of it; else null
  cl_event *events;
  cl_uint count;
} moves;

#define WAITS(m) (m)->task->wait_count, sy_cl_task_waits((m)->task)

// ---- one row ----------------------------------------------------------------------------------------

static cl_int copy_pointers(moves *m, char *to, const char *from, size_t n, cl_event *e) {
  if (m->device->usm == SY_CL_INTEL)
    return m->device->intel.memcpy(m->queue, CL_FALSE, to, from, n, WAITS(m), e);
  if (m->device->usm == SY_CL_SVM)
    return sy_cl.EnqueueSVMMemcpy(m->queue, CL_FALSE, to, from, n, WAITS(m), e);
  memmove(to, from, n); // both are the host's
  return sy_cl.EnqueueMarkerWithWaitList(m->queue, WAITS(m), e);
}

static cl_int fill_pointer(moves *m, char *to, size_t n, cl_event *e) {
  const sy_transfer *t = m->t;
  if (m->device->usm == SY_CL_INTEL)
    return m->device->intel.fill(m->queue, to, t->pattern, t->pattern_size, n, WAITS(m), e);
  return sy_cl.EnqueueSVMMemFill(m->queue, to, t->pattern, t->pattern_size, n, WAITS(m), e);
}

static cl_int move_row(moves *m, size_t to, size_t from, cl_event *e) {
  const sy_transfer *t = m->t;
  size_t n = m->extent[0];
  char *to_ptr = m->to ? NULL : (char *)t->to.ptr + to;
  const char *from_ptr = m->row ? m->row : t->pattern || m->from ? NULL : (const char *)t->from.ptr + from;
  if (t->pattern && !m->row)
    return m->to ? sy_cl.EnqueueFillBuffer(m->queue, m->to, t->pattern, t->pattern_size, to, n, WAITS(m), e)
                 : fill_pointer(m, to_ptr, n, e);
  if (m->to && m->from)
    return sy_cl.EnqueueCopyBuffer(m->queue, m->from, m->to, from, to, n, WAITS(m), e);
  if (m->to)
    return sy_cl.EnqueueWriteBuffer(m->queue, m->to, CL_FALSE, to, n, from_ptr, WAITS(m), e);
  if (m->from)
    return sy_cl.EnqueueReadBuffer(m->queue, m->from, CL_FALSE, from, n, to_ptr, WAITS(m), e);
  return copy_pointers(m, to_ptr, from_ptr, n, e);
}

// ---- the box ----------------------------------------------------------------------------------------

static bool cl_transfer_follow(const sy_transfer *t, size_t to_pitch, size_t from_pitch, size_t bytes) {
  return to_pitch == bytes && (t->pattern || from_pitch == bytes);
}

// Rows that follow each other on both sides are one, and so are slices.
static void join_rows(moves *m) {
  const sy_transfer *t = m->t;
  memcpy(m->extent, t->extent, sizeof m->extent);
  if (m->extent[1] > 1 && !cl_transfer_follow(t, t->to.row_pitch, t->from.row_pitch, m->extent[0]))
    return;
  m->extent[0] *= m->extent[1];
  m->extent[1] = 1;
  if (m->extent[2] > 1 && !cl_transfer_follow(t, t->to.slice_pitch, t->from.slice_pitch, m->extent[0]))
    return;
  m->extent[0] *= m->extent[2];
  m->extent[2] = 1;
}

// Whether the driver has made this memory: copies take the host's too, but fills do not.
static bool is_drivers(const sy_cl_device *d, const void *ptr) {
  sycc_device *owner;
  return d->usm && sycc_usm_query(ptr, &owner) && owner->platform == d->device->platform;
}

// OpenCL fills with powers of two, at multiples of them.
static bool can_fill(const moves *m) {
  const sy_transfer *t = m->t;
  size_t n = t->pattern_size, base = m->to ? 0 : (size_t)t->to.ptr;
  size_t places =
      (base + t->to.offset) | t->to.row_pitch * (m->extent[1] > 1) | t->to.slice_pitch * (m->extent[2] > 1);
  return n <= LARGEST_PATTERN && !(n & (n - 1)) && !(places % n) &&
         (m->to || is_drivers(m->device, t->to.ptr));
}

static sycc_status make_row(moves *m, sy_cl_task *task) {
  const sy_transfer *t = m->t;
  char *row = malloc(m->extent[0]);
  if (!row)
    return sy_error_no_memory("a fill");
  for (size_t at = 0; at < m->extent[0]; at += t->pattern_size)
    memcpy(row + at, t->pattern, t->pattern_size);
  m->row = task->memory = row;
  return SYCC_success;
}

static cl_int move_all(moves *m) {
  const sy_transfer *t = m->t;
  for (size_t z = 0; z < m->extent[2]; z++)
    for (size_t y = 0; y < m->extent[1]; y++) {
      size_t to = t->to.offset + z * t->to.slice_pitch + y * t->to.row_pitch;
      size_t from = t->from.offset + z * t->from.slice_pitch + y * t->from.row_pitch;
      cl_int e = move_row(m, to, from, &m->events[m->count]);
      if (e)
        return e;
      m->count++;
    }
  return CL_SUCCESS;
}

// One event for all pieces. On failure it waits for those that were enqueued: the memory may go.
static cl_int combine(moves *m, cl_int e, cl_event *out) {
  if (!e && m->count == 1) {
    *out = m->events[0];
    return CL_SUCCESS;
  }
  if (!e)
    e = sy_cl.EnqueueMarkerWithWaitList(m->queue, m->count, m->events, out);
  for (cl_uint i = 0; i < m->count; i++) {
    if (e)
      sy_cl_wait(m->events[i]);
    sy_cl.ReleaseEvent(m->events[i]);
  }
  return e;
}

static sycc_status move(moves *m, sy_cl_task *task) {
  join_rows(m);
  sycc_status s = m->t->pattern && !can_fill(m) ? make_row(m, task) : SYCC_success;
  if (s)
    return s;
  size_t pieces = m->extent[1] * m->extent[2];
  cl_event one;
  m->events = pieces == 1 ? &one : malloc(pieces * sizeof *m->events);
  if (!m->events)
    return sy_error_no_memory("the pieces of a copy");
  cl_int e = task->status = combine(m, move_all(m), &task->event);
  if (m->events != &one)
    free(m->events);
  const char *what = m->t->pattern ? "fill memory" : "copy memory";
  return e ? sy_cl_fail(e, "device '%s' can't %s", sy_cl_name(m->device), what) : SYCC_success;
}

static cl_mem buffer_of(const sy_command *c, const sy_place *p) {
  return p->buffer ? sy_buffer_memory(p->buffer, c->device) : NULL;
}

static sycc_status cl_transfer_enqueue(sy_command *c, sy_cl_task *task, cl_command_queue queue) {
  moves m = {.device = sy_cl_of(c->device), .queue = queue, .task = task, .t = &c->transfer};
  m.to = buffer_of(c, &c->transfer.to);
  m.from = buffer_of(c, &c->transfer.from);
  return move(&m, task);
}

sycc_status sy_cl_transfer_start(sy_command *c) {
  return sy_cl_task_start(c, cl_transfer_enqueue);
}

// Whether the host may look there as it likes.
static bool is_hosts(const void *ptr) {
  sycc_device *owner;
  if (sycc_usm_query(ptr, &owner) != SYCC_USM_DEVICE || owner->backend->kind == SY_BACKEND_HOST)
    return true;
  return owner->backend == &sy_opencl && sy_cl_of(owner)->usm == SY_CL_SVM &&
         sy_cl_of(owner)->svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
}

// The first byte, for the host; null: it is not the host's.
static char *host_address(const sy_command *c, const sy_place *p) {
  char *base = p->buffer ? sy_buffer_shared(p->buffer, c->device) : is_hosts(p->ptr) ? p->ptr : NULL;
  return base ? base + p->offset : NULL;
}

// A driver for CPUs copies with a CPU too. What is small takes it less time than the way there: a command, an
// event, and a thread that wakes.
bool sy_cl_move_at_once(const sy_command *c) {
  const sy_transfer *t = &c->transfer;
  size_t rows = t->extent[1] * t->extent[2];
  bool is_small = t->extent[0] <= LARGEST_AT_ONCE && rows <= LARGEST_AT_ONCE / t->extent[0];
  if (!is_small || c->event->profiled || c->global || c->device->number[SYCC_DEVICE_TYPE] != SYCC_DEVICE_CPU)
    return false;
  char *to = host_address(c, &t->to), *from = t->pattern ? NULL : host_address(c, &t->from);
  if (!to || (!from && !t->pattern))
    return false;
  sy_transfer_rows(t, to, from, 0, rows);
  return true;
}

// What is moved without the driver is moved at once.
bool sy_cl_can_follow(const sy_command *c) {
  const sy_transfer *t = &c->transfer;
  return c->action == SY_ACTION_KERNEL || sy_cl_of(c->device)->usm || t->to.buffer || t->from.buffer;
}
