// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V has vectors of 2, 3, 4, 8 and 16 elements. LLVM's optimiser makes others, for example of 7, where
// only the elements 0 to 6 of a vector of 8 are read, and its back end writes them as they are:
//
//   %v = load <7 x i16>, ptr %p                                  %v0 = load i16, ptr %p, and so on
//   %e = shufflevector <7 x i16> %v, ..., <i32 0, i32 2, ...>
//
// This is rare, so a module that has one is taken apart as a whole, by LLVM's own pass.
#include "passes/spirv/odd_vectors.h"

static bool is_odd_vector(LLVMTypeRef t) {
  if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
    return false;
  unsigned n = LLVMGetVectorSize(t);
  return n != 2 && n != 3 && n != 4 && n != 8 && n != 16;
}

static bool has_odd_vectors(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_odd_vector(LLVMTypeOf(i)))
        return true;
  return false;
}

bool sy_spirv_odd_vectors(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  bool any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !any; f = LLVMGetNextFunction(f))
    any = has_odd_vectors(f);
  return !any || sy_module_run(m, tm, "function(scalarizer<load-store>,dce)", d);
}
