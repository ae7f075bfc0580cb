// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for what every command needs, used again and again.
//
// One thread submits and another one ends commands: memory that is allocated on one side and freed on the
// other makes both meet in the allocator's lock. Here a thread gathers what it frees, uses it again itself
// or, when it is some, gives it to all.
#ifndef SY_RUNTIME_BLOCKS_H
#define SY_RUNTIME_BLOCKS_H

typedef enum sy_block {
  SY_BLOCK_COMMAND, // sy_command
  SY_BLOCK_EVENT,   // sycc_event
  SY_BLOCK_USE,     // sy_use
  SY_BLOCK_LAUNCH,  // SY_LAUNCH_BYTES, for the launches of back ends
  SY_BLOCK_PLACE,   // SY_PLACE_BYTES, for where commands are; what lies behind the first SY_PLACE_FREE may be
                    // looked at when it is free
  SY_BLOCKS,
} sy_block;

enum {
  SY_LAUNCH_BYTES = 512,
  SY_PLACE_BYTES = 192,
  SY_PLACE_FREE = 16,
  SY_LINE = 64,
  SY_BLOCK_ALIGN = SY_LINE
};

// Of that kind's size, aligned to SY_BLOCK_ALIGN; null: no memory. A use is filled with zeros, a command up
// to `edges_inline`, an event up to `next_error`, a launch or a place not at all: every line of memory that
// one thread writes and another one then reads has its price.
void *sy_block_take(sy_block kind);
void sy_block_give(sy_block kind, void *block);
// This thread will soon use the block, which another thread has written: the way from cache to cache, which
// takes longer than most of what is done with it, begins now. Null is fine.
void sy_block_fetch(sy_block kind, const void *block);

#endif
