// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the calls: aligned_alloc, a test of its result, free, and the call that tells the runtime that there
// was no memory. Kernels that ask which space a pointer points into use functions of the runtime's instead,
// which remembers the blocks.
#include "passes/cpu/heap.h"

#include "passes/cpu/pointer_spaces.h"
#include "passes/shim/flow.h"

#include <stddef.h>

static LLVMValueRef call_c(LLVMBuilderRef b, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                           unsigned n) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
  LLVMModuleRef m = LLVMGetGlobalParent(caller);
  LLVMTypeRef params[2];
  for (unsigned i = 0; i < n; i++)
    params[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  if (!f)
    f = LLVMAddFunction(m, name, type);
  return LLVMBuildCall2(b, type, f, args, n, "");
}

static LLVMContextRef context_of(LLVMBuilderRef b) {
  return LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b))));
}

static const char *heap_function(LLVMBuilderRef b, const char *plain, const char *remembered) {
  LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
  return LLVMGetNamedFunction(m, SY_POINTS_INTO) ? remembered : plain;
}

LLVMValueRef sy_heap_take(LLVMBuilderRef b, LLVMValueRef bytes) {
  LLVMValueRef args[] = {LLVMConstInt(LLVMTypeOf(bytes), SY_HEAP_ALIGN, 0), bytes};
  const char *take = heap_function(b, "aligned_alloc", "sycc_kernel_take");
  return call_c(b, take, LLVMPointerTypeInContext(context_of(b), 0), args, 2);
}

void sy_heap_give_up(LLVMBuilderRef b) {
  LLVMTypeRef result =
      LLVMGetReturnType(LLVMGlobalGetValueType(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b))));
  call_c(b, "sycc_kernel_no_memory", LLVMVoidTypeInContext(context_of(b)), NULL, 0);
  if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(b);
  else
    LLVMBuildRet(b, LLVMConstNull(result));
}

LLVMValueRef sy_heap_need(LLVMValueRef bytes, LLVMValueRef before) {
  LLVMBasicBlockRef here = LLVMGetInstructionParent(before), go_on = sy_llvm_split_block(before);
  LLVMValueRef f = LLVMGetBasicBlockParent(here);
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMBasicBlockRef failed = LLVMAppendBasicBlockInContext(c, f, "no_memory");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(here));
  LLVMPositionBuilderAtEnd(b, here);
  LLVMValueRef block = sy_heap_take(b, bytes);
  LLVMBuildCondBr(b, LLVMBuildIsNull(b, block, ""), failed, go_on);
  LLVMPositionBuilderAtEnd(b, failed);
  sy_heap_give_up(b);
  LLVMDisposeBuilder(b);
  return block;
}

void sy_heap_release(LLVMValueRef block, LLVMValueRef before) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(block)));
  LLVMPositionBuilderBefore(b, before);
  call_c(b, heap_function(b, "free", "sycc_kernel_give"), LLVMVoidTypeInContext(context_of(b)), &block, 1);
  LLVMDisposeBuilder(b);
}
