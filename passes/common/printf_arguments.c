// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//   %d = fpext float %x to double                 call i32 (ptr, ...) @printf(ptr @format, float %x)
//   call i32 (ptr, ...) @printf(ptr @format, double %d)
//
// In this form it stays from the front end to code generation, so that an optimisation does not compute in
// double.
#include "passes/common/printf_arguments.h"

#include <stdbool.h>
#include <stddef.h>

static bool has_kind(LLVMValueRef v, LLVMTypeKind kind) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) == kind;
}

// The float that an argument is, or null.
static LLVMValueRef float_of(LLVMBuilderRef b, LLVMValueRef argument) {
  LLVMTypeRef type = LLVMFloatTypeInContext(LLVMGetTypeContext(LLVMTypeOf(argument)));
  if (!has_kind(argument, LLVMDoubleTypeKind))
    return NULL;
  if (LLVMIsAConstantFP(argument)) {
    LLVMBool inexact = false;
    double value = LLVMConstRealGetDouble(argument, &inexact);
    return (double)(float)value == value ? LLVMConstReal(type, value) : NULL;
  }
  LLVMValueRef from = LLVMIsAFPExtInst(argument) ? LLVMGetOperand(argument, 0) : NULL;
  if (from && has_kind(from, LLVMHalfTypeKind))
    return LLVMBuildFPExt(b, from, type, "");
  return from && has_kind(from, LLVMFloatTypeKind) ? from : NULL;
}

static LLVMValueRef double_of(LLVMBuilderRef b, LLVMValueRef argument) {
  LLVMTypeRef type = LLVMDoubleTypeInContext(LLVMGetTypeContext(LLVMTypeOf(argument)));
  return has_kind(argument, LLVMFloatTypeKind) ? LLVMBuildFPExt(b, argument, type, "") : NULL;
}

static void change_call(LLVMBuilderRef b, LLVMValueRef call,
                        LLVMValueRef (*change)(LLVMBuilderRef b, LLVMValueRef argument)) {
  LLVMPositionBuilderBefore(b, call);
  for (unsigned i = 1; i < LLVMGetNumArgOperands(call); i++) {
    LLVMValueRef old = LLVMGetOperand(call, i), made = change(b, old);
    if (!made)
      continue;
    LLVMSetOperand(call, i, made);
    if (LLVMIsAFPExtInst(old) && !LLVMGetFirstUse(old))
      LLVMInstructionEraseFromParent(old);
  }
}

static void change_calls(LLVMModuleRef m, LLVMValueRef (*change)(LLVMBuilderRef b, LLVMValueRef argument)) {
  LLVMValueRef printf = LLVMGetNamedFunction(m, "printf");
  if (!printf || !LLVMIsDeclaration(printf))
    return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMUseRef u = LLVMGetFirstUse(printf); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == printf)
      change_call(b, call, change);
  }
  LLVMDisposeBuilder(b);
}

void sy_printf_keep_floats(LLVMModuleRef m) {
  change_calls(m, float_of);
}

void sy_printf_promote_floats(LLVMModuleRef m) {
  change_calls(m, double_of);
}
