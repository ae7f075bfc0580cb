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

// A C++ symbol as people write it, without the parameters: "ns::f", "main::'lambda'()::operator()". Another name
// as it is. free().
char *sy_llvm_readable_name(const char *symbol);

// Nothing uses it but constants that nothing uses; those go.
LLVMBool sy_llvm_is_unused(LLVMValueRef global);

// LLVM-C has attributes for functions and calls only.
void sy_llvm_add_global_attribute(LLVMValueRef variable, const char *name, const char *value);

#ifdef __cplusplus
}
#endif
#endif
