// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V's opaque types: events, samplers, images.
#ifndef SY_PASSES_SPIRV_TYPES_H
#define SY_PASSES_SPIRV_TYPES_H

#include "passes/common/module.h"

// Gives the handles of include/sycc/spirv_types.h their types: `ptr addrspace(64)` becomes
// `target("spirv.Event")` in every value, function and structure. False, with a diagnostic, where a handle is
// used as something else, or is in memory that the host fills.
bool sy_spirv_types(LLVMModuleRef m, sy_diag *d);

#endif
