// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An allocation has pages of its own:
//
//     guard, read only: guarded_block | data, at the end of its pages | guard, no access
//
// So its first page follows the block that describes it. Writes before it crash if they are more than what is
// left of the first page away. Freed memory loses all rights and stays, in a queue, until it is the oldest of
// too many: every block takes three of the mappings that a process may have.
#include "runtime/guarded.h"

#include "runtime/environment.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_FREED = 1000, MOST_ALIGN = 128 };

typedef struct guarded_block {
  struct guarded_block *next; // of all, the newest first; of freed ones, the one freed next
  struct guarded_block *next_freed;
  const char *what;
  char *data;
  size_t bytes, mapped;
  bool freed;
} guarded_block;

pthread_mutex_t sy_guarded_mutex = PTHREAD_MUTEX_INITIALIZER;
static guarded_block *all;             // written under the lock; a signal handler reads it without
static guarded_block *oldest, *newest; // that are freed
static size_t freed_count;

bool sy_guarded_wanted(void) {
  static atomic_int known = -1;
  if (known < 0) {
    const char *text = sy_environment("SYCC_CHECK");
    known = text && *text && strcmp(text, "0") != 0;
  }
  return known;
}

static size_t page(void) {
  return (size_t)sysconf(_SC_PAGESIZE);
}

// An array's size is a multiple of what its elements are aligned to.
static size_t natural_align(size_t bytes) {
  size_t lowest = bytes & -bytes;
  return lowest > MOST_ALIGN || !lowest ? MOST_ALIGN : lowest;
}

static void open_block(guarded_block *b, bool open) {
  mprotect(b, page(), open ? PROT_READ | PROT_WRITE : PROT_READ);
}

void *sy_guarded_alloc(size_t bytes, size_t align, const char *what) {
  size_t data = (bytes + page() - 1) / page() * page(), mapped;
  align = align ? align : natural_align(bytes);
  if (align > page() || __builtin_add_overflow(data, 2 * page(), &mapped))
    return NULL;
  guarded_block *b = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (b == MAP_FAILED)
    return NULL;
  char *end = (char *)b + page() + data;
  *b = (guarded_block){.what = what, .bytes = bytes, .mapped = mapped};
  b->data = (char *)((uintptr_t)(end - bytes) & -align);
  mprotect(end, page(), PROT_NONE);
  pthread_mutex_lock(&sy_guarded_mutex);
  b->next = all;
  open_block(b, false);
  all = b;
  pthread_mutex_unlock(&sy_guarded_mutex);
  return b->data;
}

static void unlink_block(guarded_block *b) {
  guarded_block *before = all;
  while (before != b && before->next != b)
    before = before->next;
  if (before == b) {
    all = b->next;
    return;
  }
  open_block(before, true);
  before->next = b->next;
  open_block(before, false);
}

static void drop_oldest(void) {
  guarded_block *b = oldest;
  oldest = b->next_freed;
  freed_count--;
  unlink_block(b);
  munmap(b, b->mapped);
}

static void queue_freed(guarded_block *b) {
  if (oldest) {
    open_block(newest, true);
    newest->next_freed = b;
    open_block(newest, false);
  } else {
    oldest = b;
  }
  newest = b;
  if (++freed_count > MOST_FREED)
    drop_oldest();
}

void sy_guarded_free(void *memory) {
  if (!memory)
    return;
  guarded_block *b = (guarded_block *)(((uintptr_t)memory & -page()) - page());
  char *data = (char *)b + page();
  pthread_mutex_lock(&sy_guarded_mutex);
  open_block(b, true);
  b->freed = true;
  open_block(b, false);
  madvise(data, b->mapped - 2 * page(), MADV_DONTNEED);
  mprotect(data, b->mapped - 2 * page(), PROT_NONE);
  queue_freed(b);
  pthread_mutex_unlock(&sy_guarded_mutex);
}

bool sy_guarded_find(const void *address, sy_guarded_place *out) {
  const char *at = address;
  for (const guarded_block *b = all; b; b = b->next)
    if (at >= (const char *)b && at < (const char *)b + b->mapped) {
      *out = (sy_guarded_place){b->what, b->bytes, (size_t)(at - b->data), b->freed};
      return true;
    }
  return false;
}
