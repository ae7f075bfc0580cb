// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V has no instruction that ends a work-item wherever it is: a call of __assert_fail would return into
// code that is there for no case at all. So every function from which __sycc_end_work_item() can be reached
// is inlined into the kernels, and there the call becomes a branch to the kernel's end:
//
//   call void @__sycc_end_work_item()          br label %end
//   unreachable                           ->   ...
//                                              end: ret void
//
// In a kernel with barriers it is a branch to the next one (failure_barriers.c). A function for other images,
// which stays one, returns zeros.
#include "passes/spirv/failures.h"

#include "base/mem.h"
#include "passes/common/barriers.h"
#include "passes/common/work_items.h"
#include "passes/spirv/failure_barriers.h"

#include <string.h>

#define END "__sycc_end_work_item"

static void forget_noreturn(LLVMValueRef f) {
  static const char name[] = "noreturn";
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                 LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
}

static LLVMBasicBlockRef add_end(LLVMBuilderRef b, LLVMValueRef f) {
  LLVMBasicBlockRef end =
      LLVMAppendBasicBlockInContext(LLVMGetModuleContext(LLVMGetGlobalParent(f)), f, "end");
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  LLVMPositionBuilderAtEnd(b, end);
  if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(b);
  else
    LLVMBuildRet(b, LLVMConstNull(result));
  return end;
}

// The call and what follows it in its block give way to a branch. What follows is unreachable: the function
// does not return.
static void branch_to_end(LLVMBuilderRef b, LLVMValueRef call, LLVMBasicBlockRef end) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  for (LLVMValueRef i; (i = LLVMGetLastInstruction(block));) {
    bool last = i == call;
    LLVMTypeRef type = LLVMTypeOf(i);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
      LLVMReplaceAllUsesWith(i, LLVMGetPoison(type));
    LLVMInstructionEraseFromParent(i);
    if (last)
      break;
  }
  LLVMPositionBuilderAtEnd(b, block);
  LLVMBuildBr(b, end);
}

static LLVMValueRef next_call(LLVMValueRef callee, LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(callee); u; u = LLVMGetNextUse(u))
    if (LLVMIsACallInst(LLVMGetUser(u)) && sy_caller_of(u) == f)
      return LLVMGetUser(u);
  return NULL;
}

static bool end_in(LLVMBuilderRef b, LLVMValueRef callee, LLVMValueRef f, sy_diag *d) {
  LLVMValueRef call = LLVMIsDeclaration(f) ? NULL : next_call(callee, f);
  LLVMBasicBlockRef end = call ? add_end(b, f) : NULL;
  forget_noreturn(f);
  bool ok = !end || !sy_is_kernel(f) || sy_fail_at_barriers(f, callee, end, d);
  while (ok && (call = LLVMIsDeclaration(f) ? NULL : next_call(callee, f)))
    branch_to_end(b, call, end);
  return ok;
}

// Functions with barriers are inlined too: it must be seen which barrier is the next.
static void inline_users(LLVMModuleRef m, LLVMValueRef callee) {
  LLVMValueRef both[] = {callee, sy_barrier_function(m)};
  sy_inline_users(both, both[1] ? 2 : 1);
}

bool sy_spirv_failures(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  LLVMValueRef callee = LLVMGetNamedFunction(m, END);
  if (!callee || !LLVMGetFirstUse(callee))
    return true;
  inline_users(m, callee);
  if (!sy_module_run(m, tm, "always-inline,globaldce", d))
    return false;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && ok; f = LLVMGetNextFunction(f))
    ok = end_in(b, callee, f, d);
  LLVMDisposeBuilder(b);
  return ok && sy_module_run(m, tm, "function(simplifycfg)", d);
}
