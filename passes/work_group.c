// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The items of a work-group: loops z, y, x around each region, x innermost, which is what vectorises.
#include "passes/work_group.h"

#include "base/mem.h"
#include "passes/loops.h"
#include "passes/parallel.h"
#include "passes/regions.h"
#include "passes/shim/flow.h"
#include "passes/work_items.h"

#include <llvm-c/Target.h>
#include <string.h>

enum { X, Y, Z };
enum { SCOPE_SUBGROUP = 3 }; // SPIR-V's numbers; wider ones are lower

// What is the same for all work-items of a group. Asked for once, so that regions hold no calls.
enum { SIZE, COUNT, FIRST, GROUP, GROUPS, GLOBAL_SIZE, OFFSET, QUESTIONS };
static const char *const questions[QUESTIONS] = {
    [SIZE] = "WorkgroupSize",  [COUNT] = SY_GROUP_ITEMS,       [FIRST] = SY_GROUP_FIRST,   [GROUP] = "WorkgroupId",
    [GROUPS] = "NumWorkgroups", [GLOBAL_SIZE] = "GlobalSize", [OFFSET] = "GlobalOffset",
};

typedef struct group {
  LLVMModuleRef m;
  LLVMTypeRef i64;
  LLVMValueRef v[QUESTIONS][SY_DIMS];
  sy_loop loops[SY_DIMS];
} group;

LLVMValueRef sy_barrier_function(LLVMModuleRef m) { return LLVMGetNamedFunction(m, "_Z22__spirv_ControlBarrierjjj"); }

static void ask(group *g, LLVMBuilderRef b, const char *name, LLVMValueRef *out) {
  LLVMValueRef f = sy_need_work_item_function(g->m, name);
  for (unsigned d = 0; d < SY_DIMS; d++) {
    LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(g->m)), d, 0);
    out[d] = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &dimension, 1, "");
  }
}

static void prepare(void *state, LLVMBuilderRef b) {
  group *g = state;
  for (int q = 0; q < QUESTIONS; q++)
    ask(g, b, questions[q], g->v[q]);
}

static void begin(void *state, LLVMBuilderRef b, sy_item *item) {
  static const char *const names[] = {"x", "y", "z"};
  group *g = state;
  item->index = LLVMConstInt(g->i64, 0, 0);
  for (int d = Z; d >= X; d--) {
    LLVMValueRef before = LLVMBuildMul(b, item->index, g->v[SIZE][d], "");
    g->loops[d] = sy_loop_begin(b, names[d], LLVMConstInt(g->i64, 0, 0));
    item->local[d] = g->loops[d].i;
    item->index = LLVMBuildNUWAdd(b, before, item->local[d], "item");
  }
}

static void end(void *state, LLVMBuilderRef b) {
  group *g = state;
  for (int d = X; d <= Z; d++) {
    LLVMValueRef branch = sy_loop_end(b, g->loops[d], g->v[COUNT][d]);
    if (d == X)
      sy_parallel_loop(branch);
  }
}

static LLVMValueRef replace(void *state, LLVMBuilderRef b, LLVMValueRef call, const sy_item *item) {
  group *g = state;
  LLVMValueRef ids[SY_DIMS], f = LLVMGetCalledValue(call);
  for (int q = 0; q < QUESTIONS; q++)
    if (f == sy_work_item_function(g->m, questions[q]))
      return sy_choose_dimension(b, g->v[q], LLVMGetArgOperand(call, 0));
  bool global = f == sy_work_item_function(g->m, "GlobalInvocationId");
  if (!global && f != sy_work_item_function(g->m, "LocalInvocationId"))
    return NULL;
  for (unsigned d = 0; d < SY_DIMS; d++)
    ids[d] = global ? LLVMBuildAdd(b, g->v[FIRST][d], item->local[d], "id") : item->local[d];
  return sy_choose_dimension(b, ids, LLVMGetArgOperand(call, 0));
}

static LLVMValueRef array(void *state, LLVMBuilderRef b, LLVMTypeRef element, unsigned align) {
  group *g = state;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(g->m);
  unsigned abi = LLVMABIAlignmentOfType(layout, element);
  LLVMTypeRef params[] = {g->i64, g->i64};
  LLVMTypeRef type = LLVMFunctionType(LLVMPointerTypeInContext(LLVMGetModuleContext(g->m), 0), params, 2, 0);
  LLVMValueRef f = LLVMGetNamedFunction(g->m, SY_GROUP_ARRAY);
  if (!f)
    f = LLVMAddFunction(g->m, SY_GROUP_ARRAY, type);
  LLVMValueRef args[] = {LLVMConstInt(g->i64, LLVMABISizeOfType(layout, element), 0),
                         LLVMConstInt(g->i64, align > abi ? align : abi, 0)};
  return LLVMBuildCall2(b, type, f, args, 2, "array");
}

// Programs without races: what work-items read from one address is one value. Their own variables are not at one.
static int judge(LLVMValueRef v) {
  if (LLVMIsAAllocaInst(v))
    return SY_LLVM_NEVER_UNIFORM;
  if (LLVMIsALoadInst(v))
    return LLVMGetVolatile(v) || LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic ? SY_LLVM_NEVER_UNIFORM
                                                                                   : SY_LLVM_UNIFORM_AS_OPERANDS;
  if (LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v))
    return SY_LLVM_NEVER_UNIFORM;
  return LLVMIsACallInst(v) ? sy_judge_call(v) : SY_LLVM_UNIFORM_AS_OPERANDS;
}

static bool is_for_groups(LLVMValueRef barrier) {
  LLVMValueRef scope = LLVMGetArgOperand(barrier, 0);
  return !LLVMIsAConstantInt(scope) || LLVMConstIntGetZExtValue(scope) < SCOPE_SUBGROUP;
}

typedef SY_VEC(LLVMValueRef) calls;

static calls find_barriers(LLVMValueRef kernel) {
  LLVMValueRef barrier = sy_barrier_function(LLVMGetGlobalParent(kernel));
  calls all = {0};
  for (LLVMUseRef u = barrier ? LLVMGetFirstUse(barrier) : NULL; u; u = LLVMGetNextUse(u))
    if (sy_caller_of(u) == kernel && is_for_groups(LLVMGetUser(u)))
      sy_vec_push(&all, LLVMGetUser(u));
  return all;
}

bool sy_has_barrier(LLVMValueRef kernel) {
  calls all = find_barriers(kernel);
  bool some = all.n > 0;
  sy_vec_free(&all);
  return some;
}

bool sy_work_group_split(LLVMValueRef kernel) {
  LLVMModuleRef m = LLVMGetGlobalParent(kernel);
  calls all = find_barriers(kernel);
  bool some = all.n > 0;
  group g = {.m = m, .i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(m))};
  if (some)
    sy_regions_split(kernel, all.data, all.n, &(sy_items){&g, prepare, begin, end, replace, array, judge});
  sy_vec_free(&all);
  return some;
}
