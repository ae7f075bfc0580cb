// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL's own objects, given to the program and taken from it.
//
// A context or queue of the user's is adopted: its devices get twins whose commands go to it. A twin differs
// from its device in its context and queues alone, and lives as long as the program, as devices do; the same
// context or queue again gives the same twins.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/error.h"
#include "runtime/queue.h"

#include <stdlib.h>

#define HANDLE(type, number) ((type)(uintptr_t)(number))

// ---- out --------------------------------------------------------------------------------------------

// With a reference for the caller.
static sycc_status cl_handle_get(sycc_device *device, sycc_native_kind what, uint32_t flags, uint64_t *out) {
  sy_cl_device *d = sy_cl_of(device);
  cl_context context = NULL;
  sy_cl_queue queue = {0};
  sycc_status s = SYCC_success;
  if (what == SYCC_NATIVE_PLATFORM)
    *out = (uintptr_t)d->platform;
  if (what == SYCC_NATIVE_DEVICE) {
    sy_cl.RetainDevice(d->id);
    *out = (uintptr_t)d->id;
  }
  if (what == SYCC_NATIVE_CONTEXT && !(s = sy_cl_context(d, &context))) {
    sy_cl.RetainContext(context);
    *out = (uintptr_t)context;
  }
  if (what == SYCC_NATIVE_QUEUE &&
      !(s = sy_cl_queue_get(d, flags & SYCC_QUEUE_PROFILING, sy_cl_lane(flags, flags >> SY_QUEUE_NUMBER_AT),
                            &queue))) {
    sy_cl.RetainCommandQueue(queue.handle);
    *out = (uintptr_t)queue.handle;
  }
  return s;
}

static bool cl_handle_is(const sycc_device *device, sycc_native_kind what, uint64_t handle) {
  const sy_cl_device *d = sy_cl_of(device);
  return handle == (what == SYCC_NATIVE_PLATFORM ? (uintptr_t)d->platform : (uintptr_t)d->id);
}

// ---- in ---------------------------------------------------------------------------------------------

typedef struct twin {
  struct twin *next;
  sycc_device device;
  sy_cl_device own;
  cl_command_queue queue; // that it was made for; null: for a context
} twin;

enum { MOST_DEVICES = 64 };

pthread_mutex_t sy_cl_native_mutex = PTHREAD_MUTEX_INITIALIZER;
static twin *twins;

static twin *find_twin(const sycc_device *d, cl_context context, cl_command_queue queue) {
  twin *t = twins;
  while (t && !(t->device.adopted_from == d && t->own.context == context && t->queue == queue))
    t = t->next;
  return t;
}

// What is shared in the context: d's own, another twin's, or made.
static sy_cl_space *space_of(const sycc_device *d, cl_context context) {
  if (sy_cl_of(d)->space->context == context)
    return sy_cl_of(d)->space;
  for (twin *t = twins; t; t = t->next)
    if (t->own.context == context)
      return t->own.space;
  sy_cl_space *s = sy_cl_space_new(1, &sy_cl_of(d)->id);
  if (s)
    s->context = context;
  return s;
}

static twin *add_twin(sycc_device *d, cl_context context, cl_command_queue queue) {
  sy_cl_space *space = space_of(d, context);
  twin *t = space ? calloc(1, sizeof *t) : NULL;
  if (!t)
    return NULL;
  t->device = *d;
  t->device.own = &t->own;
  t->device.adopted_from = d;
  t->own = *sy_cl_of(d);
  t->own.device = &t->device;
  t->own.space = space;
  t->own.context = context;
  t->queue = queue;
  pthread_mutex_init(&t->own.mutex, NULL);
  pthread_mutex_init(&t->own.build_mutex, NULL);
  sy_cl.RetainContext(context);
  cl_command_queue_properties can = 0;
  if (queue) {
    sy_cl.RetainCommandQueue(queue);
    sy_cl.GetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof can, &can, NULL);
  }
  for (unsigned lane = 0; lane <= SY_CL_LANES; lane++)
    for (int profiled = 0; profiled < 2; profiled++) {
      t->own.queues[profiled][lane].handle = !profiled || can & CL_QUEUE_PROFILING_ENABLE ? queue : NULL;
      t->own.queues[profiled][lane].in_order = !(can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    }
  if (queue)
    t->device.queue_flags = (can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE ? 0 : SYCC_QUEUE_IN_ORDER) |
                            (can & CL_QUEUE_PROFILING_ENABLE ? SYCC_QUEUE_PROFILING : 0);
  t->next = twins;
  return twins = t;
}

// The device itself where the context is the one it has anyway.
static sycc_status adopt_one(cl_device_id id, cl_context context, cl_command_queue queue, sycc_device **out) {
  sycc_device *d;
  sycc_status s = sycc_native_find(SYCC_BACKEND_opencl, SYCC_NATIVE_DEVICE, (uintptr_t)id, &d);
  if (s)
    return s;
  pthread_mutex_lock(&sy_cl_of(d)->mutex);
  bool same = sy_cl_of(d)->context == context;
  pthread_mutex_unlock(&sy_cl_of(d)->mutex);
  if (!queue && same) {
    *out = d;
    return SYCC_success;
  }
  pthread_mutex_lock(&sy_cl_native_mutex);
  twin *t = find_twin(d, context, queue);
  if (!t)
    t = add_twin(d, context, queue);
  pthread_mutex_unlock(&sy_cl_native_mutex);
  if (!t)
    return sy_error_no_memory("a device in a context of the user's");
  *out = &t->device;
  return SYCC_success;
}

