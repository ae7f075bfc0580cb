// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What trace.c hands on to the file's objects (trace_events.c) or to the table (trace_summary.c).
#ifndef SY_RUNTIME_TRACE_RECORD_H
#define SY_RUNTIME_TRACE_RECORD_H

#include "runtime/graph.h"

struct sy_trace_note {
  atomic_uint refs;
  unsigned queue; // 1, 2, and so on; 0: a host accessor has none
  bool in_order;
  sycc_device *device;   // null: none
  char *name;            // of the kernel, or null
  char image[64];        // target of the code of a kernel, or ""
  sycc_range range;      // of a kernel
  const char *what;      // "kernel", "host task"
  const char *from, *to; // of a copy: "host", "device", "shared", "buffer"; null: no such side
  uint64_t submitted;    // 0: not so far
  // With the trace's lock:
  uint64_t begin, end; // when it ran
  uint64_t track;      // it stands there in the file; 0: it does not, or not yet
  // With the graph's lock, and no other thread's once the command has ended.
  sy_trace_note **waits; // what it waited for, retained
  unsigned wait_count, wait_room;
};

// Something that took some time.
typedef struct sy_trace_record {
  const char *kind;          // "kernel", "copy", "wait": a word
  const char *name;          // what it is called
  const sycc_device *device; // null: none
  uint64_t begin, end;       // by sy_graph_now
  size_t bytes;              // that were moved; 0: none
  const char *from, *to;     // of what was moved
  const char *how;           // it was built; null: nothing was
  const char *failed;        // why; null: it has not
  sy_trace_note *note;       // the command that it is; null: the calling thread did it
} sy_trace_record;

// All with the trace's lock.
bool sy_trace_events_open(const char *path); // false: errno says why
void sy_trace_events_add(const sy_trace_record *r);
void sy_trace_events_memory(const sycc_device *d, uint64_t bytes);
void sy_trace_events_close(void);

void sy_trace_summary_add(const sy_trace_record *r);
void sy_trace_summary_memory(const sycc_device *d, uint64_t most);
void sy_trace_summary_print(void);

// "Intel(R) Xeon(R)", or "host".
const char *sy_trace_device_name(const sycc_device *d);

#endif
