// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread has a store for each kind of block. It takes first what it has freed itself, then from its
// list. Each 16 blocks that it has freed become a batch on a list for all threads; a thread whose own list is
// empty takes all batches there at once, and else makes a slab of 16 new blocks.
#include "runtime/blocks.h"

#include "runtime/graph.h"
#include "runtime/ordering.h"

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

// Free blocks form lists, and lists of some blocks, batches, form lists again: what passes from thread to
// thread are batches, so that a thread that takes one need not visit every block. Sanitizers see misuse of
// memory only where it is really freed.
typedef struct spare {
  struct spare *next;
  struct spare *next_batch; // in the first of a batch
} spare;

// Blocks come in slabs, which are never given back: a slab's blocks lie side by side behind its head.
typedef struct slab {
  struct slab *next;
} slab;

enum { CAN_KEEP = !SANITIZED, BATCH = 16 };

static const size_t sizes[SY_BLOCKS] = {
    [SY_BLOCK_COMMAND] = (sizeof(sy_command) + SY_BLOCK_ALIGN - 1) / SY_BLOCK_ALIGN * SY_BLOCK_ALIGN,
    [SY_BLOCK_EVENT] = (sizeof(sycc_event) + SY_BLOCK_ALIGN - 1) / SY_BLOCK_ALIGN * SY_BLOCK_ALIGN,
    [SY_BLOCK_USE] = (sizeof(sy_use) + SY_BLOCK_ALIGN - 1) / SY_BLOCK_ALIGN * SY_BLOCK_ALIGN,
    [SY_BLOCK_LAUNCH] = SY_LAUNCH_BYTES,
    [SY_BLOCK_PLACE] = SY_PLACE_BYTES,
};

static const size_t zeros[SY_BLOCKS] = {
    [SY_BLOCK_COMMAND] = offsetof(sy_command, edges_inline),
    [SY_BLOCK_EVENT] = offsetof(sycc_event, next_error),
    [SY_BLOCK_USE] = sizeof(sy_use),
};

// Bytes that a submission usually writes.
static const size_t fetched[SY_BLOCKS] = {
    [SY_BLOCK_COMMAND] = offsetof(sy_command, edges_inline[1]),
    [SY_BLOCK_EVENT] = offsetof(sycc_event, next_error),
    [SY_BLOCK_USE] = sizeof(sy_use),
    [SY_BLOCK_LAUNCH] = SY_LAUNCH_BYTES / 2,
    [SY_BLOCK_PLACE] = SY_PLACE_BYTES / 2,
};

// What a thread has of one kind.
typedef struct block_store {
  spare *own;     // to take from
  spare *batches; // then these
  spare *freed;   // by this thread; fewer than BATCH
  unsigned count; // of them
} block_store;

static _Atomic(spare *) given[SY_BLOCKS]; // batches: pushed one by one, taken all at once: no ABA
static _Thread_local block_store stores[SY_BLOCKS];
static _Thread_local bool will_end; // at_thread_end is set
static _Atomic(slab *) slabs;       // so that tools that look for leaks find them
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void push_batch(sy_block kind, spare *batch) {
  batch->next_batch = atomic_load_explicit(&given[kind], memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&given[kind], &batch->next_batch, batch, memory_order_release,
                                                memory_order_relaxed))
    ;
}

static void give_back(void *unused) {
  for (sy_block kind = 0; kind < SY_BLOCKS; kind++) {
    block_store *s = &stores[kind];
    for (spare *next; s->batches; s->batches = next) {
      next = s->batches->next_batch;
      push_batch(kind, s->batches);
    }
    if (s->own)
      push_batch(kind, s->own);
    if (s->freed)
      push_batch(kind, s->freed);
    *s = (block_store){0};
  }
  will_end = false;
}

static void make_key(void) {
  pthread_key_create(&at_thread_end, give_back);
}

static void keep_at_thread_end(void) {
  if (will_end)
    return;
  will_end = true;
  pthread_once(&once, make_key);
  pthread_setspecific(at_thread_end, stores);
}

static void push_slab(slab *s) {
  s->next = atomic_load_explicit(&slabs, memory_order_relaxed);
  while (
      !atomic_compare_exchange_weak_explicit(&slabs, &s->next, s, memory_order_relaxed, memory_order_relaxed))
    ;
}

// A batch of fresh blocks; null: no memory.
static spare *make_slab(sy_block kind) {
  void *memory;
  spare *batch = NULL;
  if (posix_memalign(&memory, SY_BLOCK_ALIGN, SY_BLOCK_ALIGN + BATCH * sizes[kind]))
    return NULL;
  push_slab(memory);
  for (size_t i = BATCH; i-- > 0;) {
    spare *s = (spare *)((char *)memory + SY_BLOCK_ALIGN + i * sizes[kind]);
    s->next = batch;
    batch = s;
  }
  return batch;
}

static spare *next_batch(sy_block kind) {
  block_store *s = &stores[kind];
  if (!s->batches && atomic_load_explicit(&given[kind], memory_order_relaxed))
    s->batches = atomic_exchange_explicit(&given[kind], NULL, memory_order_acquire);
  spare *batch = s->batches;
  if (!batch)
    return make_slab(kind);
  s->batches = batch->next_batch;
  return batch;
}

void sy_block_fetch(sy_block kind, const void *block) {
  for (size_t at = 0; block && at < fetched[kind]; at += SY_BLOCK_ALIGN)
    __builtin_prefetch((const char *)block + at, 1);
}

static spare *take_block(sy_block kind) {
  block_store *s = &stores[kind];
  spare *block = s->freed;
  if (block) {
    s->freed = block->next;
    s->count--;
    return block;
  }
  keep_at_thread_end();
  if (!s->own)
    s->own = next_batch(kind);
  block = s->own;
  if (block) {
    s->own = block->next;
    sy_block_fetch(kind, s->own ? s->own : s->batches);
  }
  return block;
}

static bool keeps_block(sy_block kind) {
  return CAN_KEEP || kind == SY_BLOCK_PLACE;
}

void *sy_block_take(sy_block kind) {
  void *block = NULL;
  if (keeps_block(kind))
    block = take_block(kind);
  else if (posix_memalign(&block, SY_BLOCK_ALIGN, sizes[kind]))
    block = NULL;
  if (!block)
    return NULL;
  sy_order_observe(block);
  return memset(block, 0, zeros[kind]);
}

void sy_block_give(sy_block kind, void *block) {
  if (!keeps_block(kind)) {
    free(block);
    return;
  }
  block_store *s = &stores[kind];
  sy_order_publish(block);
  keep_at_thread_end();
  *(spare *)block = (spare){.next = s->freed};
  s->freed = block;
  if (++s->count < BATCH)
    return;
  push_batch(kind, s->freed);
  s->freed = NULL;
  s->count = 0;
}
