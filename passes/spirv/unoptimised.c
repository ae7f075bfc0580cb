// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code of -O0 for SPIR-V is optimised as that of -O1 is. Drivers take no notice of the level, and are tested
// with optimised code alone. So is LLVM's SPIR-V back end: without optimisation a truncation that is extended
// again becomes an 'and' of two widths, and functions get types that their calls do not have.
#include "passes/spirv/unoptimised.h"

#include "passes/common/work_items.h"

bool sy_spirv_unoptimised(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  bool any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    any |= sy_allow_optimisation(f);
  return !any || sy_module_run(m, tm, "default<O1>", d);
}
