// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches: everything that can be checked when the group is made is checked here, so that the
// user gets an exception where the mistake is and the back ends get sound input.
#include "runtime/kernel.h"
#include "runtime/advice.h"
#include "runtime/backends/backend.h"
#include "runtime/choice.h"
#include "runtime/device_link.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/group.h"
#include "runtime/recording.h"
#include "runtime/requirements.h"
#include "runtime/trace.h"

#include <stdio.h>
#include <string.h>

// ---- the range --------------------------------------------------------------------------------------

static sycc_status product(const size_t v[3], const char *what, size_t *out) {
  size_t n;
  if (__builtin_mul_overflow(v[0], v[1], &n) || __builtin_mul_overflow(n, v[2], &n))
    return sy_error_set(SYCC_nd_range, "%s of %zu x %zu x %zu has more work-items than a size_t can count",
                        what, v[2], v[1], v[0]);
  *out = n;
  return SYCC_success;
}

// A range with a 0 is empty, although the product of the others may overflow. There is nothing to run then.
static bool is_empty(const size_t v[3]) {
  return !v[0] || !v[1] || !v[2];
}

static sycc_status check_global(const sycc_range *r) {
  size_t n, end;
  sycc_status s = is_empty(r->global) ? SYCC_success : product(r->global, "range", &n);
  for (int d = 0; d < 3 && !s; d++)
    if (__builtin_add_overflow(r->global[d], r->offset[d], &end))
      s = sy_error_set(SYCC_nd_range, "range of %zu with offset %zu overflows in dimension %d from the last",
                       r->global[d], r->offset[d], d);
  return s;
}

// d counts from the last, the fastest dimension, as in sycc_range; messages count as SYCL does.
static sycc_status check_local_dim(const sycc_device *dev, const sycc_range *r, unsigned d) {
  unsigned sycl_dim = r->dims - 1 - d;
  uint64_t most = dev->number[SYCC_DEVICE_MAX_WORK_ITEM_SIZE_X + d];
  if (!r->local[d])
    return sy_error_set(SYCC_nd_range, "local size is 0 in dimension %u", sycl_dim);
  if (r->global[d] % r->local[d])
    return sy_error_set(SYCC_nd_range, "global size %zu is not a multiple of local size %zu in dimension %u",
                        r->global[d], r->local[d], sycl_dim);
  if (r->local[d] > most)
    return sy_error_set(SYCC_nd_range,
                        "local size %zu in dimension %u is above the limit of device '%s', %llu", r->local[d],
                        sycl_dim, dev->text[SYCC_DEVICE_NAME], (unsigned long long)most);
  return SYCC_success;
}

static sycc_status check_local(const sycc_device *dev, const sycc_range *r) {
  sycc_status s = SYCC_success;
  for (unsigned d = 0; d < r->dims && !s; d++)
    s = check_local_dim(dev, r, d);
  size_t n = 0;
  if (!s)
    s = product(r->local, "work-group", &n);
  uint64_t most = dev->number[SYCC_DEVICE_MAX_WORK_GROUP_SIZE];
  if (!s && n > most)
    s = sy_error_set(SYCC_nd_range, "work-group of %zu work-items is above the limit of device '%s', %llu", n,
                     dev->text[SYCC_DEVICE_NAME], (unsigned long long)most);
  return s;
}

// The headers' own groups: what the user asked for is a loop in them. The range is that of the groups.
static sycc_status check_asked(const sycc_range *r) {
  size_t n = 0, groups = 0;
  sycc_status s = product(r->asked, "work-group", &n);
  if (!s && n > r->most_asked)
    return sy_error_set(SYCC_nd_range,
                        "work-group of %zu work-items: parallel_for_work_group has groups of at most %zu", n,
                        r->most_asked);
  if (!s && !is_empty(r->global) && !(s = product(r->global, "range", &groups)) &&
      __builtin_mul_overflow(groups, n, &n))
    s = sy_error_set(SYCC_nd_range, "%zu work-groups of %zu work-items are more than a size_t can count",
                     groups, n);
  return s;
}

