// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of a work-group on the native CPU: what its work-items keep across barriers.
#ifndef SY_PASSES_CPU_GROUP_MEMORY_H
#define SY_PASSES_CPU_GROUP_MEMORY_H

#include <llvm-c/Core.h>

// Gives memory to the calls of SY_GROUP_ARRAY in the function f, which runs groups of size[x] * size[y] *
// size[z] work-items one after the other. `before` and `after` are the instructions before and behind the
// loop over groups.
void sy_group_memory(LLVMValueRef f, const LLVMValueRef *size, LLVMValueRef before, LLVMValueRef after);

#endif