static sycc_status adopt_queue(cl_command_queue queue, sycc_device **devices, size_t cap, size_t *count) {
  cl_context context;
  cl_device_id id;
  cl_int e = sy_cl.GetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
  if (!e)
    e = sy_cl.GetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL);
  if (e || !cap)
    return sy_cl_fail(e, "the OpenCL queue can't be used");
  *count = 1;
  return adopt_one(id, context, queue, devices);
}

// Devices that SYCL does not have are left out, unless none is left.
static sycc_status adopt_context(cl_context context, sycc_device **devices, size_t cap, size_t *count) {
  cl_device_id ids[MOST_DEVICES];
  size_t bytes = 0;
  cl_int e = sy_cl.GetContextInfo(context, CL_CONTEXT_DEVICES, sizeof ids, ids, &bytes);
  if (e)
    return sy_cl_fail(e, "the OpenCL context can't be used");
  sycc_status s = SYCC_success;
  for (size_t i = 0; i < bytes / sizeof *ids && *count < cap; i++) {
    s = adopt_one(ids[i], context, NULL, &devices[*count]);
    *count += !s;
  }
  return *count ? SYCC_success : s;
}

static sycc_status cl_handle_adopt(sycc_native_kind what, uint64_t handle, sycc_device **devices, size_t cap,
                                   size_t *count) {
  return what == SYCC_NATIVE_QUEUE ? adopt_queue(HANDLE(cl_command_queue, handle), devices, cap, count)
                                   : adopt_context(HANDLE(cl_context, handle), devices, cap, count);
}

// ---- memory and events ------------------------------------------------------------------------------

static sycc_status memory_size(sycc_device *d, uint64_t memory, size_t *bytes) {
  cl_int e = sy_cl.GetMemObjectInfo(HANDLE(cl_mem, memory), CL_MEM_SIZE, sizeof *bytes, bytes, NULL);
  return e ? sy_cl_fail(e, "the memory object can't be used on device '%s'", d->text[SYCC_DEVICE_NAME])
           : SYCC_success;
}

static void memory_hold(uint64_t memory, bool more) {
  more ? sy_cl.RetainMemObject(HANDLE(cl_mem, memory)) : sy_cl.ReleaseMemObject(HANDLE(cl_mem, memory));
}

static sycc_status memory_copy(sycc_device *d, uint64_t memory, void *host, size_t bytes, bool to_host) {
  cl_command_queue queue;
  sycc_status s = sy_cl_queue_first(sy_cl_of(d), &queue);
  if (s || !bytes)
    return s;
  cl_mem m = HANDLE(cl_mem, memory);
  cl_event done;
  cl_int e = to_host ? sy_cl.EnqueueReadBuffer(queue, m, CL_FALSE, 0, bytes, host, 0, NULL, &done)
                     : sy_cl.EnqueueWriteBuffer(queue, m, CL_FALSE, 0, bytes, host, 0, NULL, &done);
  e = sy_cl_finish(e, &done);
  return e ? sy_cl_fail(e, "cannot copy a memory object of %zu bytes on device '%s'", bytes,
                        d->text[SYCC_DEVICE_NAME])
           : SYCC_success;
}

static sycc_status events_wait(sycc_device *d, const uint64_t *events, size_t n) {
  for (size_t i = 0; i < n; i++) {
    cl_event e = HANDLE(cl_event, events[i]);
    cl_int bad = sy_cl_wait(e);
    if (bad)
      return sy_cl_fail(bad, "waiting for an OpenCL event on device '%s'", d->text[SYCC_DEVICE_NAME]);
  }
  return SYCC_success;
}

static void event_hold(uint64_t event, bool more) {
  more ? sy_cl.RetainEvent(HANDLE(cl_event, event)) : sy_cl.ReleaseEvent(HANDLE(cl_event, event));
}

static sycc_status event_new(sycc_device *d, uint64_t *out) {
  cl_context context;
  sycc_status s = sy_cl_context(sy_cl_of(d), &context);
  if (s)
    return s;
  cl_int e;
  *out = (uintptr_t)sy_cl.CreateUserEvent(context, &e);
  return e ? sy_cl_fail(e, "cannot make an OpenCL event for device '%s'", d->text[SYCC_DEVICE_NAME])
           : SYCC_success;
}

static void event_happen(uint64_t event) {
  sy_cl.SetUserEventStatus(HANDLE(cl_event, event), CL_COMPLETE);
}

const sy_native sy_cl_native = {
    .get = cl_handle_get,
    .is = cl_handle_is,
    .adopt = cl_handle_adopt,
    .memory_size = memory_size,
    .memory_hold = memory_hold,
    .memory_copy = memory_copy,
    .events_wait = events_wait,
    .event_hold = event_hold,
    .event_new = event_new,
    .event_happen = event_happen,
    .code = &sy_cl_native_code,
};
