// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of the back ends: what rt.h says of them. Here is what does not depend on the back end.
#include "runtime/backends/backend.h"
#include "runtime/buffer.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/queue.h"
#include "runtime/sub_devices.h"

static sycc_status no_native(const sycc_device *d, const char *what) {
  return sy_error_set(SYCC_feature_not_supported,
                      "the back end of device '%s' has no %s that it could hand out",
                      d->text[SYCC_DEVICE_NAME], what);
}

sycc_status sycc_native_get(sycc_device *d, sycc_native_kind what, uint32_t queue_flags, uint64_t *out) {
  static const char *const names[] = {"platforms", "devices", "contexts", "queues"};
  const sy_native *n = d->backend->native;
  *out = 0;
  return n && n->get ? n->get(d, what, queue_flags, out) : no_native(d, names[what]);
}

sycc_status sycc_native_get_queue(sycc_queue *q, uint64_t *out) {
  return sycc_native_get(q->device, SYCC_NATIVE_QUEUE, q->flags | q->index << SY_QUEUE_NUMBER_AT, out);
}

// ---- devices for handles ----------------------------------------------------------------------------

typedef struct native_search {
  sycc_backend backend;
  sycc_native_kind what;
  uint64_t handle;
} native_search;

static bool fits_search(const sycc_device *d, const void *what) {
  const native_search *s = what;
  const sy_native *n = d->backend->native;
  return d->backend->id == s->backend && n && n->is && n->is(d, s->what, s->handle);
}

sycc_status sycc_native_find(sycc_backend b, sycc_native_kind what, uint64_t handle, sycc_device **out) {
  const native_search s = {b, what, handle};
  for (size_t i = 0; i < sycc_platform_count(); i++)
    for (size_t j = 0; j < sycc_device_count(sycc_platform_get(i)); j++)
      if (fits_search(*out = sycc_device_get(sycc_platform_get(i), j), &s))
        return SYCC_success;
  for (size_t i = 0; (*out = sycc_device_unlisted(i)); i++)
    if (fits_search(*out, &s)) // the user has it by another way, and may have kernels of the driver's for it
      return SYCC_success;
  *out = sy_sub_devices_find(fits_search, &s);
  if (*out)
    return SYCC_success;
  return sy_error_set(SYCC_invalid, "the %s is none of those that SYCL has; a device selector may hide it",
                      what == SYCC_NATIVE_PLATFORM ? "platform" : "device");
}

// The back end, if it has devices.
static const sy_backend *find_backend(sycc_backend b) {
  const sycc_device *d;
  for (size_t i = 0; i < sycc_platform_count(); i++)
    if (sycc_platform_get(i)->backend->id == b)
      return sycc_platform_get(i)->backend;
  for (size_t i = 0; (d = sycc_device_unlisted(i)); i++)
    if (d->backend->id == b)
      return d->backend;
  return NULL;
}

sycc_status sycc_native_adopt(sycc_backend b, sycc_native_kind what, uint64_t handle, sycc_device **devices,
                              size_t cap, size_t *count) {
  const sy_backend *found = find_backend(b);
  *count = 0;
  if (found && found->native && found->native->adopt)
    return found->native->adopt(what, handle, devices, cap, count);
  return sy_error_set(SYCC_feature_not_supported,
                      "no device is of a back end that takes contexts and queues of the user's");
}

uint32_t sycc_native_queue_flags(sycc_device *d) {
  return d->queue_flags;
}

sycc_device *sycc_device_plain(sycc_device *d) {
  return d->adopted_from ? d->adopted_from : d;
}

// ---- memory -----------------------------------------------------------------------------------------

// The host task has the buffer for itself, and its contents are on the host when it begins.
sycc_status sycc_native_memory(sycc_access *a, sycc_device *d, uint64_t *out) {
  sycc_buffer *b = sycc_access_buffer(a);
  *out = 0;
  if (!d->backend->buffer_create)
    return no_native(d, "memory of buffers");
  sycc_status s = sy_buffer_bring(b, d, a->mode);
  if (s)
    return s;
  if (a->mode & SYCC_ACCESS_WRITE)
    sy_buffer_mark_written(b, d);
  *out = (uint64_t)(uintptr_t)sy_buffer_memory(b, d);
  return SYCC_success;
}

size_t sycc_native_buffer(sycc_buffer *b, sycc_backend backend, uint64_t *out, size_t cap) {
  size_t n = 0;
  for (sy_buffer_copy *c = b->copies; c; c = c->next) {
    if (c->device->backend->id != backend)
      continue;
    if (n < cap)
      out[n] = (uint64_t)(uintptr_t)c->memory;
    n++;
  }
  return n;
}

static sycc_status own_memory(const sycc_device *d) {
  return d->backend->native && d->backend->native->memory_size ? SYCC_success
                                                               : no_native(d, "memory objects");
}

sycc_status sycc_native_memory_size(sycc_device *d, uint64_t memory, size_t *bytes) {
  sycc_status s = own_memory(d);
  return s ? s : d->backend->native->memory_size(d, memory, bytes);
}

void sycc_native_memory_hold(sycc_device *d, uint64_t memory, int more) {
  if (!own_memory(d))
    d->backend->native->memory_hold(memory, more);
}

sycc_status sycc_native_memory_copy(sycc_device *d, uint64_t memory, void *host, size_t bytes, int to_host) {
  sycc_status s = own_memory(d);
  return s ? s : d->backend->native->memory_copy(d, memory, host, bytes, to_host);
}

// ---- events -----------------------------------------------------------------------------------------

sycc_status sycc_native_events_wait(sycc_device *d, const uint64_t *events, size_t n) {
  const sy_native *f = d->backend->native;
  return f && f->events_wait ? f->events_wait(d, events, n) : no_native(d, "events");
}

void sycc_native_events_hold(sycc_device *d, const uint64_t *events, size_t n, int more) {
  const sy_native *f = d->backend->native;
  for (size_t i = 0; i < n && f && f->event_hold; i++)
    f->event_hold(events[i], more);
}

sycc_status sycc_native_event_new(sycc_device *d, uint64_t *out) {
  const sy_native *f = d->backend->native;
  *out = 0;
  return f && f->event_new ? f->event_new(d, out) : no_native(d, "events");
}

void sycc_native_event_happen(sycc_device *d, uint64_t event) {
  d->backend->native->event_happen(event);
}
