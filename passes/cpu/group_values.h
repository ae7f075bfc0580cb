// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What work-item functions tell that is the same for all work-items of a group. A kernel that is split asks
// for it once, at its entry, so that its parts hold no such calls and can be functions of their own.
#ifndef SY_PASSES_CPU_GROUP_VALUES_H
#define SY_PASSES_CPU_GROUP_VALUES_H

#include <llvm-c/Core.h>

// What a kernel of a group asks for besides SPIR-V's work-item functions; its caller knows the values.
#define SY_GROUP_ITEMS                                                                                       \
  "WorkgroupItems" // work-items of this group in a dimension: fewer than its size where it is cut off
#define SY_GROUP_FIRST "WorkgroupFirst" // the least global id

enum {
  SY_GROUP_SIZE,
  SY_GROUP_COUNT,
  SY_GROUP_BASE,
  SY_GROUP_ID,
  SY_GROUP_NUMBER,
  SY_GLOBAL_SIZE,
  SY_GLOBAL_OFFSET,
  SY_GROUP_VALUES
};

typedef struct sy_group_values {
  LLVMValueRef v[SY_GROUP_VALUES][3]; // by dimension
} sy_group_values;

void sy_group_values_ask(sy_group_values *g, LLVMModuleRef m, LLVMBuilderRef b);
// What the call returns; null: it asks for something else.
LLVMValueRef sy_group_values_answer(const sy_group_values *g, LLVMBuilderRef b, LLVMValueRef call);
// name(x), name(y), name(z) for a work-item function.
void sy_ask_dimensions(LLVMModuleRef m, LLVMBuilderRef b, const char *name, LLVMValueRef *out);

#endif
