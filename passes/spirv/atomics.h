// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic loads and stores, which LLVM's SPIR-V back end writes as plain ones.
#ifndef SY_PASSES_SPIRV_ATOMICS_H
#define SY_PASSES_SPIRV_ATOMICS_H

#include <llvm-c/Core.h>

// Atomic loads and stores of 32 and 64 bits become calls of SPIR-V's operations.
void sy_spirv_atomics(LLVMModuleRef m);

#endif
