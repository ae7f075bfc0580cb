// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counted loops, built with a builder that stands where the loop begins.
#ifndef SY_PASSES_COMMON_LOOPS_H
#define SY_PASSES_COMMON_LOOPS_H

#include <llvm-c/Core.h>

typedef struct sy_loop {
  LLVMBasicBlockRef head;
  LLVMValueRef i;
} sy_loop;

// for (i = from; ...): the builder stands in the body, which runs at least once.
sy_loop sy_loop_begin(LLVMBuilderRef b, const char *name, LLVMValueRef from);
// Closes it: one more round while i + 1 < end. The builder stands behind the loop. Returns the branch back.
LLVMValueRef sy_loop_end(LLVMBuilderRef b, sy_loop l, LLVMValueRef end);

#endif
