// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that is called from another library gets what it may ask about its work-item as further
// parameters, behind its own: here are the forms of such functions and calls, for all targets that do so.
#ifndef SY_PASSES_COMMON_FAR_CALLS_H
#define SY_PASSES_COMMON_FAR_CALLS_H

#include "passes/common/module.h"

// n further parameters, all of one type.
typedef struct sy_far_params {
  LLVMTypeRef type;
  unsigned n;
} sy_far_params;

// A function without a body: like f, with more parameters.
LLVMValueRef sy_far_declare(LLVMModuleRef m, LLVMValueRef f, const char *name, sy_far_params more);
// The same with one, which calls f; f becomes internal.
LLVMValueRef sy_far_export(LLVMModuleRef m, LLVMValueRef f, const char *name, sy_far_params more);
// In place of a call of f, at b, one of `callee` with more arguments.
void sy_far_call(LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef call, LLVMValueRef callee, sy_far_params more,
                 const LLVMValueRef *arguments);

#endif
