// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM vectorises innermost loops only. In a kernel like
//
//     for (k = 0; k < n; k++) sum += a[k] * b[k * width + x];
//
// the innermost loop is the user's, and its rounds depend on each other. All work-items make the same rounds,
// though; so they can make each round together, as if there were a barrier:
//
//     for (k = 0; k < n; k++)
//       for (lane = 0; lane < 16; lane++) sum[lane] += a[k] * b[k * width + x + lane];
//
// The loop over lanes becomes vector instructions, and sum, of constant size, registers.
//
// Loops with atomics in local memory do not become vectors. If they carry nothing from round to round,
// though, the whole group makes each round together: work-items that follow each other mostly read what lies
// together.
#include "passes/cpu/lanes.h"

#include "passes/common/barriers.h"
#include "passes/common/work_items.h"
#include "passes/cpu/shared_loops.h"

typedef struct loop_lanes_search {
  LLVMValueRef kernel;
  sy_shared_loops found;
  sy_barriers places; // barriers go before these instructions
} loop_lanes_search;

static void add_place(loop_lanes_search *s, LLVMBasicBlockRef b) {
  LLVMValueRef place = LLVMGetBasicBlockTerminator(b), before = LLVMGetPreviousInstruction(place);
  if (before && sy_is_lane_barrier(before))
    return;
  for (size_t i = 0; i < s->places.n; i++)
    if (s->places.data[i] == place)
      return;
  sy_vec_push(&s->places, place);
}

// Before each branch into the loop and out of it.
static void take_loop(loop_lanes_search *s, size_t loop) {
  LLVMBasicBlockRef header = sy_llvm_loop_header(s->found.loops, loop);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    bool inside = sy_llvm_loop_has(s->found.loops, loop, b);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
      if (inside ? !sy_llvm_loop_has(s->found.loops, loop, next) : next == header)
        add_place(s, b);
    }
  }
}

// A branch on which all go the same way is taken outside of the loops over lanes then, which stay simple.
static void take_branches(loop_lanes_search *s) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    bool uniform = LLVMGetNumSuccessors(last) > 1 && sy_llvm_is_uniform_block(s->found.uniform, b);
    for (unsigned k = 0; uniform && k < LLVMGetNumSuccessors(last); k++)
      uniform = sy_llvm_is_uniform_block(s->found.uniform, LLVMGetSuccessor(last, k));
    LLVMValueRef condition = uniform ? LLVMGetOperand(last, 0) : NULL;
    if (condition && (!LLVMIsAInstruction(condition) || sy_llvm_is_uniform(s->found.uniform, condition)))
      add_place(s, b);
  }
}

static void put_barriers(loop_lanes_search *s) {
  LLVMModuleRef m = LLVMGetGlobalParent(s->kernel);
  LLVMValueRef f = sy_lane_barrier_function(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (size_t i = 0; i < s->places.n; i++) {
    LLVMPositionBuilderBefore(b, s->places.data[i]);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
  }
  LLVMDisposeBuilder(b);
}

static bool finish_search(loop_lanes_search *s, bool taken) {
  for (size_t i = 0; taken && i < s->found.taken.n; i++)
    if (s->found.taken.data[i])
      take_loop(s, i);
  if (taken) {
    take_branches(s);
    put_barriers(s);
  }
  sy_shared_loops_free(&s->found);
  sy_vec_free(&s->places);
  return taken;
}

// A loop with barriers is outside of the loops over work-items anyway.
static bool has_barriers(const loop_lanes_search *s, size_t loop) {
  sy_barriers all = sy_find_barriers(s->kernel, SY_BARRIERS_OF_WORK_GROUPS);
  bool some = false;
  for (size_t i = 0; i < all.n && !some; i++)
    some = sy_llvm_loop_has(s->found.loops, loop, LLVMGetInstructionParent(all.data[i]));
  sy_vec_free(&all);
  return some;
}

static bool has_some(const loop_lanes_search *s) {
  for (size_t i = 0; i < s->found.taken.n; i++)
    if (s->found.taken.data[i] && !has_barriers(s, i))
      return true;
  return false;
}

bool sy_lanes_at_loops(LLVMValueRef kernel) {
  sy_lanes_guards(kernel);
  loop_lanes_search s = {.kernel = kernel, .found = sy_shared_loops_find(kernel, sy_judge_lanes_in_rows)};
  return finish_search(&s, has_some(&s));
}

// ---- loops of a whole group -----------------------------------------------------------------------

// local_atomics.c has made them volatile accesses.
static bool has_local_atomics(loop_lanes_search *s, size_t loop) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); sy_llvm_loop_has(s->found.loops, loop, b) && i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsAStoreInst(i) && LLVMGetVolatile(i))
        return true;
  return false;
}

// Whether work-items have values of their own that go from round to round.
static bool carries_values(loop_lanes_search *s, size_t loop) {
  LLVMValueRef i = LLVMGetFirstInstruction(sy_llvm_loop_header(s->found.loops, loop));
  while (LLVMIsAPHINode(i) && sy_llvm_is_uniform(s->found.uniform, i))
    i = LLVMGetNextInstruction(i);
  return LLVMIsAPHINode(i) != NULL;
}

bool sy_group_at_loops(LLVMValueRef kernel) {
  loop_lanes_search s = {.kernel = kernel, .found = sy_shared_loops_find(kernel, sy_judge)};
  bool pays = has_some(&s);
  for (size_t i = 0; i < s.found.taken.n; i++)
    pays = pays && (!s.found.taken.data[i] || (has_local_atomics(&s, i) && !carries_values(&s, i)));
  return finish_search(&s, pays);
}
