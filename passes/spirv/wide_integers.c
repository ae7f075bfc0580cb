// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM computes the sum of the numbers below n, a loop in the source, in one bit more than they have. SPIR-V
// has no integers of more than 64 bits, and LLVM's back end ends the process. A value of 65 to 128 bits
// becomes its two halves:
//
//   %a = zext i64 %n to i65           %a.high = 0
//   %p = mul i65 %a, %b               %p.high = (high 64 bits of %n * %m) + %n * %b.high + %a.high * %m
//   %q = lshr i65 %p, 1               %q.low = %p.low >> 1 | %p.high << 63
//   %r = trunc i65 %q to i64          %q.low
//
// Bits of the high half beyond the value's width are anything; what reads them clears them first. A function
// with another operation on such values, a division for instance, is left alone.
#include "passes/spirv/wide_integers.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/common/pointer_map.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct halves {
  LLVMValueRef low, high;
} halves;

typedef struct wide {
  LLVMBuilderRef b;
  LLVMTypeRef word;         // i64
  SY_VEC(LLVMValueRef) all; // the wide instructions and those that make something narrow of them
  sy_pointer_map known;
  SY_VEC(halves) made;
} wide;

static unsigned width_of(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

static bool is_wide(LLVMValueRef v) {
  return width_of(v) > 64;
}

static LLVMValueRef number(wide *w, uint64_t n) {
  return LLVMConstInt(w->word, n, false);
}

static halves halves_of(wide *w, LLVMValueRef v);

// ---- the high half in the width of the value ------------------------------------------------------------

static LLVMValueRef cleared_high(wide *w, LLVMValueRef high, unsigned width) {
  return width == 128 ? high : LLVMBuildAnd(w->b, high, number(w, ((uint64_t)1 << (width - 64)) - 1), "");
}

static LLVMValueRef signed_high(wide *w, LLVMValueRef high, unsigned width) {
  LLVMValueRef unused = number(w, 128 - width);
  return LLVMBuildAShr(w->b, LLVMBuildShl(w->b, high, unused, ""), unused, "");
}

// ---- operations ------------------------------------------------------------------------------------

// The high half of a product of two words, made of products of their halves.
static LLVMValueRef high_product(wide *w, LLVMValueRef x, LLVMValueRef y) {
  LLVMBuilderRef b = w->b;
  LLVMValueRef half = number(w, 32), mask = number(w, UINT32_MAX);
  LLVMValueRef x0 = LLVMBuildAnd(b, x, mask, ""), x1 = LLVMBuildLShr(b, x, half, "");
  LLVMValueRef y0 = LLVMBuildAnd(b, y, mask, ""), y1 = LLVMBuildLShr(b, y, half, "");
  LLVMValueRef low = LLVMBuildLShr(b, LLVMBuildMul(b, x0, y0, ""), half, "");
  LLVMValueRef one = LLVMBuildAdd(b, LLVMBuildMul(b, x1, y0, ""), low, "");
  LLVMValueRef two = LLVMBuildAdd(b, LLVMBuildMul(b, x0, y1, ""), LLVMBuildAnd(b, one, mask, ""), "");
  LLVMValueRef carried =
      LLVMBuildAdd(b, LLVMBuildLShr(b, one, half, ""), LLVMBuildLShr(b, two, half, ""), "");
  return LLVMBuildAdd(b, LLVMBuildMul(b, x1, y1, ""), carried, "");
}

static halves multiply(wide *w, halves x, halves y) {
  LLVMValueRef across =
      LLVMBuildAdd(w->b, LLVMBuildMul(w->b, x.low, y.high, ""), LLVMBuildMul(w->b, x.high, y.low, ""), "");
  return (halves){LLVMBuildMul(w->b, x.low, y.low, ""),
                  LLVMBuildAdd(w->b, high_product(w, x.low, y.low), across, "")};
}

static halves add(wide *w, halves x, halves y) {
  LLVMValueRef low = LLVMBuildAdd(w->b, x.low, y.low, "");
  LLVMValueRef carry = LLVMBuildZExt(w->b, LLVMBuildICmp(w->b, LLVMIntULT, low, x.low, ""), w->word, "");
  return (halves){low, LLVMBuildAdd(w->b, LLVMBuildAdd(w->b, x.high, y.high, ""), carry, "")};
}

static halves subtract(wide *w, halves x, halves y) {
  LLVMValueRef borrow = LLVMBuildZExt(w->b, LLVMBuildICmp(w->b, LLVMIntULT, x.low, y.low, ""), w->word, "");
  LLVMValueRef high = LLVMBuildSub(w->b, LLVMBuildSub(w->b, x.high, y.high, ""), borrow, "");
  return (halves){LLVMBuildSub(w->b, x.low, y.low, ""), high};
}

static halves shift_left(wide *w, halves x, unsigned n) {
  LLVMBuilderRef b = w->b;
  if (n >= 64)
    return (halves){number(w, 0), LLVMBuildShl(b, x.low, number(w, n - 64), "")};
  LLVMValueRef carried = n ? LLVMBuildLShr(b, x.low, number(w, 64 - n), "") : number(w, 0);
  return (halves){LLVMBuildShl(b, x.low, number(w, n), ""),
                  LLVMBuildOr(b, LLVMBuildShl(b, x.high, number(w, n), ""), carried, "")};
}

// x.high has its width's bits; they are followed by copies of the sign or by zeros.
static halves shift_right(wide *w, halves x, unsigned n, bool is_signed) {
  LLVMBuilderRef b = w->b;
  LLVMValueRef (*shift)(LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *) =
      is_signed ? LLVMBuildAShr : LLVMBuildLShr;
  if (n >= 64)
    return (halves){shift(b, x.high, number(w, n - 64), ""),
                    is_signed ? LLVMBuildAShr(b, x.high, number(w, 63), "") : number(w, 0)};
  LLVMValueRef carried = n ? LLVMBuildShl(b, x.high, number(w, 64 - n), "") : number(w, 0);
  return (halves){LLVMBuildOr(b, LLVMBuildLShr(b, x.low, number(w, n), ""), carried, ""),
                  shift(b, x.high, number(w, n), "")};
}

static halves shift(wide *w, LLVMValueRef i, LLVMOpcode op) {
  halves x = halves_of(w, LLVMGetOperand(i, 0));
  unsigned n = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));
  LLVMPositionBuilderBefore(w->b, i);
  if (op == LLVMShl)
    return shift_left(w, x, n);
  x.high = op == LLVMAShr ? signed_high(w, x.high, width_of(i)) : cleared_high(w, x.high, width_of(i));
  return shift_right(w, x, n, op == LLVMAShr);
}

