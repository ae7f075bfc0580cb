// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of LLVM's values and blocks; sy_vec_free.
#ifndef SY_PASSES_COMMON_VALUES_H
#define SY_PASSES_COMMON_VALUES_H

#include "base/mem.h"

#include <llvm-c/Core.h>

typedef SY_VEC(LLVMValueRef) sy_values;
typedef SY_VEC(LLVMBasicBlockRef) sy_blocks;

#endif
