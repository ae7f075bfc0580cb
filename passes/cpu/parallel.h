// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over work-items are parallel: what one work-item does to memory that others see, no other one waits
// for. LLVM takes that as loops that list groups of accesses, and accesses that are members of such a group.
// All loops of a function share one group.
#ifndef SY_PASSES_CPU_PARALLEL_H
#define SY_PASSES_CPU_PARALLEL_H

#include "passes/common/module.h"

// Says of the loop which this branch closes that it is parallel in its function's accesses.
void sy_parallel_loop(LLVMValueRef branch);
// Says of a loop around others that copies of its body are not worth the compiler's time.
void sy_outer_loop(LLVMValueRef branch);
// Says of the loop that it is not worth the compiler's time: neither vectors nor copies of its body.
void sy_plain_loop(LLVMValueRef branch);
// Makes the group of `from` that of `to` as well: one of them is to be inlined into the other.
void sy_parallel_adopt(LLVMValueRef to, LLVMValueRef from);
// The same for the function that this call calls, a part of the caller; and which of its parameters are
// variables that all iterations share.
void sy_parallel_outlined(LLVMValueRef call);
// Says that this memory, an alloca or the result of a call, has a place of its own for each work-item.
void sy_parallel_memory(LLVMValueRef memory);
bool sy_is_parallel_memory(LLVMValueRef memory);

// Before all optimisation: gives each loop around a parallel one a branch of its own to close it.
void sy_parallel_part_loops(LLVMModuleRef m);

// After scalar optimisation: keeps loops that are too large for it from being vectorised.
void sy_parallel_bound_loops(LLVMModuleRef m);

// After scalar optimisation: says of each access to memory that is not a work-item's own that work-items
// do not depend on each other through it, so that the loops can be vectorised.
void sy_parallel_accesses(LLVMModuleRef m);

#endif
