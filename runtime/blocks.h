// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for what every command needs, used again and again.
//
// One thread submits and another one ends commands: memory that is allocated on one side and freed on the other makes both meet
// in the allocator's lock. Here a thread gathers what it frees, uses it again itself or, when it is some, gives it to all.
#ifndef SY_RUNTIME_BLOCKS_H
#define SY_RUNTIME_BLOCKS_H

typedef enum sy_block {
  SY_BLOCK_COMMAND, // sy_command
  SY_BLOCK_EVENT,   // sycc_event
  SY_BLOCK_USE,     // sy_use
  SY_BLOCK_LAUNCH,  // SY_LAUNCH_BYTES, for the launches of back ends
  SY_BLOCKS,
} sy_block;

enum { SY_LAUNCH_BYTES = 512, SY_BLOCK_ALIGN = 64 };

// Of that kind's size, aligned to SY_BLOCK_ALIGN; null: no memory. An event and a use are filled with zeros, a command up to
// `transfer`, a launch not at all: every line of memory that one thread writes and another one then reads has its price.
void *sy_block_take(sy_block kind);
void sy_block_give(sy_block kind, void *block);

#endif
