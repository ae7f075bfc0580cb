// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recordings: nodes, each a command group that can be submitted again and again, in the order of their
// dependencies.
//
// A node holds no accesses of its own: recorded accessors are placeholders of their buffers, which live as
// long as those, and each run requires them. So buffers order the commands of a run as always; edges between
// nodes are events of the run's commands. A run waits for the one before it.
#include "runtime/recording.h"

#include "runtime/buffer.h"
#include "runtime/error.h"
#include "runtime/queue.h"

#include <stdlib.h>
#include <string.h>

struct sy_node {
  atomic_uint refs;
  sycc_access **needs;
  size_t need_count;
  enum { NOTHING, KERNEL, COPY, FILL, PREFETCH, UPDATE_HOST, HOST_TASK } kind;
  const sycc_kernel_info *info;
  sycc_cpu_kernel *host_kernel;
  sycc_range range;
  void *bytes; // the closure, or the pattern of a fill; owned
  size_t size;
  sycc_region to, from;
  size_t extent[3];
  sycc_access *access;
  sy_host_task task;
};

// A node in a recording. Its event stands for it; what it is behind are events of nodes, or of commands
// outside.
typedef struct recording_entry {
  sy_node *node;
  sycc_event *event, **after;
  size_t after_count;
  sycc_event *run; // of its command in the last run
} recording_entry;

struct sycc_recording {
  atomic_uint refs;
  pthread_mutex_t mutex; // of all below
  recording_entry *entries;
  size_t count;
  sycc_event *last; // the end of the last run; null: there was none
};

#define NO_MEMORY(what) sy_error_no_memory(what)

// ---- nodes --------------------------------------------------------------------------------------------

sy_node *sy_node_new(void) {
  sy_node *n = calloc(1, sizeof *n);
  if (n)
    n->refs = 1;
  return n;
}

void sy_node_release(sy_node *n) {
  if (!n || atomic_fetch_sub(&n->refs, 1) > 1)
    return;
  if (n->task.destroy)
    n->task.destroy(n->task.data);
  for (size_t i = 0; i < n->need_count; i++)
    sycc_buffer_release(n->needs[i]->buffer);
  free(n->needs);
  free(n->bytes);
  free(n);
}

static sycc_status keep_bytes(sy_node *n, const void *bytes, size_t size) {
  n->bytes = malloc(size ? size : 1);
  if (!n->bytes)
    return NO_MEMORY("a recorded command");
  memcpy(n->bytes, bytes, size);
  n->size = size;
  return SYCC_success;
}

sycc_status sy_node_need(sy_node *n, sycc_access *placeholder) {
  sycc_access **more = realloc(n->needs, (n->need_count + 1) * sizeof *more);
  if (!more)
    return NO_MEMORY("a recorded access");
  sycc_buffer_retain(placeholder->buffer);
  n->needs = more;
  n->needs[n->need_count++] = placeholder;
  return SYCC_success;
}

sycc_status sy_node_kernel(sy_node *n, const sycc_kernel_info *info, const void *closure, size_t closure_size,
                           const sycc_range *range, sycc_cpu_kernel *host_kernel) {
  n->kind = KERNEL;
  n->info = info;
  n->range = *range;
  n->host_kernel = host_kernel;
  return keep_bytes(n, closure, closure_size);
}

sycc_status sy_node_copy(sy_node *n, const sycc_region *to, const sycc_region *from, const size_t extent[3]) {
  n->kind = COPY;
  n->to = *to;
  n->from = *from;
  memcpy(n->extent, extent, sizeof n->extent);
  return SYCC_success;
}

sycc_status sy_node_fill(sy_node *n, const sycc_region *to, const size_t extent[3], const void *pattern,
                         size_t pattern_size) {
  n->kind = FILL;
  n->to = *to;
  memcpy(n->extent, extent, sizeof n->extent);
  return keep_bytes(n, pattern, pattern_size);
}

sycc_status sy_node_prefetch(sy_node *n, const void *ptr, size_t bytes) {
  n->kind = PREFETCH;
  n->to.ptr = (void *)ptr;
  n->extent[0] = bytes;
  return SYCC_success;
}

sycc_status sy_node_update_host(sy_node *n, sycc_access *a) {
  n->kind = UPDATE_HOST;
  n->access = a;
  return SYCC_success;
}

sycc_status sy_node_host_task(sy_node *n, const sy_host_task *task) {
  n->kind = HOST_TASK;
  n->task = *task;
  return SYCC_success;
}

sycc_status sy_node_refuse(const sycc_group *g, const char *what) {
  return g->node ? sy_error_set(SYCC_invalid, "%s can't be recorded in a command graph", what) : SYCC_success;
}

