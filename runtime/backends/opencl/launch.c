// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel launch. prepare() builds the program, so that what is wrong with it is said where the kernel was
// submitted, and copies the closure; start() sets the arguments, which belong to the kernel and not to a
// launch, and enqueues it.
#include "runtime/backends/opencl/opencl.h"
#include "runtime/blocks.h"
#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/native_kernel.h"
#include "runtime/process.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_CHOSEN = 256 }; // work-items in a group of our own choice

typedef struct sy_cl_launch {
  sy_cl_kernel *kernel;
  sycc_native_kernel *native; // whose kernel it is, retained; null: ours
  size_t required[3];
  sycc_range range;
  bool in_block; // else it is malloc's
  uint32_t param_count;
  const sycc_kernel_param *params; // behind the closure
  void *globals;                   // the table of device_globals, an argument behind all others; null: none
  const sycc_failure *failure;     // where a work-item that fails says so; null: nowhere
  size_t closure_size;
  _Alignas(16) char closure[];
} sy_cl_launch;

// ---- making one -------------------------------------------------------------------------------------

static sycc_status check_group(const sy_cl_device *d, const sy_cl_limits *l, const sycc_range *r,
                               const char *name) {
  size_t items = r->local[0] * r->local[1] * r->local[2];
  if (!r->has_local || !l->most_items || items <= l->most_items)
    return SYCC_success;
  return sy_error_set(SYCC_nd_range,
                      "work-group of %zu work-items is above what kernel '" SY_NAME_FMT
                      "' can have on device '%s', %zu",
                      items, name, sy_cl_name(d), l->most_items);
}

// OpenCL has no groups that are cut off, and no check of bounds is in the code: a range without groups must
// consist of whole groups of the required size.
static sycc_status check_required(const sy_cl_device *d, const sy_cl_limits *l, const sycc_range *r,
                                  const char *name) {
  for (unsigned i = 0; i < 3 && !r->has_local && l->required[0]; i++)
    if (r->global[i] % l->required[i])
      return sy_error_set(SYCC_nd_range,
                          "kernel '" SY_NAME_FMT
                          "' has a required work-group size, %zu in dimension %u from the last, and its "
                          "range, %zu there, is no multiple of it, as it has to be on device '%s'",
                          name, l->required[i], i, r->global[i], sy_cl_name(d));
  return SYCC_success;
}

static size_t accessors_bytes(const sy_kernel_call *call) {
  size_t sum = 0;
  for (uint32_t i = 0; i < call->info->param_count; i++) {
    sycc_local_accessor_head head = {0};
    if (call->info->params[i].kind == SYCC_PARAM_LOCAL)
      memcpy(&head, (const char *)call->closure + call->info->params[i].offset, sizeof head);
    sum += head.bytes;
  }
  return sum;
}

// Local accessors alone have been checked. Drivers crash where a kernel's variables don't fit.
static sycc_status check_local(const sy_cl_device *d, const sy_cl_limits *l, const sy_kernel_call *call,
                               const char *name) {
  size_t most = d->device->number[SYCC_DEVICE_LOCAL_MEM_BYTES];
  size_t all = l->own_local ? l->own_local + accessors_bytes(call) : 0;
  if (all <= most)
    return SYCC_success;
  return sy_error_set(SYCC_accessor,
                      "kernel '" SY_NAME_FMT
                      "' needs %zu bytes of local memory, %llu of them its own; device '%s' has %zu",
                      name, all, (unsigned long long)l->own_local, sy_cl_name(d), most);
}

