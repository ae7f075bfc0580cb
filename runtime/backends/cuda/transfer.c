// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies, fills and prefetches on a GPU.
//
// Addresses are unified: the driver knows from a pointer whose memory it is. What is in one piece on both
// sides is one plain copy; boxes are a copy of boxes, or one for each slice where slices do not lie a whole
// number of rows apart.
//
// The driver sets memory to a repeated 1, 2 or 4 bytes. Of any other pattern the first one is written, and
// what is there is copied behind itself, twice as much each time.
#include "runtime/backends/cuda/cuda.h"

#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/usm.h"

#include <string.h>

static sy_cu_ptr first_byte(const sy_command *c, const sy_place *p) {
  char *base = p->buffer ? sy_buffer_memory(p->buffer, c->device) : p->ptr;
  return (sy_cu_ptr)(base + p->offset);
}

// ---- copies ----------------------------------------------------------------------------------------

// Bytes that follow each other; 0: there are gaps.
static size_t in_one_piece(const sy_transfer *t, const sy_place *p) {
  const size_t *e = t->extent;
  bool rows = e[1] == 1 || p->row_pitch == e[0];
  bool slices = e[2] == 1 || p->slice_pitch == e[0] * e[1];
  return rows && slices ? e[0] * e[1] * e[2] : 0;
}

static sy_cu_side side(sy_cu_ptr at, const sy_place *p, size_t rows) {
  sy_cu_side s = {.pitch = p->row_pitch, .height = rows};
  unsigned type = 0;
  // What the driver does not know is memory of the host's own.
  bool known = !sy_cu.pointer_attribute(&type, SY_CU_POINTER_MEMORY_TYPE, at) && type == SY_CU_MEMORY_DEVICE;
  s.type = known ? SY_CU_MEMORY_DEVICE : SY_CU_MEMORY_HOST;
  s.device = known ? at : 0;
  s.host = known ? NULL : (const void *)at;
  return s;
}

static bool whole_rows(const sy_transfer *t, const sy_place *p) {
  return t->extent[2] == 1 ||
         (p->slice_pitch % p->row_pitch == 0 && p->slice_pitch / p->row_pitch >= t->extent[1]);
}

static size_t rows_of_slice(const sy_transfer *t, const sy_place *p) {
  return t->extent[2] == 1 ? t->extent[1] : p->slice_pitch / p->row_pitch;
}

static sy_cu_result copy_boxes(const sy_transfer *t, sy_cu_ptr to, sy_cu_ptr from, sy_cu_stream stream) {
  const size_t *e = t->extent;
  bool whole = whole_rows(t, &t->to) && whole_rows(t, &t->from);
  sy_cu_result r = 0;
  for (size_t z = 0; z < (whole ? 1 : e[2]) && !r; z++) {
    sy_cu_copy_3d box = {
        .from = side(from + z * t->from.slice_pitch, &t->from, whole ? rows_of_slice(t, &t->from) : e[1]),
        .to = side(to + z * t->to.slice_pitch, &t->to, whole ? rows_of_slice(t, &t->to) : e[1]),
        .width = e[0],
        .height = e[1],
        .depth = whole ? e[2] : 1,
    };
    r = sy_cu.copy_3d(&box, stream);
  }
  return r;
}

static sy_cu_result start_copy(const sy_command *c, sy_cu_stream stream) {
  const sy_transfer *t = &c->transfer;
  sy_cu_ptr to = first_byte(c, &t->to), from = first_byte(c, &t->from);
  size_t n = in_one_piece(t, &t->to);
  if (n && in_one_piece(t, &t->from) == n)
    return sy_cu.copy(to, from, n, stream);
  return copy_boxes(t, to, from, stream);
}

// ---- fills -----------------------------------------------------------------------------------------

// The smallest unit of which the pattern is a repetition.
static size_t unit_of(const char *pattern, size_t n) {
  for (size_t unit = 1; unit <= 4 && unit < n; unit *= 2)
    if (n % unit == 0 && !memcmp(pattern, pattern + unit, n - unit))
      return unit;
  return n;
}

