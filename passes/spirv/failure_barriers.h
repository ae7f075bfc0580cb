// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Failures in kernels with barriers: a work-item that ends early takes its group along at the next barrier.
#ifndef SY_PASSES_SPIRV_FAILURE_BARRIERS_H
#define SY_PASSES_SPIRV_FAILURE_BARRIERS_H

#include "passes/common/module.h"

// Of a kernel with barriers: calls of `ends`, which end a work-item, become branches to the next barrier,
// behind which the whole group goes to the block `end`. Calls of which it is not known which barrier is next
// stay.
bool sy_fail_at_barriers(LLVMValueRef kernel, LLVMValueRef ends, LLVMBasicBlockRef end, sy_diag *d);

#endif