static halves bitwise(wide *w, LLVMOpcode op, halves x, halves y) {
  return (halves){LLVMBuildBinOp(w->b, op, x.low, y.low, ""), LLVMBuildBinOp(w->b, op, x.high, y.high, "")};
}

static halves binary(wide *w, LLVMValueRef i, LLVMOpcode op) {
  halves x = halves_of(w, LLVMGetOperand(i, 0)), y = halves_of(w, LLVMGetOperand(i, 1));
  LLVMPositionBuilderBefore(w->b, i);
  return op == LLVMAdd   ? add(w, x, y)
         : op == LLVMSub ? subtract(w, x, y)
         : op == LLVMMul ? multiply(w, x, y)
                         : bitwise(w, op, x, y);
}

static halves extend(wide *w, LLVMValueRef i, bool is_signed) {
  LLVMValueRef from = LLVMGetOperand(i, 0);
  unsigned width = width_of(from);
  if (width > 64) {
    halves x = halves_of(w, from);
    LLVMPositionBuilderBefore(w->b, i);
    return (halves){x.low, is_signed ? signed_high(w, x.high, width) : cleared_high(w, x.high, width)};
  }
  if (width == 64 && LLVMIsATruncInst(from)) // it will be gone
    from = halves_of(w, LLVMGetOperand(from, 0)).low;
  LLVMPositionBuilderBefore(w->b, i);
  LLVMValueRef low =
      width == 64 ? from : (is_signed ? LLVMBuildSExt : LLVMBuildZExt)(w->b, from, w->word, "");
  return (halves){low, is_signed ? LLVMBuildAShr(w->b, low, number(w, 63), "") : number(w, 0)};
}

