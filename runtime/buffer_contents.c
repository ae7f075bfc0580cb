// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the newest contents of buffers are.
//
// The host storage always exists. A device with memory of its own gets a copy when a command first uses the
// buffer there. The buffer is divided into pieces, each with the set of places that hold its newest contents:
// one piece as long as there are no sub-buffers. Reading brings what is not there from a place that has it,
// by way of the host unless both devices are of one back end that copies between them; writing leaves one
// place. The native CPU works in the host storage itself, so a buffer that is used there alone never has
// copies, and all of this is a test for null.
//
// The lock is needed between commands that use different parts, or that read. A command that writes all of a
// buffer is alone: it waits for all others.
//
// bring() divides pieces where a command's bytes begin and end, so that mark_written() needs no memory.
#include "runtime/backends/backend.h"
#include "runtime/buffer.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/process.h"
#include "runtime/trace.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 63 }; // bits of `current` beside SY_ON_HOST

static bool is_whole(const sycc_buffer *b) {
  return b->whole == b;
}

void sy_buffer_contents_init(sycc_buffer *whole) {
  pthread_mutex_init(&whole->copies_mutex, NULL);
  whole->piece = (sy_buffer_piece){0, whole->bytes, SY_ON_HOST};
  whole->pieces = &whole->piece;
  whole->piece_count = whole->piece_room = 1;
}

void sy_buffer_contents_free(sycc_buffer *b) {
  for (sy_buffer_copy *next, *c = b->copies; c; c = next) {
    next = c->next;
    c->device->backend->buffer_destroy(c->device, c->memory);
    sy_trace_memory(c->device, is_whole(b) ? -(int64_t)b->bytes : 0);
    free(c);
  }
  if (b->whole != b)
    return;
  pthread_mutex_destroy(&b->copies_mutex);
  if (b->pieces != &b->piece)
    free(b->pieces);
}

static bool has_own_memory(const sycc_device *d) {
  return d && d->backend->buffer_create;
}

// ---- pieces: with the lock held -----------------------------------------------------------------------

static bool make_room(sycc_buffer *b) {
  if (b->piece_count < b->piece_room)
    return true;
  size_t room = 2 * b->piece_room + 2;
  sy_buffer_piece *old = b->pieces, *more = realloc(old == &b->piece ? NULL : old, room * sizeof *more);
  if (!more)
    return false;
  if (old == &b->piece)
    *more = *old;
  b->pieces = more;
  b->piece_room = room;
  return true;
}

// Makes a piece begin at `at`; false: no memory.
static bool divide(sycc_buffer *b, size_t at) {
  size_t i = 0;
  while (i < b->piece_count && b->pieces[i].end <= at)
    i++;
  if (i == b->piece_count || b->pieces[i].begin >= at)
    return true;
  if (!make_room(b))
    return false;
  memmove(&b->pieces[i + 1], &b->pieces[i], (b->piece_count - i) * sizeof *b->pieces);
  b->piece_count++;
  b->pieces[i].end = b->pieces[i + 1].begin = at;
  return true;
}

static sycc_status divide_for(sycc_buffer *b) {
  if (is_whole(b) || (divide(b->whole, b->offset) && divide(b->whole, b->offset + b->bytes)))
    return SYCC_success;
  return sy_error_no_memory("the pieces of a buffer");
}

static bool is_part_of(const sy_buffer_piece *p, const sycc_buffer *b) {
  return p->begin >= b->offset && p->end <= b->offset + b->bytes;
}

// ---- copies: with the lock held -----------------------------------------------------------------------

static sy_buffer_copy *find_copy(sycc_buffer *b, const sycc_device *d) {
  sy_buffer_copy *c = b->copies;
  while (c && c->device != d)
    c = c->next;
  return c;
}

static sycc_status add_copy(sycc_buffer *b, sycc_device *d, sy_buffer_copy **out) {
  uint64_t bit = b->copies ? b->copies->bit << 1 : SY_ON_HOST << 1;
  if (!bit)
    return sy_error_set(SYCC_runtime, "a buffer on more than %d devices", MOST_COPIES);
  sy_buffer_copy *c = calloc(1, sizeof *c);
  if (!c)
    return sy_error_no_memory("a buffer's copy");
  sy_buffer_copy *whole = is_whole(b) ? NULL : find_copy(b->whole, d);
  sycc_status s = whole ? d->backend->buffer_part(d, whole->memory, b->offset, b->bytes, &c->memory)
                        : d->backend->buffer_create(d, b->bytes, &c->memory);
  if (s) {
    free(c);
    return s;
  }
  sy_trace_memory(d, whole ? 0 : (int64_t)b->bytes);
  c->device = d;
  c->host = !whole && d->backend->buffer_host ? d->backend->buffer_host(d, c->memory) : NULL;
  c->bit = bit;
  c->next = b->copies;
  b->copies = *out = c;
  return SYCC_success;
}

static sy_buffer_copy *current_copy(const sycc_buffer *b, const sy_buffer_piece *p) {
  sy_buffer_copy *c = b->copies;
  while (c && !(p->current & c->bit))
    c = c->next;
  return c;
}

// Where the host finds the memory no driver is needed: no command uses these bytes now.
static sycc_status read_copy(const sy_buffer_copy *c, size_t at, char *to, size_t bytes) {
  if (!c->host)
    return c->device->backend->buffer_read(c->device, c->memory, at, to, bytes);
  memcpy(to, c->host + at, bytes);
  return SYCC_success;
}

