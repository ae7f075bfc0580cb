// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which address space a generic pointer points into, on a machine with one memory.
#ifndef SY_PASSES_CPU_POINTER_SPACES_H
#define SY_PASSES_CPU_POINTER_SPACES_H

#include <llvm-c/Core.h>

// The runtime's function: i32 (ptr, i32 space). A module that still has it after this pass asks when it runs.
#define SY_POINTS_INTO "sycc_points_into"

// Answers the questions that can be answered here, and adds the module's variables in local memory to the
// others. Comes after the inlining and before the loops over work-items.
void sy_pointer_spaces_lower(LLVMModuleRef m);

#endif
