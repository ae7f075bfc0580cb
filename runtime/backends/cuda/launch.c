// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel launch on a GPU (docs/ir-contract.md has the form of its kernels).
//
// prepare() packs all that the launch needs into one block of memory:
//
//     sy_cuda_launch | params[n + 1] | values[n] | buffers[n] | closure, aligned
//
// params[i] points to the value of parameter i, as cuLaunchKernel wants it: the closure, values[i], and
// behind all others the range of the launch. An accessor's value is known when the command starts: then its
// buffer has memory on the device. A local accessor's is the offset of its part of the dynamic shared memory.
// A closure that is too large for a parameter travels in memory of the device.
#include "runtime/backends/cuda/cuda.h"

#include "runtime/blocks.h"
#include "runtime/buffer.h"
#include "runtime/error.h"

#include <stdlib.h>
#include <string.h>

enum {
  LOCAL_ALIGN = 128,  // of __sycc_dynamic_shared, and so of each part
  MOST_ITEMS = 256,   // in a group of our own choice
  CLOSURE_ALIGN = 16, // at least
};

typedef struct sy_cuda_launch {
  sy_cuda_code *code; // may be used between enter and leave of the kernel
  unsigned grid[3], block[3];
  size_t shared;     // bytes of dynamic shared memory
  uint64_t range[7]; // size and offset, x first; whether the groups fill it
  size_t count;      // parameters, without the range
  void **params;
  uint64_t *values;
  sycc_buffer **buffers;   // null: not an accessor. The command keeps them
  sy_cu_ptr closure_there; // 0: the closure is a parameter
  bool in_block;           // of the runtime's own, not malloc's
} sy_cuda_launch;

static size_t round_up(size_t n, size_t to) {
  return (n + to - 1) / to * to;
}
static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

// ---- shape ------------------------------------------------------------------------------------------------

static size_t power_of_two_above(size_t n) {
  size_t p = 1;
  while (p < n)
    p *= 2;
  return p;
}

static size_t groups_in(size_t global, size_t local) {
  return global / local + (global % local != 0);
}

// Groups for a range without local size: x first, few enough work-items that every multiprocessor gets some.
static void choose_block(const sy_cuda_device *d, const sy_cuda_code *code, const size_t global[3],
                         size_t block[3]) {
  size_t items = global[0] * global[1] * global[2], room = SY_CUDA_WARP;
  while (2 * room <= least(MOST_ITEMS, code->max_threads) && room * d->multiprocessors < items)
    room *= 2;
  for (unsigned i = 0; i < 3; i++) {
    block[i] = least(room, least(d->block[i], power_of_two_above(global[i])));
    room /= block[i];
  }
  // Grids are short in y and z: longer groups there make up for it.
  for (unsigned i = 1; i < 3; i++)
    while (groups_in(global[i], block[i]) > d->grid[i] && block[0] > 1 && 2 * block[i] <= d->block[i]) {
      block[0] /= 2;
      block[i] *= 2;
    }
}

static sycc_status set_shape(sy_cuda_device *d, const sy_command *c, sy_cuda_launch *l, const sycc_range *r) {
  static const char xyz[] = "xyz";
  size_t block[3] = {r->local[0], r->local[1], r->local[2]};
  if (!r->has_local && l->code->sized)
    memcpy(block, l->code->size, sizeof block);
  else if (!r->has_local)
    choose_block(d, l->code, r->global, block);
  if (block[0] * block[1] * block[2] > l->code->max_threads)
    return sy_error_set(
        SYCC_nd_range,
        "work-group of %zu work-items: kernel '" SY_NAME_FMT "' can have %u on device '%s', because of the "
        "registers it needs",
        block[0] * block[1] * block[2], sy_registry_name(c->kernel), l->code->max_threads, d->name);
  l->range[6] = true;
  for (unsigned i = 0; i < 3; i++) {
    size_t groups = groups_in(r->global[i], block[i]);
    if (groups > d->grid[i])
      return sy_error_set(SYCC_nd_range,
                          "kernel '" SY_NAME_FMT
                          "' has %zu work-groups in dimension %c, counted from the last; device '%s' "
                          "allows %u: use larger groups, or another order of the dimensions",
                          sy_registry_name(c->kernel), groups, xyz[i], d->name, d->grid[i]);
    l->grid[i] = (unsigned)groups;
    l->block[i] = (unsigned)block[i];
    l->range[i] = r->global[i];
    l->range[3 + i] = r->offset[i];
    l->range[6] &= groups * block[i] == r->global[i];
  }
  return SYCC_success;
}

