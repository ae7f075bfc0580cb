// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overflow intrinsics, which LLVM's SPIR-V back end writes in a form that translators do not know.
#ifndef SY_PASSES_SPIRV_OVERFLOW_H
#define SY_PASSES_SPIRV_OVERFLOW_H

#include <llvm-c/Core.h>

// Arithmetic that tells of overflow becomes plain arithmetic and comparisons.
void sy_spirv_overflow(LLVMModuleRef m);

#endif