bool sy_kernel_range_empty(const sycc_range *r) {
  return is_empty(r->global);
}

sycc_status sy_kernel_check_range(const sycc_device *dev, const sycc_range *r) {
  if (!r || r->dims < 1 || r->dims > 3)
    return sy_error_set(SYCC_invalid, "a range has 1 to 3 dimensions");
  for (unsigned d = r->dims; d < 3; d++)
    if (r->global[d] != 1 || r->offset[d] != 0 || (r->has_local && r->local[d] != 1))
      return sy_error_set(SYCC_invalid, "a range of %u dimensions must be 1 in the others", r->dims);
  sycc_status s = check_global(r);
  if (!s && r->has_local)
    s = check_local(dev, r);
  return !s && r->most_asked ? check_asked(r) : s;
}

// ---- the closure ------------------------------------------------------------------------------------

static sycc_status check_accessor(const sycc_group *g, const sy_kernel_call *call,
                                  const sycc_kernel_param *p) {
  sycc_accessor_head head;
  char what[512];
  memcpy(&head, (const char *)call->closure + p->offset, sizeof head);
  // A default-constructed accessor has no access: the kernel may hold it and not use it.
  if (!head.access || sy_group_use_of(g, head.access))
    return SYCC_success;
  snprintf(what, sizeof what, "kernel '" SY_NAME_FMT "'", call->info->readable);
  return sy_group_not_used(what);
}

// Adds the local accessor's memory to *sum.
static sycc_status check_local_memory(const sycc_device *d, const sy_kernel_call *call,
                                      const sycc_kernel_param *p, size_t *sum) {
  sycc_local_accessor_head head;
  size_t most = d->number[SYCC_DEVICE_LOCAL_MEM_BYTES];
  memcpy(&head, (const char *)call->closure + p->offset, sizeof head);
  if (head.bytes <= most && (*sum += head.bytes) <= most)
    return SYCC_success;
  return sy_error_set(SYCC_accessor,
                      "kernel '" SY_NAME_FMT "' asks for more local memory than the %zu bytes of device '%s'",
                      call->info->readable, most, d->text[SYCC_DEVICE_NAME]);
}

sycc_status sy_kernel_check_argument(const sycc_group *g, const sy_kernel_call *call, uint32_t i,
                                     size_t *local) {
  const sycc_kernel_param *p = &call->info->params[i];
  if (p->kind <= SYCC_PARAM_CLOSURE_BUFFER || p->kind > SYCC_PARAM_POINTER)
    return sy_error_set(SYCC_kernel_argument,
                        "kernel '" SY_NAME_FMT "' has a parameter %u of unknown kind %u",
                        call->info->readable, i, p->kind);
  bool plain = p->kind == SYCC_PARAM_VALUE || p->kind == SYCC_PARAM_POINTER;
  if ((size_t)p->offset + (plain ? p->size : sizeof(sycc_accessor_head)) > call->closure_size)
    return sy_error_set(SYCC_kernel_argument,
                        "kernel '" SY_NAME_FMT "' has a parameter %u outside of its closure",
                        call->info->readable, i);
  if (plain)
    return SYCC_success;
  return p->kind == SYCC_PARAM_LOCAL ? check_local_memory(g->device, call, p, local)
                                     : check_accessor(g, call, p);
}

// Parameter 0 is the closure, the others lie in it.
static sycc_status check_param(const sycc_group *g, const sy_kernel_call *call, uint32_t i, size_t *local) {
  uint32_t kind = call->info->params[i].kind;
  if (!i && kind <= SYCC_PARAM_CLOSURE_BUFFER)
    return SYCC_success;
  if (!i)
    return sy_error_set(SYCC_kernel_argument,
                        "kernel '" SY_NAME_FMT "' has a parameter %u of unknown kind %u",
                        call->info->readable, i, kind);
  return sy_kernel_check_argument(g, call, i, local);
}

