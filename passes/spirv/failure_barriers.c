// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item that ends before a barrier never comes to it. The others wait for it, or, on devices that run
// the work-items of a group one after the other, one's way is taken for that of all. So one that fails goes
// on to the next barrier, and there all of its group learn of it, from a flag in local memory, and end:
//
//   fail:    store i32 1, @flag                  ; instead of the branch to the end
//            br label %next
//   next:    call barrier
//            %failed = load i32, @flag
//            call barrier                        ; no one changes it before all have read it
//            br i1 (icmp ne %failed, 0), %end, %behind
//
// Which barrier is the next is known if all ways that do not fail lead to the same one. Where a branch
// decides on it, which then is the same in all work-items, there is one more barrier in front of the branch,
// and one in front of the kernel's end where that may be the next.
#include "passes/spirv/failure_barriers.h"

#include "base/mem.h"
#include "passes/common/barriers.h"
#include "passes/common/pointer_map.h"
#include "passes/common/work_items.h"
#include "passes/shim/flow.h"

#include <stdlib.h>
#include <string.h>

// Where the ways from the beginning of a block lead: a number of `points`, or
enum { NOWHERE = -1, SEVERAL = -2 }; // NOWHERE: all fail, or none is known so far

typedef struct point {
  LLVMValueRef barrier; // null: to be made, before the end of `block`
  LLVMBasicBlockRef block;
  bool used, is_last; // is_last: the kernel returns behind it
} point;

typedef struct flow {
  LLVMValueRef kernel, ends, flag;
  LLVMBasicBlockRef end;
  LLVMBuilderRef b;
  LLVMBasicBlockRef *blocks;
  int *to, *own; // own: the point that begins a block, or stands before its end
  unsigned n;
  sy_pointer_map index;
  SY_VEC(point) points;
  SY_VEC(LLVMValueRef) fails;
  SY_VEC(int) targets; // of `fails`
} flow;

static int index_of(const flow *f, LLVMBasicBlockRef block) {
  uint32_t i = 0;
  sy_pointer_map_get(&f->index, LLVMBasicBlockAsValue(block), &i);
  return (int)i;
}

static bool is_call_of(LLVMValueRef i, LLVMValueRef f) {
  return LLVMIsACallInst(i) && LLVMGetCalledValue(i) == f;
}

static LLVMValueRef failing_call(const flow *f, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (is_call_of(i, f->ends))
      return i;
  return NULL;
}

static void find_blocks(flow *f) {
  bool added;
  f->n = LLVMCountBasicBlocks(f->kernel);
  f->blocks = sy_alloc((f->n + 1) * sizeof *f->blocks);
  f->to = sy_alloc((f->n + 1) * sizeof *f->to);
  f->own = sy_alloc((f->n + 1) * sizeof *f->own);
  LLVMGetBasicBlocks(f->kernel, f->blocks);
  for (unsigned i = 0; i < f->n; i++) {
    *sy_pointer_map_put(&f->index, LLVMBasicBlockAsValue(f->blocks[i]), &added) = i;
    f->own[i] = NOWHERE;
    LLVMValueRef call = failing_call(f, f->blocks[i]);
    if (call)
      sy_vec_push(&f->fails, call);
  }
}

// Each barrier gets a block of its own.
static void find_points(flow *f, const sy_barriers *barriers) {
  for (size_t i = 0; i < barriers->n; i++) {
    sy_llvm_split_block(barriers->data[i]);
    sy_llvm_split_block(LLVMGetNextInstruction(barriers->data[i]));
  }
  find_blocks(f);
  for (size_t i = 0; i < barriers->n; i++) {
    f->own[index_of(f, LLVMGetInstructionParent(barriers->data[i]))] = (int)f->points.n;
    sy_vec_push(&f->points, ((point){.barrier = barriers->data[i]}));
  }
  for (unsigned i = 0; i < f->n; i++)
    if (f->own[i] == NOWHERE && f->blocks[i] != f->end &&
        LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(f->blocks[i]))) {
      f->own[i] = (int)f->points.n;
      sy_vec_push(&f->points, ((point){.block = f->blocks[i], .is_last = true}));
    }
}

