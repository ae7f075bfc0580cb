// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions of if_device_has in a module, before it is known what devices the code is for:
//
//   %c = call i1 @__sycc_device_has.6()      ; a marker: has aspect 6
//
// and functions that are called where a condition holds, which have the attribute SY_UNDER_CONDITION.
#ifndef SY_PASSES_ANALYSIS_DEVICE_MARKERS_H
#define SY_PASSES_ANALYSIS_DEVICE_MARKERS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

// On a function: its needs are not its caller's.
#define SY_UNDER_CONDITION "sycc-under-condition"
bool sy_is_under_condition(LLVMValueRef function);
// On a function: it is called because its condition holds on the target, so there is no warning about what it
// needs.
#define SY_CONDITION_HOLDS "sycc-condition-holds"
bool sy_is_where_condition_holds(LLVMValueRef function);

// The first step, before any optimisation: calls of __sycc_device_has, which the headers make, become calls
// of one function per aspect, which optimisations may move but not merge, and functions under a condition are
// kept whole.
void sy_device_if_mark(LLVMModuleRef m);

bool sy_is_device_marker(LLVMValueRef value, uint32_t *aspect);
LLVMValueRef sy_device_marker(LLVMModuleRef m, uint32_t aspect); // null when the module does not ask for it

#endif