sycc_status sy_cl_launch_new(sy_command *c, const sy_kernel_call *call, sy_cl_kernel *k,
                             const sy_cl_limits *limits, sycc_native_kernel *native) {
  sycc_status s = check_group(sy_cl_of(c->device), limits, call->range, c->name);
  if (!s)
    s = check_required(sy_cl_of(c->device), limits, call->range, c->name);
  if (!s)
    s = check_local(sy_cl_of(c->device), limits, call, c->name);
  if (s)
    return s;
  // The descriptor may go with its library before the kernel runs.
  uint32_t n = call->info->param_count;
  size_t params_at = (call->closure_size + 7) / 8 * 8, params_size = n * sizeof *call->info->params;
  bool small = sizeof(sy_cl_launch) + params_at + params_size <= SY_LAUNCH_BYTES;
  sy_cl_launch *l = small ? sy_block_take(SY_BLOCK_LAUNCH) : malloc(sizeof *l + params_at + params_size);
  if (!l)
    return sy_error_no_memory("a kernel launch");
  *l = (sy_cl_launch){.kernel = k,
                      .native = native,
                      .range = *call->range,
                      .in_block = small,
                      .param_count = n,
                      .closure_size = call->closure_size};
  memcpy(l->required, limits->required, sizeof l->required);
  l->params = (const sycc_kernel_param *)(l->closure + params_at);
  if (params_size)
    memcpy(l->closure + params_at, call->info->params, params_size);
  if (call->closure_size)
    memcpy(l->closure, call->closure, call->closure_size);
  if (native)
    sycc_native_kernel_retain(native);
  c->launch = l;
  return SYCC_success;
}

sycc_status sy_cl_launch_prepare(sy_command *c, const sy_kernel_call *call) {
  sy_cl_kernel *k;
  sycc_status s = sy_cl_kernel_of(sy_cl_of(c->device), c->kernel, &k);
  if (!s)
    s = sy_cl_launch_new(c, call, k, &k->limits, NULL);
  if (s || k->arguments != call->info->param_count + 1)
    return s;
  sy_cl_launch *l = c->launch;
  sy_cl_enter();
  s = sy_cl_globals_table(c->device, c->kernel, &l->globals, &l->failure);
  sy_cl_leave();
  if (s) {
    sy_cl_launch_discard(c->device, c->launch);
    c->launch = NULL;
  }
  return s;
}

void sy_cl_launch_check(const void *launch) {
  const sy_cl_launch *l = launch;
  if (l && l->failure && l->failure->happened)
    sy_failure_report(l->failure);
}

void sy_cl_launch_discard(sycc_device *d, void *launch) {
  sy_cl_launch *l = launch;
  (void)d;
  if (!l)
    return;
  sycc_native_kernel_release(l->native);
  if (l->in_block)
    sy_block_give(SY_BLOCK_LAUNCH, l);
  else
    free(l);
}

// ---- arguments --------------------------------------------------------------------------------------

// The closure in a buffer of its own.
static cl_int set_closure_buffer(sy_cl_device *d, sy_cl_launch *l, sy_cl_task *t) {
  cl_int e;
  t->closure = sy_cl.CreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, l->closure_size,
                                  l->closure, &e);
  return e ? e : sy_cl.SetKernelArg(l->kernel->handle, 0, sizeof t->closure, &t->closure);
}

static cl_int set_accessor(const sy_command *c, const sy_cl_launch *l, cl_uint i) {
  sycc_accessor_head head;
  memcpy(&head, l->closure + l->params[i].offset, sizeof head);
  cl_mem memory = head.access ? sy_buffer_memory(sycc_access_buffer(head.access), c->device) : NULL;
  return sy_cl.SetKernelArg(l->kernel->handle, i, sizeof memory, memory ? &memory : NULL);
}

static cl_int set_local(const sy_cl_launch *l, cl_uint i) {
  sycc_local_accessor_head head;
  memcpy(&head, l->closure + l->params[i].offset, sizeof head);
  return sy_cl.SetKernelArg(l->kernel->handle, i, head.bytes ? head.bytes : 1, NULL);
}

static cl_int set_address(const sy_cl_device *d, const sy_cl_launch *l, cl_uint i, void *p) {
  cl_kernel k = l->kernel->handle;
  return !p                      ? sy_cl.SetKernelArg(k, i, sizeof(cl_mem), NULL)
         : d->usm == SY_CL_INTEL ? d->intel.set_arg(k, i, p)
                                 : sy_cl.SetKernelArgSVMPointer(k, i, p);
}

static cl_int set_pointer(const sy_cl_device *d, const sy_cl_launch *l, cl_uint i) {
  void *p;
  memcpy(&p, l->closure + l->params[i].offset, sizeof p);
  return set_address(d, l, i, p);
}

