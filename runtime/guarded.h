// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory with a page behind it that no code may touch (SYCC_CHECK).
#ifndef SY_RUNTIME_GUARDED_H
#define SY_RUNTIME_GUARDED_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

extern pthread_mutex_t sy_guarded_mutex; // for fork only

// Whether the user asked for it.
bool sy_guarded_wanted(void);

// The last byte is right in front of the page, as far as the alignment lets it; 0: what an array of that size
// can need. Null: out of memory. `what` stays.
void *sy_guarded_alloc(size_t bytes, size_t align, const char *what);
// What touches the memory afterwards crashes too, for as long as no thousand others were freed.
void sy_guarded_free(void *memory);

// Finds what an address is near to, in a signal handler too. False: to nothing known.
typedef struct sy_guarded_place {
  const char *what;
  size_t bytes;
  size_t offset; // of the address from the first byte
  bool freed;
} sy_guarded_place;
bool sy_guarded_find(const void *address, sy_guarded_place *out);

#endif
