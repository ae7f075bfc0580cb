// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device's context and queues, made when they are first needed.
#include "runtime/backends/opencl/opencl.h"

static sycc_status make_context(sy_cl_device *d) {
  if (d->context)
    return SYCC_success;
  const cl_context_properties on[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)d->platform, 0};
  cl_int e;
  cl_context made = sy_cl.CreateContext(on, 1, &d->id, NULL, NULL, &e);
  if (e)
    return sy_cl_fail(e, "cannot make an OpenCL context for device '%s'", sy_cl_name(d));
  d->context = made;
  return SYCC_success;
}

static sycc_status make_queue(sy_cl_device *d, bool profiled) {
  if (d->queues[profiled])
    return SYCC_success;
  cl_command_queue_properties can = 0, want = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  sy_cl.GetDeviceInfo(d->id, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
  if (profiled)
    want |= CL_QUEUE_PROFILING_ENABLE;
  cl_int e;
  cl_command_queue made = sy_cl.CreateCommandQueue(d->context, d->id, want & can, &e);
  if (e)
    return sy_cl_fail(e, "cannot make an OpenCL queue for device '%s'", sy_cl_name(d));
  d->queues[profiled] = made;
  return SYCC_success;
}

sycc_status sy_cl_context(sy_cl_device *d, cl_context *out) {
  pthread_mutex_lock(&d->mutex);
  sycc_status s = make_context(d);
  *out = d->context;
  pthread_mutex_unlock(&d->mutex);
  return s;
}

sycc_status sy_cl_queue(sy_cl_device *d, bool profiled, cl_command_queue *out) {
  pthread_mutex_lock(&d->mutex);
  sycc_status s = make_context(d);
  if (!s)
    s = make_queue(d, profiled);
  *out = d->queues[profiled];
  pthread_mutex_unlock(&d->mutex);
  return s;
}