static cl_int set_arg(sy_cl_device *d, const sy_command *c, sy_cl_task *t, cl_uint i) {
  sy_cl_launch *l = c->launch;
  const sycc_kernel_param *p = &l->params[i];
  switch (p->kind) {
  case SYCC_PARAM_CLOSURE:
    return sy_cl.SetKernelArg(l->kernel->handle, i, l->closure_size, l->closure);
  case SYCC_PARAM_CLOSURE_BUFFER:
    return set_closure_buffer(d, l, t);
  case SYCC_PARAM_ACCESSOR:
    return set_accessor(c, l, i);
  case SYCC_PARAM_LOCAL:
    return set_local(l, i);
  case SYCC_PARAM_POINTER:
    return set_pointer(d, l, i);
  case SYCC_PARAM_UNSET:
    return CL_SUCCESS;
  default:
    return sy_cl.SetKernelArg(l->kernel->handle, i, p->size, l->closure + p->offset);
  }
}

// ---- starting ---------------------------------------------------------------------------------------

// The largest divisor of n that is not above most.
static size_t divisor(size_t n, size_t most) {
  size_t d = n < most ? n : most;
  while (n % d)
    d--;
  return d;
}

// PoCL would take groups as large as they can be, and keeps the private memory of all work-items of a group
// on the stack.
static void choose_size(const sycc_range *r, size_t size[3]) {
  size_t most = LARGEST_CHOSEN;
  for (uint32_t i = 0; i < r->dims; i++) {
    size[i] = divisor(r->global[i], most);
    most /= size[i];
  }
}

// The size of a group: what the user or the kernel asks for, else ours, or the driver's choice, null.
static const size_t *local_size(const sy_cl_device *d, const sy_cl_launch *l) {
  return l->range.has_local      ? l->range.local
         : l->required[0]        ? l->required
         : d->code == SY_CL_SPIR ? l->kernel->chosen
                                 : NULL;
}

static bool is_same_range(const sycc_range *a, const sycc_range *b) {
  return a->dims == b->dims && a->has_local == b->has_local &&
         !memcmp(a->global, b->global, sizeof a->global) && !memcmp(a->local, b->local, sizeof a->local) &&
         !memcmp(a->offset, b->offset, sizeof a->offset);
}

// A driver may compile a kernel when it runs for the first time, or over another range, with what it has
// built since: the end of the main thread waits for such commands. For the exit() of another thread, our
// handler is registered again: handlers run in the opposite order.
static void note_first(sy_cl_kernel *k, const sycc_range *range, sy_cl_task *t) {
  t->is_first = !k->launched || !is_same_range(&k->last, range);
  if (!k->launched)
    sy_process_driver_started();
  k->launched = true;
  if (!t->is_first)
    return;
  k->last = *range;
  choose_size(range, k->chosen);
}

// With the kernel's mutex.
static sycc_status enqueue_locked(sy_cl_device *d, const sy_command *c, sy_cl_task *t,
                                  cl_command_queue queue) {
  sy_cl_launch *l = c->launch;
  note_first(l->kernel, &l->range, t);
  for (cl_uint i = 0; i < l->param_count; i++) {
    cl_int e = set_arg(d, c, t, i);
    if (e)
      return sy_cl_fail(e, "device '%s' does not take argument %u of kernel '" SY_NAME_FMT "'", sy_cl_name(d),
                        i, c->name);
  }
  cl_int e = l->globals ? set_address(d, l, l->param_count, l->globals) : CL_SUCCESS;
  if (!e && !l->native)
    e = sy_cl_usm_announce(d, l->kernel);
  if (!e)
    t->status = e =
        sy_cl.EnqueueNDRangeKernel(queue, l->kernel->handle, l->range.dims, l->range.offset, l->range.global,
                                   local_size(d, l), t->wait_count, sy_cl_task_waits(t), &t->event);
  return e ? sy_cl_fail(e, "device '%s' can't run kernel '" SY_NAME_FMT "'", sy_cl_name(d), c->name)
           : SYCC_success;
}

static sycc_status cl_launch_enqueue(sy_command *c, sy_cl_task *t, cl_command_queue queue) {
  sy_cl_kernel *k = ((sy_cl_launch *)c->launch)->kernel;
  pthread_mutex_lock(&k->mutex);
  sycc_status s = enqueue_locked(sy_cl_of(c->device), c, t, queue);
  pthread_mutex_unlock(&k->mutex);
  return s;
}

sycc_status sy_cl_launch_start(sy_command *c) {
  return sy_cl_task_start(c, cl_launch_enqueue);
}
