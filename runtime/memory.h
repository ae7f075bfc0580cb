// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aligned memory of the host, for USM and buffers.
#ifndef SY_RUNTIME_MEMORY_H
#define SY_RUNTIME_MEMORY_H

#include "sycc/rt.h"

// Enough for any SYCL type: vec<double, 16> is the largest.
enum { SY_MEMORY_ALIGN = 128 };

// align is a power of two, 0 for what any SYCL type needs; what names the thing in the error. More than the
// machine has is refused here: malloc would promise it, and the process would be killed when it is used.
sycc_status sy_memory_alloc(size_t bytes, size_t align, const char *what, void **out);
void sy_memory_free(void *memory);
// Contents of a new buffer to which the program gives none: zeros when it is small. They are undefined, but
// programs add to them, and elsewhere the memory of their first buffers comes fresh from the system.
void sy_memory_begin(void *memory, size_t bytes);
size_t sy_memory_available(void); // bytes that a program could get now; 0 when not known
size_t sy_memory_total(void);     // bytes of physical memory; SIZE_MAX when not known

#endif
