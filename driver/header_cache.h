// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder of precompiled forms of <sycl/sycl.hpp>, one for each set of options (header_cache.c).
#ifndef SY_DRIVER_HEADER_CACHE_H
#define SY_DRIVER_HEADER_CACHE_H

#include <stdbool.h>

#include "base/mem.h"

typedef enum sy_header_state {
  SY_HEADER_NONE,  // none is to be used
  SY_HEADER_MAKE,  // there is none yet, and this process is the one to make it
  SY_HEADER_READY, // the compilation can read it
} sy_header_state;

// The folder, which is made when it is missing; null: there is none that can be used. Lives in the arena.
const char *sy_header_folder(sy_arena *a);
// What to do about the header at path. Folders are those of the user's where the compiler looks for headers
// before it comes to the system's.
sy_header_state sy_header_look(const char *path, const sy_strs *folders, sy_arena *a);

// `sycc --keep-header <made> <dependencies> <path> <folder>...`: puts a header that was made into the cache,
// with the dependency file that the compiler wrote beside it. Removes <made> when a compilation with such
// folders can't read it.
int sy_header_keep_main(int argc, char **argv);

#endif
