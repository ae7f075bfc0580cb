// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of kernel parameters, variables and members: what LLVM and SPIR-V understand of them. The table
// of docs/properties.md is that of properties.c.
#ifndef SY_PASSES_SPIRV_PROPERTIES_H
#define SY_PASSES_SPIRV_PROPERTIES_H

#include "base/diag.h"

#include <llvm-c/Core.h>

// LLVM's attributes for the parameters of kernels, so that its optimisations profit. False after an error.
bool sy_parameter_properties(LLVMModuleRef m, sy_diag *d);

// Takes annotations out: calls of llvm.ptr.annotation and its siblings are in the way of optimisation. What
// SPIR-V can say of properties of members stays, as !spirv.Decorations of what is loaded from the member; and
// so do calls whose text has properties that the headers do not define.
void sy_take_annotations(LLVMModuleRef m);

// For code that nothing but SPIR-V is made of: the calls that are left become decorations. For other code:
// they go.
void sy_spirv_annotations(LLVMModuleRef m);
void sy_drop_annotations(LLVMModuleRef m);

// What LLVM's SPIR-V back end reads: !spirv.ParameterDecorations of kernels, !spirv.Decorations of variables;
// and sy_take_annotations, for modules that did not come from sycc's front end. False after an error.
bool sy_spirv_properties(LLVMModuleRef m, sy_diag *d);

#endif
