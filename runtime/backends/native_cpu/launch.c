// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel launch on the native CPU.
//
// prepare() packs all that the launch needs into one block of memory:
//
//     sy_cpu_launch | args[n] | values[n] | locals[m] | closure, aligned
//
// args[i] points to the value of parameter i: args[0] to the closure (in its buffer form to values[0], which
// points to it), the others to values[i], a pointer each. Workers share the block. Local memory is different
// for each worker, so a kernel with local accessors gets, in the worker's scratch memory, a copy of args
// whose local ones point to values of the worker's own:
//
//     args[n] | values[m] | local memory, each piece aligned
#include "runtime/backends/native_cpu/crash.h"
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/backends/native_cpu/pool.h"
#include "runtime/backends/native_cpu/sanitized.h"
#include "runtime/blocks.h"
#include "runtime/buffer.h"
#include "runtime/device_link.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/requirements.h"

#include <stdlib.h>
#include <string.h>

enum {
  PARTS_PER_THREAD = 8, // groups of our own choice, at least
  MOST_PARTS = 64,      // per thread, at least: the smallest parts, which are the last ones
  MOST_LOCAL = 16384,   // work-items in a group of our own choice: long rows for vectors, several of them if
                        // they are short
  LANES = 32,           // longer runs are a multiple of this: of what kernels with loops take at a time
  FEW_ITEMS = 32,       // so few that one worker starts alone
  CLOSURE_ALIGN = 16,   // at least
};

typedef struct sy_cpu_local {
  size_t arg;   // its number
  size_t used;  // what the kernel may touch
  size_t bytes; // with a red zone for sanitizers, rounded up to SY_MEMORY_ALIGN
} sy_cpu_local;

typedef struct sy_cpu_launch {
  sy_pool_job job; // first: the pool hands it back
  sy_command *command;
  sycc_cpu_kernel *fn;
  sycc_cpu_launch shape;
  size_t arg_count;
  void **args;
  size_t local_count;
  sy_cpu_local *locals;
  size_t local_bytes;          // of a worker's scratch, when local_count
  _Atomic(const char *) lacks; // what there was no memory for; null: nothing
  bool in_block;               // of the runtime's own, not malloc's
} sy_cpu_launch;

