// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barriers in a kernel, calls of __spirv_ControlBarrier, and those that the compiler puts between lanes.
#ifndef SY_PASSES_COMMON_BARRIERS_H
#define SY_PASSES_COMMON_BARRIERS_H

#include "base/mem.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

typedef SY_VEC(LLVMValueRef) sy_barriers; // sy_vec_free

// void __spirv_ControlBarrier(unsigned, unsigned, unsigned), or null when m does not have it.
LLVMValueRef sy_barrier_function(LLVMModuleRef m);

LLVMValueRef sy_lane_barrier_function(LLVMModuleRef m); // declares it: void()
bool sy_is_lane_barrier(LLVMValueRef instruction);

// Whether all lanes say yes: declares bool(bool), whose every call is followed by a barrier of lanes.
LLVMValueRef sy_all_lanes_function(LLVMModuleRef m);
bool sy_is_all_lanes(LLVMValueRef instruction); // a call of it

enum { SY_BARRIERS_OF_WORK_GROUPS = 1, SY_BARRIERS_OF_SUB_GROUPS = 2, SY_BARRIERS_ALL = 3 };
sy_barriers sy_find_barriers(LLVMValueRef kernel, int which);
bool sy_is_for_work_groups(LLVMValueRef barrier); // or wider

// Puts a fence before each barrier that orders memory for more than its group: the barrier itself will be
// gone, and other threads may be looking.
void sy_barriers_fence(LLVMModuleRef m);

#endif
