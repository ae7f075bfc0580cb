// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/blocks.h"

#include "runtime/graph.h"

#include <pthread.h>
#include <stdatomic.h>
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

enum { CAN_KEEP = !SANITIZED, LOOK_AGAIN = 32 };

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
  pthread_once(&once, make_key);
  pthread_setspecific(at_thread_end, own);
}

void *sy_block_take(sy_block kind) {
  void *block = NULL;
  if (!own[kind] || ++taken[kind] == LOOK_AGAIN)
    take_all(kind);
  if (own[kind]) {
    block = own[kind];
    own[kind] = own[kind]->next;
  } else if (posix_memalign(&block, SY_BLOCK_ALIGN, sizes[kind])) {
    return NULL;
  }
  return memset(block, 0, zeros[kind]);
}

void sy_block_give(sy_block kind, void *block) {
  if (CAN_KEEP)
    push(kind, block);
  else
    free(block);
}
