// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM vectorises innermost loops only. In a kernel like
//
//     for (k = 0; k < n; k++) sum += a[k] * b[k * width + x];
//
// the innermost loop is the user's, and its rounds depend on each other. All work-items make the same rounds, though;
// so they can make each round together, as if there were a barrier:
//
//     for (k = 0; k < n; k++)
//       for (lane = 0; lane < 16; lane++) sum[lane] += a[k] * b[k * width + x + lane];
//
// The loop over lanes becomes vector instructions, and sum, of constant size, registers.
//
// Loops with atomics in local memory do not become vectors. If they carry nothing from round to round, though, the whole group
// makes each round together: work-items that follow each other mostly read what lies together.
#include "passes/lanes.h"

#include "passes/barriers.h"
#include "passes/shim/flow.h"
#include "passes/work_items.h"

#include <string.h>

typedef struct search {
  LLVMValueRef kernel;
  sy_llvm_loops *loops;
  sy_llvm_uniformity *uniform;
  SY_VEC(bool) taken;
  sy_barriers places; // barriers go before these instructions
} search;

static search begin(LLVMValueRef kernel, int (*judge)(LLVMValueRef)) {
  return (search){.kernel = kernel, .loops = sy_llvm_loops_new(kernel), .uniform = sy_llvm_uniformity_new(kernel, judge)};
}

static void end(search *s) {
  sy_llvm_uniformity_free(s->uniform);
  sy_llvm_loops_free(s->loops);
  sy_vec_free(&s->places);
  sy_vec_free(&s->taken);
}

// Calls other than of intrinsics and built-ins: vectorisation ends there.
static bool has_foreign_call(LLVMBasicBlockRef b) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    size_t n;
    LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    const char *name = f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
    if (f && !(sy_starts(name, "llvm.") || strstr(name, "__spirv_BuiltIn") || f == sy_barrier_function(LLVMGetGlobalParent(f))))
      return true;
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
      return true;
  }
  return false;
}

static bool enters_uniformly(search *s, size_t loop) {
  LLVMBasicBlockRef header = sy_llvm_loop_header(s->loops, loop);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
      if (LLVMGetSuccessor(last, k) == header && !sy_llvm_is_uniform_block(s->uniform, b))
        return false;
  }
  return true;
}

static bool is_candidate(search *s, size_t loop) {
  for (size_t i = 0; i < loop; i++) // inner ones come before
    if (sy_llvm_loop_has_loop(s->loops, loop, i) && !s->taken.data[i])
      return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    if (!sy_llvm_loop_has(s->loops, loop, b))
      continue;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (has_foreign_call(b))
      return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
      if (!sy_llvm_loop_has(s->loops, loop, next) &&
          !(sy_llvm_is_uniform_block(s->uniform, b) && sy_llvm_is_uniform_block(s->uniform, next)))
        return false;
    }
  }
  return sy_llvm_is_uniform_block(s->uniform, sy_llvm_loop_header(s->loops, loop)) && enters_uniformly(s, loop);
}

static void add_place(search *s, LLVMBasicBlockRef b) {
  LLVMValueRef place = LLVMGetBasicBlockTerminator(b);
  for (size_t i = 0; i < s->places.n; i++)
    if (s->places.data[i] == place)
      return;
  sy_vec_push(&s->places, place);
}

// Before each branch into the loop and out of it.
static void take(search *s, size_t loop) {
  LLVMBasicBlockRef header = sy_llvm_loop_header(s->loops, loop);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    bool inside = sy_llvm_loop_has(s->loops, loop, b);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
      if (inside ? !sy_llvm_loop_has(s->loops, loop, next) : next == header)
        add_place(s, b);
    }
  }
}

// A branch on which all go the same way is taken outside of the loops over lanes then, which stay simple.
static void take_branches(search *s) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    bool uniform = LLVMGetNumSuccessors(last) > 1 && sy_llvm_is_uniform_block(s->uniform, b);
    for (unsigned k = 0; uniform && k < LLVMGetNumSuccessors(last); k++)
      uniform = sy_llvm_is_uniform_block(s->uniform, LLVMGetSuccessor(last, k));
    LLVMValueRef condition = uniform ? LLVMGetOperand(last, 0) : NULL;
    if (condition && (!LLVMIsAInstruction(condition) || sy_llvm_is_uniform(s->uniform, condition)))
      add_place(s, b);
  }
}

static void put_barriers(search *s) {
  LLVMModuleRef m = LLVMGetGlobalParent(s->kernel);
  LLVMValueRef f = sy_lane_barrier_function(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (size_t i = 0; i < s->places.n; i++) {
    LLVMPositionBuilderBefore(b, s->places.data[i]);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
  }
  LLVMDisposeBuilder(b);
}

// Takes all that qualify.
static void take_loops(search *s) {
  for (size_t i = 0; i < sy_llvm_loop_count(s->loops); i++) {
    sy_vec_push(&s->taken, is_candidate(s, i));
    if (s->taken.data[i])
      take(s, i);
  }
}

static bool finish(search *s, bool taken) {
  if (taken) {
    take_branches(s);
    put_barriers(s);
  }
  end(s);
  return taken;
}

bool sy_lanes_at_loops(LLVMValueRef kernel) {
  search s = begin(kernel, sy_judge_lanes_in_rows);
  take_loops(&s);
  return finish(&s, s.places.n > 0);
}

// ---- loops of a whole group -----------------------------------------------------------------------

// local_atomics.c has made them volatile accesses.
static bool has_local_atomics(search *s, size_t loop) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); sy_llvm_loop_has(s->loops, loop, b) && i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAStoreInst(i) && LLVMGetVolatile(i))
        return true;
  return false;
}

// Whether work-items have values of their own that go from round to round.
static bool carries_values(search *s, size_t loop) {
  LLVMValueRef i = LLVMGetFirstInstruction(sy_llvm_loop_header(s->loops, loop));
  while (LLVMIsAPHINode(i) && sy_llvm_is_uniform(s->uniform, i))
    i = LLVMGetNextInstruction(i);
  return LLVMIsAPHINode(i) != NULL;
}

bool sy_group_at_loops(LLVMValueRef kernel) {
  search s = begin(kernel, sy_judge);
  take_loops(&s);
  bool pays = s.places.n > 0;
  for (size_t i = 0; i < s.taken.n; i++)
    pays = pays && (!s.taken.data[i] || (has_local_atomics(&s, i) && !carries_values(&s, i)));
  return finish(&s, pays);
}
