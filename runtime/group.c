// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command groups: commands under construction, and what all kinds of commands have in common. The actions
// that need more checks have files of their own: kernel.c, transfer.c.
#include "runtime/group.h"

#include "runtime/backends/backend.h"
#include "runtime/blocks.h"
#include "runtime/buffer.h"
#include "runtime/device_globals.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/process.h"
#include "runtime/queue.h"
#include "runtime/recording.h"
#include "runtime/trace.h"
#include "runtime/usm.h"

#include <stdlib.h>

// ---- life -------------------------------------------------------------------------------------------

sycc_status sy_command_new(sycc_queue *q, sy_command **out) {
  *out = NULL;
  sy_command *c = sy_block_take(SY_BLOCK_COMMAND);
  if (!c)
    return sy_error_no_memory("a command group");
  c->event = sy_event_new((q && q->flags & SYCC_QUEUE_PROFILING) || sy_trace_times(q));
  if (!c->event) {
    sy_block_give(SY_BLOCK_COMMAND, c);
    return sy_error_no_memory("an event");
  }
  if (q) {
    c->queue = q;
    c->device = q->device;
  }
  c->trace = sy_trace_note_new(q);
  *out = c;
  return SYCC_success;
}

static void free_uses(sy_use *u) {
  for (sy_use *next; u; u = next) {
    next = u->next_in_command;
    sycc_buffer_release(u->buffer);
    sy_block_give(SY_BLOCK_USE, u);
  }
}

void sy_command_free(sy_command *c) {
  sy_trace_command(c);
  sy_trace_note_release(c->trace);
  sy_node_release(c->node);
  if (c->launch)
    c->device->backend->discard(c->device, c->launch);
  if (c->kernel)
    sy_registry_release(c->kernel);
  if (c->action == SY_ACTION_FILL && c->transfer.pattern != c->transfer.few)
    free(c->transfer.pattern);
  sy_device_globals_release(c->global);
  if (c->variable_image)
    sy_image_release(c->variable_image);
  if (c->host.destroy)
    c->host.destroy(c->host.data);
  free_uses(c->uses);
  for (size_t i = 0; i < c->dep_count; i++)
    sycc_event_release(c->deps[i]);
  free(c->deps);
  if (c->edges != c->edges_inline)
    free(c->edges);
  sycc_event_release(c->cause);
  sycc_event_release(c->event);
  sycc_queue_release(c->last_of);
  sy_block_give(SY_BLOCK_COMMAND, c);
}

sycc_status sycc_group_begin(sycc_queue *q, sycc_group **out) {
  *out = NULL;
  if (!q)
    return sy_error_set(SYCC_invalid, "command group without a queue");
  sycc_status s = sy_process_check();
  if (!s)
    s = sy_command_new(q, out);
  if (s || !q->recording)
    return s;
  (*out)->event->recorded = true;
  (*out)->node = sy_node_new();
  if ((*out)->node)
    return SYCC_success;
  sy_command_free(*out);
  *out = NULL;
  return sy_error_no_memory("a recorded command");
}

int sycc_group_is_recorded(const sycc_group *g) {
  return g->node != NULL;
}

void sycc_group_abandon(sycc_group *g) {
  if (g)
    sy_command_free(g);
}

sycc_status sycc_group_submit(sycc_group *g, sycc_event **out) {
  sycc_event *e = out ? g->event : NULL;
  if (e) // it is known nowhere else so far
    atomic_store_explicit(&e->refs, 2, memory_order_relaxed);
  bool recorded = g->node; // once submitted to the graph, the command may end and be freed at any time
  sycc_status s = sy_process_check();
  if (!s)
    s = recorded ? sy_recording_add(g) : sy_graph_submit(g);
  if (s || recorded)
    sy_command_free(g);
  if (s)
    sycc_event_release(e);
  if (out)
    *out = s ? NULL : e;
  return s;
}

// ---- what it needs ----------------------------------------------------------------------------------

static sycc_status add_use(sycc_group *g, sycc_buffer *b, uint32_t mode, sycc_access *placeholder,
                           sy_use **out) {
  sycc_status s = sy_buffer_check_mode(mode);
  if (!s)
    s = sy_buffer_check_device(b, g->device);
  if (s)
    return s;
  sy_use *u = sy_block_take(SY_BLOCK_USE);
  if (!u)
    return sy_error_no_memory("an access");
  sycc_buffer_retain(b);
  u->own = (sycc_access){.buffer = b, .mode = mode};
  u->access = placeholder ? placeholder : &u->own;
  u->buffer = b;
  u->begin = b->offset;
  u->end = b->offset + b->bytes + !b->bytes; // even a buffer of nothing orders its users
  u->mode = mode;
  if (mode & SYCC_ACCESS_WRITE)
    atomic_store_explicit(&b->whole->written, true, memory_order_relaxed);
  u->command = g;
  u->next_in_command = g->uses;
  g->uses = u;
  *out = u;
  return SYCC_success;
}