static sycc_status submit_node_action(const sy_node *n, sycc_group *g) {
  switch (n->kind) {
  case KERNEL:
    return sycc_group_kernel(g, n->info, n->bytes, n->size, &n->range, n->host_kernel);
  case COPY:
    return sycc_group_copy(g, &n->to, &n->from, n->extent);
  case FILL:
    return sycc_group_fill(g, &n->to, n->extent, n->bytes, n->size);
  case PREFETCH:
    return sycc_group_prefetch(g, n->to.ptr, n->extent[0]);
  case UPDATE_HOST:
    return sycc_group_update_host(g, n->access);
  case HOST_TASK:
    return sycc_group_host_task(g, n->task.fn, n->task.data, NULL);
  case NOTHING:
    break;
  }
  return SYCC_success;
}

// ---- recordings ---------------------------------------------------------------------------------------

sycc_status sycc_recording_create(sycc_recording **out) {
  sycc_recording *r = *out = calloc(1, sizeof *r);
  if (!r)
    return NO_MEMORY("a command graph");
  r->refs = 1;
  pthread_mutex_init(&r->mutex, NULL);
  return SYCC_success;
}

void sycc_recording_retain(sycc_recording *r) {
  atomic_fetch_add(&r->refs, 1);
}

static void free_entry(recording_entry *e) {
  sy_node_release(e->node);
  sycc_event_release(e->event);
  sycc_event_release(e->run);
  for (size_t i = 0; i < e->after_count; i++)
    sycc_event_release(e->after[i]);
  free(e->after);
}

// Host tasks of a run use what their nodes hold: it ends first.
void sycc_recording_release(sycc_recording *r) {
  if (!r || atomic_fetch_sub(&r->refs, 1) > 1)
    return;
  if (r->last)
    (void)sycc_event_wait(r->last);
  sycc_event_release(r->last);
  for (size_t i = 0; i < r->count; i++)
    free_entry(&r->entries[i]);
  free(r->entries);
  pthread_mutex_destroy(&r->mutex);
  free(r);
}

static recording_entry *find_recorded(const sycc_recording *r, const sycc_event *event) {
  for (size_t i = 0; i < r->count; i++)
    if (r->entries[i].event == event)
      return &r->entries[i];
  return NULL;
}

static sycc_status add_after(recording_entry *e, sycc_event *before) {
  sycc_event **more = realloc(e->after, (e->after_count + 1) * sizeof *more);
  if (!more)
    return NO_MEMORY("an edge of a command graph");
  sycc_event_retain(before);
  e->after = more;
  e->after[e->after_count++] = before;
  return SYCC_success;
}

// An entry of the node at the end; r's lock is held.
static sycc_status recording_append(sycc_recording *r, sy_node *n, sycc_event *event,
                                    sycc_event *const *after, size_t count) {
  recording_entry *more = realloc(r->entries, (r->count + 1) * sizeof *more), e = {.node = n, .event = event};
  if (!more)
    return NO_MEMORY("a node of a command graph");
  r->entries = more;
  atomic_fetch_add(&n->refs, 1);
  sycc_event_retain(event);
  sycc_status s = SYCC_success;
  for (size_t i = 0; !s && i < count; i++)
    s = add_after(&e, after[i]);
  if (s)
    free_entry(&e);
  else
    r->entries[r->count++] = e;
  return s;
}

sycc_status sy_recording_add(const sycc_group *g) {
  sycc_queue *q = g->queue;
  sycc_recording *r = q->recording;
  pthread_mutex_lock(&r->mutex);
  sycc_status s = recording_append(r, g->node, g->event, g->deps, g->dep_count);
  if (!s && q->flags & SYCC_QUEUE_IN_ORDER && q->last_node)
    s = add_after(&r->entries[r->count - 1], q->last_node);
  if (!s) {
    sycc_event_retain(g->event);
    sycc_event_release(q->last_node);
    q->last_node = g->event;
  }
  pthread_mutex_unlock(&r->mutex);
  return s;
}

sycc_status sycc_queue_record(sycc_queue *q, sycc_recording *r) {
  if (r && q->recording && q->recording != r)
    return sy_error_set(SYCC_invalid, "the queue is recorded in another command graph");
  if (r)
    sycc_recording_retain(r);
  sycc_recording_release(q->recording);
  sycc_event_release(q->last_node);
  q->last_node = NULL;
  q->recording = r;
  return SYCC_success;
}

sycc_recording *sycc_queue_recording(sycc_queue *q) {
  return q->recording;
}

size_t sycc_recording_size(sycc_recording *r) {
  pthread_mutex_lock(&r->mutex);
  size_t n = r->count;
  pthread_mutex_unlock(&r->mutex);
  return n;
}

