// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph of commands in flight.
//
// Dependencies. A command waits for the events it names, in an in-order queue for the command before it,
// and for other users of its buffers: every buffer remembers its last writers and the readers since.
//
//     reads:  waits for the writers                    then stands among the readers
//     writes: waits for the writers and the readers    then stands among the writers
//
// A command that uses no more than what a later one writes is forgotten. A use is of some bytes of a buffer,
// all or those of a sub-buffer, and only uses that overlap matter to each other. So a buffer without
// sub-buffers has one writer. Forgetting is sound because a command that would wait for them waits for the
// writer, which has waited for them. All uses are linked before any is entered, so a command never meets
// itself and two uses of one buffer simply combine. An ended command removes itself from buffers and queue:
// the graph holds commands in flight and no more.
//
// Failure. A command that needs what a failed one should have made does not run: it ends at its place in
// the order with an error that names the cause. "Needs" means: it named the event in depends_on, or reads a
// buffer the failed command should have written. To a host task, which may be there to look or to tidy up, an
// event is order alone. Contents stay spoiled until they are written without being read (by a write-only
// command or any host accessor), so whether a command is cancelled does not depend on timing. Order alone
// (in-order queues, write after read) carries no failure. Host accessors always come through: they show what
// is there.
//
// Early starts. A way to the host and back between two commands costs more than a small kernel. A back end
// whose devices run what is at one place (a stream) in order, and can make a place wait for another, can be
// given a command while all it waits for is still under way at such places. Its dependencies are counted as
// ever; it leaves the graph after them, and when one of them has failed it fails too, although it may have
// run. A back end whose device refuses to run it, because one of those has failed there, gives it back
// (sy_graph_again): then it is started like any other, if it is to run at all.
//
// Locks. sy_graph_mutex guards everything marked [graph]; no command is started or freed under it, nothing
// of the user's is called, and no other lock is taken. Commands that become ready are collected in a list
// and started after unlocking; those that end at once add the ones that waited for them to the same list, so
// a chain of any length needs no recursion.
#include "runtime/graph.h"

#include "runtime/backends/backend.h"
#include "runtime/buffer.h"
#include "runtime/devices.h"
#include "runtime/error.h"
#include "runtime/group.h"
#include "runtime/host_threads.h"
#include "runtime/ordering.h"
#include "runtime/process.h"
#include "runtime/queue.h"
#include "runtime/trace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// The mutex is adaptive: it is held for moments, so spinning beats sleeping.
pthread_mutex_t sy_graph_mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

// A list of the commands that are ready to start, oldest first.
typedef struct sy_ready {
  sy_command *first, **tail;
} sy_ready;

uint64_t sy_graph_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Whether the command needs what was in the buffer before it.
static bool needs_contents(const sy_use *u) {
  return u->mode & SYCC_ACCESS_READ && !(u->mode & SYCC_ACCESS_NO_INIT);
}

// ---- linking: with the lock held --------------------------------------------------------------------

// Whether c's back end could make it wait for dep on the device. Buffers come from other devices before it
// starts.
static bool is_near(const sy_command *c, const sy_command *dep) {
  return dep->device == c->device ||
         (c->device && dep->device && c->device->backend == dep->device->backend &&
          c->device->backend->follows_across && !c->uses);
}

// Notes where dep is under way. The last such spot of each place counts.
static void note_spot(sy_command *c, sy_command *dep) {
  void *place = is_near(c, dep) ? atomic_load_explicit(&dep->place, memory_order_acquire) : NULL;
  unsigned i = 0;
  while (i < c->after_count && i < SY_MOST_SPOTS && c->after[i].place != place)
    i++;
  if (!place || i == SY_MOST_SPOTS || c->after_count > SY_MOST_SPOTS) {
    c->after_count = SY_MOST_SPOTS + 1;
    return;
  }
  if (i == c->after_count)
    c->after[c->after_count++] = (sy_spot){place, 0};
  if (c->after[i].number < dep->place_number)
    c->after[i].number = dep->place_number;
}

