// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that are cut and extended again, which LLVM's SPIR-V back end writes wrong.
#ifndef SY_PASSES_SPIRV_TRUNCATIONS_H
#define SY_PASSES_SPIRV_TRUNCATIONS_H

#include <llvm-c/Core.h>

// An extension by zeros of what was cut becomes an 'and' of what it was cut from.
void sy_spirv_truncations(LLVMModuleRef m);

#endif
