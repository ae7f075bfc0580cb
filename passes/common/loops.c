// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a loop in the form that LLVM's loop passes like best: one header with the counter's phi, one latch,
// one exit, and a counter that does not wrap.
#include "passes/common/loops.h"

static LLVMBasicBlockRef new_block(LLVMBuilderRef b, const char *name) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
  return LLVMAppendBasicBlockInContext(LLVMGetBuilderContext(b), f, name);
}

sy_loop sy_loop_begin(LLVMBuilderRef b, const char *name, LLVMValueRef from) {
  LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
  sy_loop l = {.head = new_block(b, name)};
  LLVMBuildBr(b, l.head);
  LLVMPositionBuilderAtEnd(b, l.head);
  l.i = LLVMBuildPhi(b, LLVMTypeOf(from), name);
  LLVMAddIncoming(l.i, &from, &before, 1);
  return l;
}

LLVMValueRef sy_loop_end(LLVMBuilderRef b, sy_loop l, LLVMValueRef end) {
  LLVMBasicBlockRef latch = LLVMGetInsertBlock(b), after = new_block(b, "");
  LLVMValueRef next = LLVMBuildNUWAdd(b, l.i, LLVMConstInt(LLVMTypeOf(l.i), 1, 0), "");
  LLVMAddIncoming(l.i, &next, &latch, 1);
  LLVMValueRef again = LLVMBuildICmp(b, LLVMIntULT, next, end, "");
  LLVMValueRef branch = LLVMBuildCondBr(b, again, l.head, after);
  LLVMPositionBuilderAtEnd(b, after);
  return branch;
}
