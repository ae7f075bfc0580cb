// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel knows its work-item by the variables of the loops around it, which a function in another library
// does not see. It gets them in memory, sycc_cpu_item of include/sycc/native_cpu.h, as a further parameter
// behind its own:
//
//   int f(int x);  ... f(1)       ->   sycc_cpu_item item = {...}; (*__sycc_cpu_import.f)(1, &item)
//   int f(int x) { body }         ->   int __sycc_cpu_f(int x, const sycc_cpu_item *item) { body }
//
// What is stored in the item are calls of work-item functions, which become loop variables like all others.
#include "passes/cpu/imports.h"

#include "base/count.h"
#include "base/mem.h"
#include "devices/native_symbol.h"
#include "passes/analysis/function_facts.h"
#include "passes/common/barriers.h"
#include "passes/common/far_calls.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/cpu/lanes.h"

#include <string.h>

// In the order of sycc_cpu_item.
static const char *const values[] = {"GlobalSize",  "GlobalOffset",      "WorkgroupSize",     "NumWorkgroups",
                                     "WorkgroupId", "LocalInvocationId", "GlobalInvocationId"};
enum { VALUES = SY_COUNT(values), DIMS = 3 };

#define EXPORT "sycc-export"

static const char *name_of(LLVMValueRef f) {
  size_t n;
  return LLVMGetValueName2(f, &n);
}

// ---- calls into other libraries ------------------------------------------------------------------------

static LLVMValueRef make_slot(LLVMModuleRef m, LLVMValueRef f, const char *target) {
  sy_arena a = {0};
  LLVMTypeRef ptr = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
  LLVMValueRef slot = LLVMAddGlobal(m, ptr, sy_native_import_symbol(target, name_of(f), &a));
  LLVMSetInitializer(slot, LLVMConstNull(ptr));
  LLVMSetLinkage(slot, LLVMWeakAnyLinkage); // the images of a program share it
  LLVMSetVisibility(slot, LLVMHiddenVisibility);
  sy_arena_free(&a);
  return slot;
}

static LLVMValueRef item_at(LLVMBuilderRef b, LLVMTypeRef i64, LLVMValueRef item, unsigned value,
                            unsigned dimension) {
  LLVMValueRef index = LLVMConstInt(i64, value * DIMS + dimension, 0);
  return LLVMBuildInBoundsGEP2(b, i64, item, &index, 1, "");
}

// The item of the work-item that is at `before`, in memory of the function around it.
static LLVMValueRef make_item(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef before) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(m));
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(caller)));
  LLVMValueRef item = LLVMBuildAlloca(b, LLVMArrayType2(i64, VALUES * DIMS), "item");
  LLVMPositionBuilderBefore(b, before);
  for (unsigned v = 0; v < VALUES; v++)
    for (unsigned d = 0; d < DIMS; d++) {
      LLVMValueRef ask = sy_need_work_item_function(m, values[v]);
      LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(m)), d, 0);
      LLVMValueRef answer = LLVMBuildCall2(b, LLVMGlobalGetValueType(ask), ask, &dimension, 1, "");
      LLVMBuildStore(b, answer, item_at(b, i64, item, v, d));
    }
  return item;
}

static sy_far_params item_param(LLVMModuleRef m) {
  return (sy_far_params){LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0), 1};
}

static void redirect(LLVMModuleRef m, LLVMValueRef f, LLVMValueRef call, LLVMValueRef slot) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMValueRef item = make_item(b, m, call);
  LLVMValueRef target = LLVMBuildLoad2(b, LLVMPointerTypeInContext(c, 0), slot, "");
  sy_far_call(b, f, call, target, item_param(m), &item);
  LLVMDisposeBuilder(b);
}

static void lower_import(LLVMModuleRef m, LLVMValueRef f, const char *target) {
  LLVMValueRef slot = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(f), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
      continue;
    slot = slot ? slot : make_slot(m, f, target);
    redirect(m, f, call, slot);
  }
}

// ---- functions for other libraries ---------------------------------------------------------------------

static void make_export(LLVMModuleRef m, LLVMValueRef f, const char *target) {
  sy_arena a = {0};
  LLVMValueRef export = sy_far_export(m, f, sy_native_name(f, target, &a), item_param(m));
  sy_arena_free(&a);
  LLVMSetVisibility(export, LLVMHiddenVisibility);
  sy_set_function_attribute(export, EXPORT, "");
}

void sy_cpu_imports_lower(LLVMModuleRef m, const char *target) {
  sy_values imports = {0}, exports = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (sy_is_imported(f))
      sy_vec_push(&imports, f);
    else if (sy_is_exported(f))
      sy_vec_push(&exports, f);
  }
  for (size_t i = 0; i < imports.n; i++)
    lower_import(m, imports.data[i], target);
  for (size_t i = 0; i < exports.n; i++)
    make_export(m, exports.data[i], target);
  sy_vec_free(&imports);
  sy_vec_free(&exports);
}

static void load_values(LLVMModuleRef m, LLVMValueRef export) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c);
  LLVMValueRef item = LLVMGetLastParam(export);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  for (unsigned v = 0; v < VALUES; v++) {
    LLVMValueRef ask = sy_work_item_function(m, values[v]);
    for (LLVMUseRef u = ask ? LLVMGetFirstUse(ask) : NULL, next; u; u = next) {
      next = LLVMGetNextUse(u);
      LLVMValueRef call = LLVMGetUser(u), answers[DIMS];
      if (sy_caller_of(u) != export)
        continue;
      LLVMPositionBuilderBefore(b, call);
      for (unsigned d = 0; d < DIMS; d++)
        answers[d] = LLVMBuildLoad2(b, i64, item_at(b, i64, item, v, d), "");
      LLVMReplaceAllUsesWith(call, sy_choose_dimension(b, answers, LLVMGetArgOperand(call, 0)));
      LLVMInstructionEraseFromParent(call);
    }
  }
  LLVMDisposeBuilder(b);
}

static bool waits(LLVMValueRef export) {
  sy_barriers all = sy_find_barriers(export, SY_BARRIERS_ALL);
  bool some = all.n > 0 || sy_uses_sub_groups(export);
  sy_vec_free(&all);
  return some;
}

void sy_cpu_exports_finish(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, EXPORT, sizeof EXPORT - 1))
      continue;
    if (waits(f))
      LLVMDeleteFunction(f);
    else
      load_values(m, f);
  }
}
