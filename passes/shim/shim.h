// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What LLVM-C lacks. Rules: a function only where LLVM-C has none; up to 15 lines; no policy; named
// sy_llvm_*; numbers shared with LLVM are asserted in shim.cpp.
#ifndef SY_PASSES_SHIM_H
#define SY_PASSES_SHIM_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

// A distinct node: two with the same operands are two.
LLVMMetadataRef sy_llvm_distinct_node(LLVMContextRef c, LLVMMetadataRef *ops, unsigned n);
// A distinct node whose first operand is itself, as !llvm.loop wants it.
LLVMMetadataRef sy_llvm_loop_id(LLVMContextRef c, LLVMMetadataRef *ops, unsigned n);

// A subprogram for a function made from `from`: its file, line, type and unit under another name; null when `from`
// has none.
LLVMMetadataRef sy_llvm_subprogram_like(LLVMValueRef from, const char *name);

// Takes the address space out of where variables are: debuggers of flat machines do not know DW_OP_xderef.
void sy_llvm_flatten_debug_locations(LLVMModuleRef m);

// Replaces types by what `map` says of them in all functions and their bodies; constants from[i] become to[i].
// A function whose own type changes becomes another one of the same name.
void sy_llvm_remap_types(LLVMModuleRef m, LLVMTypeRef (*map)(LLVMTypeRef type, void *state), void *state,
                         LLVMValueRef *from, LLVMValueRef *to, unsigned n);
// Drops attributes of parameters and of the result that their types can't have. A function, or a call.
void sy_llvm_drop_misfit_attributes(LLVMValueRef function_or_call);
void sy_llvm_select_to_branch(LLVMValueRef select);

#ifdef __cplusplus
}
#endif
#endif
