// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: their storage and where the newest contents are.
//
// The host storage always exists. A device with memory of its own gets a copy when a command first uses the
// buffer there; `current` flags say which places hold the newest contents. Reading brings the contents from
// a current place, by way of the host unless both devices are of one back end that copies between them; writing leaves one current place. The native CPU works in the host
// storage itself, so there a buffer never has copies and all of this is a test for null.
#include "runtime/buffer.h"

#include "runtime/backends/backend.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- life -------------------------------------------------------------------------------------------

sycc_status sycc_buffer_create(size_t bytes, void *host_ptr, uint32_t flags, sycc_buffer **out) {
  *out = NULL;
  bool use = flags & SYCC_BUFFER_USE_HOST_PTR;
  if (flags & ~(uint32_t)SYCC_BUFFER_USE_HOST_PTR)
    return sy_error_set(SYCC_invalid, "unknown buffer flags: 0x%x", flags);
  if (use && !host_ptr && bytes)
    return sy_error_set(SYCC_invalid, "use_host_ptr buffer of %zu bytes with a null pointer", bytes);
  sycc_buffer *b = calloc(1, sizeof *b);
  if (!b)
    return sy_error_no_memory("a buffer");
  b->host = host_ptr;
  sycc_status s = use ? SYCC_success : sy_memory_alloc(bytes, SY_MEMORY_ALIGN, "a buffer", &b->host);
  if (s) {
    free(b);
    return s;
  }
  if (!use && host_ptr)
    memcpy(b->host, host_ptr, bytes);
  b->refs = 1;
  b->bytes = bytes;
  b->owned = !use;
  b->host_current = true;
  pthread_mutex_init(&b->copies_mutex, NULL);
  for (uint32_t mode = 0; mode < SY_ACCESS_MODES; mode++)
    b->placeholders[mode] = (sycc_access){.buffer = b, .mode = mode};
  *out = b;
  return SYCC_success;
}

void sycc_buffer_retain(sycc_buffer *b) {
  atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
}

void sycc_buffer_release(sycc_buffer *b) {
  if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) > 1)
    return;
  for (sy_buffer_copy *next, *c = b->copies; c; c = next) {
    next = c->next;
    c->device->backend->buffer_destroy(c->device, c->memory);
    free(c);
  }
  sycc_event_release(b->spoiler);
  pthread_mutex_destroy(&b->copies_mutex);
  if (b->owned)
    free(b->host);
  free(b);
}

void *sycc_buffer_host_data(sycc_buffer *b) {
  return b->host;
}

size_t sycc_buffer_bytes(const sycc_buffer *b) {
  return b->bytes;
}

// The event of a command that uses the buffer, retained; null when none does.
static sycc_event *some_user(sycc_buffer *b) {
  pthread_mutex_lock(&sy_graph_mutex);
  sy_command *c = b->writer ? b->writer : b->readers ? b->readers->command : NULL;
  sycc_event *e = c ? c->event : NULL;
  if (e)
    sycc_event_retain(e);
  pthread_mutex_unlock(&sy_graph_mutex);
  return e;
}

sycc_status sycc_buffer_wait(sycc_buffer *b) {
  sycc_status s = SYCC_success;
  for (sycc_event *e; !s && (e = some_user(b));) {
    s = sy_graph_wait(e, SYCC_EVENT_COMPLETE);
    sycc_event_release(e);
  }
  return s ? s : sy_buffer_bring(b, NULL, SYCC_ACCESS_READ);
}

// ---- accesses ---------------------------------------------------------------------------------------

sycc_status sy_buffer_check_mode(uint32_t mode) {
  if (mode >= SY_ACCESS_MODES || !(mode & (SYCC_ACCESS_READ | SYCC_ACCESS_WRITE)))
    return sy_error_set(SYCC_invalid, "unknown access mode 0x%x", mode);
  if (mode & SYCC_ACCESS_NO_INIT && !(mode & SYCC_ACCESS_WRITE))
    return sy_error_set(SYCC_invalid, "property no_init on a read-only accessor: it would read nothing");
  return SYCC_success;
}

