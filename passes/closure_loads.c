// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/closure_loads.h"

#include "base/mem.h"

#include <stdbool.h>

typedef SY_VEC(LLVMValueRef) values;

// The loads through p; false when something else is done with it.
static bool find_loads(LLVMValueRef p, values *loads) {
  for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool derived = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user);
    if (derived && !find_loads(user, loads))
      return false;
    if (!derived && (!LLVMIsALoadInst(user) || LLVMGetVolatile(user)))
      return false;
    if (!derived)
      sy_vec_push(loads, user);
  }
  return true;
}

// Inlining copies what is passed by value, unless nobody could tell the difference.
static void pass_by_reference(LLVMValueRef kernel, unsigned param, unsigned byval) {
  LLVMRemoveEnumAttributeAtIndex(kernel, param + 1, byval);
  for (LLVMUseRef u = LLVMGetFirstUse(kernel); u; u = LLVMGetNextUse(u))
    if (LLVMIsACallInst(LLVMGetUser(u)))
      LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(u), param + 1, byval);
}

void sy_closure_loads_mark(LLVMValueRef kernel) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), invariant = LLVMGetMDKindIDInContext(c, "invariant.load", 14);
  LLVMValueRef nothing = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0));
  for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
    values loads = {0};
    if (LLVMGetEnumAttributeAtIndex(kernel, i + 1, byval) && find_loads(LLVMGetParam(kernel, i), &loads)) {
      for (size_t k = 0; k < loads.n; k++)
        LLVMSetMetadata(loads.data[k], invariant, nothing);
      pass_by_reference(kernel, i, byval);
    }
    sy_vec_free(&loads);
  }
}
