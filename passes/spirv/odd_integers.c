// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's optimiser uses integers of any width, for "k % 4" in a loop for example: a counter of two bits. LLVM
// 22 gives such a value the next width of SPIR-V and forgets that what is above its own bits does not count.
// So the values get that width here, and what reads more of them than their lowest bits clears the others
// first, or copies the sign into them:
//
//   %i = phi i2 [ -2, %a ], [ %j, %b ]     %i = phi i8 [ -2, %a ], [ %j, %b ]
//   %j = add i2 %i, 1                      %j = add i8 %i, 1
//   %n = zext i2 %i to i32                 %n = zext i8 (and i8 %i, 3) to i32
//
// A function with another operation on such values, a load for instance, or with such parameters is left
// alone; so are vectors.
#include "passes/spirv/odd_integers.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/common/pointer_map.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct odd {
  LLVMBuilderRef b;
  SY_VEC(LLVMValueRef) all; // the odd instructions and those that make something else of them
  sy_pointer_map known;
  SY_VEC(LLVMValueRef) made;
} odd;

static unsigned width_of(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

static bool is_odd(LLVMValueRef v) {
  unsigned w = width_of(v);
  return w > 1 && w < 64 && w != 8 && w != 16 && w != 32;
}

static LLVMTypeRef container(LLVMValueRef v) {
  unsigned w = width_of(v), bits = 8;
  while (bits < w)
    bits *= 2;
  return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)), bits);
}

static LLVMValueRef value_of(odd *o, LLVMValueRef v);

// ---- reading all bits -------------------------------------------------------------------------------

static LLVMValueRef cleared(odd *o, LLVMValueRef v) {
  LLVMValueRef x = value_of(o, v);
  if (!is_odd(v))
    return x;
  return LLVMBuildAnd(o->b, x, LLVMConstInt(LLVMTypeOf(x), (1ull << width_of(v)) - 1, false), "");
}

static LLVMValueRef with_sign(odd *o, LLVMValueRef v) {
  LLVMValueRef x = value_of(o, v);
  if (!is_odd(v))
    return x;
  LLVMValueRef unused = LLVMConstInt(LLVMTypeOf(x), width_of(x) - width_of(v), false);
  return LLVMBuildAShr(o->b, LLVMBuildShl(o->b, x, unused, ""), unused, "");
}

// Of how many bits of its operands an operation knows: of no more than the result has, of all, of all and the
// sign.
typedef enum reads { READS_LOWEST, READS_CLEARED, READS_SIGNED } reads;
typedef struct operation {
  bool known;
  reads left, right;
} operation;

static const operation operations[] = {
    [LLVMAdd] = {true, READS_LOWEST, READS_LOWEST},    [LLVMSub] = {true, READS_LOWEST, READS_LOWEST},
    [LLVMMul] = {true, READS_LOWEST, READS_LOWEST},    [LLVMAnd] = {true, READS_LOWEST, READS_LOWEST},
    [LLVMOr] = {true, READS_LOWEST, READS_LOWEST},     [LLVMXor] = {true, READS_LOWEST, READS_LOWEST},
    [LLVMShl] = {true, READS_LOWEST, READS_CLEARED},   [LLVMLShr] = {true, READS_CLEARED, READS_CLEARED},
    [LLVMAShr] = {true, READS_SIGNED, READS_CLEARED},  [LLVMUDiv] = {true, READS_CLEARED, READS_CLEARED},
    [LLVMURem] = {true, READS_CLEARED, READS_CLEARED}, [LLVMSDiv] = {true, READS_SIGNED, READS_SIGNED},
    [LLVMSRem] = {true, READS_SIGNED, READS_SIGNED},
};

static LLVMValueRef read(odd *o, LLVMValueRef v, reads how) {
  return how == READS_LOWEST ? value_of(o, v) : how == READS_CLEARED ? cleared(o, v) : with_sign(o, v);
}

// ---- operations -------------------------------------------------------------------------------------

static LLVMValueRef to_width(odd *o, LLVMValueRef x, LLVMTypeRef type, bool is_signed) {
  unsigned has = width_of(x), wants = LLVMGetIntTypeWidth(type);
  if (has >= wants)
    return has == wants ? x : LLVMBuildTrunc(o->b, x, type, "");
  return (is_signed ? LLVMBuildSExt : LLVMBuildZExt)(o->b, x, type, "");
}

static LLVMValueRef convert(odd *o, LLVMValueRef i, LLVMOpcode op, LLVMTypeRef type) {
  static const reads how[] = {
      [LLVMZExt] = READS_CLEARED, [LLVMSExt] = READS_SIGNED, [LLVMTrunc] = READS_LOWEST};
  LLVMValueRef x = read(o, LLVMGetOperand(i, 0), how[op]);
  return to_width(o, x, type, op == LLVMSExt);
}

static LLVMValueRef compare(odd *o, LLVMValueRef i) {
  LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  reads how = p >= LLVMIntSGT ? READS_SIGNED : READS_CLEARED;
  LLVMValueRef x = read(o, LLVMGetOperand(i, 0), how), y = read(o, LLVMGetOperand(i, 1), how);
  return LLVMBuildICmp(o->b, p, x, y, "");
}

// In the width of its container, or of the result if that is one of SPIR-V's.
static LLVMValueRef lower(odd *o, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  LLVMTypeRef type = is_odd(i) ? container(i) : LLVMTypeOf(i);
  switch (op) {
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
    return convert(o, i, op, type);
  case LLVMICmp:
    return compare(o, i);
  case LLVMSelect: {
    LLVMValueRef x = value_of(o, LLVMGetOperand(i, 1)), y = value_of(o, LLVMGetOperand(i, 2));
    return LLVMBuildSelect(o->b, LLVMGetOperand(i, 0), x, y, "");
  }
  case LLVMFreeze:
    return LLVMBuildFreeze(o->b, value_of(o, LLVMGetOperand(i, 0)), "");
  default: {
    LLVMValueRef x = read(o, LLVMGetOperand(i, 0), operations[op].left);
    LLVMValueRef y = read(o, LLVMGetOperand(i, 1), operations[op].right);
    return LLVMBuildBinOp(o->b, op, x, y, "");
  }
  }
}

