// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills: the checks, made when the group is made. Both sides are boxes of bytes, rows and
// slices; all sums are checked for overflow, so that a wrong pitch is an error and not a wild write.
#include "runtime/backends/backend.h"
#include "runtime/buffer.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/group.h"
#include "runtime/recording.h"
#include "runtime/usm.h"

#include <stdlib.h>
#include <string.h>

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

void sy_transfer_row(const sy_transfer *t, char *to, const char *from, size_t bytes) {
  if (t->pattern)
    fill_row(to, bytes, t->pattern, t->pattern_size);
  else
    memmove(to, from, bytes); // the sides may overlap in USM
}

void sy_transfer_rows(const sy_transfer *t, char *to, const char *from, size_t first, size_t end) {
  for (size_t row = first; row < end; row++) {
    size_t y = row % t->extent[1], z = row / t->extent[1];
    sy_transfer_row(t, to + z * t->to.slice_pitch + y * t->to.row_pitch,
                    from ? from + z * t->from.slice_pitch + y * t->from.row_pitch : NULL, t->extent[0]);
  }
}

static bool is_empty(const size_t extent[3]) {
  return !extent[0] || !extent[1] || !extent[2];
}

// *sum += a * b; false on overflow.
static bool add_product(size_t *sum, size_t a, size_t b) {
  size_t n;
  return !__builtin_mul_overflow(a, b, &n) && !__builtin_add_overflow(*sum, n, sum);
}

// Fills in pitches that were left 0 (rows and slices follow each other) and finds the first byte and the one
// after the last. False on overflow.
static bool measure(const sycc_region *r, const size_t extent[3], sy_place *p, size_t *end) {
  p->row_pitch = r->row_pitch ? r->row_pitch : extent[0];
  size_t slice = 0;
  if (!add_product(&slice, p->row_pitch, extent[1]))
    return false;
  p->slice_pitch = r->slice_pitch ? r->slice_pitch : slice;
  p->offset = r->origin[0];
  if (!add_product(&p->offset, r->origin[1], p->row_pitch) ||
      !add_product(&p->offset, r->origin[2], p->slice_pitch))
    return false;
  *end = p->offset;
  return add_product(end, extent[1] - 1, p->row_pitch) && add_product(end, extent[2] - 1, p->slice_pitch) &&
         add_product(end, extent[0], 1);
}

static sycc_status resolve_access(sycc_group *g, const sycc_region *r, uint32_t mode, const char *what,
                                  sy_place *p, size_t end) {
  sy_use *u;
  sycc_status s = sy_group_find_use(g, r->access, what, &u);
  if (s)
    return s;
  if (!(u->mode & mode))
    return sy_error_set(SYCC_accessor, "%s needs an accessor that can %s", what,
                        mode == SYCC_ACCESS_READ ? "read" : "write");
  if (end > sycc_buffer_bytes(u->buffer))
    return sy_error_set(SYCC_invalid, "%s reaches byte %zu of a buffer of %zu bytes", what, end,
                        sycc_buffer_bytes(u->buffer));
  p->buffer = u->buffer;
  return SYCC_success;
}

// All bytes up to `end` must exist. Memory of a device that is neither on this one's platform nor the host's
// own is refused: no driver would know what to do with the address.
static sycc_status check_pointer(const sycc_device *d, const void *ptr, size_t end, const char *what) {
  sycc_usm_kind kind;
  sycc_device *owner;
  sycc_status s = sy_usm_check_range(what, ptr, end, &kind, &owner);
  if (s || kind != SYCC_USM_DEVICE || owner->platform == d->platform ||
      owner->backend->kind == SY_BACKEND_HOST)
    return s;
  return sy_error_set(
      SYCC_invalid, "%s memory of device '%s', which device '%s' does not reach: copy it by way of the host",
      what, owner->text[SYCC_DEVICE_NAME], d->text[SYCC_DEVICE_NAME]);
}

// extent is not empty.
static sycc_status transfer_resolve(sycc_group *g, const sycc_region *r, const size_t extent[3],
                                    uint32_t mode, const char *what, sy_place *p) {
  size_t end;
  if (!measure(r, extent, p, &end))
    return sy_error_set(SYCC_invalid, "%s of %zu bytes x %zu rows x %zu slices overflows", what, extent[0],
                        extent[1], extent[2]);
  if (r->access)
    return resolve_access(g, r, mode, what, p, end);
  if (!r->ptr)
    return sy_error_set(SYCC_invalid, "%s with a null pointer", what);
  p->ptr = r->ptr;
  return check_pointer(g->device, r->ptr, end, what);
}

sycc_status sycc_group_copy(sycc_group *g, const sycc_region *to, const sycc_region *from,
                            const size_t extent[3]) {
  sycc_status s = sy_group_check_action(g);
  if (!s && !is_empty(extent)) {
    g->transfer = (sy_transfer){.extent = {extent[0], extent[1], extent[2]}};
    s = transfer_resolve(g, to, extent, SYCC_ACCESS_WRITE, "copy to", &g->transfer.to);
    if (!s)
      s = transfer_resolve(g, from, extent, SYCC_ACCESS_READ, "copy from", &g->transfer.from);
    if (!s)
      g->action = SY_ACTION_COPY;
  }
  if (s)
    return s;
  g->has_action = true;
  return g->node ? sy_node_copy(g->node, to, from, extent) : SYCC_success;
}

sycc_status sycc_group_fill(sycc_group *g, const sycc_region *to, const size_t extent[3], const void *pattern,
                            size_t pattern_size) {
  sycc_status s = sy_group_check_action(g);
  if (!s && (!pattern || !pattern_size || extent[0] % pattern_size))
    s = sy_error_set(SYCC_invalid, "fill of %zu bytes with a pattern of %zu bytes", extent[0], pattern_size);
  if (s || is_empty(extent)) {
    g->has_action |= !s;
    return s;
  }
  sy_transfer *t = &g->transfer;
  *t = (sy_transfer){.extent = {extent[0], extent[1], extent[2]}, .pattern_size = pattern_size};
  s = transfer_resolve(g, to, extent, SYCC_ACCESS_WRITE, "fill", &t->to);
  if (s)
    return s;
  t->pattern = pattern_size <= sizeof t->few ? t->few : malloc(pattern_size);
  if (!t->pattern)
    return sy_error_no_memory("the pattern of a fill");
  memcpy(t->pattern, pattern, pattern_size);
  g->action = SY_ACTION_FILL;
  g->has_action = true;
  return g->node ? sy_node_fill(g->node, to, extent, pattern, pattern_size) : SYCC_success;
}
