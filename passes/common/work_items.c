// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item functions are found by their mangled names. Everything that reaches one is made alwaysinline,
// going up from calls to callers; ids differ between work-items, all other answers are uniform.
#include "passes/common/work_items.h"

#include "base/mem.h"
#include "passes/common/pointer_map.h"
#include "passes/shim/flow.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 96 };

// _Z33__spirv_BuiltInGlobalInvocationIdi, _Z27__spirv_BuiltInSubgroupSizev
static void mangle(const char *name, char parameter, char mangled[NAME]) {
  char plain[NAME - 16];
  snprintf(plain, sizeof plain, "__spirv_BuiltIn%s", name);
  snprintf(mangled, NAME, "_Z%zu%s%c", strlen(plain), plain, parameter);
}

static LLVMValueRef find_item_function(LLVMModuleRef m, const char *name, char parameter) {
  char mangled[NAME];
  mangle(name, parameter, mangled);
  return LLVMGetNamedFunction(m, mangled);
}

static LLVMValueRef work_items_need(LLVMModuleRef m, const char *name, char parameter, LLVMTypeRef type) {
  char mangled[NAME];
  mangle(name, parameter, mangled);
  LLVMValueRef f = LLVMGetNamedFunction(m, mangled);
  return f ? f : LLVMAddFunction(m, mangled, type);
}

LLVMValueRef sy_work_item_function(LLVMModuleRef m, const char *name) {
  return find_item_function(m, name, 'i');
}
LLVMValueRef sy_sub_group_function(LLVMModuleRef m, const char *name) {
  return find_item_function(m, name, 'v');
}

LLVMValueRef sy_need_work_item_function(LLVMModuleRef m, const char *name) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef dimension = LLVMInt32TypeInContext(c);
  return work_items_need(m, name, 'i', LLVMFunctionType(LLVMInt64TypeInContext(c), &dimension, 1, 0));
}

LLVMValueRef sy_need_sub_group_function(LLVMModuleRef m, const char *name) {
  return work_items_need(m, name, 'v',
                         LLVMFunctionType(LLVMInt32TypeInContext(LLVMGetModuleContext(m)), NULL, 0, 0));
}

LLVMValueRef sy_choose_dimension(LLVMBuilderRef b, const LLVMValueRef *v, LLVMValueRef dimension) {
  LLVMValueRef r = v[0];
  for (unsigned d = 1; d < 3; d++) {
    LLVMValueRef same = LLVMBuildICmp(b, LLVMIntEQ, dimension, LLVMConstInt(LLVMTypeOf(dimension), d, 0), "");
    r = LLVMBuildSelect(b, same, v[d], r, "");
  }
  return r;
}

// What follows "__spirv_BuiltIn" in the name of the function called; null: another function.
static const char *built_in_name(LLVMValueRef call) {
  static const char prefix[] = "__spirv_BuiltIn";
  size_t n;
  LLVMValueRef f = LLVMGetCalledValue(call);
  const char *name = LLVMIsAFunction(f) ? strstr(LLVMGetValueName2(f, &n), prefix) : NULL;
  return name ? name + sizeof prefix - 1 : NULL;
}

// The name goes on with the mangled parameter.
static bool is_one_of(LLVMValueRef call, const char *const *names) {
  const char *name = built_in_name(call);
  for (; name && *names; names++)
    if (!strncmp(name, *names, strlen(*names)) && strlen(name) == strlen(*names) + 1)
      return true;
  return false;
}

bool sy_is_id_call(LLVMValueRef call) {
  static const char *const ids[] = {
      "GlobalInvocationId",        "LocalInvocationId", "GlobalLinearId", "LocalInvocationIndex",
      "SubgroupLocalInvocationId", "SubgroupId",        "SubgroupSize",   NULL};
  return is_one_of(call, ids);
}

bool sy_is_sub_group_value(LLVMValueRef call) {
  static const char *const names[] = {"SubgroupId", "SubgroupSize", "SubgroupMaxSize", "NumSubgroups", NULL};
  return is_one_of(call, names);
}

static bool reads_no_memory(LLVMValueRef f) {
  unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, memory);
  return a && LLVMGetEnumAttributeValue(a) == 0;
}

static int judge_call(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  if (built_in_name(call))
    return sy_is_id_call(call) ? SY_LLVM_NEVER_UNIFORM : SY_LLVM_ALWAYS_UNIFORM;
  return LLVMIsAFunction(f) && reads_no_memory(f) ? SY_LLVM_UNIFORM_AS_OPERANDS : SY_LLVM_NEVER_UNIFORM;
}

// Programs without races: what work-items read from one address is one value. Their own variables are not at
// one.
int sy_judge(LLVMValueRef v) {
  if (LLVMIsACallInst(v))
    return judge_call(v);
  bool plain =
      !LLVMIsALoadInst(v) || (!LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic);
  return !plain || LLVMIsAAllocaInst(v) || LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v)
             ? SY_LLVM_NEVER_UNIFORM
             : SY_LLVM_UNIFORM_AS_OPERANDS;
}

LLVMValueRef sy_caller_of(LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsAInstruction(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
}

static void remove_attr(LLVMValueRef f, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                 LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

bool sy_is_unoptimised(LLVMValueRef f) {
  static const char none[] = "optnone";
  unsigned kind = LLVMGetEnumAttributeKindForName(none, sizeof none - 1);
  return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) != NULL;
}

// The two come together.
bool sy_allow_optimisation(LLVMValueRef f) {
  bool had = sy_is_unoptimised(f);
  if (had) {
    remove_attr(f, "optnone");
    remove_attr(f, "noinline");
  }
  return had;
}

void sy_force_inline(LLVMValueRef f) {
  static const char always[] = "alwaysinline";
  remove_attr(f, "noinline");
  remove_attr(f, "optnone");
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  unsigned kind = LLVMGetEnumAttributeKindForName(always, sizeof always - 1);
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(c, kind, 0));
}

void sy_inline_users(const LLVMValueRef *functions, size_t n) {
  SY_VEC(LLVMValueRef) queue = {0};
  sy_pointer_map seen = {0};
  for (size_t i = 0; i < n; i++)
    sy_vec_push(&queue, functions[i]);
  for (size_t i = 0; i < queue.n; i++)
    for (LLVMUseRef u = LLVMGetFirstUse(queue.data[i]); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef f = sy_caller_of(u);
      bool added = false;
      if (f && !sy_is_kernel(f))
        sy_pointer_map_put(&seen, f, &added);
      if (!added)
        continue;
      sy_force_inline(f);
      sy_vec_push(&queue, f);
    }
  sy_pointer_map_free(&seen);
  sy_vec_free(&queue);
}