// Makes c wait for dep, which may be null, through its n-th edge. With c->edges null it only counts.
static size_t link_to(sy_command *c, sy_command *dep, bool carries, size_t n) {
  if (!dep)
    return n;
  if (c->edges) {
    sy_edge *e = &c->edges[n];
    *e = (sy_edge){.to = c, .from = dep, .carries = carries};
    *dep->out_tail = e;
    dep->out_tail = &e->next;
    note_spot(c, dep);
    sy_trace_edge(c->trace, dep->trace);
  }
  return n + 1;
}

static bool overlap(const sy_use *a, const sy_use *b) {
  return a->begin < b->end && b->begin < a->end;
}

static bool covers(const sy_use *a, size_t begin, size_t end) {
  return a->begin <= begin && a->end >= end;
}

static size_t link_to_users(sy_command *c, const sy_use *u, const sy_use *list, bool carries, size_t n) {
  for (; list; list = list->next)
    if (overlap(u, list))
      n = link_to(c, list->command, carries, n);
  return n;
}

static size_t link_to_queue(sy_command *c, size_t n) {
  const sycc_queue *q = c->queue;
  if (q->flags & SYCC_QUEUE_IN_ORDER)
    return link_to(c, q->last, false, n);
  if (!c->waits_for_all)
    return link_to(c, q->barrier, false, n);
  for (sy_command *before = q->first; before; before = before->next)
    n = link_to(c, before, false, n);
  return n;
}

static bool needs_events(const sy_command *c) {
  return c->action != SY_ACTION_HOST_TASK;
}

// Links c to all that it must wait for, and returns the number of edges.
static size_t link_all(sy_command *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->dep_count; i++)
    n = link_to(c, c->deps[i]->command, needs_events(c), n);
  if (c->queue)
    n = link_to_queue(c, n);
  for (sy_use *u = c->uses; u; u = u->next_in_command) {
    n = link_to_users(c, u, u->buffer->whole->writers, needs_contents(u), n);
    if (u->mode & SYCC_ACCESS_WRITE)
      n = link_to_users(c, u, u->buffer->whole->readers, false, n);
  }
  return n;
}

static bool make_edges(sy_command *c) {
  // There are few edges: its events, and the command before it in the queue.
  bool few = !c->uses && !c->waits_for_all && c->dep_count < SY_EDGES_INLINE;
  size_t n = few ? 0 : link_all(c);
  c->edges = n <= SY_EDGES_INLINE ? c->edges_inline : malloc(n * sizeof *c->edges);
  if (c->edges) {
    c->edge_count = link_all(c);
    c->unmet = 1 + c->edge_count;
  }
  return c->edges;
}

static void set_cause(sy_command *c, sycc_event *failed) {
  if (c->cause)
    return;
  sycc_event_retain(failed);
  c->cause = failed;
}

// Sets the cause of c if a failure before it spoiled what u needs, unless that is written again.
static void find_spoil(sy_command *c, const sy_use *u) {
  for (const sy_spoil *s = &u->buffer->whole->spoil; s; s = s->next) {
    if (!s->by || s->begin >= u->end || s->end <= u->begin)
      continue;
    size_t begin = s->begin > u->begin ? s->begin : u->begin, end = s->end < u->end ? s->end : u->end;
    const sy_use *w = u->buffer->whole->writers;
    while (w && !covers(w, begin, end))
      w = w->next;
    if (!w)
      set_cause(c, s->by);
  }
}

// Finds a failure that c should know of and that happened before it was submitted.
static void find_cause(sy_command *c) {
  for (size_t i = 0; i < c->dep_count && needs_events(c); i++)
    if (!c->deps[i]->command && c->deps[i]->status)
      set_cause(c, c->deps[i]);
  for (sy_use *u = c->uses; u; u = u->next_in_command)
    if (needs_contents(u))
      find_spoil(c, u);
}

