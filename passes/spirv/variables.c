// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds loads from and stores to a variable of a struct or array type whose address is the variable itself,
// and puts a getelementptr with zeros in between, which says what the first member is.
#include "passes/spirv/variables.h"

#include <stdbool.h>

static bool is_aggregate(LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

// The number of the operand that is the address, -1: none.
static int address_of(LLVMValueRef i) {
  return LLVMIsALoadInst(i) ? 0 : LLVMIsAStoreInst(i) ? 1 : -1;
}

static void fix(LLVMBuilderRef b, LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGetAllocatedType(variable), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef zeros[] = {LLVMConstNull(i32), LLVMConstNull(i32)};
  for (LLVMUseRef next, u = LLVMGetFirstUse(variable); u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef user = LLVMGetUser(u);
    int at = address_of(user);
    if (at < 0 || LLVMGetOperand(user, (unsigned)at) != variable)
      continue;
    LLVMPositionBuilderBefore(b, user);
    LLVMSetOperand(user, (unsigned)at, LLVMBuildInBoundsGEP2(b, type, variable, zeros, 2, ""));
  }
}

void sy_spirv_variables(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && is_aggregate(LLVMGetAllocatedType(i)))
          fix(b, i);
  LLVMDisposeBuilder(b);
}
