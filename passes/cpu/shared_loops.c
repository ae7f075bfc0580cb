// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Judges each loop by divergence analysis: its header, the blocks that enter it and the branches that leave
// it must be uniform, all its inner loops must qualify, and it may hold no atomic operation and no call but
// of intrinsics, work-item functions and barriers. Inner loops are judged first.
#include "passes/cpu/shared_loops.h"

#include "base/str.h"
#include "passes/common/barriers.h"

#include <string.h>

// Calls other than of intrinsics and built-ins, by name or by pointer: vectorisation ends there.
static bool has_foreign_call(const sy_shared_loops *s, LLVMBasicBlockRef b) {
  LLVMValueRef barrier = sy_barrier_function(LLVMGetGlobalParent(s->kernel));
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    size_t n;
    LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    const char *name = f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
    if (f &&
        !(sy_starts(name, "llvm.") || strstr(name, "__spirv_BuiltIn") || sy_is_all_lanes(i) || f == barrier))
      return true;
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
      return true;
  }
  return false;
}

static bool enters_uniformly(sy_shared_loops *s, size_t loop) {
  LLVMBasicBlockRef header = sy_llvm_loop_header(s->loops, loop);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
      if (LLVMGetSuccessor(last, k) == header && !sy_llvm_is_uniform_block(s->uniform, b))
        return false;
  }
  return true;
}

static bool is_candidate(sy_shared_loops *s, size_t loop) {
  for (size_t i = 0; i < loop; i++) // inner ones come before
    if (sy_llvm_loop_has_loop(s->loops, loop, i) && !s->taken.data[i])
      return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
    if (!sy_llvm_loop_has(s->loops, loop, b))
      continue;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (has_foreign_call(s, b))
      return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
      if (!sy_llvm_loop_has(s->loops, loop, next) &&
          !(sy_llvm_is_uniform_block(s->uniform, b) && sy_llvm_is_uniform_block(s->uniform, next)))
        return false;
    }
  }
  return sy_llvm_is_uniform_block(s->uniform, sy_llvm_loop_header(s->loops, loop)) &&
         enters_uniformly(s, loop);
}

sy_shared_loops sy_shared_loops_find(LLVMValueRef kernel, int (*judge)(LLVMValueRef)) {
  sy_shared_loops s = {kernel, sy_llvm_loops_new(kernel), sy_llvm_uniformity_new(kernel, judge), {0}};
  for (size_t i = 0; i < sy_llvm_loop_count(s.loops); i++)
    sy_vec_push(&s.taken, is_candidate(&s, i));
  return s;
}

void sy_shared_loops_free(sy_shared_loops *s) {
  sy_llvm_uniformity_free(s->uniform);
  sy_llvm_loops_free(s->loops);
  sy_vec_free(&s->taken);
}
