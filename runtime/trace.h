// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime did and when, for people: SYCC_TRACE. docs/trace.md says what is written.
//
// Functions that take a note or a time do nothing for null or 0, which is what there is without a trace.
#ifndef SY_RUNTIME_TRACE_H
#define SY_RUNTIME_TRACE_H

#include "runtime/graph.h"

extern bool sy_trace_on;               // does not change once there is a queue
void sy_trace_start(void);             // reads SYCC_TRACE; once, before any device is asked for
void sy_trace_stop(void);              // by the runtime's destructor: ends the file, or prints the summary
void sy_trace_forked(void);            // in a child: nothing more is written
extern pthread_mutex_t sy_trace_mutex; // for fork only

// ---- commands ----------------------------------------------------------------------------------------

// What is known of a command, and outlives it for those that waited for it. Null: no trace, or no memory.
sy_trace_note *sy_trace_note_new(const sycc_queue *q);
void sy_trace_note_retain(sy_trace_note *n);
void sy_trace_note_release(sy_trace_note *n);
// Whether the device of the queue, or the host for null, can say when a command ran.
bool sy_trace_times(const sycc_queue *q);

// It launches c's kernel over this range.
void sy_trace_kernel(const sy_command *c, const sycc_range *range);
// With the graph's lock: `to` waits for `from`.
void sy_trace_edge(sy_trace_note *to, sy_trace_note *from);
void sy_trace_submit(const sy_command *c);
// It has ended. No lock held.
void sy_trace_command(const sy_command *c);

// ---- what the calling thread does ---------------------------------------------------------------------

uint64_t sy_trace_now(void); // 0: no trace
// From `begin` until now the thread waited, for the command of the note, or null for several.
void sy_trace_wait(uint64_t begin, const sy_trace_note *n);
// From `begin` until now it built the device code of a kernel; how: "compiled", "from the program cache".
void sy_trace_build(uint64_t begin, const sycc_device *d, const char *kernel, const char *how);
// From `begin` until now it moved contents of a buffer; from or to null: the host's memory.
void sy_trace_move(uint64_t begin, const sycc_device *to, const sycc_device *from, size_t bytes);
// So many more bytes of a device, or of the host for null, are in use; negative: less.
void sy_trace_memory(const sycc_device *d, int64_t bytes);

#endif
