// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with barriers: the kernel of a work-item becomes one of a whole work-group.
#ifndef SY_PASSES_WORK_GROUP_H
#define SY_PASSES_WORK_GROUP_H

#include "passes/module.h"

// void __spirv_ControlBarrier(unsigned, unsigned, unsigned), or null when m does not have it.
LLVMValueRef sy_barrier_function(LLVMModuleRef m);

bool sy_has_barrier(LLVMValueRef kernel);

// What a kernel of a group asks for besides work-item functions; who calls the kernel replaces the calls.
#define SY_GROUP_ITEMS "WorkgroupItems"  // work-items of this group in a dimension, as a work-item function
#define SY_GROUP_FIRST "WorkgroupFirst"  // the least global id
#define SY_GROUP_ARRAY "__sycc_cpu_array" // void *(size_t bytes, size_t align): bytes for each work-item, undefined contents

// Splits the kernel at its barriers, if it has any; whether it has. All that reaches a barrier must be inlined.
bool sy_work_group_split(LLVMValueRef kernel);

#endif
