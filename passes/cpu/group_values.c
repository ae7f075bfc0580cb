// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers calls of work-item functions about the group from values that the kernel asked for at its entry. A
// table pairs each value with the name of the function that asks for it.
#include "passes/cpu/group_values.h"

#include "passes/common/work_items.h"

static const char *const questions[SY_GROUP_VALUES] = {
    [SY_GROUP_SIZE] = "WorkgroupSize",   [SY_GROUP_COUNT] = SY_GROUP_ITEMS,
    [SY_GROUP_BASE] = SY_GROUP_FIRST,    [SY_GROUP_ID] = "WorkgroupId",
    [SY_GROUP_NUMBER] = "NumWorkgroups", [SY_GLOBAL_SIZE] = "GlobalSize",
    [SY_GLOBAL_OFFSET] = "GlobalOffset",
};

void sy_ask_dimensions(LLVMModuleRef m, LLVMBuilderRef b, const char *name, LLVMValueRef *out) {
  LLVMValueRef f = sy_need_work_item_function(m, name);
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(m)), d, 0);
    out[d] = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &dimension, 1, "");
  }
}

void sy_group_values_ask(sy_group_values *g, LLVMModuleRef m, LLVMBuilderRef b) {
  for (int q = 0; q < SY_GROUP_VALUES; q++)
    sy_ask_dimensions(m, b, questions[q], g->v[q]);
}

LLVMValueRef sy_group_values_answer(const sy_group_values *g, LLVMBuilderRef b, LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(f))
    return NULL;
  for (int q = 0; q < SY_GROUP_VALUES; q++)
    if (f == sy_work_item_function(LLVMGetGlobalParent(f), questions[q]))
      return sy_choose_dimension(b, g->v[q], LLVMGetArgOperand(call, 0));
  return NULL;
}
