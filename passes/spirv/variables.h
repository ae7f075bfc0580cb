// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private variables keep their size in SPIR-V.
#ifndef SY_PASSES_SPIRV_VARIABLES_H
#define SY_PASSES_SPIRV_VARIABLES_H

#include <llvm-c/Core.h>

// LLVM 22's SPIR-V back end takes a variable for a pointer, 8 bytes, if a pointer is loaded from its start or
// stored there, whatever its type is. Such loads and stores get an address of their own, that of the first
// member.
void sy_spirv_variables(LLVMModuleRef m);

#endif
