// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of widths that SPIR-V does not have.
#ifndef SY_PASSES_SPIRV_ODD_INTEGERS_H
#define SY_PASSES_SPIRV_ODD_INTEGERS_H

#include <llvm-c/Core.h>

// Arithmetic in 2 to 63 bits is done in 8, 16, 32 or 64, as many as it takes.
void sy_spirv_odd_integers(LLVMModuleRef m);

#endif
