// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Specialization constants with internal linkage. Host and device know a constant by its name
// (passes/images/spec_constants.h), which another file may use for another one: so on the device it gets the
// suffix of the unit, as symbols of kernels do. The integration header tells the host the suffix, and the
// runtime tries a name with and without it.
#include "frontend/unit.h"

#include "passes/images/spec_constants.h"

#include <string.h>

static bool is_local(LLVMValueRef variable) {
  LLVMLinkage l = LLVMGetLinkage(variable);
  return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

static LLVMValueRef make_text(LLVMModuleRef m, const char *text, size_t n, LLVMTypeRef pointer) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef bytes = LLVMConstStringInContext2(c, text, n, 0);
  LLVMValueRef v = LLVMAddGlobalInAddressSpace(m, LLVMTypeOf(bytes), "", LLVMGetPointerAddressSpace(pointer));
  LLVMSetInitializer(v, bytes);
  LLVMSetLinkage(v, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(v, 1);
  return v;
}

static void add_suffix(const sy_unit *u, LLVMModuleRef m, LLVMValueRef call) {
  LLVMValueRef id = sy_constant_variable(LLVMGetOperand(call, 1)),
               text = sy_constant_variable(LLVMGetOperand(call, 2));
  size_t n;
  const char *name = sy_constant_text(LLVMGetOperand(call, 2), &n);
  if (!id || !name || !is_local(id))
    return;
  sy_str full = SY_STR_INIT;
  sy_str_addn(&full, name, n);
  sy_str_add(&full, u->suffix);
  LLVMValueRef fresh = make_text(m, sy_str_c(&full), full.n, LLVMTypeOf(text));
  LLVMSetOperand(call, 2, LLVMConstAddrSpaceCast(fresh, LLVMTypeOf(LLVMGetOperand(call, 2))));
  sy_str_free(&full);
}

void sy_name_local_constants(const sy_unit *u, LLVMModuleRef m) {
  LLVMValueRef question = u->suffix ? LLVMGetNamedFunction(m, SY_SPEC_VALUE) : NULL;
  for (LLVMUseRef use = question ? LLVMGetFirstUse(question) : NULL; use; use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)))
      add_suffix(u, m, LLVMGetUser(use));
}