static void leave_list(sy_use *u) {
  if (!u->list)
    return;
  if (u->prev)
    u->prev->next = u->next;
  else
    *u->list = u->next;
  if (u->next)
    u->next->prev = u->prev;
  u->list = NULL;
}

static void enter_list(sy_use *u, sy_use **list) {
  u->list = list;
  u->prev = NULL;
  u->next = *list;
  if (u->next)
    u->next->prev = u;
  *list = u;
}

static void forget_covered(const sy_use *u, sy_use *list) {
  for (sy_use *next; list; list = next) {
    next = list->next;
    if (covers(u, list->begin, list->end))
      leave_list(list);
  }
}

static void enter_use(sy_use *u) {
  sycc_buffer *b = u->buffer->whole;
  bool writes = u->mode & SYCC_ACCESS_WRITE;
  if (writes) {
    forget_covered(u, b->writers);
    forget_covered(u, b->readers);
  }
  enter_list(u, writes ? &b->writers : &b->readers);
}

// The command of u has ended. The buffer does not wait for it any more, and the contents are good or spoiled.
static void leave_use(sy_use *u) {
  leave_list(u);
  if (u->mode & SYCC_ACCESS_WRITE)
    sy_buffer_written(u->buffer->whole, u->begin, u->end, u->command->event);
}

// ---- waiting for ends: with the lock held -----------------------------------------------------------

// Something on the host waits for c's end. A back end that takes its time with ends is told, now or when it
// starts c.
static void await_all(sy_command *c);
static void await(sy_command *c) {
  const sy_backend *b = c->device ? c->device->backend : NULL;
  if (!b || !b->await || atomic_load_explicit(&c->awaited, memory_order_relaxed))
    return;
  atomic_store_explicit(&c->awaited, true, memory_order_relaxed);
  b->await(c);
  if (c->finished)
    await_all(c);
}

// Does the same for all that c waits for.
static void await_all(sy_command *c) {
  for (size_t i = 0; i < c->edge_count; i++)
    if (c->edges[i].from)
      await(c->edges[i].from);
}

// Returns c, if a back end may have a use for a thread that waits for it, else something that c waits for.
// Returns null when none is found.
static sy_command *find_helped(sy_command *c) {
  enum { FAR = 64 };
  for (int steps = 0; c && steps < FAR; steps++) {
    const sy_backend *b = c->device ? c->device->backend : NULL;
    bool stands = c->finished || (c->unmet && !c->early);
    if (b && b->help && !(b->await && stands))
      return c;
    size_t i = 0;
    while (i < c->edge_count && !c->edges[i].from)
      i++;
    c = i < c->edge_count ? c->edges[i].from : NULL;
  }
  return NULL;
}

// ---- the life of a command --------------------------------------------------------------------------

// A host accessor and a host task may take until the program does something; the rest always ends.
static bool ends_by_itself(const sy_command *c) {
  return c->action != SY_ACTION_HOST_TASK && c->action != SY_ACTION_HOST_ACCESS;
}

// A command that c waits for has ended. The lock is held.
static void dependency_ended(sy_command *c, sy_ready *ready) {
  if (--c->unmet || (c->early && !c->finished))
    return;
  if (c->queue && !c->early)
    c->queue->on_device += ends_by_itself(c);
  c->next_ready = NULL;
  *ready->tail = c;
  ready->tail = &c->next_ready;
}

