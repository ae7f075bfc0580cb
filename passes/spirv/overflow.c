// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __builtin_mul_overflow and its siblings, which std::lcm has too: LLVM 22 does not select the signed ones
// for SPIR-V, and of the others it makes operations with carry and with a high half, which translators to
// LLVM IR do not know.
//
//   %p = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
//   %r = extractvalue { i32, i1 } %p, 0
//   %o = extractvalue { i32, i1 } %p, 1
// becomes
//   %r = add i32 %a, %b
//   %o = icmp slt i32 (and (xor %a, %r), (xor %b, %r)), 0
//
// A multiplication is one of 64 bits; where that may overflow as well, a division tells.
#include "passes/spirv/overflow.h"

#include "base/mem.h"

#include "base/count.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct operation {
  LLVMBuilderRef b;
  bool is_signed;
  LLVMValueRef x, y, result, overflows;
} operation;

static LLVMValueRef spirv_overflow_compare(operation *o, LLVMIntPredicate how, LLVMValueRef x,
                                           LLVMValueRef y) {
  return LLVMBuildICmp(o->b, how, x, y, "");
}

static void add_operation(operation *o) {
  LLVMValueRef r = o->result = LLVMBuildAdd(o->b, o->x, o->y, "");
  LLVMValueRef both =
      LLVMBuildAnd(o->b, LLVMBuildXor(o->b, o->x, r, ""), LLVMBuildXor(o->b, o->y, r, ""), "");
  o->overflows = o->is_signed ? spirv_overflow_compare(o, LLVMIntSLT, both, LLVMConstNull(LLVMTypeOf(r)))
                              : spirv_overflow_compare(o, LLVMIntULT, r, o->x);
}

static void subtract(operation *o) {
  LLVMValueRef r = o->result = LLVMBuildSub(o->b, o->x, o->y, "");
  LLVMValueRef both =
      LLVMBuildAnd(o->b, LLVMBuildXor(o->b, o->x, o->y, ""), LLVMBuildXor(o->b, o->x, r, ""), "");
  o->overflows = o->is_signed ? spirv_overflow_compare(o, LLVMIntSLT, both, LLVMConstNull(LLVMTypeOf(r)))
                              : spirv_overflow_compare(o, LLVMIntULT, o->x, o->y);
}

static LLVMValueRef widen(operation *o, LLVMValueRef v, LLVMTypeRef wide) {
  return o->is_signed ? LLVMBuildSExt(o->b, v, wide, "") : LLVMBuildZExt(o->b, v, wide, "");
}

// Whether x * y is not `product`, all of 64 bits. 0 and -1 are no divisors: the one never overflows, the
// other only with the smallest number.
static LLVMValueRef product_overflows(operation *o, LLVMValueRef x, LLVMValueRef y, LLVMValueRef product) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef one = LLVMConstInt(type, 1, false), zero = LLVMConstNull(type), all = LLVMConstAllOnes(type);
  LLVMValueRef is_zero = spirv_overflow_compare(o, LLVMIntEQ, x, zero),
               is_all = spirv_overflow_compare(o, LLVMIntEQ, x, all);
  LLVMValueRef special = o->is_signed ? LLVMBuildOr(o->b, is_zero, is_all, "") : is_zero;
  LLVMValueRef divisor = LLVMBuildSelect(o->b, special, one, x, "");
  LLVMValueRef back =
      o->is_signed ? LLVMBuildSDiv(o->b, product, divisor, "") : LLVMBuildUDiv(o->b, product, divisor, "");
  LLVMValueRef differs = spirv_overflow_compare(o, LLVMIntNE, back, y);
  LLVMValueRef smallest = LLVMConstInt(type, 1ull << 63, false);
  LLVMValueRef turned = LLVMBuildAnd(o->b, is_all, spirv_overflow_compare(o, LLVMIntEQ, y, smallest), "");
  LLVMValueRef otherwise = o->is_signed ? turned : LLVMConstNull(LLVMTypeOf(differs));
  return LLVMBuildSelect(o->b, special, otherwise, differs, "");
}

static void multiply(operation *o) {
  LLVMTypeRef type = LLVMTypeOf(o->x), wide = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  unsigned bits = LLVMGetIntTypeWidth(type);
  LLVMValueRef x = bits < 64 ? widen(o, o->x, wide) : o->x, y = bits < 64 ? widen(o, o->y, wide) : o->y;
  LLVMValueRef product = LLVMBuildMul(o->b, x, y, ""),
               lost = bits > 32 ? product_overflows(o, x, y, product) : NULL;
  o->result = bits < 64 ? LLVMBuildTrunc(o->b, product, type, "") : product;
  if (bits < 64) {
    LLVMValueRef cut = spirv_overflow_compare(o, LLVMIntNE, widen(o, o->result, wide), product);
    lost = lost ? LLVMBuildOr(o->b, lost, cut, "") : cut;
  }
  o->overflows = lost;
}

static const struct {
  const char *name;
  bool is_signed;
  void (*lower)(operation *o);
} operations[] = {
    {"llvm.sadd.with.overflow.", true, add_operation}, {"llvm.uadd.with.overflow.", false, add_operation},
    {"llvm.ssub.with.overflow.", true, subtract},      {"llvm.usub.with.overflow.", false, subtract},
    {"llvm.smul.with.overflow.", true, multiply},      {"llvm.umul.with.overflow.", false, multiply},
};

// A user of one of the two gets that one; others get both.
static void replace_uses(operation *o, LLVMValueRef call) {
  for (LLVMUseRef next, u = LLVMGetFirstUse(call); u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAExtractValueInst(user))
      continue;
    LLVMReplaceAllUsesWith(user, *LLVMGetIndices(user) ? o->overflows : o->result);
    LLVMInstructionEraseFromParent(user);
  }
  if (!LLVMGetFirstUse(call))
    return;
  LLVMValueRef both = LLVMBuildInsertValue(o->b, LLVMGetPoison(LLVMTypeOf(call)), o->result, 0, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildInsertValue(o->b, both, o->overflows, 1, ""));
}

static void lower_calls(LLVMBuilderRef b, LLVMValueRef f, size_t which) {
  for (LLVMUseRef next, u = LLVMGetFirstUse(f); u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    LLVMPositionBuilderBefore(b, call);
    operation o = {.b = b,
                   .is_signed = operations[which].is_signed,
                   .x = LLVMGetOperand(call, 0),
                   .y = LLVMGetOperand(call, 1)};
    operations[which].lower(&o);
    replace_uses(&o, call);
    LLVMInstructionEraseFromParent(call);
  }
}

static bool is_vector(LLVMValueRef f) {
  return LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f, 0))) == LLVMVectorTypeKind;
}

void sy_spirv_overflow(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    for (size_t i = 0; i < SY_COUNT(operations); i++)
      if (!strncmp(name, operations[i].name, strlen(operations[i].name)) && !is_vector(f))
        lower_calls(b, f, i);
  }
  LLVMDisposeBuilder(b);
}