sycc_status sycc_buffer_access(sycc_buffer *b, uint32_t mode, sycc_access **out) {
  sycc_status s = sy_buffer_check_mode(mode);
  *out = s ? NULL : &b->placeholders[mode];
  return s;
}

void *sycc_access_host_data(const sycc_access *a) {
  return a->buffer->host;
}

sycc_buffer *sycc_access_buffer(const sycc_access *a) {
  return a->buffer;
}

// ---- where the contents are -------------------------------------------------------------------------

static bool has_own_memory(const sycc_device *d) {
  return d && d->backend->buffer_create;
}

static sy_buffer_copy *find_copy(sycc_buffer *b, const sycc_device *d) {
  sy_buffer_copy *c = b->copies;
  while (c && c->device != d)
    c = c->next;
  return c;
}

static sycc_status add_copy(sycc_buffer *b, sycc_device *d, sy_buffer_copy **out) {
  sy_buffer_copy *c = calloc(1, sizeof *c);
  if (!c)
    return sy_error_no_memory("a buffer's copy");
  sycc_status s = d->backend->buffer_create(d, b->bytes, &c->memory);
  if (s) {
    free(c);
    return s;
  }
  c->device = d;
  c->next = b->copies;
  b->copies = c;
  *out = c;
  return SYCC_success;
}

static sycc_status bring_to_host(sycc_buffer *b) {
  if (b->host_current)
    return SYCC_success;
  sy_buffer_copy *c = b->copies;
  while (c && !c->current)
    c = c->next;
  if (!c)
    return sy_error_set(SYCC_runtime,
                        "the contents of a buffer were lost: the transfer before this one failed");
  sycc_status s = c->device->backend->buffer_read(c->device, c->memory, b->host, b->bytes);
  b->host_current = !s;
  return s;
}

// A current copy that d's back end can copy from directly; null: there is none.
static sy_buffer_copy *find_peer(sycc_buffer *b, const sycc_device *d) {
  sy_buffer_copy *c = d->backend->buffer_copy && !b->host_current ? b->copies : NULL;
  while (c && !(c->current && c->device->backend == d->backend))
    c = c->next;
  return c;
}

static sycc_status bring_to_device(sycc_buffer *b, sycc_device *d, uint32_t mode) {
  sy_buffer_copy *c = find_copy(b, d);
  sycc_status s = c ? SYCC_success : add_copy(b, d, &c);
  if (s || c->current || mode & SYCC_ACCESS_NO_INIT)
    return s;
  sy_buffer_copy *peer = find_peer(b, d);
  if (peer) {
    s = d->backend->buffer_copy(d, c->memory, peer->device, peer->memory, b->bytes);
    c->current = !s;
    return s;
  }
  s = bring_to_host(b);
  if (!s)
    s = d->backend->buffer_write(d, c->memory, b->host, b->bytes);
  c->current = !s;
  return s;
}

sycc_status sy_buffer_bring(sycc_buffer *b, sycc_device *d, uint32_t mode) {
  bool own = has_own_memory(d);
  if (!own && (!b->copies || mode & SYCC_ACCESS_NO_INIT))
    return SYCC_success;
  pthread_mutex_lock(&b->copies_mutex);
  sycc_status s = own ? bring_to_device(b, d, mode) : bring_to_host(b);
  pthread_mutex_unlock(&b->copies_mutex);
  return s;
}

void sy_buffer_mark_written(sycc_buffer *b, sycc_device *d) {
  if (!b->copies)
    return;
  bool own = has_own_memory(d);
  pthread_mutex_lock(&b->copies_mutex);
  b->host_current = !own;
  for (sy_buffer_copy *c = b->copies; c; c = c->next)
    c->current = own && c->device == d;
  pthread_mutex_unlock(&b->copies_mutex);
}

void *sy_buffer_memory(sycc_buffer *b, sycc_device *d) {
  return has_own_memory(d) ? find_copy(b, d)->memory : b->host;
}
