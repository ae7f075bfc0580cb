// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V by LLVM's own back end, in the form that OpenCL drivers and validators take.
#ifndef SY_PASSES_SPIRV_SPIRV_H
#define SY_PASSES_SPIRV_SPIRV_H

#include "passes/common/module.h"

#include <stdint.h>

// Rewrites words[0 .. *n-1] in place of a copy: scalar OpConstantNull becomes OpConstant 0 (or
// OpConstantFalse), which older consumers need; any other OpConstantNull gets the length it must have. *out
// is malloc'ed. False when the words are no SPIR-V.
bool sy_spirv_fix(const uint32_t *words, size_t n, uint32_t **out, size_t *out_n);

// Lets LLVM use the extensions that operations of ours need; a module says which of them it uses. Once per
// process, before a target machine is made.
void sy_spirv_allow_extensions(void);

// What SPIR-V and its consumers lack becomes what they have.
bool sy_spirv_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

// Generates the code of a lowered module.
bool sy_spirv_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d);

#endif
