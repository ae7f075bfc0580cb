// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loaded file, program or shared library, that something is in, as a range of addresses.
#ifndef SY_RUNTIME_HOME_H
#define SY_RUNTIME_HOME_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sy_home {
  uintptr_t begin, end; // equal: it is in none
} sy_home;

// Takes the loader's lock. Constructors and destructors of a library, which have it, may call this; a launch must not: the
// thread that unloads a library holds the lock while it waits for launches.
sy_home sy_home_of(const void *address);

static inline bool sy_home_has(sy_home h, const void *address) {
  return (uintptr_t)address >= h.begin && (uintptr_t)address < h.end;
}

#endif