static sycc_status check_closure(const sycc_group *g, const sy_kernel_call *call) {
  const sycc_kernel_info *info = call->info;
  if (!call->closure && call->closure_size)
    return sy_error_set(SYCC_invalid, "kernel without a closure");
  if (!info)
    return SYCC_success;
  if (info->closure_size != call->closure_size)
    return sy_error_set(SYCC_kernel_argument,
                        "kernel '" SY_NAME_FMT
                        "' is %u bytes for the device compiler and %zu for the host compiler; "
                        "compile both with the same options and headers",
                        info->readable, info->closure_size, call->closure_size);
  size_t local = 0;
  sycc_status s = SYCC_success;
  for (uint32_t i = 0; i < info->param_count && !s; i++)
    s = check_param(g, call, i, &local);
  return s;
}

// ---- the code ---------------------------------------------------------------------------------------

// Finds the code and stores it, with the kernel's name, in the group.
static sycc_status find_code(sycc_group *g, const sy_kernel_call *call) {
  const sy_backend *backend = g->device->backend;
  const sycc_kernel_info *info = call->info;
  if (call->host_kernel) {
    g->name = info ? info->readable : NULL;
    if (backend->kind == SY_BACKEND_HOST)
      return SYCC_success;
    return sy_error_set(SYCC_kernel_not_supported,
                        "a kernel compiled as plain C++ runs only on the native CPU, not on "
                        "device '%s'",
                        g->device->text[SYCC_DEVICE_NAME]);
  }
  sycc_status s = sy_choice_find(g->device, info->symbol, info->readable, call->range, &g->kernel);
  if (!s)
    g->name = sy_registry_name(g->kernel);
  return s;
}

// Finds out whether the same kernel was launched on the device before, so that it need not be looked for and
// checked again.
static bool recall(sycc_group *g, const sy_kernel_call *call, uint64_t *since) {
  if (call->host_kernel)
    return false;
  g->kernel = sy_registry_recall(call->info, g->device, since);
  if (g->kernel)
    g->name = sy_registry_name(g->kernel);
  return g->kernel;
}

static sycc_status check_requirements(sycc_group *g, const sy_kernel_call *call, uint64_t since) {
  sycc_status s = sy_requirements_check(g->kernel, g->device, call->range);
  if (!s && sy_requirements_any_group(g->kernel))
    sy_registry_remember(call->info, g->device, g->kernel, since);
  return s;
}

static sycc_status make_launch(sycc_group *g, const sy_kernel_call *call) {
  uint64_t since;
  bool known = recall(g, call, &since);
  sycc_status s = known ? SYCC_success : find_code(g, call);
  if (!s && g->kernel && !known) // first: what the device can't run it can't run over any range
    s = check_requirements(g, call, since);
  if (!s)
    s = sy_kernel_check_range(g->device, call->range);
  if (!s)
    s = check_closure(g, call);
  if (s || sy_kernel_range_empty(call->range))
    return s;
  if (g->kernel) // what the image holds is not touched before all checks have passed
    s = sy_image_prepare(sy_registry_image(g->kernel), g->device);
  if (!s && g->kernel)
    s = sy_device_link_bind(g->kernel, g->device);
  if (s)
    return s;
  s = g->device->backend->prepare(g, call);
  if (s)
    return s;
  g->action = SY_ACTION_KERNEL;
  sy_trace_kernel(g, call->range);
  return s;
}

sycc_status sycc_group_kernel(sycc_group *g, const sycc_kernel_info *info, const void *closure,
                              size_t closure_size, const sycc_range *range, sycc_cpu_kernel *host_kernel) {
  sycc_status s = sy_group_check_action(g);
  if (!s && !info && !host_kernel)
    s = sy_error_set(SYCC_invalid, "kernel launch without a kernel");
  if (s)
    return s;
  s = make_launch(g, &(sy_kernel_call){info, closure, closure_size, range, host_kernel});
  if (s == SYCC_kernel_not_supported && info)
    s = sy_advise(s, info, g->device);
  g->has_action = !s;
  if (s && g->kernel) {
    sy_registry_release(g->kernel);
    g->kernel = NULL;
  }
  if (s)
    g->name = NULL;
  return s || !g->node ? s : sy_node_kernel(g->node, info, closure, closure_size, range, host_kernel);
}
