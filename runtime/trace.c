// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects what the runtime did. The rest of the runtime calls in here at the few points where something
// begins or ends; without a trace that is the test of one variable.
//
// A command is recorded when it has ended, by then with its times, which are the device's where that can tell
// them. What it waited for has ended before; so an arrow from one to the other can be drawn at once. Notes
// outlive commands for that. A note keeps those it waited for until it is recorded itself, so that a long
// chain of commands does not keep all of them.
#include "runtime/trace.h"

#include "base/count.h"
#include "devices/devices.h"
#include "runtime/devices.h"
#include "runtime/environment.h"
#include "runtime/queue.h"
#include "runtime/trace_record.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHORTEST_WAIT_NS = 1000, MOST_DEVICES = 64 };

bool sy_trace_on;
pthread_mutex_t sy_trace_mutex = PTHREAD_MUTEX_INITIALIZER; // for the two sinks
static bool summary;                                        // the sink: the table, else the file

// How many bytes are in use; the first row is the host's.
static struct {
  const sycc_device *device;
  uint64_t bytes, most;
} in_use[MOST_DEVICES];
static size_t in_use_count = 1;

// The name of the file: "%p" is the number of the process. False: it is too long.
static bool name_file(const char *wish, char *path, size_t room) {
  const char *number = strstr(wish, "%p");
  int before = number ? (int)(number - wish) : (int)strlen(wish);
  int n = number ? snprintf(path, room, "%.*s%d%s", before, wish, (int)getpid(), number + 2)
                 : snprintf(path, room, "%s", wish);
  return n >= 0 && (size_t)n < room;
}

void sy_trace_start(void) {
  const char *wish = sy_environment("SYCC_TRACE");
  char path[PATH_MAX];
  if (!wish || !*wish)
    return;
  errno = ENAMETOOLONG;
  summary = !strcmp(wish, "summary");
  sy_trace_on = summary || (name_file(wish, path, sizeof path) && sy_trace_events_open(path));
  if (!sy_trace_on)
    fprintf(stderr,
            "sycc: warning: no trace: the file that SYCC_TRACE names, '%.200s', can't be written: %s\n", wish,
            strerror(errno));
}

void sy_trace_stop(void) {
  if (!sy_trace_on)
    return;
  pthread_mutex_lock(&sy_trace_mutex);
  if (summary)
    sy_trace_summary_print();
  else
    sy_trace_events_close();
  for (size_t i = 0; summary && i < in_use_count; i++)
    if (in_use[i].most)
      sy_trace_summary_memory(in_use[i].device, in_use[i].most);
  pthread_mutex_unlock(&sy_trace_mutex);
}

void sy_trace_forked(void) {
  sy_trace_on = false;
}

const char *sy_trace_device_name(const sycc_device *d) {
  return d ? d->text[SYCC_DEVICE_NAME] : "host";
}

uint64_t sy_trace_now(void) {
  return sy_trace_on ? sy_graph_now() : 0;
}

static void add_record(const sy_trace_record *r) {
  pthread_mutex_lock(&sy_trace_mutex);
  if (summary)
    sy_trace_summary_add(r);
  else
    sy_trace_events_add(r);
  pthread_mutex_unlock(&sy_trace_mutex);
}

// Commands of nothing have no name and are left out: barriers, and kernels over empty ranges.
static const struct {
  const char *kind, *name;
} actions[] = {
    [SY_ACTION_UPDATE_HOST] = {"copy", "update_host"},
    [SY_ACTION_KERNEL] = {"kernel", "kernel"},
    [SY_ACTION_COPY] = {"copy", "copy"},
    [SY_ACTION_FILL] = {"copy", "fill"},
    [SY_ACTION_PREFETCH] = {"copy", "prefetch"},
    [SY_ACTION_HOST_TASK] = {"host", "host task"},
    [SY_ACTION_HOST_ACCESS] = {"host", "host accessor"},
};

// ---- notes ------------------------------------------------------------------------------------------

sy_trace_note *sy_trace_note_new(const sycc_queue *q) {
  sy_trace_note *n = sy_trace_on ? calloc(1, sizeof *n) : NULL;
  if (!n)
    return NULL;
  n->refs = 1;
  if (q) {
    n->queue = q->traced_as;
    n->in_order = q->flags & SYCC_QUEUE_IN_ORDER;
    n->device = q->device;
  }
  return n;
}

void sy_trace_note_retain(sy_trace_note *n) {
  if (n)
    atomic_fetch_add(&n->refs, 1);
}

static void forget_waits(sy_trace_note *n) {
  for (unsigned i = 0; i < n->wait_count; i++)
    sy_trace_note_release(n->waits[i]);
  free(n->waits);
  n->waits = NULL;
  n->wait_count = n->wait_room = 0;
}

void sy_trace_note_release(sy_trace_note *n) {
  if (!n || atomic_fetch_sub(&n->refs, 1) > 1)
    return;
  forget_waits(n);
  free(n->name);
  free(n);
}

bool sy_trace_times(const sycc_queue *q) {
  return sy_trace_on &&
         (!q || sycc_device_has(q->device, (uint32_t)sy_aspect_find("queue_profiling")->Number));
}