static halves wide_integers_choose(wide *w, LLVMValueRef i) {
  LLVMValueRef condition = LLVMGetOperand(i, 0);
  halves x = halves_of(w, LLVMGetOperand(i, 1)), y = halves_of(w, LLVMGetOperand(i, 2));
  LLVMPositionBuilderBefore(w->b, i);
  return (halves){LLVMBuildSelect(w->b, condition, x.low, y.low, ""),
                  LLVMBuildSelect(w->b, condition, x.high, y.high, "")};
}

static halves freeze(wide *w, LLVMValueRef i) {
  halves x = halves_of(w, LLVMGetOperand(i, 0));
  LLVMPositionBuilderBefore(w->b, i);
  return (halves){LLVMBuildFreeze(w->b, x.low, ""), LLVMBuildFreeze(w->b, x.high, "")};
}

static halves constant(wide *w, LLVMValueRef c) {
  // All of this is folded.
  LLVMValueRef shifted = LLVMBuildLShr(w->b, c, LLVMConstInt(LLVMTypeOf(c), 64, false), "");
  return (halves){LLVMBuildTrunc(w->b, c, w->word, ""), LLVMBuildTrunc(w->b, shifted, w->word, "")};
}

// ---- values ----------------------------------------------------------------------------------------

static halves wide_integers_lower(wide *w, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  LLVMPositionBuilderBefore(w->b, i);
  switch (op) {
  case LLVMZExt:
  case LLVMSExt:
    return extend(w, i, op == LLVMSExt);
  case LLVMTrunc:
    return halves_of(w, LLVMGetOperand(i, 0));
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return shift(w, i, op);
  case LLVMSelect:
    return wide_integers_choose(w, i);
  case LLVMFreeze:
    return freeze(w, i);
  case LLVMPHI:
    return (halves){LLVMBuildPhi(w->b, w->word, ""), LLVMBuildPhi(w->b, w->word, "")};
  default:
    return binary(w, i, op);
  }
}

// Of phis what comes in is not there yet.
static halves halves_of(wide *w, LLVMValueRef v) {
  uint32_t at;
  bool added;
  if (LLVMIsConstant(v))
    return constant(w, v);
  if (sy_pointer_map_get(&w->known, v, &at))
    return w->made.data[at];
  halves made = wide_integers_lower(w, v);
  *sy_pointer_map_put(&w->known, v, &added) = (uint32_t)w->made.n;
  sy_vec_push(&w->made, made);
  return made;
}

static void complete_phi(wide *w, LLVMValueRef phi) {
  halves own = halves_of(w, phi);
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    halves in = halves_of(w, LLVMGetIncomingValue(phi, i));
    LLVMAddIncoming(own.low, &in.low, &from, 1);
    LLVMAddIncoming(own.high, &in.high, &from, 1);
  }
}

// ---- what is narrow again --------------------------------------------------------------------------

static LLVMValueRef wide_integers_compare(wide *w, LLVMValueRef i) {
  static const struct {
    LLVMIntPredicate strict, words;
    bool is_signed;
  } ordered[] = {
      [LLVMIntUGT] = {LLVMIntUGT, LLVMIntUGT, false},
      [LLVMIntUGE] = {LLVMIntUGT, LLVMIntUGE, false},
      [LLVMIntULT] = {LLVMIntULT, LLVMIntULT, false},
      [LLVMIntULE] = {LLVMIntULT, LLVMIntULE, false},
      [LLVMIntSGT] = {LLVMIntSGT, LLVMIntUGT, true},
      [LLVMIntSGE] = {LLVMIntSGT, LLVMIntUGE, true},
      [LLVMIntSLT] = {LLVMIntSLT, LLVMIntULT, true},
      [LLVMIntSLE] = {LLVMIntSLT, LLVMIntULE, true},
      [LLVMIntEQ] = {0},
      [LLVMIntNE] = {0},
  };
  LLVMIntPredicate how = LLVMGetICmpPredicate(i);
  unsigned width = width_of(LLVMGetOperand(i, 0));
  halves x = halves_of(w, LLVMGetOperand(i, 0)), y = halves_of(w, LLVMGetOperand(i, 1));
  LLVMPositionBuilderBefore(w->b, i);
  LLVMValueRef (*in_width)(wide *, LLVMValueRef, unsigned) =
      ordered[how].is_signed ? signed_high : cleared_high;
  x.high = in_width(w, x.high, width);
  y.high = in_width(w, y.high, width);
  LLVMValueRef same_high = LLVMBuildICmp(w->b, LLVMIntEQ, x.high, y.high, "");
  if (how == LLVMIntEQ || how == LLVMIntNE) {
    LLVMValueRef same = LLVMBuildAnd(w->b, same_high, LLVMBuildICmp(w->b, LLVMIntEQ, x.low, y.low, ""), "");
    return how == LLVMIntEQ ? same : LLVMBuildNot(w->b, same, "");
  }
  LLVMValueRef by_low = LLVMBuildICmp(w->b, ordered[how].words, x.low, y.low, "");
  return LLVMBuildSelect(w->b, same_high, by_low,
                         LLVMBuildICmp(w->b, ordered[how].strict, x.high, y.high, ""), "");
}

