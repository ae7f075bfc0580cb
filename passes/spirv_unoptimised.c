// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code of -O0 for SPIR-V: a little of it is optimised all the same. Drivers take no notice of the level and are tested with optimised code alone, and LLVM's SPIR-V back end is
// wrong about instructions that any optimisation removes (a truncation that is extended again becomes an 'and' of two widths).
#include "passes/spirv_unoptimised.h"

#include "passes/work_items.h"

bool sy_spirv_unoptimised(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  bool any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    any |= sy_allow_optimisation(f);
  return !any || sy_module_run(m, tm, "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)", d);
}
