// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers and sub-buffers: their life, accesses to them, and which bytes a failed command has spoiled. A
// sub-buffer is a range of bytes of its whole buffer, which alone has storage (buffer_contents.c); spoiled
// bytes are ranges of the whole buffer too.
#include "runtime/buffer.h"

#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/host_threads.h"
#include "runtime/memory.h"
#include "runtime/trace.h"

#include <stdlib.h>
#include <string.h>

// ---- life -------------------------------------------------------------------------------------------

static sycc_status buffer_new(size_t bytes, sycc_buffer **out) {
  sycc_buffer *b = *out = calloc(1, sizeof *b);
  if (!b)
    return sy_error_no_memory("a buffer");
  b->refs = 1;
  b->bytes = bytes;
  for (uint32_t mode = 0; mode < SY_ACCESS_MODES; mode++)
    b->placeholders[mode] = (sycc_access){.buffer = b, .mode = mode};
  return SYCC_success;
}

sycc_status sycc_buffer_create(size_t bytes, void *host_ptr, uint32_t flags, sycc_buffer **out) {
  *out = NULL;
  bool use = flags & SYCC_BUFFER_USE_HOST_PTR;
  if (flags & ~(uint32_t)SYCC_BUFFER_USE_HOST_PTR)
    return sy_error_set(SYCC_invalid, "unknown buffer flags: 0x%x", flags);
  if (use && !host_ptr && bytes)
    return sy_error_set(SYCC_invalid, "use_host_ptr buffer of %zu bytes with a null pointer", bytes);
  sycc_buffer *b;
  sycc_status s = buffer_new(bytes, &b);
  if (s)
    return s;
  b->host = host_ptr;
  s = use ? SYCC_success : sy_memory_alloc(bytes, 0, "a buffer", &b->host);
  if (s) {
    free(b);
    return s;
  }
  if (!use && host_ptr)
    memcpy(b->host, host_ptr, bytes);
  else if (!use)
    sy_memory_begin(b->host, bytes);
  b->owned = !use;
  sy_trace_memory(NULL, b->owned ? (int64_t)bytes : 0);
  b->whole = b;
  sy_buffer_contents_init(b);
  *out = b;
  return SYCC_success;
}

sycc_status sycc_buffer_create_sub(sycc_buffer *whole, size_t offset, size_t bytes, sycc_buffer **out) {
  *out = NULL;
  if (whole->whole != whole)
    return sy_error_set(SYCC_invalid, "a sub-buffer of a sub-buffer; make it of the whole buffer");
  if (offset > whole->bytes || bytes > whole->bytes - offset)
    return sy_error_set(SYCC_invalid,
                        "a sub-buffer of %zu bytes at %zu goes beyond the end of its buffer of %zu", bytes,
                        offset, whole->bytes);
  sycc_buffer *b;
  sycc_status s = buffer_new(bytes, &b);
  if (s)
    return s;
  sycc_buffer_retain(whole);
  b->whole = whole;
  b->offset = offset;
  b->host = (char *)whole->host + offset;
  *out = b;
  return SYCC_success;
}

void sycc_buffer_retain(sycc_buffer *b) {
  atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
}

void sycc_buffer_release(sycc_buffer *b) {
  if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) > 1)
    return;
  sy_buffer_contents_free(b);
  sycc_event_release(b->spoil.by);
  for (sy_spoil *next, *s = b->spoil.next; s; s = next) {
    next = s->next;
    sycc_event_release(s->by);
    free(s);
  }
  if (b->owned) {
    sy_memory_free(b->host);
    sy_trace_memory(NULL, -(int64_t)b->bytes);
  }
  if (b->whole != b)
    sycc_buffer_release(b->whole);
  free(b);
}

void *sycc_buffer_host_data(sycc_buffer *b) {
  return b->host;
}

size_t sycc_buffer_bytes(const sycc_buffer *b) {
  return b->bytes;
}

static bool overlaps(const sycc_buffer *b, const sy_use *u) {
  return u->begin < b->offset + b->bytes + !b->bytes && u->end > b->offset;
}

// A host task that has the last copy of a buffer can't wait for its own end.
static sy_use *find_other(const sycc_buffer *b, sy_use *list) {
  while (list && (!overlaps(b, list) || list->command == sy_host_threads_current()))
    list = list->next;
  return list;
}

