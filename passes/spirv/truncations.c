// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM 22 combines an extension of a truncation, and forgets that the value has another width than the
// result:
//
//   %t = trunc i64 %x to i8
//   %z = zext i8 %t to i32           it writes  %z = OpBitwiseAnd %uint %x %uint_255, where %x is a %ulong
//
// A driver may refuse that, crash on it, or compute something. LLVM's optimiser leaves such code where the
// truncation has other uses. So the 'and' is made here:
//
//   %w = trunc i64 %x to i32
//   %z = and i32 %w, 255
//
// A result that is wider than the value is made the same way, by an extension; for vectors that is not
// selected otherwise. Extensions by the sign are right.
#include "passes/spirv/truncations.h"

#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>

static LLVMTypeRef element_of(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static unsigned width_of(LLVMValueRef v) {
  return LLVMGetIntTypeWidth(element_of(LLVMTypeOf(v)));
}

// The lowest bits of a number, or of each in a vector.
static LLVMValueRef make_mask(LLVMTypeRef type, unsigned bits) {
  LLVMValueRef one = LLVMConstInt(element_of(type), ~0ull >> (64 - bits), false);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return one;
  unsigned n = LLVMGetVectorSize(type);
  LLVMValueRef *all = sy_alloc(n * sizeof(LLVMValueRef));
  for (unsigned i = 0; i < n; i++)
    all[i] = one;
  LLVMValueRef mask = LLVMConstVector(all, n);
  free(all);
  return mask;
}

// The truncation that i extends by zeros, if the widths before and after both differ; else null.
static LLVMValueRef truncation_of(LLVMValueRef i) {
  LLVMValueRef cut = LLVMIsAZExtInst(i) ? LLVMGetOperand(i, 0) : NULL;
  if (!cut || !LLVMIsATruncInst(cut) || width_of(cut) > 64)
    return NULL;
  return width_of(LLVMGetOperand(cut, 0)) != width_of(i) ? cut : NULL;
}

static void replace_extension(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef cut) {
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef value = LLVMGetOperand(cut, 0);
  LLVMValueRef same =
      width_of(value) > width_of(i) ? LLVMBuildTrunc(b, value, type, "") : LLVMBuildZExt(b, value, type, "");
  LLVMReplaceAllUsesWith(i, LLVMBuildAnd(b, same, make_mask(type, width_of(cut)), ""));
  LLVMInstructionEraseFromParent(i);
}

void sy_spirv_truncations(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef cut = truncation_of(i);
        if (cut)
          replace_extension(b, i, cut);
      }
  LLVMDisposeBuilder(b);
}