static LLVMValueRef find_made(const odd *o, LLVMValueRef v) {
  uint32_t at;
  return sy_pointer_map_get(&o->known, v, &at) ? o->made.data[at] : NULL;
}

static void remember(odd *o, LLVMValueRef v, LLVMValueRef made) {
  bool added;
  *sy_pointer_map_put(&o->known, v, &added) = (uint32_t)o->made.n;
  sy_vec_push(&o->made, made);
}

// What stands for v; v itself if it is not odd. All instructions are made in an order in which operands come
// first, but for phis.
static LLVMValueRef value_of(odd *o, LLVMValueRef v) {
  if (!is_odd(v))
    return v;
  if (LLVMIsAConstantInt(v))
    return LLVMConstInt(container(v), LLVMConstIntGetZExtValue(v), false);
  if (LLVMIsConstant(v))
    return LLVMIsPoison(v) ? LLVMGetPoison(container(v)) : LLVMConstNull(container(v)); // undef is any number
  return find_made(o, v);
}

static void complete_phi(odd *o, LLVMValueRef phi) {
  LLVMValueRef own = find_made(o, phi);
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef in = value_of(o, LLVMGetIncomingValue(phi, i));
    LLVMAddIncoming(own, &in, &from, 1);
  }
}

// ---- functions --------------------------------------------------------------------------------------

static bool touches(LLVMValueRef i) {
  bool any = is_odd(i);
  for (int k = 0; k < LLVMGetNumOperands(i) && !any; k++)
    any = is_odd(LLVMGetOperand(i, (unsigned)k));
  return any;
}

// Something stands for each odd operand; for parameters and constant expressions nothing would.
static bool has_known_operands(LLVMValueRef i) {
  bool known = true;
  for (int k = 0; k < LLVMGetNumOperands(i) && known; k++) {
    LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
    known = !is_odd(v) || LLVMIsAInstruction(v) || LLVMIsAConstantInt(v) || LLVMIsUndef(v);
  }
  return known;
}

static bool can_lower(LLVMValueRef i) {
  static const bool others[] = {[LLVMZExt] = true, [LLVMSExt] = true,   [LLVMTrunc] = true, [LLVMICmp] = true,
                                [LLVMPHI] = true,  [LLVMSelect] = true, [LLVMFreeze] = true};
  size_t op = (size_t)LLVMGetInstructionOpcode(i);
  if (!has_known_operands(i))
    return false;
  if ((op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc) && width_of(LLVMGetOperand(i, 0)) > 64)
    return false;
  return (op < SY_COUNT(others) && others[op]) || (op < SY_COUNT(operations) && operations[op].known);
}

static bool find_in_block(odd *o, LLVMBasicBlockRef b) {
  bool ok = true;
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && ok; i = LLVMGetNextInstruction(i))
    if (touches(i)) {
      ok = can_lower(i);
      sy_vec_push(&o->all, i);
    }
  return ok;
}

// Whether all of them can be. What dominates another block need not stand before it: make_all() comes back to
// what has operands that are not made yet.
static bool find_all(odd *o, LLVMValueRef f) {
  bool ok = true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && ok; b = LLVMGetNextBasicBlock(b))
    ok = find_in_block(o, b);
  return ok;
}

static bool is_ready(const odd *o, LLVMValueRef i) {
  bool ready = true;
  for (int k = 0; k < LLVMGetNumOperands(i) && ready; k++) {
    LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
    ready = !is_odd(v) || LLVMIsConstant(v) || find_made(o, v);
  }
  return ready;
}

// Phis first; then, as often as it takes, what has all of its operands.
static void make_all(odd *o) {
  for (size_t k = 0; k < o->all.n; k++)
    if (LLVMIsAPHINode(o->all.data[k])) {
      LLVMPositionBuilderBefore(o->b, o->all.data[k]);
      remember(o, o->all.data[k], LLVMBuildPhi(o->b, container(o->all.data[k]), ""));
    }
  for (bool more = true; more;) {
    more = false;
    for (size_t k = 0; k < o->all.n; k++) {
      LLVMValueRef i = o->all.data[k];
      if (find_made(o, i) || !is_ready(o, i))
        continue;
      LLVMPositionBuilderBefore(o->b, i);
      remember(o, i, lower(o, i));
      more = true;
    }
  }
}

static void replace_all(odd *o) {
  for (size_t k = 0; k < o->all.n; k++)
    if (LLVMIsAPHINode(o->all.data[k]))
      complete_phi(o, o->all.data[k]);
  for (size_t k = 0; k < o->all.n; k++) {
    LLVMValueRef i = o->all.data[k];
    LLVMReplaceAllUsesWith(i, is_odd(i) ? LLVMGetPoison(LLVMTypeOf(i)) : find_made(o, i));
  }
  for (size_t k = 0; k < o->all.n; k++)
    LLVMInstructionEraseFromParent(o->all.data[k]);
}

void sy_spirv_odd_integers(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    odd o = {.b = LLVMCreateBuilderInContext(c)};
    if (find_all(&o, f) && o.all.n) {
      make_all(&o);
      replace_all(&o);
    }
    LLVMDisposeBuilder(o.b);
    sy_vec_free(&o.all);
    sy_vec_free(&o.made);
    sy_pointer_map_free(&o.known);
  }
}
