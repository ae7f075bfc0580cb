// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on the native CPU that no other work-item can interrupt.
#ifndef SY_PASSES_CPU_LOCAL_ATOMICS_H
#define SY_PASSES_CPU_LOCAL_ATOMICS_H

#include <llvm-c/Core.h>

// A group runs on one thread, and its local memory is its own: atomic operations there become volatile ones,
// which are done one after the other, and never for several work-items at once.
void sy_local_atomics_lower(LLVMModuleRef m);

#endif
