// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands, their events, and the graph of which command waits for which.
//
// A sycc_group is a command: first under construction, owned by the thread that began it; from
// sy_graph_submit on in flight, owned by the graph; freed as soon as it has ended. What outlives it is its
// sycc_event, which counts references. Fields marked [graph] are guarded by sy_graph_mutex.
#ifndef SY_RUNTIME_GRAPH_H
#define SY_RUNTIME_GRAPH_H

#include "runtime/registry.h"
#include "sycc/rt.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct sycc_group sy_command;
typedef struct sy_trace_note sy_trace_note; // runtime/trace.h

struct sycc_event {
  atomic_uint refs;
  atomic_int state; // sycc_event_state; what is below does not change once it is SYCC_EVENT_COMPLETE
  bool profiled;
  bool recorded;       // stands for a node of a recording: nothing will ever happen
  bool cancelled;      // never ran: something it needed had failed
  sycc_status status;  // how it ended
  char *text;          // why it failed; null: no memory was left to say
  uint64_t time[3];    // by sycc_event_time, in ns; only if profiled
  sy_command *command; // [graph] null once complete
  unsigned waiters;    // [graph] threads in sy_event_sleep
  // What follows is not zero in a fresh event.
  sycc_event *next_error; // [graph] in the queue's list of errors
};

// An edge says that `to` waits for `from`, in whose list it stands. It belongs to `to`.
typedef struct sy_edge {
  struct sy_edge *next;
  sy_command *to, *from; // from is null once that has ended
  bool carries; // a failure: `to` reads what the other one makes, or named its event and is no host task
} sy_edge;

struct sycc_access {
  sycc_buffer *buffer;
  uint32_t mode;
  sy_command *host; // the command of a host accessor, else null
};

// A command's use of a buffer.
typedef struct sy_use {
  struct sy_use *next_in_command;
  sycc_access *access; // &own, or a placeholder's
  sycc_access own;
  sycc_buffer *buffer; // retained
  size_t begin, end;   // bytes of the whole buffer
  uint32_t mode;
  sy_command *command;
  struct sy_use **list;       // [graph] of the buffer's users that it stands in; null: none
  struct sy_use *prev, *next; // [graph] there
} sy_use;

// One side of a copy or fill. It is `ptr` when buffer is null.
typedef struct sy_place {
  sycc_buffer *buffer;
  void *ptr;
  size_t offset; // of the first byte
  size_t row_pitch, slice_pitch;
} sy_place;

typedef struct sy_transfer {
  sy_place to, from;
  size_t extent[3]; // bytes, rows, slices
  void *pattern;    // of a fill: `few`, or owned
  size_t pattern_size;
  _Alignas(16) char few[16]; // bytes of a pattern that is small
} sy_transfer;

typedef struct sy_host_task {
  sycc_status (*fn)(void *);
  void *data;
  void (*destroy)(void *);
} sy_host_task;

typedef enum sy_action {
  SY_ACTION_NONE,        // ends as soon as it is ready
  SY_ACTION_UPDATE_HOST, // likewise: its buffers are brought to the host before
  SY_ACTION_KERNEL,
  SY_ACTION_COPY,
  SY_ACTION_FILL,
  SY_ACTION_PREFETCH, // transfer.to.ptr and extent[0]; only where the back end has a use for it
  SY_ACTION_HOST_TASK,
  SY_ACTION_HOST_ACCESS, // ends with sycc_host_access_end
} sy_action;

enum { SY_EDGES_INLINE = 4, SY_MOST_SPOTS = 4 };

// A spot is behind the command that has this number at this place.
typedef struct sy_spot {
  void *place;
  uint64_t number;
} sy_spot;

struct sycc_group {
  sycc_queue *queue;   // null for a host accessor; alive as long as the command is in flight
  sycc_device *device; // null for a host accessor
  sycc_event *event;   // retained
  sy_use *uses;
  sycc_event **deps; // retained
  size_t dep_count, dep_cap;
  bool has_action;                // SY_ACTION_NONE may be what a kernel over an empty range became
  bool is_barrier, waits_for_all; // sycc_group_barrier
  struct sy_node *node;           // of a recorded group, retained; null for others
  sy_trace_note *trace;           // retained; null: nothing is traced

  sy_action action;
  const char *name;         // of the kernel, for messages; lives as long as the command; may be null
  void *launch;             // SY_ACTION_KERNEL: the back end's; freed by its discard()
  sy_kernel *kernel;        // SY_ACTION_KERNEL: where its code comes from, retained; null for a host kernel
  struct sy_global *global; // SY_ACTION_COPY: a device_global it uses, retained; null: none
  sy_image *variable_image; // the image that has it, retained, when it is in one
  sy_host_task host;
  pthread_t host_thread; // SY_ACTION_HOST_ACCESS: which one made the accessor

