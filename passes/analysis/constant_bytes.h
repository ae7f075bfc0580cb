// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants as the bytes they are in memory.
#ifndef SY_PASSES_ANALYSIS_CONSTANT_BYTES_H
#define SY_PASSES_ANALYSIS_CONSTANT_BYTES_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

// Writes what is not zero to `to`, which has room for the constant and is zero. False: it is no plain number,
// or made of some that are not; addresses are none.
bool sy_constant_bytes(LLVMValueRef constant, LLVMTargetDataRef layout, unsigned char *to);

#endif
