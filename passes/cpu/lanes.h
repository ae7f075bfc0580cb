// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: the kernel of a work-item becomes one of a sub-group, whose work-items are lanes.
#ifndef SY_PASSES_CPU_LANES_H
#define SY_PASSES_CPU_LANES_H

#include "passes/common/module.h"

// How sub-groups lie in a work-group.
typedef enum sy_lanes {
  SY_LANES_IN_ROWS, // each is whole and lies in a row of the group: the group is a multiple of their size
                    // wide
  SY_LANES_LINEAR,  // in the order of the local linear id; the last one may have fewer lanes
} sy_lanes;

// Whether it asks for sub-groups, or waits in one.
bool sy_uses_sub_groups(LLVMValueRef kernel);

// Loops whose every round all work-items make together: puts barriers of lanes there, so that the loop over
// lanes becomes the innermost one and is vectorised. False: there are no such loops, or it would not pay.
bool sy_lanes_at_loops(LLVMValueRef kernel);
// The same for a kernel with barriers all of whose such loops are better off when the whole group makes each
// round together; its barriers of lanes are then for work-groups.
bool sy_group_at_loops(LLVMValueRef kernel);

// Loops under a condition that differs between work-items, as in "if (i < n)": a copy of what is under it,
// for rows all of whose lanes come there. Puts a barrier of lanes before the choice.
void sy_lanes_guards(LLVMValueRef kernel);

// How a value differs between lanes in a row (shim/flow.h).
int sy_judge_lanes_in_rows(LLVMValueRef value);

// Splits the kernel at all its barriers; those of work-groups stay. Then it asks for the ids of its first
// lane (in rows), or for its SubgroupId (linear).
void sy_lanes_split(LLVMValueRef kernel, unsigned size, sy_lanes how);

#endif