void sy_trace_kernel(const sy_command *c, const sycc_range *range) {
  sy_trace_note *n = c->trace;
  if (!n)
    return;
  n->range = *range;
  free(n->name);
  n->name = c->name ? strdup(c->name) : NULL;
  if (c->kernel)
    snprintf(n->image, sizeof n->image, "%s", sy_image_target(sy_registry_image(c->kernel)));
}

void sy_trace_edge(sy_trace_note *to, sy_trace_note *from) {
  if (!to || !from)
    return;
  if (to->wait_count == to->wait_room) {
    unsigned room = to->wait_room ? 2 * to->wait_room : 4;
    sy_trace_note **waits = realloc(to->waits, room * sizeof(sy_trace_note *));
    if (!waits)
      return;
    to->waits = waits;
    to->wait_room = room;
  }
  sy_trace_note_retain(from);
  to->waits[to->wait_count++] = from;
}

// Where the bytes at one side of a copy are.
static const char *name_side(const sy_place *p) {
  static const char *const kinds[] = {
      [SYCC_USM_HOST] = "host", [SYCC_USM_DEVICE] = "device", [SYCC_USM_SHARED] = "shared"};
  if (p->buffer)
    return "buffer";
  sycc_usm_kind kind = p->ptr ? sycc_usm_query(p->ptr, NULL) : SYCC_USM_UNKNOWN;
  return kind < SY_COUNT(kinds) && kinds[kind] ? kinds[kind] : "host";
}

void sy_trace_submit(const sy_command *c) {
  sy_trace_note *n = c->trace;
  if (!n)
    return;
  n->what = (size_t)c->action < SY_COUNT(actions) ? actions[c->action].name : NULL;
  if (c->action == SY_ACTION_COPY || c->action == SY_ACTION_FILL)
    n->to = c->global ? "device_global" : name_side(&c->transfer.to);
  if (c->action == SY_ACTION_COPY)
    n->from = name_side(&c->transfer.from);
  n->submitted = sy_graph_now();
}

// ---- what is recorded -------------------------------------------------------------------------------

static size_t bytes_of(const sy_command *c) {
  bool moves = c->action == SY_ACTION_COPY || c->action == SY_ACTION_FILL || c->action == SY_ACTION_PREFETCH;
  return moves ? c->transfer.extent[0] * c->transfer.extent[1] * c->transfer.extent[2] : 0;
}

void sy_trace_command(const sy_command *c) {
  sy_trace_note *n = c->trace;
  if (!n || !n->submitted || !n->what)
    return;
  const sycc_event *e = c->event;
  uint64_t now = sy_graph_now(), end = e->time[SYCC_TIME_END] ? e->time[SYCC_TIME_END] : now;
  uint64_t begin = e->time[SYCC_TIME_START] ? e->time[SYCC_TIME_START] : n->submitted;
  add_record(&(sy_trace_record){
      .kind = actions[c->action].kind,
      .name = n->name ? n->name : n->what,
      .device = c->action >= SY_ACTION_HOST_TASK ? NULL : n->device,
      .begin = begin < end ? begin : end,
      .end = end,
      .bytes = bytes_of(c),
      .from = n->from,
      .to = n->to,
      .failed = e->status ? e->text ? e->text : "out of memory" : NULL,
      .note = n,
  });
  forget_waits(n);
}

void sy_trace_wait(uint64_t begin, const sy_trace_note *n) {
  uint64_t end = sy_trace_now();
  char name[256];
  if (!begin || end < begin + SHORTEST_WAIT_NS)
    return;
  snprintf(name, sizeof name, "wait for %.200s",
           !n        ? "a queue"
           : n->name ? n->name
           : n->what ? n->what
                     : "a command");
  add_record(&(sy_trace_record){
      .kind = "wait", .name = name, .begin = begin, .end = end, .device = n ? n->device : NULL});
}

void sy_trace_build(uint64_t begin, const sycc_device *d, const char *kernel, const char *how) {
  if (begin)
    add_record(&(sy_trace_record){
        .kind = "build", .name = kernel, .device = d, .begin = begin, .end = sy_trace_now(), .how = how});
}

void sy_trace_move(uint64_t begin, const sycc_device *to, const sycc_device *from, size_t bytes) {
  const char *name = !to ? "buffer to host" : from ? "buffer to another device" : "buffer to device";
  if (begin)
    add_record(&(sy_trace_record){.kind = "copy",
                                  .name = name,
                                  .device = to ? to : from,
                                  .begin = begin,
                                  .end = sy_trace_now(),
                                  .bytes = bytes,
                                  .from = sy_trace_device_name(from),
                                  .to = sy_trace_device_name(to)});
}

void sy_trace_memory(const sycc_device *d, int64_t bytes) {
  if (!sy_trace_on || !bytes)
    return;
  pthread_mutex_lock(&sy_trace_mutex);
  size_t i = 0;
  while (i < in_use_count && in_use[i].device != d)
    i++;
  if (i == in_use_count && i < MOST_DEVICES)
    in_use[in_use_count++].device = d;
  if (i < MOST_DEVICES) {
    in_use[i].bytes += (uint64_t)bytes;
    if (in_use[i].bytes > in_use[i].most)
      in_use[i].most = in_use[i].bytes;
    if (!summary)
      sy_trace_events_memory(d, in_use[i].bytes);
  }
  pthread_mutex_unlock(&sy_trace_mutex);
}
