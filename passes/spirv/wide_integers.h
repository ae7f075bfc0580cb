// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that are wider than SPIR-V's.
#ifndef SY_PASSES_SPIRV_WIDE_INTEGERS_H
#define SY_PASSES_SPIRV_WIDE_INTEGERS_H

#include <llvm-c/Core.h>

// Arithmetic in 65 to 128 bits becomes that in two halves of 64 bits.
void sy_spirv_wide_integers(LLVMModuleRef m);

#endif
