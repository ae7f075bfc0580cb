// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the user's. A handle has one object here, however often it is handed in: the arguments belong to
// the handle, and so does the lock under which a back end sets them.
//
// A launch is one of any kernel: what was set as arguments is its closure, in which the parameters say where
// each of them lies.
#include "runtime/native_kernel.h"

#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/group.h"
#include "runtime/kernel.h"
#include "runtime/process.h"
#include "runtime/recording.h"

#include <stdlib.h>

pthread_mutex_t sy_native_kernels_mutex = PTHREAD_MUTEX_INITIALIZER;
static sycc_native_kernel *all;

static sycc_status find_code(const sycc_device *d, const sy_native_code **out) {
  *out = d->backend->native ? d->backend->native->code : NULL;
  return *out ? SYCC_success
              : sy_error_set(SYCC_feature_not_supported,
                             "the back end of device '%s' has no kernels and programs that users know",
                             d->text[SYCC_DEVICE_NAME]);
}

static sycc_status check_backend(const sycc_native_kernel *k, const sycc_device *d) {
  return d->backend == k->backend
             ? SYCC_success
             : sy_error_set(SYCC_backend_mismatch,
                            "kernel '" SY_NAME_FMT "' is of another backend than device '%s'",
                            k->text[SYCC_NATIVE_KERNEL_NAME], d->text[SYCC_DEVICE_NAME]);
}

// ---- life -------------------------------------------------------------------------------------------

static sycc_status add_native_kernel(const sy_backend *b, uint64_t handle, sycc_native_kernel **out) {
  sycc_native_kernel *k = calloc(1, sizeof *k);
  if (!k)
    return sy_error_no_memory("a kernel");
  k->refs = 1;
  k->backend = b;
  k->handle = handle;
  sycc_status s = b->native->code->open(k);
  if (s) {
    free(k);
    return s;
  }
  k->next = all;
  *out = all = k;
  return SYCC_success;
}

static sycc_status find_or_add(const sy_backend *b, uint64_t handle, sycc_native_kernel **out) {
  for (sycc_native_kernel *k = all; k; k = k->next)
    if (k->backend == b && k->handle == handle) {
      k->refs++;
      *out = k;
      return SYCC_success;
    }
  return add_native_kernel(b, handle, out);
}

sycc_status sycc_native_kernel_make(sycc_device *d, uint64_t handle, sycc_native_kernel **out) {
  *out = NULL;
  const sy_native_code *f;
  sycc_status s = sy_process_check();
  if (!s)
    s = find_code(d, &f);
  if (s)
    return s;
  pthread_mutex_lock(&sy_native_kernels_mutex);
  s = find_or_add(d->backend, handle, out);
  pthread_mutex_unlock(&sy_native_kernels_mutex);
  if (!s)
    s = f->check(d, *out);
  if (s) {
    sycc_native_kernel_release(*out);
    *out = NULL;
  }
  return s;
}

void sycc_native_kernel_retain(sycc_native_kernel *k) {
  pthread_mutex_lock(&sy_native_kernels_mutex);
  k->refs++;
  pthread_mutex_unlock(&sy_native_kernels_mutex);
}

// Whether that was the last reference; then it stands in the list no more.
static bool drop(sycc_native_kernel *k) {
  if (--k->refs)
    return false;
  sycc_native_kernel **link = &all;
  while (*link != k)
    link = &(*link)->next;
  *link = k->next;
  return true;
}

void sycc_native_kernel_release(sycc_native_kernel *k) {
  if (!k)
    return;
  pthread_mutex_lock(&sy_native_kernels_mutex);
  bool last = drop(k);
  pthread_mutex_unlock(&sy_native_kernels_mutex);
  if (!last || sy_process_forked())
    return;
  k->backend->native->code->close(k);
  free(k);
}

// ---- questions --------------------------------------------------------------------------------------

const char *sycc_native_kernel_string(const sycc_native_kernel *k, sycc_native_kernel_text what) {
  return k->text[what];
}

uint32_t sycc_native_kernel_arguments(const sycc_native_kernel *k) {
  return k->arguments;
}

uint64_t sycc_native_kernel_hold(sycc_native_kernel *k) {
  k->backend->native->code->hold(k);
  return k->handle;
}

uint64_t sycc_native_kernel_program(sycc_native_kernel *k) {
  return k->backend->native->code->program_of(k);
}

sycc_status sycc_native_kernel_value(sycc_native_kernel *k, sycc_device *d, sycc_kernel_number what,
                                     uint64_t *out) {
  *out = 0;
  sycc_status s = check_backend(k, d);
  return s ? s : k->backend->native->code->value(d, k, what, out);
}

sycc_status sycc_native_code(const char *symbol, sycc_device *d, sycc_native_kind what, uint64_t *out) {
  *out = 0;
  const sy_native_code *f;
  sy_kernel *k = NULL;
  sycc_status s = find_code(d, &f);
  if (!s)
    s = sy_kernel_check(d, symbol, &k);
  if (!s)
    s = f->of_kernel(d, k, what, out);
  if (k)
    sy_registry_release(k);
  return s;
}

sycc_status sycc_native_program_check(sycc_device *d, uint64_t program, sycc_bundle_state state) {
  const sy_native_code *f;
  sycc_status s = find_code(d, &f);
  return s ? s : f->program_check(d, program, state);
}

void sycc_native_program_hold(sycc_device *d, uint64_t program, int more) {
  if (!sy_process_forked())
    d->backend->native->code->program_hold(program, more);
}

// ---- launches ---------------------------------------------------------------------------------------

static sycc_status check_arguments(const sycc_group *g, const sy_kernel_call *call,
                                   const sycc_native_kernel *k) {
  const sycc_kernel_info *info = call->info;
  if (info->param_count > k->arguments)
    return sy_error_set(SYCC_kernel_argument,
                        "argument %u of kernel '" SY_NAME_FMT "' was set, which has only %u",
                        info->param_count - 1, info->readable, k->arguments);
  size_t local = 0;
  sycc_status s = SYCC_success;
  for (uint32_t i = 0; i < info->param_count && !s; i++)
    if (info->params[i].kind != SYCC_PARAM_UNSET)
      s = sy_kernel_check_argument(g, call, i, &local);
  return s;
}

static sycc_status make_launch(sycc_group *g, const sy_kernel_call *call, sycc_native_kernel *k) {
  sycc_status s = check_backend(k, g->device);
  if (!s)
    s = k->backend->native->code->check(g->device, k);
  if (!s)
    s = sy_kernel_check_range(g->device, call->range);
  if (!s)
    s = check_arguments(g, call, k);
  if (s || sy_kernel_range_empty(call->range))
    return s;
  g->name = call->info->readable; // lives as long as the launch does
  s = k->backend->native->code->prepare(g, call, k);
  if (!s)
    g->action = SY_ACTION_KERNEL;
  return s;
}

sycc_status sycc_group_native_kernel(sycc_group *g, sycc_native_kernel *k, const sycc_native_arguments *a,
                                     const sycc_range *range) {
  sycc_status s = sy_group_check_action(g);
  if (!s)
    s = sy_node_refuse(g, "a kernel of the backend's");
  if (s)
    return s;
  const sycc_kernel_info info = {
      .readable = k->text[SYCC_NATIVE_KERNEL_NAME], .param_count = a->count, .params = a->params};
  s = make_launch(
      g, &(sy_kernel_call){.info = &info, .closure = a->data, .closure_size = a->bytes, .range = range}, k);
  g->has_action = !s;
  if (s)
    g->name = NULL;
  return s;
}
