// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues: what a command in flight belongs to, and where its error goes.
#ifndef SY_RUNTIME_QUEUE_H
#define SY_RUNTIME_QUEUE_H

#include "runtime/blocks.h"
#include "runtime/graph.h"

struct sycc_queue {
  atomic_uint refs; // one of them is its own while commands are in flight
  sycc_device *device;
  uint32_t flags;
  unsigned index;     // counts those that are in order
  unsigned traced_as; // counts all, from 1 on
  // All below: [graph]. Every command writes the first six, on two threads: they have a line of their own.
  _Alignas(SY_LINE) sy_command *first; // in flight, oldest first
  sy_command *last;
  uint64_t next_number;              // of the next command
  uint64_t ended;                    // how many have ended
  size_t in_flight;                  // how many have not
  size_t on_device;                  // of these, ready or running, and sure to end without help from outside
  _Alignas(SY_LINE) size_t limit;    // in flight before submitters are held up
  bool throttled;                    // a thread waits for in_flight to fall
  uint64_t wake_at;                  // a thread waits until all before this number have ended
  pthread_cond_t moved;              // what the two wait for
  sycc_event *errors, **errors_tail; // failed commands that were not asked about; retained
  size_t error_count;
  struct sycc_recording *recording; // retained; null: commands run
  sycc_event *last_node;            // the last one recorded, retained
  sy_command *barrier;              // in flight, the youngest; what is submitted waits for it; null: none
  struct sycc_queue *next_busy,
      **prev_busy;  // of those with commands in flight; prev_busy: what points to this one
  uint64_t settled; // the last sy_queues_settle that has waited for it
};

// These are called with sy_graph_mutex held.
void sy_queue_enter(sycc_queue *q, sy_command *c); // gives c its number
void sy_queue_leave(sycc_queue *q, sy_command *c); // wakes waiters
void sy_queue_add_error(sycc_queue *q, sycc_event *e);
// Makes a thread that submits faster than the device works wait a little, so that memory for commands in
// flight stays bounded.
void sy_queue_throttle(sycc_queue *q);

// Without the lock. Before memory is given back that commands on devices of this kind may still use: waits
// until what was submitted to them has ended, or can't go on without the host, whose thread this is. Does
// nothing on the threads of host tasks, which may be what they wait for.
void sy_queues_settle(const sycc_device *d);

#endif
