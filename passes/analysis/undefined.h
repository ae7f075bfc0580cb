// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds functions that device code calls and no file defines.
#ifndef SY_PASSES_ANALYSIS_UNDEFINED_H
#define SY_PASSES_ANALYSIS_UNDEFINED_H

#include "passes/common/module.h"

// False, with a diagnostic for each, when m calls functions that have no definition. `known` says of a name
// that the target has it anyway. Intrinsics of LLVM are no functions.
bool sy_check_defined(LLVMModuleRef m, bool (*known)(const char *name), sy_diag *d);

// The same for SYCL_EXTERNAL functions, which the check above lets pass: another library of the program may
// define them. possible: for the target that works, if the user allows it.
bool sy_check_imports(LLVMModuleRef m, const char *target, bool possible, sy_diag *d);

// The same for built-ins of SPIR-V: those that are still there have no meaning on this device. whose:
// "NVIDIA's GPUs".
bool sy_check_builtins(LLVMModuleRef m, const char *whose, sy_diag *d);

#endif
