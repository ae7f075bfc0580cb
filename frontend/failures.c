// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libstdc++ has bodies of some of its functions that throw in headers (std::__throw_bad_optional_access). Device libraries
// define them too, and there they say what happened: so the bodies go. The AST is too early for that, since clang has
// decided then what to generate.
#include "frontend/unit.h"
#include "passes/module.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

// _ZSt27__throw_bad_optional_accessv
static bool is_failure(const char *symbol) {
  static const char *const names[] = {
#define THROW(function, parameters, exception, text) #function,
#include "device-lib/failures.def"
#undef THROW
  };
  if (strncmp(symbol, "_ZSt", 4))
    return false;
  char *end;
  size_t n = strtoul(symbol + 4, &end, 10);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == n && !strncmp(end, names[i], n))
      return true;
  return false;
}

static void remove_body(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i; (i = LLVMGetLastInstruction(b));)
      LLVMInstructionEraseFromParent(i);
  for (LLVMBasicBlockRef b; (b = LLVMGetFirstBasicBlock(f));)
    LLVMDeleteBasicBlock(b);
  LLVMSetSubprogram(f, NULL);
  LLVMSetLinkage(f, LLVMExternalLinkage);
  LLVMSetComdat(f, NULL);
}

void sy_drop_failures(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (!LLVMIsDeclaration(f) && is_failure(LLVMGetValueName2(f, &n)))
      remove_body(f);
  }
}
