// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds functions that device code calls and nobody defines.
#ifndef SY_PASSES_UNDEFINED_H
#define SY_PASSES_UNDEFINED_H

#include "passes/module.h"

// False, with a diagnostic for each, when m calls functions that have no definition. `known` says of a name that
// the target has it anyway. Intrinsics of LLVM are no functions.
bool sy_check_defined(LLVMModuleRef m, bool (*known)(const char *name), sy_diag *d);

#endif
