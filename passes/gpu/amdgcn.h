// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns device IR for amdgcn-amd-amdhsa into what LLVM's AMDGPU back end and AMD's runtime expect.
#ifndef SY_PASSES_GPU_AMDGCN_H
#define SY_PASSES_GPU_AMDGCN_H

#include "passes/common/module.h"

// Says how large the groups of kernels may be, makes them visible to the loader, and refuses what is called
// and not there. max_group: work-items, 0 if not known. After the libraries are linked.
bool sy_amdgcn_lower(LLVMModuleRef m, unsigned max_group, sy_diag *d);

#endif
