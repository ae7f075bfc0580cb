// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang 22 has atomic builtins with a scope, but drops the scope for NVPTX: every operation is one of the
// whole system, whose fences cost several times as much as those of the device. So the headers call a
// function with the scope in front of each operation:
//
//   call void @__sycc_atomic_scope(i32 1)               fence syncscope("device") acq_rel
//   fence acq_rel                                    ->
//
// Nothing has been optimised yet: the operation follows in the same block. Scopes without a name of their
// own, that of the sub-group and of the work-item, are widened to that of the group.
#include "frontend/unit.h"

#include "base/count.h"

#include <stdbool.h>
#include <string.h>

// By the numbers of clang's __MEMORY_SCOPE_*; NULL: the whole system.
static const char *const scopes[] = {NULL, "device", "block", "block", "block"};

static bool is_atomic(LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
    return LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i);
}

static void take_atomic_scope(LLVMValueRef call, LLVMContextRef c) {
  LLVMValueRef number = LLVMGetOperand(call, 0), i = LLVMGetNextInstruction(call);
  while (i && !is_atomic(i))
    i = LLVMGetNextInstruction(i);
  unsigned long long n = LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number) : 0;
  const char *scope = n < SY_COUNT(scopes) ? scopes[n] : NULL;
  if (i && scope)
    LLVMSetAtomicSyncScopeID(i, LLVMGetSyncScopeID(c, scope, strlen(scope)));
  LLVMInstructionEraseFromParent(call);
}

void sy_atomic_scopes_take(LLVMModuleRef m) {
  LLVMValueRef f = LLVMGetNamedFunction(m, "__sycc_atomic_scope");
  if (!f)
    return;
  for (LLVMUseRef u; (u = LLVMGetFirstUse(f));)
    take_atomic_scope(LLVMGetUser(u), LLVMGetModuleContext(m));
  LLVMDeleteFunction(f);
}
