// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory: allocations that are found again by any address inside them.
//
// The allocations stand in a search tree of libc (tsearch, a red-black tree) ordered by address. They
// never overlap, so "the ranges overlap" is an equality and a range of one byte finds the allocation it
// lies in. sy_usm_mutex guards the tree; memory is taken and given back outside of it.
#include "runtime/usm.h"
#include "runtime/trace.h"

#include "devices/devices.h"
#include "runtime/backends/backend.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/queue.h"

#include <search.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct sy_usm {
  uintptr_t begin, end;
  sycc_usm_kind kind;
  sycc_device *device;
} sy_usm;

pthread_mutex_t sy_usm_mutex = PTHREAD_MUTEX_INITIALIZER;
static void *tree;

static int usm_compare(const void *a, const void *b) {
  const sy_usm *x = a, *y = b;
  if (x->end <= y->begin)
    return -1;
  return x->begin >= y->end;
}

// The allocation that holds p, or null. The lock is held.
static sy_usm *find_allocation(const void *p) {
  sy_usm key = {.begin = (uintptr_t)p, .end = (uintptr_t)p + 1};
  sy_usm **node = p ? tfind(&key, &tree, usm_compare) : NULL;
  return node ? *node : NULL;
}

static bool insert(sy_usm *u) {
  pthread_mutex_lock(&sy_usm_mutex);
  bool ok = tsearch(u, &tree, usm_compare) != NULL;
  pthread_mutex_unlock(&sy_usm_mutex);
  return ok;
}

static const char *const aspects[] = {
    [SYCC_USM_HOST] = "usm_host_allocations",
    [SYCC_USM_DEVICE] = "usm_device_allocations",
    [SYCC_USM_SHARED] = "usm_shared_allocations",
};

static sycc_status check_request(const sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align) {
  if (!d)
    return sy_error_set(SYCC_invalid, "USM allocation without a device");
  if (kind < SYCC_USM_HOST || kind > SYCC_USM_SHARED)
    return sy_error_set(SYCC_invalid, "unknown kind of USM allocation: %d", (int)kind);
  if (align & (align - 1))
    return sy_error_set(SYCC_invalid, "USM alignment %zu is not a power of two", align);
  if (!sycc_device_has(d, (uint32_t)sy_aspect_find(aspects[kind])->Number))
    return sy_error_set(SYCC_feature_not_supported,
                        "device '%s' has no USM allocations of this kind: it lacks the aspect %s",
                        sycc_device_string(d, SYCC_DEVICE_NAME), aspects[kind]);
  uint64_t most = sycc_device_value(d, SYCC_DEVICE_MAX_ALLOC_BYTES);
  if (bytes > most)
    return sy_error_set(SYCC_memory_allocation,
                        "USM allocation of %zu bytes is above the limit of device '%s', %llu bytes", bytes,
                        sycc_device_string(d, SYCC_DEVICE_NAME), (unsigned long long)most);
  return SYCC_success;
}

sycc_status sycc_usm_alloc(sycc_device *d, sycc_usm_kind kind, size_t bytes, size_t align, void **out) {
  *out = NULL;
  sycc_status s = check_request(d, kind, bytes, align);
  if (s || !bytes)
    return s;
  sy_usm *u = malloc(sizeof *u);
  if (!u)
    return sy_error_no_memory("a USM record");
  void *p;
  s = d->backend->usm_alloc(d, kind, bytes, align, &p);
  if (s)
    goto out;
  *u = (sy_usm){.begin = (uintptr_t)p, .end = (uintptr_t)p + bytes, .kind = kind, .device = d};
  if (!insert(u)) {
    d->backend->usm_free(d, p);
    s = sy_error_no_memory("a USM record");
    goto out;
  }
  *out = p;
  sy_trace_memory(kind == SYCC_USM_HOST ? NULL : d, (int64_t)bytes);
  return SYCC_success;
out:
  free(u);
  return s;
}

// The device of the allocation that begins or lies there; null: there is none.
static sycc_device *device_of(const void *ptr) {
  pthread_mutex_lock(&sy_usm_mutex);
  sy_usm *u = find_allocation(ptr);
  sycc_device *d = u ? u->device : NULL;
  pthread_mutex_unlock(&sy_usm_mutex);
  return d;
}

// Many programs free memory that a command they have submitted still uses, since drivers of GPUs wait there:
// so does this.
sycc_status sycc_usm_free(void *ptr) {
  if (!ptr)
    return SYCC_success;
  const sycc_device *owner = device_of(ptr);
  if (owner)
    sy_queues_settle(owner);
  pthread_mutex_lock(&sy_usm_mutex);
  sy_usm *u = find_allocation(ptr);
  bool start = u && u->begin == (uintptr_t)ptr;
  if (start)
    tdelete(u, &tree, usm_compare);
  pthread_mutex_unlock(&sy_usm_mutex);
  if (!u)
    return sy_error_set(SYCC_invalid, "pointer %p is not a USM allocation, or was freed before", ptr);
  if (!start)
    return sy_error_set(SYCC_invalid, "pointer %p lies inside a USM allocation; free needs its start", ptr);
  u->device->backend->usm_free(u->device, ptr);
  sy_trace_memory(u->kind == SYCC_USM_HOST ? NULL : u->device, -(int64_t)(u->end - u->begin));
  free(u);
  return SYCC_success;
}

// The allocation that holds the address; of kind unknown, from 0 to the last address: there is none.
static sy_usm describe(const void *ptr) {
  sy_usm found = {.begin = 0, .end = UINTPTR_MAX, .kind = SYCC_USM_UNKNOWN};
  pthread_mutex_lock(&sy_usm_mutex);
  const sy_usm *u = find_allocation(ptr);
  if (u)
    found = *u;
  pthread_mutex_unlock(&sy_usm_mutex);
  return found;
}

sycc_usm_kind sycc_usm_query(const void *ptr, sycc_device **device) {
  sy_usm u = describe(ptr);
  if (device)
    *device = u.device;
  return u.kind;
}

sycc_status sy_usm_check_range(const char *what, const void *ptr, size_t bytes, sycc_usm_kind *kind,
                               sycc_device **owner) {
  sy_usm u = describe(ptr);
  *kind = u.kind;
  *owner = u.device;
  size_t rest = u.end - (uintptr_t)ptr;
  if (bytes <= rest)
    return SYCC_success;
  return sy_error_set(SYCC_invalid, "%s %zu bytes from %p on, where %s ends after %zu", what, bytes, ptr,
                      u.device ? "the USM allocation" : "the address space", rest);
}