sycc_status sycc_recording_edge(sycc_recording *r, sycc_event *before, sycc_event *behind) {
  pthread_mutex_lock(&r->mutex);
  recording_entry *e = find_recorded(r, behind);
  sycc_status s = e && find_recorded(r, before) && before != behind
                      ? add_after(e, before)
                      : sy_error_set(SYCC_invalid, "an edge needs two nodes of its command graph");
  pthread_mutex_unlock(&r->mutex);
  return s;
}

// Whether all nodes that e of `from` is behind are in `to`.
static bool can_follow(const sycc_recording *from, const recording_entry *e, const sycc_recording *to) {
  for (size_t i = 0; i < e->after_count; i++)
    if (find_recorded(from, e->after[i]) && !find_recorded(to, e->after[i]))
      return false;
  return true;
}

sycc_status sycc_recording_copy(sycc_recording *from, sycc_recording **out) {
  sycc_status s = sycc_recording_create(out);
  if (s)
    return s;
  pthread_mutex_lock(&from->mutex);
  for (size_t before = 0; !s && (*out)->count < from->count; before = (*out)->count) {
    for (size_t i = 0; !s && i < from->count; i++) {
      const recording_entry *e = &from->entries[i];
      if (!find_recorded(*out, e->event) && can_follow(from, e, *out))
        s = recording_append(*out, e->node, e->event, e->after, e->after_count);
    }
    if (!s && (*out)->count == before)
      s = sy_error_set(SYCC_invalid, "the edges of the command graph form a cycle");
  }
  pthread_mutex_unlock(&from->mutex);
  if (s) {
    sycc_recording_release(*out);
    *out = NULL;
  }
  return s;
}

// ---- runs ---------------------------------------------------------------------------------------------

// What a run waits for: what it was told, and the run before it.
typedef struct start {
  sycc_event *const *events;
  size_t count;
} start;

static sycc_status wait_for_start(sycc_recording *r, sycc_group *g, const start *from) {
  sycc_status s = r->last ? sycc_group_depends_on(g, r->last) : SYCC_success;
  for (size_t i = 0; !s && i < from->count; i++)
    s = sycc_group_depends_on(g, from->events[i]);
  return s;
}

static sycc_status wait_for_nodes(sycc_recording *r, const recording_entry *e, sycc_group *g,
                                  const start *from) {
  bool inside = false;
  sycc_status s = SYCC_success;
  for (size_t i = 0; !s && i < e->after_count; i++) {
    const recording_entry *before = find_recorded(r, e->after[i]);
    inside |= before != NULL;
    if (before)
      s = sycc_group_depends_on(g, before->run);
  }
  return s || inside ? s : wait_for_start(r, g, from);
}

static sycc_status run_entry(sycc_recording *r, recording_entry *e, sycc_queue *q, const start *from) {
  sycc_group *g;
  sycc_event *done = NULL;
  sycc_status s = sycc_group_begin(q, &g);
  if (s)
    return s;
  s = wait_for_nodes(r, e, g, from);
  for (size_t i = 0; !s && i < e->node->need_count; i++)
    s = sycc_group_require(g, e->node->needs[i]);
  if (!s)
    s = submit_node_action(e->node, g);
  if (s) {
    sycc_group_abandon(g);
    return s;
  }
  s = sycc_group_submit(g, &done);
  sycc_event_release(e->run);
  e->run = done;
  return s;
}

// A command behind all others of the run.
static sycc_status end_run(sycc_recording *r, sycc_queue *q, const start *from, sycc_event **out) {
  sycc_group *g;
  sycc_status s = sycc_group_begin(q, &g);
  if (s)
    return s;
  s = wait_for_start(r, g, from);
  for (size_t i = 0; !s && i < r->count; i++)
    s = sycc_group_depends_on(g, r->entries[i].run);
  if (s) {
    sycc_group_abandon(g);
    return s;
  }
  s = sycc_group_submit(g, out);
  if (s)
    return s;
  sycc_event_retain(*out);
  sycc_event_release(r->last);
  r->last = *out;
  return s;
}

sycc_status sycc_recording_submit(sycc_recording *r, sycc_queue *q, sycc_event *const *after, size_t count,
                                  sycc_event **out) {
  *out = NULL;
  if (q->recording)
    return sy_error_set(SYCC_invalid, "a command graph can't be submitted to a queue that is recorded");
  const start from = {after, count};
  sycc_status s = SYCC_success;
  pthread_mutex_lock(&r->mutex);
  for (size_t i = 0; !s && i < r->count; i++)
    s = run_entry(r, &r->entries[i], q, &from);
  if (!s)
    s = end_run(r, q, &from, out);
  pthread_mutex_unlock(&r->mutex);
  return s;
}