static LLVMValueRef narrow(wide *w, LLVMValueRef i) {
  if (LLVMIsAICmpInst(i))
    return wide_integers_compare(w, i);
  halves x = halves_of(w, LLVMGetOperand(i, 0));
  LLVMPositionBuilderBefore(w->b, i);
  return width_of(i) == 64 ? x.low : LLVMBuildTrunc(w->b, x.low, LLVMTypeOf(i), "");
}

// ---- functions -------------------------------------------------------------------------------------

static bool touches(LLVMValueRef i) {
  bool any = is_wide(i);
  for (int k = 0; k < LLVMGetNumOperands(i) && !any; k++)
    any = is_wide(LLVMGetOperand(i, (unsigned)k));
  return any;
}

static bool can_lower(LLVMValueRef i) {
  static const bool known[] = {
      [LLVMZExt] = true, [LLVMSExt] = true,   [LLVMTrunc] = true,  [LLVMAdd] = true, [LLVMSub] = true,
      [LLVMMul] = true,  [LLVMAnd] = true,    [LLVMOr] = true,     [LLVMXor] = true, [LLVMICmp] = true,
      [LLVMPHI] = true,  [LLVMSelect] = true, [LLVMFreeze] = true,
  };
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (width_of(i) > 128 || width_of(LLVMGetOperand(i, 0)) > 128)
    return false;
  if (op == LLVMShl || op == LLVMLShr || op == LLVMAShr)
    return LLVMIsAConstantInt(LLVMGetOperand(i, 1));
  return (size_t)op < SY_COUNT(known) && known[op];
}

// Whether all of them can be.
static bool find_all(wide *w, LLVMValueRef f) {
  bool ok = true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && ok; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && ok; i = LLVMGetNextInstruction(i))
      if (touches(i)) {
        ok = can_lower(i);
        sy_vec_push(&w->all, i);
      }
  return ok;
}

static void lower_function(wide *w) {
  for (size_t k = 0; k < w->all.n; k++) {
    LLVMValueRef i = w->all.data[k];
    if (LLVMIsAPHINode(i))
      complete_phi(w, i);
    else if (is_wide(i))
      halves_of(w, i);
    else
      LLVMReplaceAllUsesWith(i, narrow(w, i));
  }
  for (size_t k = 0; k < w->all.n; k++)
    if (is_wide(w->all.data[k]))
      LLVMReplaceAllUsesWith(w->all.data[k], LLVMGetPoison(LLVMTypeOf(w->all.data[k])));
  for (size_t k = 0; k < w->all.n; k++)
    LLVMInstructionEraseFromParent(w->all.data[k]);
}

void sy_spirv_wide_integers(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    wide w = {.b = LLVMCreateBuilderInContext(c), .word = LLVMInt64TypeInContext(c)};
    if (find_all(&w, f))
      lower_function(&w);
    LLVMDisposeBuilder(w.b);
    sy_vec_free(&w.all);
    sy_vec_free(&w.made);
    sy_pointer_map_free(&w.known);
  }
}
