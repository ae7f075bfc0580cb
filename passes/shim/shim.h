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

#ifdef __cplusplus
}
#endif
#endif
