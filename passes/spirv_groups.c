// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and group functions in SPIR-V: whatever calls them is inlined into the kernels. Drivers for CPUs make loops over the work-items of a group, between the
// places where these meet, and are at their best in one function: Intel's makes vector variants of other functions, and crashes or gives wrong results where such a
// function, compiled without optimisation, has a barrier or a group function.
#include "passes/spirv_groups.h"

#include "base/mem.h"
#include "passes/module.h"
#include "passes/work_items.h"

#include <string.h>

static bool is_of_group(const char *name) {
  static const char *const beginnings[] = {"__spirv_ControlBarrier", "__spirv_Group", "__spirv_Subgroup"};
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (strstr(name, beginnings[i]))
      return true;
  return false;
}

bool sy_spirv_groups(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  SY_VEC(LLVMValueRef) all = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && is_of_group(LLVMGetValueName2(f, &n)))
      sy_vec_push(&all, f);
  }
  bool any = all.n;
  sy_inline_users(all.data, all.n);
  sy_vec_free(&all);
  return !any || sy_module_run(m, tm, "always-inline,globaldce", d);
}
