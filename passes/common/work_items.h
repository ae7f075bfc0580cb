// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item functions that become values of the kernel they are called in: they and all that lies between
// must be inlined first.
#ifndef SY_PASSES_COMMON_WORK_ITEMS_H
#define SY_PASSES_COMMON_WORK_ITEMS_H

#include "passes/common/module.h"

// size_t __spirv_BuiltIn<name>(int dimension), or null when m does not have it.
LLVMValueRef sy_work_item_function(LLVMModuleRef m, const char *name);
LLVMValueRef sy_need_work_item_function(LLVMModuleRef m, const char *name); // declares it
// The same for unsigned __spirv_BuiltIn<name>().
LLVMValueRef sy_sub_group_function(LLVMModuleRef m, const char *name);
LLVMValueRef sy_need_sub_group_function(LLVMModuleRef m, const char *name);
// v[dimension], for a dimension that may be known only at run time.
LLVMValueRef sy_choose_dimension(LLVMBuilderRef b, const LLVMValueRef *v, LLVMValueRef dimension);
// How a value differs between the work-items of a group: SY_LLVM_ALWAYS_UNIFORM and so on (shim/flow.h).
int sy_judge(LLVMValueRef value);
bool sy_is_id_call(LLVMValueRef call);         // of a function that tells work-items apart
bool sy_is_sub_group_value(LLVMValueRef call); // of one that tells sub-groups apart, not their work-items

// The function that an instruction which uses something stands in; null for other users.
LLVMValueRef sy_caller_of(LLVMUseRef use);

bool sy_is_unoptimised(LLVMValueRef f); // compiled at -O0
// Whether it was compiled at -O0, which keeps passes out; they may come in from now on.
bool sy_allow_optimisation(LLVMValueRef f);
// Makes it alwaysinline, whatever it was.
void sy_force_inline(LLVMValueRef f);
// The same for every function from which one of `functions` can be reached, kernels apart; pass
// "always-inline" then inlines them.
void sy_inline_users(const LLVMValueRef *functions, size_t n);

#endif
