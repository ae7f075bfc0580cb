// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What address_space_cast and dynamic_addrspace_cast ask is known where the pointer is computed from one of a
// named space, or where the kernel got it from the host, whose pointers are global:
//
//     %p = load ptr addrspace(4), ptr %closure                  ; %closure: the kernel's first parameter
//     %a = call i32 @sycc_points_into(ptr addrspace(4) %p, i32 3)                              ; 0
//
// All other pointers are for the runtime. It does not know the variables in local memory, which belong to the
// module: their addresses are compared in a function that stands in front of the runtime's.
#include "passes/cpu/pointer_spaces.h"

#include "passes/common/module.h"
#include "passes/common/values.h"

#include <stdbool.h>
#include <stddef.h>

enum { GLOBAL = 1, LOCAL = 3, GENERIC = 4, UNKNOWN = -1 }; // in SPIR-V's numbers

static LLVMOpcode opcode_of(LLVMValueRef v) {
  if (LLVMIsAInstruction(v))
    return LLVMGetInstructionOpcode(v);
  return LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : (LLVMOpcode)0;
}

static unsigned number_of_space(LLVMValueRef p) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(p));
}

// Returns the pointer that p is computed from: the first that is of a named space, or the last there is.
static LLVMValueRef origin_of(LLVMValueRef p) {
  while (number_of_space(p) == GENERIC &&
         (opcode_of(p) == LLVMGetElementPtr || opcode_of(p) == LLVMAddrSpaceCast))
    p = LLVMGetOperand(p, 0);
  return p;
}

// Whether p points into the closure of a kernel.
static bool is_in_closure(LLVMValueRef p) {
  while (opcode_of(p) == LLVMGetElementPtr || opcode_of(p) == LLVMAddrSpaceCast)
    p = LLVMGetOperand(p, 0);
  return LLVMIsAArgument(p) && sy_is_kernel(LLVMGetParamParent(p)) &&
         p == LLVMGetParam(LLVMGetParamParent(p), 0);
}

static int space_of(LLVMValueRef p) {
  LLVMValueRef origin = origin_of(p);
  unsigned space = number_of_space(origin);
  if (space != GENERIC)
    return space == 2 ? GLOBAL : (int)space; // constants are in the global space
  return LLVMIsALoadInst(origin) && is_in_closure(LLVMGetOperand(origin, 0)) ? GLOBAL : UNKNOWN;
}

static void answer(LLVMValueRef call) {
  LLVMValueRef asked = LLVMGetArgOperand(call, 1);
  int space = space_of(LLVMGetArgOperand(call, 0));
  if (space == UNKNOWN || !LLVMIsAConstantInt(asked))
    return;
  bool is = LLVMConstIntGetZExtValue(asked) == (unsigned)space;
  LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), is, 0));
  LLVMInstructionEraseFromParent(call);
}

static LLVMValueRef is_in_variable(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef variable) {
  LLVMTypeRef word = LLVMTypeOf(address);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(variable));
  unsigned long long bytes = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(variable));
  LLVMValueRef offset = LLVMBuildSub(b, address, LLVMBuildPtrToInt(b, variable, word, ""), "");
  return LLVMBuildICmp(b, LLVMIntULT, offset, LLVMConstInt(word, bytes, 0), "");
}

// i1: whether the address lies in one of the module's variables in local memory.
static LLVMValueRef is_in_variables(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef address) {
  LLVMValueRef is = LLVMConstNull(LLVMInt1TypeInContext(LLVMGetModuleContext(m)));
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (number_of_space(g) == LOCAL && !LLVMIsDeclaration(g))
      is = LLVMBuildOr(b, is, is_in_variable(b, address, g), "");
  return is;
}

// A function like the runtime's that knows the variables too.
static LLVMValueRef add_asker(LLVMModuleRef m, LLVMValueRef runtime) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(runtime), answer_type = LLVMGetReturnType(type);
  LLVMValueRef f = LLVMAddFunction(m, "sycc.points_into", type);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(runtime));
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, f, ""),
                    ask = LLVMAppendBasicBlockInContext(c, f, ""),
                    known = LLVMAppendBasicBlockInContext(c, f, "");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMValueRef args[] = {LLVMGetParam(f, 0), LLVMGetParam(f, 1)};
  LLVMPositionBuilderAtEnd(b, entry);
  LLVMValueRef address = LLVMBuildPtrToInt(b, args[0], LLVMInt64TypeInContext(c), "");
  LLVMBuildCondBr(b, is_in_variables(b, m, address), known, ask);
  LLVMPositionBuilderAtEnd(b, ask);
  LLVMValueRef call = LLVMBuildCall2(b, type, runtime, args, 2, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(runtime));
  LLVMBuildRet(b, call);
  LLVMPositionBuilderAtEnd(b, known);
  LLVMValueRef local = LLVMConstInt(LLVMTypeOf(args[1]), LOCAL, 0);
  LLVMBuildRet(b, LLVMBuildZExt(b, LLVMBuildICmp(b, LLVMIntEQ, args[1], local, ""), answer_type, ""));
  LLVMDisposeBuilder(b);
  return f;
}

static void add_variables(LLVMModuleRef m, LLVMValueRef runtime, const sy_values *calls) {
  LLVMValueRef f = add_asker(m, runtime);
  for (size_t i = 0; i < calls->n; i++)
    LLVMSetOperand(calls->data[i], (unsigned)LLVMGetNumOperands(calls->data[i]) - 1, f);
}

void sy_pointer_spaces_lower(LLVMModuleRef m) {
  LLVMValueRef runtime = LLVMGetNamedFunction(m, SY_POINTS_INTO);
  sy_values calls = {0};
  if (!runtime)
    return;
  for (LLVMUseRef next, u = LLVMGetFirstUse(runtime); u; u = next) {
    next = LLVMGetNextUse(u);
    answer(LLVMGetUser(u));
  }
  for (LLVMUseRef u = LLVMGetFirstUse(runtime); u; u = LLVMGetNextUse(u))
    sy_vec_push(&calls, LLVMGetUser(u));
  if (calls.n)
    add_variables(m, runtime, &calls);
  else
    LLVMDeleteFunction(runtime);
  sy_vec_free(&calls);
}
