// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Goes down the constant with the layout of its type: numbers are stored where they are found, structs,
// arrays and vectors element by element at their offsets.
#include "passes/analysis/constant_bytes.h"

#include <string.h>

static bool integer(LLVMValueRef c, unsigned char *to) {
  unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(c));
  if (bits > 64)
    return false;
  uint64_t v = LLVMConstIntGetZExtValue(c); // all targets are little-endian
  memcpy(to, &v, (bits + 7) / 8);
  return true;
}

static bool real(LLVMValueRef c, LLVMTargetDataRef layout, unsigned char *to) {
  LLVMTypeRef type = LLVMTypeOf(c);
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(layout, type);
  LLVMValueRef same = LLVMConstBitCast(c, LLVMIntTypeInContext(LLVMGetTypeContext(type), bits));
  return LLVMIsAConstantInt(same) && integer(same, to);
}

static bool elements(LLVMValueRef c, LLVMTargetDataRef layout, LLVMTypeRef element, uint64_t n,
                     unsigned char *to) {
  uint64_t size = LLVMABISizeOfType(layout, element);
  for (uint64_t i = 0; i < n; i++)
    if (!sy_constant_bytes(LLVMGetAggregateElement(c, (unsigned)i), layout, to + i * size))
      return false;
  return true;
}

static bool members(LLVMValueRef c, LLVMTargetDataRef layout, unsigned char *to) {
  LLVMTypeRef type = LLVMTypeOf(c);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
    if (!sy_constant_bytes(LLVMGetAggregateElement(c, i), layout, to + LLVMOffsetOfElement(layout, type, i)))
      return false;
  return true;
}

bool sy_constant_bytes(LLVMValueRef c, LLVMTargetDataRef layout, unsigned char *to) {
  LLVMTypeRef type = LLVMTypeOf(c);
  if (LLVMIsNull(c) || LLVMIsUndef(c))
    return true;
  if (LLVMIsAConstantInt(c))
    return integer(c, to);
  if (LLVMIsAConstantFP(c))
    return real(c, layout, to);
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    return members(c, layout, to);
  case LLVMArrayTypeKind:
    return elements(c, layout, LLVMGetElementType(type), LLVMGetArrayLength2(type), to);
  case LLVMVectorTypeKind:
    return elements(c, layout, LLVMGetElementType(type), LLVMGetVectorSize(type), to);
  default:
    return false;
  }
}
