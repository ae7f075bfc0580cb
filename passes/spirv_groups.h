// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that use barriers or group functions, in SPIR-V.
#ifndef SY_PASSES_SPIRV_GROUPS_H
#define SY_PASSES_SPIRV_GROUPS_H

#include "passes/module.h"

// Inlines them.
bool sy_spirv_groups(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

#endif
