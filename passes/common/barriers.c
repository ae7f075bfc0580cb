// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier is a call of __spirv_ControlBarrier(execution scope, memory scope, semantics); its scope decides
// which work-items it is for. At -O0 a scope is a variable, so the one store to it is looked for. Barriers
// between lanes are calls of a function that exists in the compiler alone.
#include "passes/common/barriers.h"

#include "passes/common/work_items.h"

enum { SCOPE_WORKGROUP = 2, SCOPE_SUBGROUP = 3 }; // SPIR-V's numbers; wider ones are lower

LLVMValueRef sy_barrier_function(LLVMModuleRef m) {
  return LLVMGetNamedFunction(m, "_Z22__spirv_ControlBarrierjjj");
}

#define LANE_BARRIER "__sycc_cpu_lane_barrier"

#define ALL_LANES "__sycc_cpu_all_lanes"

static LLVMValueRef barriers_need(LLVMModuleRef m, const char *name, LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, type);
}

LLVMValueRef sy_lane_barrier_function(LLVMModuleRef m) {
  return barriers_need(m, LANE_BARRIER,
                       LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, 0));
}

LLVMValueRef sy_all_lanes_function(LLVMModuleRef m) {
  LLVMTypeRef truth = LLVMInt1TypeInContext(LLVMGetModuleContext(m));
  return barriers_need(m, ALL_LANES, LLVMFunctionType(truth, &truth, 1, 0));
}

static bool is_call_of(LLVMValueRef i, const char *name) {
  LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return f && f == LLVMGetNamedFunction(
                       LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))), name);
}

bool sy_is_lane_barrier(LLVMValueRef i) {
  return is_call_of(i, LANE_BARRIER);
}
bool sy_is_all_lanes(LLVMValueRef i) {
  return is_call_of(i, ALL_LANES);
}

// What is stored in a variable that is written once; null: it is written otherwise, or not a variable.
static LLVMValueRef only_store(LLVMValueRef variable) {
  LLVMValueRef stored = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u), more = NULL;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable)
      more = LLVMGetOperand(user, 0);
    else if (LLVMIsAAddrSpaceCastInst(user))
      more = only_store(user);
    else if (!LLVMIsALoadInst(user) && !LLVMIsACallInst(user)) // calls: of debug information and lifetimes
      return NULL;
    if (more && stored)
      return NULL;
    stored = more ? more : stored;
  }
  return stored;
}

// Without optimisation a scope that a function was given is a variable.
static LLVMValueRef look_through(LLVMValueRef v) {
  for (int depth = 0; v && LLVMIsALoadInst(v) && depth < 8; depth++) {
    LLVMValueRef variable = LLVMGetOperand(v, 0);
    while (LLVMIsAAddrSpaceCastInst(variable))
      variable = LLVMGetOperand(variable, 0);
    v = LLVMIsAAllocaInst(variable) ? only_store(variable) : NULL;
  }
  return v;
}

bool sy_is_for_work_groups(LLVMValueRef barrier) {
  if (!LLVMGetNumArgOperands(barrier))
    return false;
  LLVMValueRef scope = look_through(LLVMGetArgOperand(barrier, 0));
  return !scope || !LLVMIsAConstantInt(scope) || LLVMConstIntGetZExtValue(scope) < SCOPE_SUBGROUP;
}

static void add_calls(LLVMValueRef f, LLVMValueRef kernel, int which, sy_barriers *all) {
  for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (sy_caller_of(u) == kernel &&
        which & (sy_is_for_work_groups(call) ? SY_BARRIERS_OF_WORK_GROUPS : SY_BARRIERS_OF_SUB_GROUPS))
      sy_vec_push(all, call);
  }
}

sy_barriers sy_find_barriers(LLVMValueRef kernel, int which) {
  LLVMModuleRef m = LLVMGetGlobalParent(kernel);
  sy_barriers all = {0};
  add_calls(sy_barrier_function(m), kernel, which, &all);
  add_calls(LLVMGetNamedFunction(m, LANE_BARRIER), kernel, which, &all);
  return all;
}

// A scope that is not known is taken for a wide one.
static bool is_wide(LLVMValueRef barrier) {
  LLVMValueRef scope = look_through(LLVMGetArgOperand(barrier, 1));
  return !scope || !LLVMIsAConstantInt(scope) || LLVMConstIntGetZExtValue(scope) < SCOPE_WORKGROUP;
}

void sy_barriers_fence(LLVMModuleRef m) {
  LLVMValueRef f = sy_barrier_function(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsACallInst(call) || !is_wide(call))
      continue;
    LLVMPositionBuilderBefore(b, call);
    LLVMBuildFence(b, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
  }
  LLVMDisposeBuilder(b);
}