sycc_status sycc_group_access(sycc_group *g, sycc_buffer *b, uint32_t mode, sycc_access **out) {
  *out = NULL;
  if (g->node && b) { // what lives as long as the buffer
    sycc_status recorded = sycc_buffer_access(b, mode, out);
    return recorded ? recorded : sycc_group_require(g, *out);
  }
  sy_use *u;
  sycc_status s = b ? add_use(g, b, mode, NULL, &u) : sy_error_set(SYCC_invalid, "accessor without a buffer");
  if (!s)
    *out = u->access;
  return s;
}

sycc_status sycc_group_require(sycc_group *g, sycc_access *a) {
  if (!a || a != &a->buffer->placeholders[a->mode])
    return sy_error_set(SYCC_accessor, "require() of an accessor that is not a placeholder");
  sy_use *u;
  sycc_status s = add_use(g, a->buffer, a->mode, a, &u);
  return s || !g->node ? s : sy_node_need(g->node, a);
}

sycc_status sycc_group_depends_on(sycc_group *g, sycc_event *e) {
  if (!e)
    return sy_error_set(SYCC_invalid, "depends_on() of an event that is null");
  if (e->recorded && !g->node)
    return sy_error_set(SYCC_invalid, "depends_on() of a node of a command graph outside of the graph");
  if (g->dep_count == g->dep_cap) {
    size_t cap = g->dep_cap ? 2 * g->dep_cap : 4;
    sycc_event **deps = realloc(g->deps, cap * sizeof(sycc_event *));
    if (!deps)
      return sy_error_no_memory("the dependencies of a command");
    g->deps = deps;
    g->dep_cap = cap;
  }
  sycc_event_retain(e);
  g->deps[g->dep_count++] = e;
  return SYCC_success;
}

sy_use *sy_group_use_of(const sycc_group *g, const sycc_access *a) {
  sy_use *u = g->uses;
  while (u && u->access != a)
    u = u->next_in_command;
  return u;
}

sycc_status sy_group_find_use(const sycc_group *g, const sycc_access *a, const char *what, sy_use **out) {
  *out = sy_group_use_of(g, a);
  return *out ? SYCC_success : sy_group_not_used(what);
}

sycc_status sy_group_not_used(const char *what) {
  return sy_error_set(SYCC_kernel_argument,
                      "%s uses an accessor that does not belong to its command group; create it with the "
                      "group's handler, or call require() for a placeholder",
                      what);
}

// ---- simple actions ---------------------------------------------------------------------------------

sycc_status sy_group_check_action(const sycc_group *g) {
  if (g->has_action)
    return sy_error_set(SYCC_invalid, "command group with more than one action; submit one group for each");
  return SYCC_success;
}

sycc_status sycc_group_prefetch(sycc_group *g, const void *ptr, size_t bytes) {
  sycc_status s = sy_group_check_action(g);
  if (!s && !ptr && bytes)
    s = sy_error_set(SYCC_invalid, "prefetch of a null pointer");
  sycc_usm_kind kind;
  sycc_device *owner;
  if (!s)
    s = sy_usm_check_range("prefetch of", ptr, bytes, &kind, &owner);
  if (s)
    return s;
  g->has_action = true;
  if (bytes && g->device->backend->prefetches) {
    g->action = SY_ACTION_PREFETCH;
    g->transfer = (sy_transfer){.to.ptr = (void *)ptr, .extent = {bytes, 1, 1}};
  }
  return g->node ? sy_node_prefetch(g->node, ptr, bytes) : SYCC_success;
}

sycc_status sycc_group_barrier(sycc_group *g, int of_all) {
  sycc_status s = sy_group_check_action(g);
  if (s)
    return s;
  g->has_action = g->is_barrier = true;
  g->waits_for_all = of_all;
  return sy_node_refuse(g, "a barrier");
}

sycc_status sycc_group_update_host(sycc_group *g, sycc_access *a) {
  sy_use *u;
  sycc_status s = sy_group_check_action(g);
  if (!s)
    s = sy_group_find_use(g, a, "update_host", &u);
  if (s)
    return s;
  g->has_action = true;
  g->action = SY_ACTION_UPDATE_HOST;
  return g->node ? sy_node_update_host(g->node, a) : SYCC_success;
}

sycc_status sycc_group_host_task(sycc_group *g, sycc_status (*fn)(void *), void *data,
                                 void (*destroy)(void *)) {
  sycc_status s = sy_group_check_action(g);
  if (!s && !fn)
    s = sy_error_set(SYCC_invalid, "host task without a function");
  if (s)
    return s;
  g->has_action = true;
  g->action = SY_ACTION_HOST_TASK;
  g->host = (sy_host_task){.fn = fn, .data = data, .destroy = destroy};
  if (!g->node)
    return SYCC_success;
  s = sy_node_host_task(g->node, &g->host);
  g->host = (sy_host_task){0}; // the node's
  return s;
}