static sy_cu_result set_memory(sy_cu_ptr to, const void *pattern, size_t unit, size_t bytes,
                               sy_cu_stream stream) {
  uint32_t value = 0;
  memcpy(&value, pattern, unit);
  if (unit == 1)
    return sy_cu.set_8(to, (unsigned char)value, bytes, stream);
  if (unit == 2)
    return sy_cu.set_16(to, (unsigned short)value, bytes / 2, stream);
  return sy_cu.set_32(to, value, bytes / 4, stream);
}

static sy_cu_result fill_piece(const sy_transfer *t, sy_cu_ptr to, size_t bytes, sy_cu_stream stream) {
  size_t unit = unit_of(t->pattern, t->pattern_size);
  if (unit == 1 || ((unit == 2 || unit == 4) && to % unit == 0))
    return set_memory(to, t->pattern, unit, bytes, stream);
  sy_cu_result r = sy_cu.copy(to, (sy_cu_ptr)t->pattern, t->pattern_size, stream);
  for (size_t done = t->pattern_size; done < bytes && !r; done *= 2)
    r = sy_cu.copy(to + done, to, bytes - done < done ? bytes - done : done, stream);
  return r;
}

static sy_cu_result start_fill(const sy_command *c, sy_cu_stream stream) {
  const sy_transfer *t = &c->transfer;
  sy_cu_ptr to = first_byte(c, &t->to);
  size_t n = in_one_piece(t, &t->to);
  if (n)
    return fill_piece(t, to, n, stream);
  sy_cu_result r = 0;
  for (size_t z = 0; z < t->extent[2]; z++)
    for (size_t y = 0; y < t->extent[1] && !r; y++)
      r = fill_piece(t, to + z * t->to.slice_pitch + y * t->to.row_pitch, t->extent[0], stream);
  return r;
}

// ----------------------------------------------------------------------------------------------------

// A hint: only shared memory moves, and only where the driver can move it in parts.
static sy_cu_result prefetch(const sy_command *c, sy_cu_stream stream) {
  sy_cuda_device *d = sy_cuda_of(c->device);
  const sy_transfer *t = &c->transfer;
  if (!d->prefetches || sycc_usm_query(t->to.ptr, NULL) != SYCC_USM_SHARED)
    return 0;
  return sy_cu.prefetch((sy_cu_ptr)t->to.ptr, t->extent[0], d->handle, stream);
}

static const struct {
  sy_action action;
  sy_cu_result (*enqueue)(const sy_command *c, sy_cu_stream stream);
  const char *name;
} actions[] = {
    {SY_ACTION_COPY, start_copy, "a copy"},
    {SY_ACTION_FILL, start_fill, "a fill"},
    {SY_ACTION_PREFETCH, prefetch, "a prefetch"},
};

static sycc_status cuda_transfer_enqueue(sy_command *c, sy_cu_stream stream) {
  size_t i = 0;
  while (actions[i].action != c->action)
    i++;
  sy_cu_result r = actions[i].enqueue(c, stream);
  if (r) // some of it may be on its way
    sy_cu.stream_synchronize(stream);
  return sy_cuda_check(sy_cuda_of(c->device), r, actions[i].name);
}

sycc_status sy_cuda_transfer_start(sy_command *c) {
  if (c->variable_image && !sy_image_enter(c->variable_image))
    return sy_error_set(SYCC_runtime, "cannot copy a device_global: the library that holds it was unloaded");
  sycc_status s = sy_cuda_stream_start(c, cuda_transfer_enqueue);
  if (s && c->variable_image)
    sy_image_leave(c->variable_image);
  return s;
}

// Memory of the host's that is not pinned makes the driver wait until it is this copy's turn.
static bool is_pinned(const sy_place *p) {
  return p->buffer || sycc_usm_query(p->ptr, NULL) != SYCC_USM_UNKNOWN;
}

bool sy_cuda_can_follow(const sy_command *c) {
  return c->action != SY_ACTION_COPY || (is_pinned(&c->transfer.to) && is_pinned(&c->transfer.from));
}
