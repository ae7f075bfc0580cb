// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of SYCL's address spaces a pointer of a kernel points into. The CPU has one memory, so it is known by
// what lies where:
//
//     private    the thread's stack from where the kernel was called, the stack of a work-item that waits in
//                plain C++, and blocks of the heap that stand for stack
//     local      the worker's local accessors, and what work-items of plain C++ share
//     global     all else
//
// Variables in local memory are the compiler's: it compares their addresses before it asks here
// (passes/cpu/pointer_spaces.c).
#include "runtime/backends/native_cpu/native_cpu.h"
#include "runtime/items.h"

#include <stdlib.h>

// Stands right in front of a block.
typedef struct heap_block {
  struct heap_block *next;
  void *memory; // all of it
  const char *end;
} heap_block;

static _Thread_local struct {
  const char *stack; // where the kernel's part of it begins; null: no kernel runs
  const char *local;
  size_t local_bytes;
  heap_block *blocks;
} mine;

void sy_cpu_spaces_enter_at(const char *stack, const char *local, size_t bytes) {
  mine.stack = stack;
  mine.local = local;
  mine.local_bytes = bytes;
}

void sy_cpu_spaces_leave(void) {
  mine.stack = NULL;
}

static bool is_local(const char *p) {
  return (mine.local && p >= mine.local && p < mine.local + mine.local_bytes) || sy_items_local(p);
}

static bool is_private(const char *p) {
  if ((p < mine.stack && p >= (const char *)__builtin_frame_address(0)) || sy_items_private(p))
    return true;
  for (const heap_block *b = mine.blocks; b; b = b->next)
    if (p >= (const char *)b && p < b->end)
      return true;
  return false;
}

int sycc_points_into(const void *p, sycc_space space) {
  if (!mine.stack)
    return 1;
  sycc_space is = is_local(p) ? SYCC_SPACE_LOCAL : is_private(p) ? SYCC_SPACE_PRIVATE : SYCC_SPACE_GLOBAL;
  return is == space;
}

void *sycc_kernel_take(size_t align, size_t bytes) {
  char *memory = aligned_alloc(align, align + bytes);
  if (!memory)
    return NULL;
  heap_block *b = (heap_block *)(memory + align) - 1;
  *b = (heap_block){mine.blocks, memory, memory + align + bytes};
  mine.blocks = b;
  return b + 1;
}

void sycc_kernel_give(void *block) {
  if (!block)
    return;
  heap_block *b = (heap_block *)block - 1, **at = &mine.blocks;
  while (*at != b) // the newest is in front: usually it is the one
    at = &(*at)->next;
  *at = b->next;
  free(b->memory);
}
