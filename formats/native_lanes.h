// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of sub-groups in machine code for CPUs, which the compiler and the runtime have to agree on.
#ifndef SY_FORMATS_NATIVE_LANES_H
#define SY_FORMATS_NATIVE_LANES_H

#include <string.h>

// What kernels of a target get that require no size: as many floats as a vector register holds, and not fewer
// than 8.
static inline unsigned sy_native_lanes(const char *target) {
  return strcmp(target, "x86_64_avx512") == 0 ? 16 : 8;
}

#endif
