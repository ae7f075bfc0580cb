// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel reads from its closure does not change while it runs.
#ifndef SY_PASSES_CLOSURE_LOADS_H
#define SY_PASSES_CLOSURE_LOADS_H

#include <llvm-c/Core.h>

// Says so of the loads from the kernel's by-value parameters, if it does nothing but read them, and passes those by reference: no
// store through a captured pointer then makes the loop over work-items load that pointer again. The kernel is called by its
// wrapper already.
void sy_closure_loads_mark(LLVMValueRef kernel);

#endif