// ---- where ways lead -------------------------------------------------------------------------------

static int meet(int a, int b) {
  return a == NOWHERE || a == b ? b : b == NOWHERE ? a : SEVERAL;
}

static int way_from(const flow *f, unsigned i) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(f->blocks[i]);
  if (f->own[i] >= 0)
    return f->own[i];
  if (failing_call(f, f->blocks[i]))
    return NOWHERE;
  int to = NOWHERE;
  for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
    to = meet(to, f->to[index_of(f, LLVMGetSuccessor(last, k))]);
  return to;
}

static void follow_ways(flow *f) {
  bool changed = true;
  for (unsigned i = 0; i < f->n; i++)
    f->to[i] = NOWHERE;
  while (changed) {
    changed = false;
    for (unsigned i = f->n; i-- > 0;) {
      int to = way_from(f, i);
      changed |= to != f->to[i];
      f->to[i] = to;
    }
  }
}

// A branch from which ways lead to different points becomes a point. Whether there was one.
static bool add_branches(flow *f) {
  bool found = false;
  for (unsigned i = 0; i < f->n; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(f->blocks[i]);
    bool known = f->to[i] == SEVERAL;
    for (unsigned k = 0; known && k < LLVMGetNumSuccessors(last); k++)
      known = f->to[index_of(f, LLVMGetSuccessor(last, k))] != SEVERAL;
    if (!known)
      continue;
    f->own[i] = (int)f->points.n;
    sy_vec_push(&f->points, ((point){.block = f->blocks[i]}));
    found = true;
  }
  return found;
}

// Where a work-item would have gone that fails in a block: up to where there was another way.
static int way_around(const flow *f, int block, bool *seen) {
  int to = NOWHERE;
  seen[block] = true;
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(f->blocks[block])); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsATerminatorInst(user))
      continue;
    int from = index_of(f, LLVMGetInstructionParent(user));
    if (f->own[from] >= 0) // the point is behind the work-item already; where a branch leads is not known
      to = meet(to, f->points.data[f->own[from]].block ? SEVERAL : NOWHERE);
    else if (f->to[from] != NOWHERE)
      to = meet(to, f->to[from]);
    else if (!seen[from])
      to = meet(to, way_around(f, from, seen));
  }
  return to;
}

static bool choose_targets(flow *f) {
  bool *seen = sy_alloc((f->n + 1) * sizeof *seen), some = false;
  for (size_t i = 0; i < f->fails.n; i++) {
    memset(seen, 0, f->n * sizeof *seen);
    int to = way_around(f, index_of(f, LLVMGetInstructionParent(f->fails.data[i])), seen);
    sy_vec_push(&f->targets, to);
    if (to >= 0)
      f->points.data[to].used = some = true;
  }
  free(seen);
  return some;
}

// ---- changes ---------------------------------------------------------------------------------------

// Of the group, and of what it wrote to local memory.
static LLVMValueRef build_barrier(const flow *f) {
  enum { WORK_GROUP = 2, ACQUIRE_RELEASE_LOCAL = 0x108 };
  LLVMValueRef barrier = sy_barrier_function(LLVMGetGlobalParent(f->kernel));
  LLVMTypeRef type = LLVMGlobalGetValueType(barrier), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef group = LLVMConstInt(i32, WORK_GROUP, false),
               args[] = {group, group, LLVMConstInt(i32, ACQUIRE_RELEASE_LOCAL, false)};
  LLVMValueRef call = LLVMBuildCall2(f->b, type, barrier, args, 3, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(barrier));
  return call;
}

