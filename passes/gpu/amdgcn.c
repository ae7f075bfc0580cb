// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of AMD's GPUs.
//
//   define weak_odr amdgpu_kernel void @K(ptr addrspace(4) byref(%closure) %c, ptr addrspace(1) %a,
//                                         ptr addrspace(3) %l)
// becomes
//   define weak_odr protected amdgpu_kernel void @K(...) "amdgpu-flat-work-group-size"="1,1024"
//
// The parameters stay what they are: AMD's runtime puts arguments by value into the memory that byref refers
// to, and takes the offset of each piece of local memory for a pointer into it. Range, offset and group size
// are in the packet of the launch and in hidden arguments that each kernel has (device-lib/amdgcn.cpp),
// groups at the edge of a range may be smaller than the others, and a required group size is read from
// !reqd_work_group_size by LLVM itself.
#include "passes/gpu/amdgcn.h"

#include "passes/analysis/function_facts.h"
#include "passes/analysis/undefined.h"
#include "passes/common/pass_list.h"

enum { SPACE_LOCAL = 3, LOCAL_ALIGN = 128 }; // the largest that a type of SYCL needs

// Without the attribute LLVM reckons with groups of 1,024 and saves registers accordingly; wrong if they can
// be larger.
static void set_group_size(LLVMValueRef f, unsigned max_group, sy_diag *d) {
  sy_arena a = {0};
  sy_numbers size = sy_function_facts_read(f, &a, d).code_group;
  unsigned long long items = 1;
  for (unsigned i = 0; i < size.n; i++)
    items *= size.v[i];
  if (size.n)
    sy_set_function_attribute(f, "amdgpu-flat-work-group-size",
                              sy_arena_printf(&a, "%llu,%llu", items, items));
  else if (max_group)
    sy_set_function_attribute(f, "amdgpu-flat-work-group-size", sy_arena_printf(&a, "1,%u", max_group));
  sy_arena_free(&a);
}

// Local memory is where the host puts it: it reads from the parameter how that must be aligned.
static void align_local(LLVMValueRef f) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
  for (unsigned i = 0; i < LLVMCountParams(f); i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(f, i));
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == SPACE_LOCAL)
      LLVMAddAttributeAtIndex(f, i + 1, LLVMCreateEnumAttribute(c, align, LOCAL_ALIGN));
  }
}

static bool known(const char *name) {
  (void)name;
  return false; // there is no library on the device
}

static void hide_functions(LLVMModuleRef m) {
  sy_module_internalize(m, false);
}

static bool lower_kernels(const sy_pass_job *job) {
  for (LLVMValueRef f = LLVMGetFirstFunction(job->m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f)) {
      set_group_size(f, *(const unsigned *)job->state, job->d);
      align_local(f);
    }
  return true;
}

// Kernels and device_globals are what the loader sees. Protected: code refers to them by their distance,
// which the linker refuses if another code object might take their place.
static void show_to_loader(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      LLVMSetVisibility(f, LLVMProtectedVisibility);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (sy_is_device_global(g))
      LLVMSetVisibility(g, LLVMProtectedVisibility);
}

static bool check_built_ins(LLVMModuleRef m, sy_diag *d) {
  return sy_check_builtins(m, "AMD's GPUs", d);
}
static bool check_functions(LLVMModuleRef m, sy_diag *d) {
  return sy_check_defined(m, known, d);
}

static const sy_pass passes[] = {
    {"linkage", .change = hide_functions},
    {"attributes of other machines", .change = sy_module_forget_machines},
    {"kernels", .with_state = lower_kernels},
    {"visibility", .change = show_to_loader},
    {"built-ins left over", .lower = check_built_ins},
    {"undefined functions", .lower = check_functions},
};

bool sy_amdgcn_lower(LLVMModuleRef m, unsigned max_group, sy_diag *d) {
  return sy_passes_run(passes, SY_COUNT(passes), &(sy_pass_job){.m = m, .state = &max_group, .d = d});
}