// Takes c out of the graph. Its event has its status. The lock is held.
static void graph_leave(sy_command *c, sy_ready *ready) {
  sycc_event *e = c->event;
  if (c->early && c->cause && !e->status) {
    e->status = sy_graph_check_cause(c);
    e->text = strdup(sy_error_text());
  }
  for (sy_use *u = c->uses; u; u = u->next_in_command)
    leave_use(u);
  for (sy_edge *next, *edge = c->out; edge; edge = next) {
    next = edge->next; // the edge goes with the command it leads to
    edge->from = NULL;
    if (e->status && edge->carries)
      set_cause(edge->to, e);
    dependency_ended(edge->to, ready);
  }
  if (c->queue) {
    c->queue->on_device -= ends_by_itself(c);
    if (e->status)
      sy_queue_add_error(c->queue, e);
    sy_queue_leave(c->queue, c);
  }
  e->command = NULL;
  sy_order_publish(e);
  atomic_store_explicit(&e->state, SYCC_EVENT_COMPLETE, memory_order_release);
  sy_event_wake(e);
}

static void note_end(sy_command *c, sycc_status s) {
  sycc_event *e = c->event;
  e->status = s;
  e->text = s ? strdup(sy_error_text()) : NULL;
  if (!e->profiled || e->time[SYCC_TIME_END])
    return;
  e->time[SYCC_TIME_END] = sy_graph_now();
  if (atomic_load_explicit(&e->state, memory_order_relaxed) == SYCC_EVENT_SUBMITTED)
    e->time[SYCC_TIME_START] = e->time[SYCC_TIME_END];
}

// Takes c out of the graph, if it may leave. Returns false if c stays, and the last of those it waits for
// goes on with it. The lock is held.
static bool leaves(sy_command *c, sy_ready *ready) {
  c->finished = c->early && c->unmet;
  if (!c->finished)
    graph_leave(c, ready);
  else if (atomic_load_explicit(&c->awaited, memory_order_relaxed))
    await_all(c);
  return !c->finished;
}

static void end_one(sy_command *c, sycc_status s, sy_ready *ready) {
  note_end(c, s);
  pthread_mutex_lock(&sy_graph_mutex);
  bool gone = leaves(c, ready);
  pthread_mutex_unlock(&sy_graph_mutex);
  if (gone)
    sy_command_free(c);
}

// c was started early and has ended. Now all that it waits for has ended too.
static void end_finished(sy_command *c, sy_ready *ready) {
  pthread_mutex_lock(&sy_graph_mutex);
  graph_leave(c, ready);
  pthread_mutex_unlock(&sy_graph_mutex);
  sy_command_free(c);
}

static sycc_status bring_buffers(sy_command *c) {
  if (c->action == SY_ACTION_NONE)
    return SYCC_success;
  bool on_host = c->action == SY_ACTION_UPDATE_HOST || !ends_by_itself(c);
  sycc_device *d = on_host ? NULL : c->device;
  for (sy_use *u = c->uses; u; u = u->next_in_command) {
    sycc_status s = sy_buffer_bring(u->buffer, d, u->mode);
    if (s)
      return s;
  }
  for (sy_use *u = c->uses; u; u = u->next_in_command)
    if (u->mode & SYCC_ACCESS_WRITE)
      sy_buffer_mark_written(u->buffer, d);
  return SYCC_success;
}

static void start_host_access(sy_command *c) {
  if (c->event->profiled)
    c->event->time[SYCC_TIME_START] = sy_graph_now();
  pthread_mutex_lock(&sy_graph_mutex);
  atomic_store_explicit(&c->event->state, SYCC_EVENT_RUNNING, memory_order_release);
  sy_event_wake(c->event);
  pthread_mutex_unlock(&sy_graph_mutex);
}

static bool is_done_at_once(const sy_command *c) {
  const sy_backend *b = c->device->backend;
  return b->at_once && !c->early && b->at_once(c);
}

