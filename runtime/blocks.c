// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/blocks.h"

#include "runtime/graph.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

// A free block begins with the next one. Sanitizers see misuse of memory only where it is really freed.
typedef struct spare {
  struct spare *next;
} spare;

// Blocks come in slabs, which are never given back: a slab's blocks lie side by side behind its head.
typedef struct slab {
  struct slab *next;
} slab;

enum { CAN_KEEP = !SANITIZED, LOOK_AGAIN = 32, IN_SLAB = 16 };

static const size_t sizes[SY_BLOCKS] = {
    [SY_BLOCK_COMMAND] = (sizeof(sy_command) + SY_BLOCK_ALIGN - 1) / SY_BLOCK_ALIGN * SY_BLOCK_ALIGN,
    [SY_BLOCK_EVENT] = (sizeof(sycc_event) + SY_BLOCK_ALIGN - 1) / SY_BLOCK_ALIGN * SY_BLOCK_ALIGN,
    [SY_BLOCK_USE] = (sizeof(sy_use) + SY_BLOCK_ALIGN - 1) / SY_BLOCK_ALIGN * SY_BLOCK_ALIGN,
    [SY_BLOCK_LAUNCH] = SY_LAUNCH_BYTES,
};

static const size_t zeros[SY_BLOCKS] = {
    [SY_BLOCK_COMMAND] = offsetof(sy_command, transfer),
    [SY_BLOCK_EVENT] = sizeof(sycc_event),
    [SY_BLOCK_USE] = sizeof(sy_use),
};

static _Atomic(spare *) given[SY_BLOCKS];   // pushed one by one, taken all at once: no ABA
static _Thread_local spare *own[SY_BLOCKS]; // what this thread took and has not used
static _Thread_local unsigned taken[SY_BLOCKS]; // from these, since it looked for more
static _Atomic(slab *) slabs;               // so that tools that look for leaks find them
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void push(sy_block kind, spare *s) {
  spare *top = atomic_load_explicit(&given[kind], memory_order_relaxed);
  do
    s->next = top;
  while (!atomic_compare_exchange_weak_explicit(&given[kind], &top, s, memory_order_release, memory_order_relaxed));
}

static void give_back_own(void *unused) {
  for (sy_block kind = 0; kind < SY_BLOCKS; kind++)
    for (spare *next, *s = own[kind]; s; s = next) {
      next = s->next;
      push(kind, s);
    }
}

static void make_key(void) {
  pthread_key_create(&at_thread_end, give_back_own);
}

static void keep_at_thread_end(void) {
  pthread_once(&once, make_key);
  pthread_setspecific(at_thread_end, own);
}

// What others gave goes before what is left.
static void take_all(sy_block kind) {
  taken[kind] = 0;
  spare *first = atomic_exchange_explicit(&given[kind], NULL, memory_order_acquire), *last = first;
  if (!first)
    return;
  while (last->next)
    last = last->next;
  last->next = own[kind];
  own[kind] = first;
  keep_at_thread_end();
}

static void push_slab(slab *s) {
  s->next = atomic_load_explicit(&slabs, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&slabs, &s->next, s, memory_order_relaxed, memory_order_relaxed))
    ;
}

// Fills the thread's own list, which is empty; false: no memory.
static bool make_slab(sy_block kind) {
  void *memory;
  if (posix_memalign(&memory, SY_BLOCK_ALIGN, SY_BLOCK_ALIGN + IN_SLAB * sizes[kind]))
    return false;
  push_slab(memory);
  char *block = (char *)memory + SY_BLOCK_ALIGN;
  for (int i = IN_SLAB; i-- > 0;) {
    spare *s = (spare *)(block + (size_t)i * sizes[kind]);
    s->next = own[kind];
    own[kind] = s;
  }
  keep_at_thread_end();
  return true;
}

void *sy_block_take(sy_block kind) {
  void *block = NULL;
  if (!CAN_KEEP)
    return posix_memalign(&block, SY_BLOCK_ALIGN, sizes[kind]) ? NULL : memset(block, 0, zeros[kind]);
  if (!own[kind] || ++taken[kind] == LOOK_AGAIN)
    take_all(kind);
  if (!own[kind] && !make_slab(kind))
    return NULL;
  block = own[kind];
  own[kind] = own[kind]->next;
  return memset(block, 0, zeros[kind]);
}

void sy_block_give(sy_block kind, void *block) {
  if (CAN_KEEP)
    push(kind, block);
  else
    free(block);
}
