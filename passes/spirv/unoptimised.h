// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that were compiled without optimisation, in SPIR-V.
#ifndef SY_PASSES_SPIRV_UNOPTIMISED_H
#define SY_PASSES_SPIRV_UNOPTIMISED_H

#include "passes/common/module.h"

bool sy_spirv_unoptimised(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

#endif
