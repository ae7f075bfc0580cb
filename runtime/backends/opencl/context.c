// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts and queues, made when they are first needed.
//
// The devices of a platform share one context, and with it USM: what SYCL promises of a context with several
// devices holds for every one. A driver that can't make such a context gets one for each device. Sub-devices
// are in the context of the device they are a part of.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/backends/opencl/signals.h"
#include "runtime/error.h"
#include "runtime/process.h"

#include <stdlib.h>
#include <time.h>

static cl_context new_context(cl_platform_id platform, cl_uint n, const cl_device_id *ids, cl_int *e) {
  const cl_context_properties on[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
  sy_cl_signals before;
  sy_cl_signals_save(&before);
  cl_context made = sy_cl.CreateContext(on, n, ids, NULL, NULL, e);
  sy_cl_signals_restore(&before);
  return made;
}

sy_cl_space *sy_cl_space_new(cl_uint n, const cl_device_id *ids) {
  sy_cl_space *s = calloc(1, sizeof *s + n * sizeof *ids);
  if (!s)
    return NULL;
  pthread_mutex_init(&s->mutex, NULL);
  s->count = n;
  for (cl_uint i = 0; i < n; i++)
    s->ids[i] = ids[i];
  return s;
}

// With the mutex of d's space held.
static cl_int make_shared(sy_cl_device *d) {
  cl_int e = CL_SUCCESS;
  if (!d->space->context)
    d->space->context = new_context(d->platform, d->space->count, d->space->ids, &e);
  if (e)
    d->space->context = NULL;
  return e;
}

static cl_int make_alone(sy_cl_device *d) {
  sy_cl_space *own = sy_cl_space_new(1, &d->id);
  if (!own)
    return CL_OUT_OF_HOST_MEMORY;
  d->space = own;
  return make_shared(d);
}

// With d's mutex held.
static sycc_status make_context(sy_cl_device *d) {
  if (d->context)
    return SYCC_success;
  sy_cl_space *shared = d->space;
  pthread_mutex_lock(&shared->mutex);
  cl_int e = make_shared(d);
  pthread_mutex_unlock(&shared->mutex);
  if (e && shared->count > 1)
    e = make_alone(d);
  if (e)
    return sy_cl_fail(e, "cannot make an OpenCL context for device '%s'", sy_cl_name(d));
  d->context = d->space->context;
  sy_process_driver_started();
  return SYCC_success;
}

// Likewise.
static sycc_status make_queue(sy_cl_device *d, bool profiled, unsigned lane) {
  cl_command_queue_properties can = 0, want = lane ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  sy_cl.GetDeviceInfo(d->id, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
  if (profiled)
    want |= CL_QUEUE_PROFILING_ENABLE;
  cl_int e;
  cl_command_queue made = sy_cl.CreateCommandQueue(d->context, d->id, want & can, &e);
  if (e)
    return sy_cl_fail(e, "cannot make an OpenCL queue for device '%s'", sy_cl_name(d));
  d->queues[profiled][lane].in_order = !(want & can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  atomic_store_explicit(&d->queues[profiled][lane].handle, made, memory_order_release);
  return SYCC_success;
}

sycc_status sy_cl_context(sy_cl_device *d, cl_context *out) {
  sycc_status s = sy_process_check();
  if (s)
    return s;
  pthread_mutex_lock(&d->mutex);
  s = make_context(d);
  *out = d->context;
  pthread_mutex_unlock(&d->mutex);
  return s;
}

unsigned sy_cl_lane(uint32_t flags, unsigned number) {
  return flags & SYCC_QUEUE_IN_ORDER ? 1 + number % SY_CL_LANES : 0;
}

static bool has_queue(const sy_cl_device *d, bool profiled, unsigned lane, sy_cl_queue *out) {
  out->handle = atomic_load_explicit(&d->queues[profiled][lane].handle, memory_order_acquire);
  out->in_order = out->handle && d->queues[profiled][lane].in_order;
  return out->handle;
}

sycc_status sy_cl_queue_get(sy_cl_device *d, bool profiled, unsigned lane, sy_cl_queue *out) {
  sycc_status s = sy_process_check();
  if (s || has_queue(d, profiled, lane, out))
    return s;
  pthread_mutex_lock(&d->mutex);
  s = make_context(d);
  if (!s && !has_queue(d, profiled, lane, out))
    s = make_queue(d, profiled, lane);
  has_queue(d, profiled, lane, out);
  pthread_mutex_unlock(&d->mutex);
  return s;
}

sycc_status sy_cl_queue_first(sy_cl_device *d, cl_command_queue *out) {
  sy_cl_queue q;
  sycc_status s = sy_cl_queue_get(d, false, 0, &q);
  *out = q.handle;
  return s;
}

cl_int sy_cl_wait(cl_event event) {
  cl_int why = sy_cl.WaitForEvents(1, &event), status = CL_QUEUED;
  if (!why)
    return CL_SUCCESS;
  cl_command_queue queue = NULL; // waiting would have flushed it
  if (!sy_cl.GetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL) && queue)
    sy_cl.Flush(queue);
  while (!sy_cl.GetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL)) {
    if (status <= CL_COMPLETE)
      return status;
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
  }
  return why;
}

cl_int sy_cl_finish(cl_int enqueued, cl_event *done) {
  if (enqueued)
    return enqueued;
  cl_int e = sy_cl_wait(*done);
  sy_cl.ReleaseEvent(*done);
  return e;
}