// ---- parameters ------------------------------------------------------------------------------------

static void add_local(sy_cuda_launch *l, const char *closure, const sycc_kernel_param *p, size_t i) {
  sycc_local_accessor_head head;
  memcpy(&head, closure + p->offset, sizeof head);
  l->values[i] = l->shared;
  l->shared += round_up(head.bytes, LOCAL_ALIGN);
}

static void add_accessor(sy_cuda_launch *l, const char *closure, const sycc_kernel_param *p, size_t i) {
  sycc_accessor_head head;
  memcpy(&head, closure + p->offset, sizeof head);
  l->buffers[i] = head.access ? sycc_access_buffer(head.access) : NULL;
}

static void set_params(sy_cuda_launch *l, const sycc_kernel_info *info, char *closure) {
  l->params[0] = closure;
  for (size_t i = 1; i < l->count; i++) {
    const sycc_kernel_param *p = &info->params[i];
    l->params[i] = &l->values[i];
    if (p->kind == SYCC_PARAM_LOCAL)
      add_local(l, closure, p, i);
    else if (p->kind == SYCC_PARAM_ACCESSOR)
      add_accessor(l, closure, p, i);
    else // a value lies in the closure
      l->params[i] = closure + p->offset;
  }
  l->params[l->count] = l->range;
}

static sycc_status check_shared(sy_cuda_device *d, const sy_command *c, const sy_cuda_launch *l) {
  size_t most = d->base->number[SYCC_DEVICE_LOCAL_MEM_BYTES];
  if (l->code->static_shared + l->shared > most)
    return sy_error_set(SYCC_accessor,
                        "kernel '" SY_NAME_FMT
                        "' needs %zu bytes of local memory, %u of them its own; device '%s' has %zu",
                        sy_registry_name(c->kernel), l->code->static_shared + l->shared,
                        l->code->static_shared, d->name, most);
  return sy_cuda_code_reserve(d, l->code, l->shared);
}

static sycc_status send_closure(sy_cuda_device *d, sy_cuda_launch *l, const void *closure, size_t bytes) {
  void *there;
  sycc_status s = sy_cuda_buffer_create(d->base, bytes, &there);
  if (s)
    return s;
  l->closure_there = (sy_cu_ptr)there;
  l->values[0] = l->closure_there;
  l->params[0] = &l->values[0];
  return sy_cuda_copy(d->base, there, closure, bytes);
}

// ---- the launch ------------------------------------------------------------------------------------

static sy_cuda_launch *cuda_launch_make(const sycc_kernel_info *info, size_t n, size_t closure_size,
                                        char **closure) {
  size_t align = info->closure_align > CLOSURE_ALIGN ? info->closure_align : CLOSURE_ALIGN;
  size_t words = (n + 1) + n + n, at = round_up(sizeof(sy_cuda_launch) + words * sizeof(void *), align);
  bool small = align <= SY_BLOCK_ALIGN && at + closure_size <= SY_LAUNCH_BYTES;
  void *block = NULL;
  if (small)
    block = sy_block_take(SY_BLOCK_LAUNCH);
  else if (posix_memalign(&block, align, at + closure_size))
    block = NULL;
  if (!block)
    return NULL;
  memset(block, 0, at);
  sy_cuda_launch *l = block;
  l->in_block = small;
  l->count = n;
  l->params = (void **)(l + 1);
  l->values = (uint64_t *)(l->params + n + 1);
  l->buffers = (sycc_buffer **)(l->values + n);
  *closure = (char *)block + at;
  return l;
}

