// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges of values between the lanes of a sub-group: with one barrier each where that is enough.
#ifndef SY_PASSES_CPU_EXCHANGES_H
#define SY_PASSES_CPU_EXCHANGES_H

#include <llvm-c/Core.h>

// Gives the exchanges in kernels their memory. Comes when what reaches a barrier is inlined.
void sy_exchanges_lower(LLVMModuleRef m);

#endif
