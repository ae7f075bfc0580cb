// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop is often under a condition that is different at the end of a range only:
//
//     if (i < n)
//       for (k = 0; k < m; k++) sum += ...;
//
// Of most rows all lanes come there, and can make its rounds together; so these get a copy:
//
//     if (all lanes: i < n)
//       for (...) ...                  // all lanes in each round
//     else if (i < n)
//       for (...) ...                  // lane by lane
//
// First all such conditions are taken to be the same for all lanes, which shows the loops that this makes
// possible. Conditions that lead to none become what they were.
#include "passes/cpu/lanes.h"

#include "base/mem.h"
#include "passes/common/barriers.h"
#include "passes/common/values.h"
#include "passes/cpu/parallel.h"
#include "passes/cpu/shared_loops.h"

enum { MOST_BLOCKS = 64 }; // that are copied for a condition

typedef struct guard {
  LLVMBasicBlockRef head, meet; // where lanes part, and meet again
  LLVMValueRef condition;       // for `under`
  LLVMValueRef agree; // whether it is true for all lanes; the branch at the end of `head` is on this
  sy_blocks under;    // the first one is where `head` leads if so
  sy_blocks latches;  // of these, where rounds of loops end
  bool done;
} guard;

typedef struct guards {
  LLVMValueRef kernel;
  LLVMBuilderRef b;
  SY_VEC(guard) all;
} guards;

static bool has_block(const sy_blocks *all, LLVMBasicBlockRef b) {
  for (size_t i = 0; i < all->n; i++)
    if (all->data[i] == b)
      return true;
  return false;
}

static bool has_barrier(LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsACallInst(i) &&
        LLVMGetCalledValue(i) == sy_barrier_function(LLVMGetGlobalParent(LLVMGetBasicBlockParent(b))))
      return true;
  return false;
}

// What lies between; false: it can't be copied for a part of the work-items.
static bool lanes_guards_collect(guard *g, LLVMBasicBlockRef first) {
  sy_vec_push(&g->under, first);
  for (size_t i = 0; i < g->under.n; i++) {
    LLVMBasicBlockRef b = g->under.data[i];
    if (b == g->head || b == g->meet || g->under.n > MOST_BLOCKS || has_barrier(b))
      return false;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
      if (LLVMGetSuccessor(last, k) != g->meet && !has_block(&g->under, LLVMGetSuccessor(last, k)))
        sy_vec_push(&g->under, LLVMGetSuccessor(last, k));
  }
  return true;
}

// What is equal for one lane is not for the next one, mostly: "if (id == 0)" is true for all lanes of no row.
static bool singles_out(LLVMValueRef condition, unsigned side) {
  return LLVMIsAICmpInst(condition) && LLVMGetICmpPredicate(condition) == (side ? LLVMIntNE : LLVMIntEQ);
}

static bool has_loop(const sy_blocks *all, const sy_shared_loops *found, bool taken) {
  for (size_t i = 0; i < found->taken.n; i++)
    if ((found->taken.data[i] || !taken) && has_block(all, sy_llvm_loop_header(found->loops, i)))
      return true;
  return false;
}

static void find_latches(guard *g, const sy_shared_loops *found) {
  for (size_t i = 0; i < found->taken.n; i++)
    for (size_t k = 0; k < g->under.n; k++) {
      LLVMBasicBlockRef b = g->under.data[k];
      LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
      for (unsigned s = 0; s < LLVMGetNumSuccessors(last); s++)
        if (LLVMGetSuccessor(last, s) == sy_llvm_loop_header(found->loops, i) &&
            sy_llvm_loop_has(found->loops, i, b))
          sy_vec_push(&g->latches, b);
    }
}

// ---- conditions -----------------------------------------------------------------------------------

