// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++'s literals are constants in global memory, address space 1, and printf is called with a generic
// pointer:
//
//   call i32 @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.str to ptr addrspace(4)), i32 %x)
//   call i32 @printf(ptr addrspace(2) @.str.constant, i32 %x)
//
// What calls printf is inlined into the kernels first, so that literals arrive from wrappers.
#include "passes/spirv/printf.h"

#include "base/mem.h"
#include "passes/common/printf_arguments.h"
#include "passes/common/work_items.h"

#include <stdio.h>
#include <stdlib.h>

enum { SPACE_CONSTANT = 2 };

// The literal that a pointer points to the beginning of; null: none.
static LLVMValueRef literal_of(LLVMValueRef pointer) {
  while (LLVMIsAConstantExpr(pointer) &&
         (LLVMGetConstOpcode(pointer) == LLVMAddrSpaceCast || LLVMGetConstOpcode(pointer) == LLVMBitCast))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer) && LLVMGetInitializer(pointer)
             ? pointer
             : NULL;
}

static LLVMValueRef in_constant_memory(LLVMModuleRef m, LLVMValueRef literal) {
  size_t n;
  char name[64];
  const char *old = LLVMGetValueName2(literal, &n);
  snprintf(name, sizeof name, "%.40s.constant", old);
  LLVMValueRef copy = LLVMGetNamedGlobal(m, name);
  if (copy && LLVMGetInitializer(copy) == LLVMGetInitializer(literal))
    return copy;
  copy = LLVMAddGlobalInAddressSpace(m, LLVMGlobalGetValueType(literal), name, SPACE_CONSTANT);
  LLVMSetInitializer(copy, LLVMGetInitializer(literal));
  LLVMSetGlobalConstant(copy, true);
  LLVMSetLinkage(copy, LLVMInternalLinkage);
  LLVMSetAlignment(copy, 1);
  return copy;
}

// The literal as a pointer to its characters, where LLVM 22 would write one to the array.
static LLVMValueRef characters(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef literal) {
  static const char name[] = "llvm.spv.ptrcast";
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(c, SPACE_CONSTANT), types[] = {pointer, pointer};
  LLVMTypeRef parameters[] = {pointer, LLVMMetadataTypeInContext(c), LLVMInt32TypeInContext(c)};
  LLVMValueRef cast = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, sizeof name - 1), types, 2);
  LLVMValueRef args[] = {in_constant_memory(m, literal),
                         LLVMMetadataAsValue(c, LLVMValueAsMetadata(LLVMGetPoison(LLVMInt8TypeInContext(c)))),
                         LLVMConstInt(LLVMInt32TypeInContext(c), SPACE_CONSTANT, false)};
  return LLVMBuildCall2(b, LLVMFunctionType(pointer, parameters, 3, false), cast, args, 3, "");
}

static bool rewrite_call(LLVMModuleRef m, LLVMValueRef call, LLVMTypeRef type, LLVMValueRef to, sy_diag *d) {
  unsigned n = LLVMGetNumArgOperands(call);
  LLVMValueRef *args = sy_alloc((n + 1) * sizeof(LLVMValueRef));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  LLVMPositionBuilderBefore(b, call);
  bool ok = true;
  for (unsigned i = 0; i < n; i++) {
    args[i] = LLVMGetOperand(call, i);
    LLVMValueRef literal = literal_of(args[i]);
    if (literal)
      args[i] = characters(m, b, literal);
    else if (i == 0)
      ok = sy_error(d, SY_NOWHERE, "printf in a kernel: the format is not a string literal");
  }
  if (ok) {
    LLVMValueRef made = LLVMBuildCall2(b, type, to, args, n, "");
    LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(call));
    LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
  } else {
    sy_help(d, "SPIR-V devices need to know it at compile time");
  }
  LLVMDisposeBuilder(b);
  free(args);
  return ok;
}

// Without optimisation a wrapper's format goes through a variable: functions that print are an exception.
static void optimise_callers(LLVMValueRef f) {
  unsigned none = LLVMGetEnumAttributeKindForName("optnone", 7);
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
    if (sy_caller_of(use))
      LLVMRemoveEnumAttributeAtIndex(sy_caller_of(use), LLVMAttributeFunctionIndex, none);
}

bool sy_spirv_printf(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  LLVMValueRef old = LLVMGetNamedFunction(m, "printf");
  if (!old || !LLVMIsDeclaration(old) || !LLVMGetFirstUse(old))
    return true;
  sy_printf_promote_floats(m);
  sy_inline_users(&old, 1);
  if (!sy_module_run(m, tm, "always-inline,globaldce", d))
    return false;
  optimise_callers(old);
  if (!sy_module_run(m, tm, "function(sroa,early-cse)", d))
    return false;
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef format = LLVMPointerTypeInContext(c, SPACE_CONSTANT);
  LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(c), &format, 1, true);
  LLVMSetValueName2(old, "printf.generic", 14);
  LLVMValueRef made = LLVMAddFunction(m, "printf", type);
  LLVMSetFunctionCallConv(made, LLVMGetFunctionCallConv(old));
  bool ok = true;
  for (LLVMUseRef use = LLVMGetFirstUse(old), next; ok && use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = LLVMGetUser(use);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == old)
      ok = rewrite_call(m, call, type, made, d);
  }
  if (ok && !LLVMGetFirstUse(old))
    LLVMDeleteFunction(old);
  return ok;
}
