// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of lengths that SPIR-V does not have.
#ifndef SY_PASSES_SPIRV_ODD_VECTORS_H
#define SY_PASSES_SPIRV_ODD_VECTORS_H

#include "passes/common/module.h"

// Where there are some, all vectors of the module become their elements.
bool sy_spirv_odd_vectors(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

#endif