// The branch is on `agree` from here on, and leads to `under` if so.
static void assume(guards *s, guard g, unsigned side) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(g.head),
               f = sy_all_lanes_function(LLVMGetGlobalParent(s->kernel));
  LLVMPositionBuilderBefore(s->b, branch);
  if (side == 1) {
    LLVMBasicBlockRef other = LLVMGetSuccessor(branch, 0);
    g.condition = LLVMBuildNot(s->b, g.condition, "");
    LLVMSetSuccessor(branch, 0, LLVMGetSuccessor(branch, 1));
    LLVMSetSuccessor(branch, 1, other);
  }
  g.agree = LLVMBuildCall2(s->b, LLVMGlobalGetValueType(f), f, &g.condition, 1, "agree");
  LLVMSetCondition(branch, g.agree);
  sy_vec_push(&s->all, g);
}

static void take_back(guard *g) {
  LLVMSetCondition(LLVMGetBasicBlockTerminator(g->head), g->condition);
  LLVMInstructionEraseFromParent(g->agree);
  g->done = true;
}

static void try_block(guards *s, LLVMBasicBlockRef b, const sy_shared_loops *found,
                      const sy_llvm_meetings *meetings) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(b);
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
    return;
  guard g = {.head = b, .meet = sy_llvm_meeting(meetings, b), .condition = LLVMGetCondition(branch)};
  if (!g.meet || !LLVMIsAInstruction(g.condition) || sy_llvm_is_uniform(found->uniform, g.condition))
    return;
  for (unsigned side = 0; side < 2; side++) {
    if (!singles_out(g.condition, side) && lanes_guards_collect(&g, LLVMGetSuccessor(branch, side)) &&
        has_loop(&g.under, found, false)) {
      find_latches(&g, found);
      assume(s, g, side);
      return;
    }
    sy_vec_free(&g.under);
    g.under = (sy_blocks){0};
  }
}

static void assume_all(guards *s) {
  sy_shared_loops found = sy_shared_loops_find(s->kernel, sy_judge_lanes_in_rows);
  sy_llvm_meetings *meetings = sy_llvm_meetings_new(s->kernel);
  if (found.taken.n)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b))
      try_block(s, b, &found, meetings);
  sy_llvm_meetings_free(meetings);
  sy_shared_loops_free(&found);
}

// Whether lanes come here that another condition was not true for: these will be alone.
static bool is_elsewhere(guards *s, const guard *g) {
  for (size_t i = 0; i < s->all.n; i++) {
    const guard *other = &s->all.data[i];
    guard side = {.head = other->head, .meet = other->meet};
    LLVMBasicBlockRef first = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(other->head), 1);
    bool found = other != g && first != other->meet && !has_block(&other->under, g->head) &&
                 (!lanes_guards_collect(&side, first) || has_block(&side.under, g->head));
    sy_vec_free(&side.under);
    if (found)
      return true;
  }
  return false;
}

static void take_back_useless(guards *s) {
  sy_shared_loops found = sy_shared_loops_find(s->kernel, sy_judge_lanes_in_rows);
  SY_VEC(bool) useless = {0};
  for (size_t i = 0; i < s->all.n; i++) {
    const guard *g = &s->all.data[i];
    sy_vec_push(&useless, !sy_llvm_is_uniform_block(found.uniform, g->head) ||
                              !has_loop(&g->under, &found, true) || is_elsewhere(s, g));
  }
  for (size_t i = 0; i < s->all.n; i++)
    if (useless.data[i])
      take_back(&s->all.data[i]);
  sy_vec_free(&useless);
  sy_shared_loops_free(&found);
}

// ---- copies ---------------------------------------------------------------------------------------

static LLVMBasicBlockRef copy_of_block(const sy_llvm_copies *copies, LLVMBasicBlockRef b) {
  LLVMValueRef own = sy_llvm_copy_of(copies, LLVMBasicBlockAsValue(b));
  return own ? LLVMValueAsBasicBlock(own) : NULL;
}

static LLVMValueRef copy_of(const sy_llvm_copies *copies, LLVMValueRef v) {
  LLVMValueRef own = sy_llvm_copy_of(copies, v);
  return own ? own : v;
}

