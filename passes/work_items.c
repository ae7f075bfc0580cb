// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_items.h"

#include "base/mem.h"
#include "passes/pointer_map.h"

#include <stdio.h>
#include <string.h>

// _Z33__spirv_BuiltInGlobalInvocationIdi
LLVMValueRef sy_work_item_function(LLVMModuleRef m, const char *name) {
  char plain[80], mangled[96];
  snprintf(plain, sizeof plain, "__spirv_BuiltIn%s", name);
  snprintf(mangled, sizeof mangled, "_Z%zu%si", strlen(plain), plain);
  return LLVMGetNamedFunction(m, mangled);
}

LLVMValueRef sy_caller_of(LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsAInstruction(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
}

static void remove_attr(LLVMValueRef f, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName(name, strlen(name)));
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