// Starts a ready command. Returns true if it is under way: sy_graph_end will be called for it. Returns false
// if it has ended with *s.
static bool start_command(sy_command *c, sycc_status *s) {
  // A cancelled host task goes the usual way: only host threads run the user's destructors.
  *s = c->action == SY_ACTION_HOST_TASK || c->early ? SYCC_success : sy_graph_check_cause(c);
  if (!*s)
    *s = bring_buffers(c);
  if (*s)
    return false;
  switch (c->action) {
  case SY_ACTION_NONE:
  case SY_ACTION_UPDATE_HOST:
    return false;
  case SY_ACTION_HOST_ACCESS:
    start_host_access(c);
    return true;
  case SY_ACTION_HOST_TASK:
    *s = sy_host_threads_push(c);
    return !*s;
  case SY_ACTION_COPY:
  case SY_ACTION_FILL:
    if (is_done_at_once(c))
      return false;
    __attribute__((fallthrough));
  case SY_ACTION_KERNEL:
  case SY_ACTION_PREFETCH:
    *s = c->device->backend->start(c);
    return !*s;
  }
  return false;
}

// Starts the commands in the list and what becomes ready when some of them end at once. No lock held.
static void start_all(sy_ready *ready) {
  sycc_status s;
  while (ready->first) {
    sy_command *c = ready->first;
    ready->first = c->next_ready;
    if (!ready->first)
      ready->tail = &ready->first;
    if (c->finished)
      end_finished(c, ready);
    else if (!start_command(c, &s))
      end_one(c, s, ready);
  }
}

sycc_status sy_graph_check_cause(sy_command *c) {
  sycc_event *cause = c->cause;
  if (!cause || c->action == SY_ACTION_HOST_ACCESS)
    return SYCC_success;
  const char *text = cause->text ? cause->text : "out of memory";
  c->event->cancelled = true;
  if (cause->cancelled) // its text names the first cause
    return sy_error_set(cause->status, "%s", text);
  return sy_error_set(cause->status, "not run: a command it depends on failed: %s", text);
}

// Whether the back end would start c behind other commands.
static bool may_follow(const sy_command *c) {
  bool on_device = c->action >= SY_ACTION_KERNEL && c->action <= SY_ACTION_PREFETCH;
  return on_device && c->device->backend->can_follow && c->device->backend->can_follow(c);
}

sycc_status sy_graph_submit(sy_command *c) {
  sy_ready ready = {.tail = &ready.first};
  bool follows = may_follow(c);
  c->out_tail = &c->out;
  if (c->event->profiled)
    c->event->time[SYCC_TIME_SUBMIT] = sy_graph_now();
  sy_trace_submit(c);
  pthread_mutex_lock(&sy_graph_mutex);
  if (c->queue)
    sy_queue_throttle(c->queue);
  if (!make_edges(c)) {
    pthread_mutex_unlock(&sy_graph_mutex);
    return sy_error_no_memory("the dependencies of a command");
  }
  find_cause(c);
  for (sy_use *u = c->uses; u; u = u->next_in_command)
    enter_use(u);
  c->event->command = c;
  if (c->queue)
    sy_queue_enter(c->queue, c);
  bool early = c->early = follows && c->unmet > 1 && c->after_count <= SY_MOST_SPOTS && !c->cause;
  if (early && c->queue)
    c->queue->on_device++;
  if (!early)
    await_all(c);
  dependency_ended(c, &ready);
  pthread_mutex_unlock(&sy_graph_mutex);
  sycc_status s;
  if (early && !start_command(c, &s))
    end_one(c, s, &ready);
  start_all(&ready);
  return SYCC_success;
}

void sy_graph_running(sy_command *c) {
  if (c->event->profiled)
    c->event->time[SYCC_TIME_START] = sy_graph_now();
  atomic_store_explicit(&c->event->state, SYCC_EVENT_RUNNING, memory_order_release);
}

void sy_graph_took(sy_command *c, uint64_t start, uint64_t end) {
  uint64_t *time = c->event->time, submit = time[SYCC_TIME_SUBMIT];
  time[SYCC_TIME_START] = start < submit ? submit : start;
  time[SYCC_TIME_END] = end < time[SYCC_TIME_START] ? time[SYCC_TIME_START] : end;
}

void sy_graph_end(sy_command *c, sycc_status s) {
  sy_ready ready = {.tail = &ready.first};
  end_one(c, s, &ready);
  start_all(&ready);
}

