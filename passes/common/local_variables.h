// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory that device code asks for where it needs it (group_local_memory).
#ifndef SY_PASSES_COMMON_LOCAL_VARIABLES_H
#define SY_PASSES_COMMON_LOCAL_VARIABLES_H

#include "base/diag.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

// Each call of __sycc_local_variable(bytes, alignment), which the headers make, becomes the address of a
// variable of its own in local memory. Call it after inlining: the headers' functions are inlined always, so
// a call stands in the user's function. Fails where bytes or alignment is not a constant, or where no device
// has so much.
bool sy_local_variables(LLVMModuleRef m, sy_diag *d);

#endif
