// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loaded file, program or shared library, that something is in, as a range of addresses.
#ifndef SY_RUNTIME_HOME_H
#define SY_RUNTIME_HOME_H

#include "formats/image_desc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sy_home {
  uintptr_t begin, end; // equal: it is in none
} sy_home;

// Takes the loader's lock. Constructors and destructors of a library, which have it, may call this; a launch
// must not: the thread that unloads a library holds the lock while it waits for launches.
sy_home sy_home_of(const void *address);

// The parts of that file's memory that can be read; returns how many there are. The same about the loader's
// lock.
size_t sy_home_readable(const void *address, sy_image_span *out, size_t room);

static inline bool sy_home_has(sy_home h, const void *address) {
  return (uintptr_t)address >= h.begin && (uintptr_t)address < h.end;
}

#endif
