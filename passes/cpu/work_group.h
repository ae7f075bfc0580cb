// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of a work-item, or of a sub-group, becomes one of a whole work-group.
#ifndef SY_PASSES_CPU_WORK_GROUP_H
#define SY_PASSES_CPU_WORK_GROUP_H

#include "passes/common/module.h"
#include "passes/cpu/lanes.h"

// void *(size_t bytes, size_t align): memory with that many bytes for each work-item or sub-group; undefined
// contents. The caller of a group's kernel replaces the calls (group_memory.h).
#define SY_GROUP_ARRAY "__sycc_cpu_array"

// Splits a kernel of work-items, or of sub-groups of this size, at the barriers of work-groups: it becomes
// one of groups. All that reaches a barrier must be inlined. rarely: most groups run another version.
void sy_work_group_split(LLVMValueRef kernel);
void sy_work_group_split_lanes(LLVMValueRef kernel, unsigned size, sy_lanes how, bool rarely);

#endif
