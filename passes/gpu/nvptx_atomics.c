// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM 22 makes "atom.global.add.u32" of every atomicrmw, whatever its order and scope: a relaxed operation
// of this GPU. cmpxchg, loads, stores and fences are right. So an operation gets the fences that its order
// asks for, and one of the whole system is written as PTX:
//
//   fence acq_rel                              fence.acq_rel.sys;
//   %old = call i32 asm sideeffect             atom.relaxed.sys.global.add.u32 %old, [%p], %v;
//   fence acq_rel                              fence.acq_rel.sys;
//
// of   %old = atomicrmw add ptr addrspace(1) %p, i32 %v acq_rel. Memory of a group is never the system's.
// What PTX has no instruction for LLVM makes a loop of cmpxchg.
#include "passes/gpu/nvptx_atomics.h"

#include "base/count.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SYSTEM = 1, GLOBAL = 1, SHARED = 3 }; // LLVM's number of the scope; address spaces

// ---- the order --------------------------------------------------------------------------------------

// A fence of the order before or after the operation; seq_cst is the strongest, and one before is enough for
// it.
static void add_fence(LLVMBuilderRef b, LLVMValueRef before, LLVMAtomicOrdering order, unsigned scope) {
  LLVMPositionBuilderBefore(b, before);
  LLVMBuildFenceSyncScope(b, order, scope, "");
}

static void split_order(LLVMBuilderRef b, LLVMValueRef rmw) {
  LLVMAtomicOrdering order = LLVMGetOrdering(rmw);
  unsigned scope = LLVMGetAtomicSyncScopeID(rmw);
  bool all = order == LLVMAtomicOrderingSequentiallyConsistent,
       both = order == LLVMAtomicOrderingAcquireRelease;
  if (all || both || order == LLVMAtomicOrderingRelease)
    add_fence(b, rmw, all ? order : LLVMAtomicOrderingAcquireRelease, scope);
  if (all || both || order == LLVMAtomicOrderingAcquire)
    add_fence(b, LLVMGetNextInstruction(rmw), LLVMAtomicOrderingAcquireRelease, scope);
  LLVMSetOrdering(rmw, LLVMAtomicOrderingMonotonic);
}

// ---- the scope --------------------------------------------------------------------------------------

static const struct {
  LLVMAtomicRMWBinOp op;
  LLVMTypeKind kind;
  const char *name; // in PTX, without the number of bits
} operations[] = {
    {LLVMAtomicRMWBinOpAdd, LLVMIntegerTypeKind, "add.u"},
    {LLVMAtomicRMWBinOpXchg, LLVMIntegerTypeKind, "exch.b"},
    {LLVMAtomicRMWBinOpAnd, LLVMIntegerTypeKind, "and.b"},
    {LLVMAtomicRMWBinOpOr, LLVMIntegerTypeKind, "or.b"},
    {LLVMAtomicRMWBinOpXor, LLVMIntegerTypeKind, "xor.b"},
    {LLVMAtomicRMWBinOpMin, LLVMIntegerTypeKind, "min.s"},
    {LLVMAtomicRMWBinOpMax, LLVMIntegerTypeKind, "max.s"},
    {LLVMAtomicRMWBinOpUMin, LLVMIntegerTypeKind, "min.u"},
    {LLVMAtomicRMWBinOpUMax, LLVMIntegerTypeKind, "max.u"},
    {LLVMAtomicRMWBinOpFAdd, LLVMFloatTypeKind, "add.f"},
    {LLVMAtomicRMWBinOpFAdd, LLVMDoubleTypeKind, "add.f"},
};

static unsigned bits_of(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : kind == LLVMFloatTypeKind ? 32 : 64;
}

static const char *operation_name(LLVMValueRef rmw, LLVMTypeRef type) {
  for (size_t i = 0; i < SY_COUNT(operations); i++)
    if (operations[i].op == LLVMGetAtomicRMWBinOp(rmw) && operations[i].kind == LLVMGetTypeKind(type))
      return operations[i].name;
  return NULL;
}

// Subtraction is addition of the negative.
static LLVMValueRef operand_of(LLVMBuilderRef b, LLVMValueRef rmw) {
  LLVMValueRef v = LLVMGetOperand(rmw, 1);
  if (LLVMGetAtomicRMWBinOp(rmw) != LLVMAtomicRMWBinOpSub)
    return v;
  LLVMSetAtomicRMWBinOp(rmw, LLVMAtomicRMWBinOpAdd);
  return LLVMBuildNeg(b, v, "");
}

static void write_as_ptx(LLVMBuilderRef b, LLVMValueRef rmw) {
  LLVMValueRef p = LLVMGetOperand(rmw, 0);
  LLVMTypeRef type = LLVMTypeOf(rmw), types[] = {LLVMTypeOf(p), type};
  unsigned bits = bits_of(type), space = LLVMGetPointerAddressSpace(types[0]);
  if (LLVMGetAtomicSyncScopeID(rmw) != SYSTEM || space == SHARED || (bits != 32 && bits != 64))
    return;
  LLVMPositionBuilderBefore(b, rmw);
  LLVMValueRef operands[] = {p, operand_of(b, rmw)};
  const char *name = operation_name(rmw, type);
  if (!name)
    return;
  char text[80], constraints[40];
  char letter = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? bits == 32 ? 'r' : 'l'
                : bits == 32                                 ? 'f'
                                                             : 'd';
  snprintf(text, sizeof text, "atom.relaxed.sys%s.%s%u $0, [$1], $2;", space == GLOBAL ? ".global" : "", name,
           bits);
  snprintf(constraints, sizeof constraints, "=%c,l,%c,~{memory}", letter, letter);
  LLVMTypeRef function = LLVMFunctionType(type, types, 2, 0);
  LLVMValueRef code = LLVMGetInlineAsm(function, text, strlen(text), constraints, strlen(constraints), 1, 0,
                                       LLVMInlineAsmDialectATT, 0);
  LLVMReplaceAllUsesWith(rmw, LLVMBuildCall2(b, function, code, operands, 2, ""));
  LLVMInstructionEraseFromParent(rmw);
}

// ---- a module ---------------------------------------------------------------------------------------

void sy_nvptx_lower_atomics(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!LLVMIsAAtomicRMWInst(i))
          continue;
        split_order(b, i);
        write_as_ptx(b, i);
      }
  LLVMDisposeBuilder(b);
}