// Phis where the copy is entered, and where it joins the rest.
static void mend_phis(const guard *g, const sy_llvm_copies *copies, LLVMBasicBlockRef lane_by_lane) {
  LLVMBasicBlockRef head = g->head;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(g->under.data[0]); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == lane_by_lane) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        LLVMAddIncoming(sy_llvm_copy_of(copies, phi), &v, &head, 1);
      }
  for (LLVMValueRef phi = LLVMGetFirstInstruction(g->meet); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
      LLVMBasicBlockRef from = copy_of_block(copies, LLVMGetIncomingBlock(phi, i));
      LLVMValueRef v = copy_of(copies, LLVMGetIncomingValue(phi, i));
      if (from)
        LLVMAddIncoming(phi, &v, &from, 1);
    }
}

// Conditions further in: they matter in the copy only, as lanes that are alone ask no others.
static void move_inner(guards *s, const guard *outer, const sy_llvm_copies *copies) {
  for (size_t i = 0; i < s->all.n; i++) {
    guard *g = &s->all.data[i];
    if (g->done || g == outer || !has_block(&outer->under, g->head))
      continue;
    guard moved = *g;
    moved.head = copy_of_block(copies, g->head);
    moved.meet = copy_of_block(copies, g->meet) ? copy_of_block(copies, g->meet) : g->meet;
    moved.agree = sy_llvm_copy_of(copies, g->agree);
    moved.condition = copy_of(copies, g->condition);
    take_back(g);
    for (size_t k = 0; k < moved.under.n; k++)
      moved.under.data[k] = copy_of_block(copies, moved.under.data[k]);
    for (size_t k = 0; k < moved.latches.n; k++)
      moved.latches.data[k] = copy_of_block(copies, moved.latches.data[k]);
    *g = moved;
  }
}

static void lanes_guards_split(guards *s, guard *g) {
  LLVMValueRef barrier = sy_lane_barrier_function(LLVMGetGlobalParent(s->kernel));
  LLVMBasicBlockRef lane_by_lane = sy_llvm_split_block(LLVMGetBasicBlockTerminator(g->head));
  sy_llvm_copies *copies = sy_llvm_copy_blocks(g->under.data, g->under.n);
  LLVMSetCondition(LLVMGetBasicBlockTerminator(lane_by_lane), g->condition);
  mend_phis(g, copies, lane_by_lane);
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(g->head));
  LLVMPositionBuilderAtEnd(s->b, g->head);
  LLVMBuildCall2(s->b, LLVMGlobalGetValueType(barrier), barrier, NULL, 0, "");
  LLVMBuildCondBr(s->b, g->agree, copy_of_block(copies, g->under.data[0]), lane_by_lane);
  move_inner(s, g, copies);
  for (size_t i = 0; i < g->latches.n; i++) // few rows come here
    sy_plain_loop(LLVMGetBasicBlockTerminator(g->latches.data[i]));
  g->done = true;
  sy_llvm_copies_free(copies);
}

// Not under another one that is still to be split.
static guard *outermost(guards *s) {
  for (size_t i = 0; i < s->all.n; i++) {
    bool inner = s->all.data[i].done;
    for (size_t k = 0; k < s->all.n && !inner; k++)
      inner = k != i && !s->all.data[k].done && has_block(&s->all.data[k].under, s->all.data[i].head);
    if (!inner)
      return &s->all.data[i];
  }
  return NULL;
}

void sy_lanes_guards(LLVMValueRef kernel) {
  guards s = {.kernel = kernel,
              .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)))};
  assume_all(&s);
  if (s.all.n)
    take_back_useless(&s);
  for (guard *g = outermost(&s); g; g = outermost(&s))
    lanes_guards_split(&s, g);
  for (size_t i = 0; i < s.all.n; i++) {
    sy_vec_free(&s.all.data[i].under);
    sy_vec_free(&s.all.data[i].latches);
  }
  sy_vec_free(&s.all);
  LLVMDisposeBuilder(s.b);
}
