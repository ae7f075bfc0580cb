// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of the user that all work-items go through together: they make every round of it, and leave it after
// the same one.
#ifndef SY_PASSES_CPU_SHARED_LOOPS_H
#define SY_PASSES_CPU_SHARED_LOOPS_H

#include "base/mem.h"
#include "passes/shim/flow.h"

#include <stdbool.h>

typedef struct sy_shared_loops {
  LLVMValueRef kernel;
  sy_llvm_loops *loops;
  sy_llvm_uniformity *uniform;
  SY_VEC(bool) taken; // whether a loop is one of them
} sy_shared_loops;

// judge: how values differ between the work-items meant (shim/flow.h).
sy_shared_loops sy_shared_loops_find(LLVMValueRef kernel, int (*judge)(LLVMValueRef));
void sy_shared_loops_free(sy_shared_loops *s);

#endif
