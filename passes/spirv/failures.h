// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a work-item ends before its kernel does, in SPIR-V.
#ifndef SY_PASSES_SPIRV_FAILURES_H
#define SY_PASSES_SPIRV_FAILURES_H

#include "passes/common/module.h"

// Comes before sy_spirv_globals(), which gives kernels the record that failures are written to.
bool sy_spirv_failures(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);

#endif
