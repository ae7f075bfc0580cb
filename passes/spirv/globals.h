// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device_globals in SPIR-V: OpenCL 1.2 has no variables in a program, so kernels get their addresses.
#ifndef SY_PASSES_SPIRV_GLOBALS_H
#define SY_PASSES_SPIRV_GLOBALS_H

#include "passes/common/module.h"

// False, with a diagnostic, where a function that uses one can't be inlined.
bool sy_spirv_globals(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

#endif