// The image is entered.
static sycc_status fill_in(sy_command *c, const sy_kernel_call *call, sy_cuda_launch *l, char *closure) {
  sy_cuda_device *d = sy_cuda_of(c->device);
  const sycc_kernel_info *info = call->info;
  if (call->closure_size)
    memcpy(closure, call->closure, call->closure_size);
  sycc_status s = sy_cuda_code_find(d, c->kernel, &l->code);
  if (!s)
    s = set_shape(d, c, l, call->range);
  if (s)
    return s;
  set_params(l, info, closure);
  s = check_shared(d, c, l);
  if (!s && info->param_count && info->params[0].kind == SYCC_PARAM_CLOSURE_BUFFER)
    s = send_closure(d, l, closure, call->closure_size);
  return s;
}

static sycc_status unloaded(const sy_command *c) {
  return sy_error_set(SYCC_runtime,
                      "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                      sy_registry_name(c->kernel));
}

sycc_status sy_cuda_launch_prepare(sy_command *c, const sy_kernel_call *call) {
  const sycc_kernel_info *info = call->info;
  size_t n = info->param_count ? info->param_count : 1;
  char *closure;
  sycc_status s = sy_cuda_check_usable(sy_cuda_of(c->device));
  if (s)
    return s;
  if (info->closure_align & (info->closure_align - 1))
    return sy_error_set(SYCC_kernel_argument, "alignment %u of a kernel's closure is not a power of two",
                        info->closure_align);
  sy_cuda_launch *l = cuda_launch_make(info, n, call->closure_size, &closure);
  if (!l)
    return sy_error_no_memory("a kernel launch");
  if (!sy_image_enter(sy_registry_image(c->kernel)))
    s = unloaded(c);
  else {
    s = fill_in(c, call, l, closure);
    sy_image_leave(sy_registry_image(c->kernel));
  }
  if (s)
    sy_cuda_launch_discard(c->device, l);
  else
    c->launch = l;
  return s;
}

void sy_cuda_launch_discard(sycc_device *d, void *launch) {
  sy_cuda_launch *l = launch;
  if (l->closure_there)
    sy_cuda_buffer_destroy(d, (void *)l->closure_there);
  if (l->in_block)
    sy_block_give(SY_BLOCK_LAUNCH, l);
  else
    free(l);
}

static sycc_status cuda_launch_enqueue(sy_command *c, sy_cu_stream stream) {
  sy_cuda_launch *l = c->launch;
  sy_cuda_device *d = sy_cuda_of(c->device);
  for (size_t i = 1; i < l->count; i++)
    if (l->buffers[i])
      l->values[i] = (uint64_t)sy_buffer_memory(l->buffers[i], c->device);
  sy_cu_result r = sy_cu.launch(l->code->function, l->grid[0], l->grid[1], l->grid[2], l->block[0],
                                l->block[1], l->block[2], (unsigned)l->shared, stream, l->params, NULL);
  if (!r)
    return SYCC_success;
  sy_cuda_note_lost(d, r);
  return sy_error_set(r == SY_CU_OUT_OF_MEMORY ? SYCC_memory_allocation : SYCC_runtime,
                      "kernel '" SY_NAME_FMT
                      "' cannot be launched on device '%s' with %u x %u x %u work-groups of %u x %u x %u, x "
                      "first: %s (%s)",
                      c->name, d->name, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                      l->block[2], sy_cu_text(r), sy_cu_name(r));
}

sycc_status sy_cuda_launch_start(sy_command *c) {
  if (!sy_image_enter(sy_registry_image(c->kernel)))
    return unloaded(c);
  sycc_status s = sy_cuda_stream_start(c, cuda_launch_enqueue);
  if (s)
    sy_image_leave(sy_registry_image(c->kernel));
  return s;
}
