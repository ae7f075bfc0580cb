// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mark is a text in metadata, which is in bitcode as it is: so it takes no LLVM to find it.
#include "frontend/empty_module.h"

#include "formats/fat_object.h"

#include <string.h>

static bool has_code(LLVMModuleRef m) {
  LLVMValueRef f = LLVMGetFirstFunction(m), v = LLVMGetFirstGlobal(m);
  while (f && LLVMIsDeclaration(f))
    f = LLVMGetNextFunction(f);
  while (v && LLVMIsDeclaration(v))
    v = LLVMGetNextGlobal(v);
  return f || v;
}

void sy_mark_empty_module(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMMetadataRef mark = LLVMMDStringInContext2(c, SY_NO_DEVICE_CODE, strlen(SY_NO_DEVICE_CODE));
  if (!has_code(m))
    LLVMAddNamedMetadataOperand(m, "sycc_empty", LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &mark, 1)));
}
