// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf in SPIR-V: OpenCL wants the format, and text for %s, in constant memory.
#ifndef SY_PASSES_SPIRV_PRINTF_H
#define SY_PASSES_SPIRV_PRINTF_H

#include "passes/common/module.h"

// False, with a diagnostic, where a format is not known.
bool sy_spirv_printf(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

#endif
