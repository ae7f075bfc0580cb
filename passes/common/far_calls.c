// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM has no way to add a parameter to a function, so a new function with the longer type is declared, the
// attributes of parameters and result are copied to it, and calls are written anew.
#include "passes/common/far_calls.h"

#include "base/mem.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static LLVMTypeRef longer_type(LLVMValueRef f, sy_far_params more) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  unsigned n = LLVMCountParamTypes(type);
  LLVMTypeRef *params = sy_alloc((n + more.n) * sizeof(LLVMTypeRef));
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < more.n; i++)
    params[n + i] = more.type;
  LLVMTypeRef longer = LLVMFunctionType(LLVMGetReturnType(type), params, n + more.n, 0);
  free(params);
  return longer;
}

static LLVMAttributeRef nounwind(LLVMContextRef c) {
  return LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("nounwind", 8), 0);
}

// Of result and parameters: how values travel is part of them. What the function does with memory it does not
// do alone.
static void copy_call_attributes(LLVMValueRef from, LLVMValueRef to, unsigned params) {
  for (unsigned i = 0; i <= params; i++) {
    unsigned n = LLVMGetCallSiteAttributeCount(from, i);
    LLVMAttributeRef *all = sy_alloc((n + 1) * sizeof(LLVMAttributeRef));
    LLVMGetCallSiteAttributes(from, i, all);
    for (unsigned k = 0; k < n; k++)
      LLVMAddCallSiteAttribute(to, i, all[k]);
    free(all);
  }
}

typedef void adder(LLVMValueRef to, LLVMAttributeIndex at, LLVMAttributeRef attribute);

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, unsigned params, adder *add) {
  for (unsigned i = 0; i <= params; i++) {
    unsigned n = LLVMGetAttributeCountAtIndex(from, i);
    LLVMAttributeRef *all = sy_alloc((n + 1) * sizeof(LLVMAttributeRef));
    LLVMGetAttributesAtIndex(from, i, all);
    for (unsigned k = 0; k < n; k++)
      add(to, i, all[k]);
    free(all);
  }
}

LLVMValueRef sy_far_declare(LLVMModuleRef m, LLVMValueRef f, const char *name, sy_far_params more) {
  LLVMValueRef far = LLVMAddFunction(m, name, longer_type(f, more));
  copy_attributes(f, far, LLVMCountParams(f), LLVMAddAttributeAtIndex);
  LLVMAddAttributeAtIndex(far, LLVMAttributeFunctionIndex, nounwind(LLVMGetModuleContext(m)));
  return far;
}

LLVMValueRef sy_far_export(LLVMModuleRef m, LLVMValueRef f, const char *name, sy_far_params more) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef export = sy_far_declare(m, f, name, more);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  unsigned params = LLVMCountParams(f);
  LLVMValueRef *args = sy_alloc((params + 1) * sizeof(LLVMValueRef));
  for (unsigned i = 0; i < params; i++)
    args[i] = LLVMGetParam(export, i);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, export, ""));
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, params, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(f));
  copy_attributes(f, call, params, LLVMAddCallSiteAttribute);
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(b);
  else
    LLVMBuildRet(b, call);
  free(args);
  LLVMDisposeBuilder(b);
  sy_make_internal(f);
  return export;
}

void sy_far_call(LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef call, LLVMValueRef callee, sy_far_params more,
                 const LLVMValueRef *arguments) {
  unsigned n = LLVMGetNumArgOperands(call);
  LLVMValueRef *args = sy_alloc((n + more.n) * sizeof(LLVMValueRef));
  for (unsigned i = 0; i < n; i++)
    args[i] = LLVMGetArgOperand(call, i);
  memcpy(args + n, arguments, more.n * sizeof *args);
  LLVMValueRef far = LLVMBuildCall2(b, longer_type(f, more), callee, args, n + more.n, "");
  LLVMInstructionSetDebugLoc(far, LLVMInstructionGetDebugLoc(call));
  copy_call_attributes(call, far, n);
  LLVMAddCallSiteAttribute(far, LLVMAttributeFunctionIndex, nounwind(LLVMGetTypeContext(LLVMTypeOf(f))));
  LLVMReplaceAllUsesWith(call, far);
  LLVMInstructionEraseFromParent(call);
  free(args);
}
