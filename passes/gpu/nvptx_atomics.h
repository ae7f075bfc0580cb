// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations of NVIDIA's GPUs with their order and scope.
#ifndef SY_PASSES_GPU_NVPTX_ATOMICS_H
#define SY_PASSES_GPU_NVPTX_ATOMICS_H

#include <llvm-c/Core.h>

// After all optimisation.
void sy_nvptx_lower_atomics(LLVMModuleRef m);

#endif