static void make_barriers(flow *f) {
  for (size_t i = 0; i < f->points.n; i++) {
    point *p = &f->points.data[i];
    if (!p->used || p->barrier)
      continue;
    LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(p->block));
    p->barrier = build_barrier(f);
    sy_llvm_split_block(p->barrier);
    sy_llvm_split_block(LLVMGetNextInstruction(p->barrier));
  }
}

static void make_flag(flow *f) {
  enum { LOCAL = 3 };
  size_t n;
  LLVMModuleRef m = LLVMGetGlobalParent(f->kernel);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
  char name[80] = "failed.";
  strncat(name, LLVMGetValueName2(f->kernel, &n), 40);
  f->flag = LLVMAddGlobalInAddressSpace(m, i32, name, LOCAL);
  LLVMSetLinkage(f->flag, LLVMInternalLinkage);
  LLVMSetInitializer(f->flag, LLVMGetUndef(i32));
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->kernel));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(f->b, first);
  LLVMBuildStore(f->b, LLVMConstNull(i32), f->flag);
  build_barrier(f);
}

static void look_at_flag(const flow *f, const point *p) {
  LLVMTypeRef i32 = LLVMGlobalGetValueType(f->flag);
  LLVMValueRef last = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(p->barrier));
  LLVMBasicBlockRef behind = LLVMGetSuccessor(last, 0);
  LLVMPositionBuilderBefore(f->b, last);
  LLVMValueRef value = LLVMBuildLoad2(f->b, i32, f->flag, "failed");
  build_barrier(f);
  LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntNE, value, LLVMConstNull(i32), ""), f->end, behind);
  LLVMInstructionEraseFromParent(last);
}

static void go_to_point(const flow *f, LLVMValueRef fail, LLVMBasicBlockRef to) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(fail);
  for (LLVMValueRef i; (i = LLVMGetLastInstruction(block)) != fail;)
    LLVMInstructionEraseFromParent(i);
  LLVMPositionBuilderBefore(f->b, fail);
  LLVMBuildStore(f->b, LLVMConstInt(LLVMGlobalGetValueType(f->flag), 1, false), f->flag);
  LLVMBuildBr(f->b, to);
  LLVMInstructionEraseFromParent(fail);
}

// Values that are not known on the way of a failure are variables in between: so no phi has to know of it.
static bool rewire(flow *f, sy_diag *d) {
  unsigned none = LLVMGetEnumAttributeKindForName("optnone", 7);
  LLVMRemoveEnumAttributeAtIndex(f->kernel, LLVMAttributeFunctionIndex, none);
  make_barriers(f);
  if (!sy_function_run(f->kernel, NULL, "reg2mem", d))
    return false;
  make_flag(f);
  for (size_t i = 0; i < f->points.n; i++)
    if (f->points.data[i].used && !f->points.data[i].is_last)
      look_at_flag(f, &f->points.data[i]);
  for (size_t i = 0; i < f->fails.n; i++)
    if (f->targets.data[i] >= 0)
      go_to_point(f, f->fails.data[i], LLVMGetInstructionParent(f->points.data[f->targets.data[i]].barrier));
  return sy_function_run(f->kernel, NULL, "sroa", d);
}

bool sy_fail_at_barriers(LLVMValueRef kernel, LLVMValueRef ends, LLVMBasicBlockRef end, sy_diag *d) {
  sy_barriers barriers = sy_find_barriers(kernel, SY_BARRIERS_OF_WORK_GROUPS);
  flow f = {.kernel = kernel,
            .ends = ends,
            .end = end,
            .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)))};
  bool ok = true;
  if (barriers.n) {
    find_points(&f, &barriers);
    do
      follow_ways(&f);
    while (add_branches(&f));
    if (choose_targets(&f))
      ok = rewire(&f, d);
  }
  LLVMDisposeBuilder(f.b);
  free(f.blocks);
  free(f.to);
  free(f.own);
  sy_pointer_map_free(&f.index);
  sy_vec_free(&f.points);
  sy_vec_free(&f.fails);
  sy_vec_free(&f.targets);
  sy_vec_free(&barriers);
  return ok;
}
