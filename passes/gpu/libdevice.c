// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intrinsics for which LLVM's back ends have no precise instruction become calls of the library's function of
// that name and type. llvm.modf, which has two results, is written out as arithmetic.
#include "passes/gpu/libdevice.h"

#include "base/mem.h"

#include "base/count.h"

#include <stdio.h>
#include <string.h>

// Where LLVM has an intrinsic and GPUs no instruction that is precise.
static const char *const math[] = {"sin",  "cos", "tan",  "asin",  "acos", "atan", "atan2", "sinh", "cosh",
                                   "tanh", "exp", "exp2", "exp10", "log",  "log2", "log10", "pow"};

// The same that make whole numbers: libdevice has a function for 64 bits.
static const struct {
  const char *name, *function;
} roundings[] = {
    {"lround.i64", "llround"}, {"llround.i64", "llround"}, {"lrint.i64", "llrint"}, {"llrint.i64", "llrint"}};

static void call_instead(LLVMModuleRef m, const char *name, const char *type, const char *instead,
                         const char *suffix) {
  char intrinsic[40], function[40];
  snprintf(intrinsic, sizeof intrinsic, "llvm.%s.%s", name, type);
  snprintf(function, sizeof function, "__nv_%s%s", instead, suffix);
  LLVMValueRef from = LLVMGetNamedFunction(m, intrinsic);
  if (!from)
    return;
  LLVMValueRef to = LLVMGetNamedFunction(m, function);
  if (!to)
    to = LLVMAddFunction(m, function, LLVMGlobalGetValueType(from));
  LLVMReplaceAllUsesWith(from, to);
  LLVMDeleteFunction(from);
}

static LLVMValueRef call_intrinsic(LLVMModuleRef m, LLVMBuilderRef b, const char *name, LLVMValueRef *args,
                                   unsigned n) {
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, n, "");
}

// llvm.modf, which clang makes of modf(): {x - trunc(x), trunc(x)}; the fraction has x's sign, and infinity
// none.
static void expand_modf(LLVMModuleRef m, const char *intrinsic) {
  LLVMValueRef f = LLVMGetNamedFunction(m, intrinsic);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMUseRef u; f && (u = LLVMGetFirstUse(f));) {
    LLVMValueRef call = LLVMGetUser(u), x = LLVMGetArgOperand(call, 0);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef whole = call_intrinsic(m, b, "llvm.trunc", &x, 1);
    LLVMValueRef none = LLVMBuildFCmp(b, LLVMRealOEQ, whole, x, ""), zero = LLVMConstNull(LLVMTypeOf(x));
    LLVMValueRef fraction = LLVMBuildSelect(b, none, zero, LLVMBuildFSub(b, x, whole, ""), "");
    fraction = call_intrinsic(m, b, "llvm.copysign", (LLVMValueRef[]){fraction, x}, 2);
    LLVMValueRef pair = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(call)), fraction, 0, "");
    LLVMReplaceAllUsesWith(call, LLVMBuildInsertValue(b, pair, whole, 1, ""));
    LLVMInstructionEraseFromParent(call);
  }
  LLVMDisposeBuilder(b);
}

void sy_libdevice_call(LLVMModuleRef m) {
  expand_modf(m, "llvm.modf.f32");
  expand_modf(m, "llvm.modf.f64");
  for (size_t i = 0; i < SY_COUNT(math); i++) {
    call_instead(m, math[i], "f32", math[i], "f");
    call_instead(m, math[i], "f64", math[i], "");
  }
  for (size_t i = 0; i < SY_COUNT(roundings); i++) {
    call_instead(m, roundings[i].name, "f32", roundings[i].function, "f");
    call_instead(m, roundings[i].name, "f64", roundings[i].function, "");
  }
}

bool sy_libdevice_needed(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && sy_starts(LLVMGetValueName2(f, &n), "__nv_"))
      return true;
  }
  return false;
}
