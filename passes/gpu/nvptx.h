// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns device IR for nvptx64-nvidia-cuda into what LLVM's NVPTX back end, CUDA's driver and our runtime
// expect.
#ifndef SY_PASSES_GPU_NVPTX_H
#define SY_PASSES_GPU_NVPTX_H

#include "passes/common/module.h"

// Gives kernels their final parameters and their launch bounds. After the libraries are linked. exports:
// whether functions that others may call stay for them.
bool sy_nvptx_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, bool exports, sy_diag *d);
// The code as text. After all optimisation.
bool sy_nvptx_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d);

#endif
