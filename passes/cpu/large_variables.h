// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that are too large for the stack of a thread, on the native CPU.
#ifndef SY_PASSES_CPU_LARGE_VARIABLES_H
#define SY_PASSES_CPU_LARGE_VARIABLES_H

#include <llvm-c/Core.h>

// Moves large variables of f, which runs groups in a loop between `before` and `after`, to the heap: once for
// all groups.
void sy_large_variables_of_groups(LLVMValueRef f, LLVMValueRef before, LLVMValueRef after);
// The same in all other functions of the module, for each call of theirs. To be run after the other.
void sy_large_variables(LLVMModuleRef m);

#endif
