// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::visit of libstdc++ takes the first of its variants by a lambda with an ellipsis, [](V &v, ...) -> V &.
// No device has variadic functions; those that ask for no argument of theirs, and no others get here, are
// inlined at every level of optimisation.
#include "frontend/unit.h"

#include <string.h>

static unsigned kind_of(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void force_inline(LLVMValueRef f) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind_of("noinline"));
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind_of("optnone"));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(c, kind_of("alwaysinline"), 0));
}

void sy_inline_variadic(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)))
      force_inline(f);
}
