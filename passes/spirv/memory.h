// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filling and moving memory in SPIR-V: loops, where it has no instruction.
#ifndef SY_PASSES_SPIRV_MEMORY_H
#define SY_PASSES_SPIRV_MEMORY_H

#include <llvm-c/TargetMachine.h>

void sy_spirv_memory(LLVMModuleRef m, LLVMTargetMachineRef tm);

#endif
