// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libstdc++ has bodies of some of its functions that throw in headers (std::__throw_bad_optional_access).
// Device libraries define them too, and there they say what happened: so the bodies go. The AST is too early
// for that, since clang has decided then what to generate.
#include "base/count.h"
#include "frontend/unit.h"
#include "passes/common/module.h"

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
  for (size_t i = 0; i < SY_COUNT(names); i++)
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

// The arguments of std::__throw_out_of_range_fmt are a format, perhaps a name, and sizes: up to two of them
// here.
static bool read_arguments(LLVMBuilderRef b, LLVMValueRef call, LLVMTypeRef size, LLVMValueRef out[4]) {
  unsigned n = LLVMGetNumArgOperands(call), next = 2;
  out[0] = LLVMGetOperand(call, 0);
  out[1] = LLVMConstNull(LLVMTypeOf(out[0]));
  out[2] = out[3] = LLVMConstNull(size);
  for (unsigned i = 1; i < n; i++) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    if (i == 1 && LLVMTypeOf(value) == LLVMTypeOf(out[0]))
      out[1] = value;
    else if (next < 4 && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind)
      out[next++] = LLVMBuildIntCast2(b, value, size, false, "");
    else
      return false;
  }
  return true;
}

static LLVMValueRef fixed_form(LLVMModuleRef m, LLVMTypeRef pointer, LLVMTypeRef size, LLVMTypeRef *type) {
  static const char name[] = "__sycc_throw_out_of_range";
  LLVMTypeRef parameters[] = {pointer, pointer, size, size};
  *type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), parameters, 4, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, *type);
}

// No device has variadic functions: the texts of such exceptions have their numbers from a function of ours.
static void replace_call(LLVMValueRef call, LLVMValueRef variadic) {
  LLVMModuleRef m = LLVMGetGlobalParent(variadic);
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMTypeRef size = LLVMInt64TypeInContext(c), type;
  LLVMValueRef arguments[4];
  LLVMPositionBuilderBefore(b, call);
  if (read_arguments(b, call, size, arguments)) {
    LLVMValueRef f = fixed_form(m, LLVMTypeOf(arguments[0]), size, &type);
    LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(variadic));
    LLVMValueRef fixed = LLVMBuildCall2(b, type, f, arguments, 4, "");
    LLVMSetInstructionCallConv(fixed, LLVMGetFunctionCallConv(variadic));
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(b);
}

static void replace_variadic(LLVMModuleRef m) {
  LLVMValueRef variadic = LLVMGetNamedFunction(m, "_ZSt24__throw_out_of_range_fmtPKcz");
  for (LLVMUseRef u = variadic ? LLVMGetFirstUse(variadic) : NULL, next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == variadic && LLVMGetNumArgOperands(call))
      replace_call(call, variadic);
  }
}

void sy_drop_failures(LLVMModuleRef m) {
  replace_variadic(m);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (!LLVMIsDeclaration(f) && is_failure(LLVMGetValueName2(f, &n)))
      remove_body(f);
  }
}