  uint64_t number;          // [graph] in its queue, in order of submission
  sy_command *prev, *next;  // [graph] in the queue's list of commands in flight
  size_t unmet;             // [graph] dependencies that have not ended, +1 while it is being submitted
  sy_edge *out, **out_tail; // [graph] what waits for this one, oldest first
  sycc_queue *last_of;      // [graph] retained: a queue that this one leaves empty
  sycc_event *cause;        // [graph] a failed command it needed, retained; null: none so far
  sy_edge *edges;           // this one's own; edges_inline when they fit
  size_t edge_count;
  // A command may be started behind the ones it waits for (graph.c says when). Its place is the back end's,
  // which runs what is there in order. Null: it is not started, or there is no such place.
  _Atomic(void *) place;
  uint64_t place_number;  // what is there has numbers in its order; this one's, set before place
  unsigned after_count;   // places at which those are under way that it waits for; SY_MOST_SPOTS + 1: not all
                          // are where its back end could wait
  bool early;             // [graph] was started while some of them had not ended
  bool finished;          // [graph] and has ended before they did
  atomic_bool awaited;    // something on the host waits for its end; only where the back end has await()
  sy_command *next_ready; // the holder of the ready command may chain it with this

  // What follows is not zero in a fresh command.
  sy_edge edges_inline[SY_EDGES_INLINE];
  sy_spot after[SY_MOST_SPOTS]; // after_count of them
  sy_transfer transfer;         // SY_ACTION_COPY, SY_ACTION_FILL, SY_ACTION_PREFETCH
};

extern pthread_mutex_t sy_graph_mutex;

// Returns an event in state SUBMITTED with one reference, or null without memory.
sycc_event *sy_event_new(bool profiled);
static inline bool sy_event_is_complete(sycc_event *e) {
  return atomic_load_explicit(&e->state, memory_order_acquire) == SYCC_EVENT_COMPLETE;
}
// These are called with sy_graph_mutex held. Sleeps until sy_event_wake says that the state of e, or of
// another event, has changed.
void sy_event_sleep(sycc_event *e);
bool sy_event_sleep_for(sycc_event *e, unsigned ms); // the same, but not longer; false: for all of that time
void sy_event_wake(sycc_event *e);

// Puts c into the graph and starts it if nothing holds it up. On failure (no memory) c is as before.
// Once it has succeeded c is not the caller's any more. No lock held.
sycc_status sy_graph_submit(sy_command *c);
// Notes that a started command has begun to run: its state and start time. No lock held.
void sy_graph_running(sy_command *c);
// Notes when the command ran, as the device says, in nanoseconds by the clock of sy_graph_now. It is called
// before sy_graph_end.
void sy_graph_took(sy_command *c, uint64_t start, uint64_t end);
// A started command has ended: tells all that wait, frees it, and starts what has become ready. With a
// bad status the calling thread's error text is the command's. No lock held; called exactly once for each
// command that was started, never from within the call that started it.
void sy_graph_end(sy_command *c, sycc_status s);
// Does the same for several, in this order, that have all ended well. The graph writes in the list.
void sy_graph_end_well(sy_command **commands, size_t n);
// Stands in place of sy_graph_end, for a command that was started early and did not run. It is started when
// all it waits for has ended. No lock held.
void sy_graph_again(sy_command *c);
// Returns success if c may run. Otherwise something it needs has failed, and it returns the status and text
// that c must end with. c is ready; no lock held.
sycc_status sy_graph_check_cause(sy_command *c);
// Lets this thread, which is about to wait for e, work for the device of its command, or of what that waits
// for, if there is a use for it. No lock held.
void sy_graph_help(sycc_event *e);
// Says that a thread will look again whether e is complete. No lock held.
void sy_graph_await(sycc_event *e);
// Waits until e has come at least to state s. Fails only in a forked child.
sycc_status sy_graph_wait(sycc_event *e, sycc_event_state s);
uint64_t sy_graph_now(void); // ns

// runtime/stuck.c: a thread that waits for c has done so for SY_STUCK_MS. Whether it may be waiting for
// itself, by a host accessor of its own; text says how. The lock is held.
enum { SY_STUCK_MS = 2000, SY_STUCK_TEXT = 600 };
bool sy_stuck_explain(const sy_command *c, char text[SY_STUCK_TEXT]);
void sy_stuck_warn(const char *text); // without the lock

#endif