static size_t round_up(size_t n, size_t to) {
  return (n + to - 1) / to * to;
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

// Returns n / by, or 1 where that is 0. A small launch costs no division.
static size_t share(size_t n, size_t by) {
  return n <= by ? 1 : n / by;
}

// ---- shape ------------------------------------------------------------------------------------------

// Chooses groups for a range without local size. They take x first, as long as there are enough groups for
// all threads.
static void choose_local(sy_pool *pool, const size_t global[3], size_t local[3]) {
  size_t items = global[0] * global[1] * global[2];
  size_t room = share(items, sy_pool_size(pool) * PARTS_PER_THREAD);
  room = room <= LANES ? room : least(round_up(room, LANES), MOST_LOCAL);
  for (int d = 0; d < 3; d++) {
    local[d] = least(global[d], room);
    room = local[d] == global[d] ? share(room, local[d]) : 1;
  }
}

static bool has_required_local(sy_kernel *k, size_t local[3]) {
  if (sy_registry_any_group(k))
    return false;
  if (!sy_image_enter(sy_registry_image(k))) // unloaded in between: the launch will say so
    return false;
  bool has = sy_requirements_work_group(sy_image_descriptor(sy_registry_image(k)), local);
  sy_image_leave(sy_registry_image(k));
  return has;
}

static size_t level(void) {
  size_t n;
  sy_cpu_levels(&n);
  return n - 1;
}

static void set_shape(sy_cpu_launch *l, const sycc_range *r) {
  sycc_cpu_launch *s = &l->shape;
  sy_pool *pool = sy_cpu_pool(l->command->device);
  s->level = level();
  memcpy(s->global, r->global, sizeof s->global);
  memcpy(s->offset, r->offset, sizeof s->offset);
  memcpy(s->local, r->local, sizeof s->local);
  if (!r->has_local && !(l->command->kernel && has_required_local(l->command->kernel, s->local)))
    choose_local(pool, s->global, s->local);
  size_t groups = 1, items = 1;
  for (int d = 0; d < 3; d++) {
    s->groups[d] =
        s->global[d] <= s->local[d] ? 1 : s->global[d] / s->local[d] + (s->global[d] % s->local[d] != 0);
    groups *= s->groups[d];
    items *= s->global[d];
  }
  l->job.count = groups;
  l->job.grain = share(groups, sy_pool_size(pool) * MOST_PARTS);
  l->job.small = items <= FEW_ITEMS;
}

// ---- arguments --------------------------------------------------------------------------------------

// Returns the memory behind the accessor in the closure, or null for a default-constructed one.
static void *accessor_data(const sy_command *c, const char *closure, const sycc_kernel_param *p) {
  sycc_accessor_head head;
  memcpy(&head, closure + p->offset, sizeof head);
  return head.access ? sy_buffer_memory(sycc_access_buffer(head.access), c->device) : NULL;
}

static void add_local(sy_cpu_launch *l, const char *closure, const sycc_kernel_param *p, size_t arg) {
  sycc_local_accessor_head head;
  memcpy(&head, closure + p->offset, sizeof head);
  sy_cpu_local *local = &l->locals[l->local_count++];
  *local = (sy_cpu_local){
      .arg = arg, .used = head.bytes, .bytes = round_up(head.bytes + sy_red_zone(), SY_MEMORY_ALIGN)};
  l->local_bytes += local->bytes;
}

static void set_args(sy_command *c, sy_cpu_launch *l, const sy_kernel_call *call, void **values,
                     char *closure) {
  const sycc_kernel_info *info = call->info;
  if (call->closure_size)
    memcpy(closure, call->closure, call->closure_size);
  bool by_pointer =
      !call->host_kernel && info->param_count && info->params[0].kind == SYCC_PARAM_CLOSURE_BUFFER;
  values[0] = closure;
  l->args[0] = by_pointer ? (void *)&values[0] : closure;
  for (size_t i = 1; i < l->arg_count; i++) {
    const sycc_kernel_param *p = &info->params[i];
    l->args[i] = &values[i];
    if (p->kind == SYCC_PARAM_LOCAL)
      add_local(l, closure, p, i);
    else if (p->kind == SYCC_PARAM_ACCESSOR)
      values[i] = accessor_data(c, closure, p);
    else // a value lies in the closure
      l->args[i] = closure + p->offset;
  }
  if (l->local_count)
    l->local_bytes += round_up((l->arg_count + l->local_count) * sizeof(void *), SY_MEMORY_ALIGN);
}

sycc_status sy_cpu_launch_prepare(sy_command *c, const sy_kernel_call *call) {
  const sycc_kernel_info *info = call->info;
  size_t n = info && info->param_count ? info->param_count : 1;
  size_t align = info && info->closure_align > CLOSURE_ALIGN ? info->closure_align : CLOSURE_ALIGN;
  size_t head = sizeof(sy_cpu_launch) + n * (2 * sizeof(void *) + sizeof(sy_cpu_local));
  size_t closure_at = round_up(head, align);
  void *block;
  if (align & (align - 1))
    return sy_error_set(SYCC_kernel_argument, "alignment %zu of a kernel's closure is not a power of two",
                        align);
  bool small = align <= SY_BLOCK_ALIGN && closure_at + call->closure_size <= SY_LAUNCH_BYTES;
  if (small)
    block = sy_block_take(SY_BLOCK_LAUNCH);
  else if (posix_memalign(&block, align, closure_at + call->closure_size))
    block = NULL;
  if (!block)
    return sy_error_no_memory("a kernel launch");
  memset(block, 0, closure_at);
  sy_cpu_launch *l = block;
  l->in_block = small;
  void **values = (void **)(l + 1) + n;
  l->command = c;
  l->fn = call->host_kernel ? call->host_kernel : (sycc_cpu_kernel *)sy_registry_address(c->kernel);
  l->arg_count = n;
  l->args = (void **)(l + 1);
  l->locals = (sy_cpu_local *)(values + n);
  set_shape(l, call->range);
  set_args(c, l, call, values, (char *)block + closure_at);
  c->launch = l;
  return SYCC_success;
}

void sy_cpu_launch_discard(sycc_device *d, void *launch) {
  if (((sy_cpu_launch *)launch)->in_block)
    sy_block_give(SY_BLOCK_LAUNCH, launch);
  else
    free(launch);
}

// ---- running ----------------------------------------------------------------------------------------

// Returns a worker's own args, or null where there is no memory.
static void **worker_args(const sy_cpu_launch *l, sy_pool_worker *w) {
  void **args = sy_pool_scratch(w, l->local_bytes);
  if (!args)
    return NULL;
  void **values = args + l->arg_count;
  char *memory = (char *)args + round_up((l->arg_count + l->local_count) * sizeof(void *), SY_MEMORY_ALIGN);
  memcpy(args, l->args, l->arg_count * sizeof *args);
  for (size_t i = 0; i < l->local_count; i++) {
    values[i] = memory;
    args[l->locals[i].arg] = &values[i];
    sy_red_zone_close(memory + l->locals[i].used, l->locals[i].bytes - l->locals[i].used);
    memory += l->locals[i].bytes;
  }
  return args;
}

// The scratch memory will hold something else.
static void give_up_locals(const sy_cpu_launch *l, void **args) {
  for (size_t i = 0; i < l->local_count; i++)
    sy_red_zone_open(*(void **)args[l->locals[i].arg], l->locals[i].bytes);
}

static _Thread_local sy_cpu_launch *running;

size_t sy_cpu_running_items(void) {
  const size_t *local = running->shape.local;
  return local[0] * local[1] * local[2];
}

void sycc_kernel_no_memory(void) {
  running->lacks = "the variables of its work-items";
}

static void cpu_launch_begin(sy_pool_job *job) {
  sy_graph_running(((sy_cpu_launch *)job)->command);
}

static void run_groups(sy_pool_job *job, sy_pool_worker *w, size_t first, size_t end) {
  sy_cpu_launch *l = (sy_cpu_launch *)job;
  if (atomic_load_explicit(&l->lacks, memory_order_relaxed)) // it has failed: the rest need not run
    return;
  void **args = l->local_count ? worker_args(l, w) : l->args;
  if (!args) {
    l->lacks = "its local accessors";
    return;
  }
  running = l;
  sy_cpu_spaces_enter(l->local_count ? (const char *)args : NULL, l->local_bytes);
  sy_crash_kernel = l->command->name ? l->command->name : "?";
  l->fn(args, &l->shape, first, end);
  sy_crash_kernel = NULL;
  sy_cpu_spaces_leave();
  give_up_locals(l, args);
}

static void cpu_launch_done(sy_pool_job *job) {
  sy_cpu_launch *l = (sy_cpu_launch *)job;
  sy_command *c = l->command;
  if (c->kernel)
    sy_device_link_leave(c->kernel, c->device);
  const char *name = c->name ? c->name : "?";
  const char *lacks = l->lacks;
  sycc_status s = !lacks ? SYCC_success
                         : sy_error_set(SYCC_memory_allocation,
                                        "kernel '" SY_NAME_FMT "' failed: out of memory for %s", name, lacks);
  sy_graph_end(c, s);
}

sycc_status sy_cpu_launch_start(sy_command *c) {
  sy_cpu_launch *l = c->launch;
  if (c->kernel && !sy_device_link_enter(c->kernel, c->device))
    return sy_error_set(SYCC_runtime,
                        "kernel '" SY_NAME_FMT "' cannot run: the library that holds its code was unloaded",
                        c->name);
  sy_crash_watch();
  l->job.begin = cpu_launch_begin;
  l->job.run = run_groups;
  l->job.done = cpu_launch_done;
  sycc_status s = sy_pool_push(sy_cpu_pool(c->device), &l->job);
  if (s && c->kernel)
    sy_device_link_leave(c->kernel, c->device);
  return s;
}
