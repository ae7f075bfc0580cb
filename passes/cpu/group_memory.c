// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All arrays of a function lie in one block, which all its groups use, one after the other:
//
//     array 0 | array 1 | ...     each aligned to a cache line, each with a place for each work-item
//
// It lies on the stack if it is small, which for groups of a known size is known here. Otherwise it is taken
// from the heap, once per call of the function: a thread's stack is not made for 4,096 times a work-item's
// variables.
#include "passes/cpu/group_memory.h"

#include "base/mem.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/cpu/heap.h"
#include "passes/cpu/parallel.h"
#include "passes/cpu/work_group.h"
#include "passes/shim/flow.h"

#include <string.h>

enum { LINE = SY_HEAP_ALIGN, MOST_ON_STACK = 16384 };

typedef struct memory {
  LLVMModuleRef m;
  LLVMContextRef c;
  LLVMBuilderRef b;
  LLVMTypeRef i64, ptr;
  LLVMValueRef f, items;
} memory;

static LLVMValueRef number(memory *y, unsigned long long n) {
  return LLVMConstInt(y->i64, n, 0);
}

static LLVMValueRef round_up(memory *y, LLVMValueRef n) {
  LLVMValueRef more = LLVMBuildNUWAdd(y->b, n, number(y, LINE - 1), "");
  return LLVMBuildAnd(y->b, more, number(y, ~(unsigned long long)(LINE - 1)), "");
}

static LLVMValueRef on_stack(memory *y, unsigned long long bytes) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(y->c);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(y->f)));
  LLVMValueRef memory = LLVMBuildAlloca(b, LLVMArrayType2(LLVMInt8TypeInContext(y->c), bytes), "arrays");
  LLVMSetAlignment(memory, LINE);
  LLVMDisposeBuilder(b);
  return memory;
}

static LLVMValueRef group_memory_choose(memory *y, LLVMValueRef a, LLVMBasicBlockRef from_a, LLVMValueRef b,
                                        LLVMBasicBlockRef from_b) {
  LLVMValueRef phi = LLVMBuildPhi(y->b, y->ptr, "");
  LLVMAddIncoming(phi, &a, &from_a, 1);
  LLVMAddIncoming(phi, &b, &from_b, 1);
  return phi;
}

// *heap: what is to be freed, or null.
static LLVMValueRef allocate(memory *y, LLVMValueRef bytes, LLVMValueRef before, LLVMValueRef *heap) {
  if (LLVMIsAConstantInt(bytes) && LLVMConstIntGetZExtValue(bytes) <= MOST_ON_STACK) {
    *heap = NULL;
    return on_stack(y, LLVMConstIntGetZExtValue(bytes));
  }
  LLVMValueRef small = on_stack(y, MOST_ON_STACK), none = LLVMConstPointerNull(y->ptr);
  LLVMValueRef much = LLVMBuildICmp(y->b, LLVMIntUGT, bytes, number(y, MOST_ON_STACK), "");
  LLVMBasicBlockRef here = LLVMGetInsertBlock(y->b), go_on = sy_llvm_split_block(before);
  LLVMBasicBlockRef more = LLVMAppendBasicBlockInContext(y->c, y->f, ""),
                    failed = LLVMAppendBasicBlockInContext(y->c, y->f, "no_memory");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(here));
  LLVMPositionBuilderAtEnd(y->b, here);
  LLVMBuildCondBr(y->b, much, more, go_on);
  LLVMPositionBuilderAtEnd(y->b, more);
  LLVMValueRef block = sy_heap_take(y->b, bytes);
  LLVMBuildCondBr(y->b, LLVMBuildIsNull(y->b, block, ""), failed, go_on);
  LLVMPositionBuilderAtEnd(y->b, failed);
  sy_heap_give_up(y->b);
  LLVMPositionBuilderBefore(y->b, before);
  *heap = group_memory_choose(y, block, more, none, here);
  return group_memory_choose(y, block, more, small, here);
}

static void place_arrays(memory *y, sy_values *calls, LLVMValueRef before, LLVMValueRef after) {
  sy_values offsets = {0};
  LLVMValueRef end = number(y, 0);
  for (size_t i = 0; i < calls->n; i++) {
    sy_vec_push(&offsets, end);
    LLVMValueRef bytes = LLVMBuildMul(y->b, y->items, LLVMGetArgOperand(calls->data[i], 0), "");
    end = LLVMBuildNUWAdd(y->b, end, round_up(y, bytes), "");
  }
  LLVMValueRef heap, block = allocate(y, end, before, &heap);
  sy_parallel_memory(block);
  for (size_t i = 0; i < calls->n; i++) {
    LLVMValueRef place =
        LLVMBuildInBoundsGEP2(y->b, LLVMInt8TypeInContext(y->c), block, &offsets.data[i], 1, "kept");
    LLVMReplaceAllUsesWith(calls->data[i], place);
    LLVMInstructionEraseFromParent(calls->data[i]);
  }
  if (heap)
    sy_heap_release(heap, after);
  sy_vec_free(&offsets);
}

void sy_group_memory(LLVMValueRef f, const LLVMValueRef *size, LLVMValueRef before, LLVMValueRef after) {
  LLVMModuleRef m = LLVMGetGlobalParent(f);
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef array = LLVMGetNamedFunction(m, SY_GROUP_ARRAY);
  sy_values calls = {0};
  for (LLVMUseRef u = array ? LLVMGetFirstUse(array) : NULL; u; u = LLVMGetNextUse(u))
    if (sy_caller_of(u) == f)
      sy_vec_push(&calls, LLVMGetUser(u));
  memory y = {
      m, c,   LLVMCreateBuilderInContext(c), LLVMInt64TypeInContext(c), LLVMPointerTypeInContext(c, 0),
      f, NULL};
  LLVMPositionBuilderBefore(y.b, before);
  if (calls.n) {
    y.items = LLVMBuildMul(y.b, LLVMBuildMul(y.b, size[0], size[1], ""), size[2], "items");
    place_arrays(&y, &calls, before, after);
  }
  LLVMDisposeBuilder(y.b);
  sy_vec_free(&calls);
}