// The event of a command that uses the buffer, other than the one that this thread runs; retained, null when
// none does.
static sycc_event *some_user(sycc_buffer *b) {
  pthread_mutex_lock(&sy_graph_mutex);
  sy_use *u = find_other(b, b->whole->writers);
  if (!u)
    u = find_other(b, b->whole->readers);
  sycc_event *e = u ? u->command->event : NULL;
  if (e)
    sycc_event_retain(e);
  pthread_mutex_unlock(&sy_graph_mutex);
  return e;
}

sycc_status sycc_buffer_idle(sycc_buffer *b) {
  sycc_status s = SYCC_success;
  for (sycc_event *e; !s && (e = some_user(b));) {
    s = sy_graph_wait(e, SYCC_EVENT_COMPLETE);
    sycc_event_release(e);
  }
  return s;
}

sycc_status sycc_buffer_wait(sycc_buffer *b) {
  sycc_status s = sycc_buffer_idle(b);
  return s ? s : sy_buffer_bring(b, NULL, SYCC_ACCESS_READ);
}

int sycc_buffer_written(const sycc_buffer *b) {
  return atomic_load_explicit(&b->whole->written, memory_order_relaxed);
}

// ---- accesses ---------------------------------------------------------------------------------------

sycc_status sy_buffer_check_mode(uint32_t mode) {
  if (mode >= SY_ACCESS_MODES || !(mode & (SYCC_ACCESS_READ | SYCC_ACCESS_WRITE)))
    return sy_error_set(SYCC_invalid, "unknown access mode 0x%x", mode);
  if (mode & SYCC_ACCESS_NO_INIT && !(mode & SYCC_ACCESS_WRITE))
    return sy_error_set(SYCC_invalid, "property no_init on a read-only accessor: it would read nothing");
  return SYCC_success;
}

sycc_status sy_buffer_check_device(const sycc_buffer *b, const sycc_device *d) {
  uint64_t align = d ? d->number[SYCC_DEVICE_MEM_BASE_ALIGN_BITS] / 8 : 0;
  if (!align || b->offset % align == 0)
    return SYCC_success;
  return sy_error_set(
      SYCC_invalid,
      "a sub-buffer begins at byte %zu, but on device '%s' it must begin at a multiple of %llu bytes "
      "(info::device::mem_base_addr_align is in bits)",
      b->offset, d->text[SYCC_DEVICE_NAME], (unsigned long long)align);
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

// ---- what is spoiled: with the graph's lock held ------------------------------------------------------

static void drop_spoil(sy_spoil **at) {
  sy_spoil *s = *at;
  sycc_event_release(s->by);
  *at = s->next;
  free(s);
}

// What a good command has written over is good. A spoil with good bytes in its middle stays as it is.
static void cut_spoil(sy_spoil *s, size_t begin, size_t end) {
  if (begin <= s->begin && end > s->begin)
    s->begin = end < s->end ? end : s->end;
  else if (end >= s->end && begin < s->end)
    s->end = begin;
}

static void cut_spoils(sycc_buffer *b, size_t begin, size_t end) {
  if (b->spoil.by)
    cut_spoil(&b->spoil, begin, end);
  for (sy_spoil **at = &b->spoil.next; *at;) {
    cut_spoil(*at, begin, end);
    if ((*at)->begin < (*at)->end)
      at = &(*at)->next;
    else
      drop_spoil(at);
  }
  if (b->spoil.by && b->spoil.begin >= b->spoil.end) {
    sycc_event_release(b->spoil.by);
    b->spoil.by = NULL;
  }
}

// Without memory for one more the first one grows: rather too much is taken for spoiled than too little.
static void add_spoil(sycc_buffer *b, size_t begin, size_t end, sycc_event *e) {
  sy_spoil *s = b->spoil.by ? malloc(sizeof *s) : &b->spoil;
  if (!s) {
    b->spoil.begin = begin < b->spoil.begin ? begin : b->spoil.begin;
    b->spoil.end = end > b->spoil.end ? end : b->spoil.end;
    return;
  }
  sycc_event_retain(e);
  s->by = e;
  s->begin = begin;
  s->end = end;
  if (s != &b->spoil) {
    s->next = b->spoil.next;
    b->spoil.next = s;
  }
}

void sy_buffer_written(sycc_buffer *whole, size_t begin, size_t end, sycc_event *e) {
  cut_spoils(whole, begin, end);
  if (e->status)
    add_spoil(whole, begin, end, e);
}
