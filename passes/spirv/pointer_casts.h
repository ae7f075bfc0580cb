// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts of generic pointers into named spaces, for drivers whose pointers have types.
#ifndef SY_PASSES_SPIRV_POINTER_CASTS_H
#define SY_PASSES_SPIRV_POINTER_CASTS_H

#include <llvm-c/Core.h>

// A module has one OpGenericCastToPtrExplicit for each space.
void sy_spirv_pointer_casts(LLVMModuleRef m);

#endif