static sycc_status write_copy(const sy_buffer_copy *c, size_t at, const char *from, size_t bytes) {
  if (!c->host)
    return c->device->backend->buffer_write(c->device, c->memory, at, from, bytes);
  memcpy(c->host + at, from, bytes);
  return SYCC_success;
}

static sycc_status piece_to_host(sycc_buffer *b, sy_buffer_piece *p) {
  if (p->current & SY_ON_HOST)
    return SYCC_success;
  sy_buffer_copy *c = current_copy(b, p);
  if (!c)
    return sy_error_set(SYCC_runtime,
                        "the contents of a buffer were lost: the transfer before this one failed");
  uint64_t begin = sy_trace_now();
  sycc_status s = read_copy(c, p->begin, (char *)b->host + p->begin, p->end - p->begin);
  sy_trace_move(begin, NULL, c->device, p->end - p->begin);
  if (!s)
    p->current |= SY_ON_HOST;
  return s;
}

// A current copy that d's back end can copy from directly; null: there is none.
static sy_buffer_copy *find_peer(sycc_buffer *b, const sy_buffer_piece *p, const sycc_device *d) {
  sy_buffer_copy *c = d->backend->buffer_copy && !(p->current & SY_ON_HOST) ? b->copies : NULL;
  while (c && !(p->current & c->bit && c->device->backend == d->backend))
    c = c->next;
  return c;
}

static sycc_status piece_to_device(sycc_buffer *b, sy_buffer_piece *p, sy_buffer_copy *c) {
  const sy_backend *backend = c->device->backend;
  size_t bytes = p->end - p->begin;
  if (p->current & c->bit)
    return SYCC_success;
  sy_buffer_copy *peer = find_peer(b, p, c->device);
  sycc_status s = peer ? SYCC_success : piece_to_host(b, p);
  if (s)
    return s;
  uint64_t begin = sy_trace_now();
  s = peer ? backend->buffer_copy(c->device, c->memory, peer->device, peer->memory, p->begin, bytes)
           : write_copy(c, p->begin, (char *)b->host + p->begin, bytes);
  sy_trace_move(begin, c->device, peer ? peer->device : NULL, bytes);
  if (!s)
    p->current |= c->bit;
  return s;
}

// ----------------------------------------------------------------------------------------------------

// The memory on d, or null for the host.
static sycc_status prepare_memory(sycc_buffer *b, sycc_device *d, sy_buffer_copy **out) {
  *out = NULL;
  if (!has_own_memory(d))
    return SYCC_success;
  *out = find_copy(b->whole, d);
  sycc_status s = *out ? SYCC_success : add_copy(b->whole, d, out);
  sy_buffer_copy *part;
  if (!s && !is_whole(b) && d->backend->buffer_part && !find_copy(b, d))
    s = add_copy(b, d, &part);
  return s;
}

static sycc_status bring(sycc_buffer *b, sycc_device *d, uint32_t mode) {
  sycc_buffer *whole = b->whole;
  sy_buffer_copy *c;
  sycc_status s = divide_for(b);
  if (!s)
    s = prepare_memory(b, d, &c);
  if (mode & SYCC_ACCESS_NO_INIT)
    return s;
  for (size_t i = 0; i < whole->piece_count && !s; i++) {
    sy_buffer_piece *p = &whole->pieces[i];
    if (is_part_of(p, b))
      s = c ? piece_to_device(whole, p, c) : piece_to_host(whole, p);
  }
  return s;
}

// Whether a command that uses b so is the only one that looks where the contents are: the graph keeps those
// that write alone.
static bool is_alone(const sycc_buffer *b, uint32_t mode) {
  return is_whole(b) && mode & SYCC_ACCESS_WRITE;
}

sycc_status sy_buffer_bring(sycc_buffer *b, sycc_device *d, uint32_t mode) {
  if (!has_own_memory(d) && is_whole(b) && (!b->copies || mode & SYCC_ACCESS_NO_INIT))
    return SYCC_success;
  sycc_status s = sy_process_check(); // a thread of the parent may have had the lock
  if (s || is_alone(b, mode))
    return s ? s : bring(b, d, mode);
  pthread_mutex_lock(&b->whole->copies_mutex);
  s = bring(b, d, mode);
  pthread_mutex_unlock(&b->whole->copies_mutex);
  return s;
}

void sy_buffer_mark_written(sycc_buffer *b, sycc_device *d) {
  sycc_buffer *whole = b->whole;
  if (!whole->copies)
    return;
  uint64_t current = has_own_memory(d) ? find_copy(whole, d)->bit : SY_ON_HOST;
  if (is_whole(b)) { // a command that writes it all is alone
    whole->pieces[0] = (sy_buffer_piece){0, whole->bytes, current};
    whole->piece_count = 1;
    return;
  }
  pthread_mutex_lock(&whole->copies_mutex);
  for (size_t i = 0; i < whole->piece_count; i++)
    if (is_part_of(&whole->pieces[i], b))
      whole->pieces[i].current = current;
  pthread_mutex_unlock(&whole->copies_mutex);
}

void *sy_buffer_memory(sycc_buffer *b, sycc_device *d) {
  if (!has_own_memory(d))
    return b->host;
  if (!is_whole(b) && !d->backend->buffer_part)
    return (char *)find_copy(b->whole, d)->memory + b->offset;
  return find_copy(b, d)->memory;
}

char *sy_buffer_shared(sycc_buffer *b, sycc_device *d) {
  char *host = has_own_memory(d) ? find_copy(b->whole, d)->host : b->whole->host;
  return host ? host + b->offset : NULL;
}