void sy_graph_end_well(sy_command **commands, size_t n) {
  sy_ready ready = {.tail = &ready.first};
  size_t gone = 0;
  for (size_t i = 0; i < n; i++)
    note_end(commands[i], SYCC_success);
  pthread_mutex_lock(&sy_graph_mutex);
  for (size_t i = 0; i < n; i++)
    if (leaves(commands[i], &ready))
      commands[gone++] = commands[i];
  pthread_mutex_unlock(&sy_graph_mutex);
  for (size_t i = 0; i < gone; i++)
    sy_command_free(commands[i]);
  start_all(&ready);
}

void sy_graph_again(sy_command *c) {
  sy_ready ready = {.tail = &ready.first};
  pthread_mutex_lock(&sy_graph_mutex);
  c->early = false;
  atomic_store_explicit(&c->place, NULL, memory_order_relaxed);
  if (c->queue)
    c->queue->on_device--;
  await_all(c);
  c->unmet++;
  dependency_ended(c, &ready);
  pthread_mutex_unlock(&sy_graph_mutex);
  start_all(&ready);
}

void sy_graph_await(sycc_event *e) {
  pthread_mutex_lock(&sy_graph_mutex);
  if (e->command)
    await(e->command);
  pthread_mutex_unlock(&sy_graph_mutex);
}

// Returns the event, retained, of a command for which a thread that waits for e could do something, or null.
static sycc_event *helped_event(sycc_event *e, const sy_backend **backend) {
  pthread_mutex_lock(&sy_graph_mutex);
  sy_command *c = e->command ? find_helped(e->command) : NULL;
  sycc_event *found = c ? c->event : NULL;
  if (found) {
    sycc_event_retain(found);
    *backend = c->device->backend;
  }
  pthread_mutex_unlock(&sy_graph_mutex);
  return found;
}

void sy_graph_help(sycc_event *e) {
  const sy_backend *b;
  bool goes_on = true;
  for (sycc_event *of; goes_on && (of = helped_event(e, &b));) {
    b->help(of);
    goes_on = of != e && sy_event_is_complete(of);
    sycc_event_release(of);
  }
}

// What is known of its command for a trace, retained; null: nothing.
static sy_trace_note *note_of(sycc_event *e) {
  pthread_mutex_lock(&sy_graph_mutex);
  sy_trace_note *n = e->command ? e->command->trace : NULL;
  sy_trace_note_retain(n);
  pthread_mutex_unlock(&sy_graph_mutex);
  return n;
}

static void sleep_until(sycc_event *e, sycc_event_state s) {
  char text[SY_STUCK_TEXT];
  bool asked = false;
  pthread_mutex_lock(&sy_graph_mutex);
  while (atomic_load_explicit(&e->state, memory_order_relaxed) < (int)s) {
    if (e->command)
      await(e->command);
    if (asked) {
      sy_event_sleep(e);
    } else if (!sy_event_sleep_for(e, SY_STUCK_MS)) {
      asked = true;
      if (!e->command || !sy_stuck_explain(e->command, text))
        continue;
      pthread_mutex_unlock(&sy_graph_mutex);
      sy_stuck_warn(text);
      pthread_mutex_lock(&sy_graph_mutex);
    }
  }
  pthread_mutex_unlock(&sy_graph_mutex);
}

sycc_status sy_graph_wait(sycc_event *e, sycc_event_state s) {
  if (atomic_load_explicit(&e->state, memory_order_acquire) >= (int)s) {
    sy_order_observe(e);
    return SYCC_success;
  }
  sycc_status forked = sy_process_check();
  if (forked)
    return forked;
  uint64_t begin = sy_trace_now();
  sy_trace_note *waited = begin ? note_of(e) : NULL;
  sy_graph_help(e);
  sleep_until(e, s);
  sy_trace_wait(begin, waited);
  sy_trace_note_release(waited);
  return SYCC_success;
}
