// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array of 256 KiB with a place for each of 32 lanes is as large as the stack of a thread. So
// variables of 64 KiB and more are taken from the heap where the function begins and given back where it
// returns. If what stays on the stack is still more than 1 MiB, smaller ones follow.
#include "passes/cpu/large_variables.h"

#include "base/mem.h"
#include "passes/cpu/heap.h"
#include "passes/cpu/parallel.h"

#include <string.h>

enum {
  LARGE = 64 * 1024,
  SMALL = 256, // never goes to the heap
  MOST_ON_STACK = 1024 * 1024,
};

// Where the variables of a function begin and end to live.
typedef struct scope {
  LLVMValueRef f, begin;
  SY_VEC(LLVMValueRef) ends;
} scope;

// 0: its size is not known here.
static unsigned long long bytes_of(LLVMModuleRef m, LLVMValueRef variable) {
  LLVMValueRef count = LLVMGetOperand(variable, 0);
  unsigned long long one = LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGetAllocatedType(variable));
  return LLVMIsAConstantInt(count) && LLVMGetAlignment(variable) <= SY_HEAP_ALIGN
             ? one * LLVMConstIntGetZExtValue(count)
             : 0;
}

static bool is_lifetime(LLVMValueRef user) {
  size_t n;
  return LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
         !strncmp(LLVMGetValueName2(LLVMGetCalledValue(user), &n), "llvm.lifetime.", 14);
}

static bool is_before(LLVMValueRef i, LLVMValueRef other) {
  while (i && i != other)
    i = LLVMGetNextInstruction(i);
  return i == other;
}

// Whether nothing uses it before the scope begins. All blocks but the first and that of the beginning are
// behind it.
static bool lives_in(const scope *s, LLVMValueRef variable) {
  LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(s->f), begin = LLVMGetInstructionParent(s->begin);
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (!is_lifetime(user) && ((block == first && block != begin) ||
                               (block == begin && user != s->begin && is_before(user, s->begin))))
      return false;
  }
  return true;
}

// Lifetimes are of the stack only.
static void forget_lifetimes(LLVMValueRef variable) {
  for (LLVMUseRef u = LLVMGetFirstUse(variable), next; u; u = next) {
    LLVMValueRef user = LLVMGetUser(u);
    next = LLVMGetNextUse(u);
    if (is_lifetime(user))
      LLVMInstructionEraseFromParent(user);
  }
}

// What is known of places of lanes in it stays known.
static void move_variable(const scope *s, LLVMValueRef variable, unsigned long long bytes) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(s->f)));
  LLVMValueRef block = sy_heap_need(
      LLVMConstInt(i64, (bytes + SY_HEAP_ALIGN - 1) / SY_HEAP_ALIGN * SY_HEAP_ALIGN, 0), s->begin);
  if (sy_is_parallel_memory(variable))
    sy_parallel_memory(block);
  forget_lifetimes(variable);
  LLVMReplaceAllUsesWith(variable, block);
  LLVMInstructionEraseFromParent(variable);
  for (size_t i = 0; i < s->ends.n; i++)
    sy_heap_release(block, s->ends.data[i]);
}

// Moves variables of `least` bytes and more; returns the bytes that stay.
static unsigned long long move_variables(const scope *s, unsigned long long least) {
  unsigned long long stay = 0;
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->f)); i && i != s->begin; i = next) {
    next = LLVMGetNextInstruction(i);
    unsigned long long bytes = LLVMIsAAllocaInst(i) ? bytes_of(LLVMGetGlobalParent(s->f), i) : 0;
    if (bytes >= least && lives_in(s, i))
      move_variable(s, i, bytes);
    else
      stay += bytes;
  }
  return stay;
}

static void relieve(const scope *s) {
  unsigned long long least = LARGE;
  while (move_variables(s, least) > MOST_ON_STACK && least > SMALL)
    least /= 4;
}

void sy_large_variables_of_groups(LLVMValueRef f, LLVMValueRef before, LLVMValueRef after) {
  scope s = {.f = f, .begin = before};
  sy_vec_push(&s.ends, after);
  relieve(&s);
  sy_vec_free(&s.ends);
}

// Behind all variables: they must stay in the first block, which is split where the scope begins.
static LLVMValueRef behind_variables(LLVMValueRef f) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)), behind = i;
  for (; i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i))
      behind = LLVMGetNextInstruction(i);
  return behind;
}

static void relieve_function(LLVMValueRef f) {
  scope s = {.f = f, .begin = behind_variables(f)};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b)))
      sy_vec_push(&s.ends, LLVMGetBasicBlockTerminator(b));
  relieve(&s);
  sy_vec_free(&s.ends);
}

void sy_large_variables(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (LLVMGetFirstBasicBlock(f))
      relieve_function(f);
}
