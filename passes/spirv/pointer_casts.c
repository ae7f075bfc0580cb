// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpGenericCastToPtrExplicit takes pointers of any type. A translator to LLVM IR whose pointers have types
// makes a call of one function of each (__to_local), and does not take a second type. So each operation
// stands in a function of its own, whose parameter is a pointer to bytes, and the callers convert:
//
//     %l = call ptr addrspace(3) @__spirv_GenericCastToPtrExplicit_ToLocal(ptr addrspace(4) %p, i32 4)
// becomes
//     %l = call ptr addrspace(3) @sycc.to_local(ptr addrspace(4) %p, i32 4)
#include "passes/spirv/pointer_casts.h"

#include "base/count.h"
#include "passes/common/module.h"
#include "passes/common/values.h"

#include <stddef.h>

static const struct cast {
  const char *operation, *name;
} casts[] = {
    {"_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPvi", "sycc.to_global"},
    {"_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi", "sycc.to_local"},
    {"_Z42__spirv_GenericCastToPtrExplicit_ToPrivatePvi", "sycc.to_private"},
};

static void keep_out_of_line(LLVMValueRef f) {
  static const char noinline[] = "noinline";
  unsigned kind = LLVMGetEnumAttributeKindForName(noinline, sizeof noinline - 1);
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(f)), kind, 0));
}

static LLVMValueRef add_cast_function(LLVMModuleRef m, LLVMValueRef operation, const char *name,
                                      LLVMValueRef space) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(operation);
  LLVMValueRef f = LLVMAddFunction(m, name, type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(f, SY_CC_SPIR_FUNC);
  keep_out_of_line(f);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
  LLVMValueRef args[] = {LLVMGetParam(f, 0), space}; // the space is a literal of the operation
  LLVMValueRef call = LLVMBuildCall2(b, type, operation, args, 2, "");
  LLVMSetInstructionCallConv(call, SY_CC_SPIR_FUNC);
  LLVMBuildRet(b, call);
  LLVMDisposeBuilder(b);
  return f;
}

static void lower_casts(LLVMModuleRef m, const struct cast *k) {
  LLVMValueRef operation = LLVMGetNamedFunction(m, k->operation);
  sy_values calls = {0};
  for (LLVMUseRef u = operation ? LLVMGetFirstUse(operation) : NULL; u; u = LLVMGetNextUse(u))
    sy_vec_push(&calls, LLVMGetUser(u));
  if (calls.n) {
    LLVMValueRef f = add_cast_function(m, operation, k->name, LLVMGetArgOperand(calls.data[0], 1));
    for (size_t i = 0; i < calls.n; i++)
      LLVMSetOperand(calls.data[i], (unsigned)LLVMGetNumOperands(calls.data[i]) - 1, f);
  }
  sy_vec_free(&calls);
}

void sy_spirv_pointer_casts(LLVMModuleRef m) {
  for (size_t i = 0; i < SY_COUNT(casts); i++)
    lower_casts(m, &casts[i]);
}
