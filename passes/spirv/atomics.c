// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM 22 selects OpLoad and OpStore for atomic loads and stores: a driver may then move them out of a loop
// that waits for the value, or reorder them.
//
//   %v = load atomic i32, ptr addrspace(4) %p syncscope("device") acquire, align 4
//   store atomic float %f, ptr addrspace(1) %q release, align 4
// becomes
//   %v = call i32 @_Z18__spirv_AtomicLoadPU3AS4iii(ptr addrspace(4) %p, i32 1, i32 770)
//   call void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1) %q, i32 0, i32 772, i32 %f as an integer)
//
// which the back end knows by name. Operations that read and write at once it selects by itself. Private
// memory is left alone: nothing else sees it.
#include "passes/spirv/atomics.h"

#include "base/count.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { ALL_MEMORY = 0x300 }; // the semantics hold for local and global memory

static unsigned scope_number(LLVMContextRef context, LLVMValueRef access) {
  static const char *const names[] = {"", "device", "workgroup", "subgroup", "singlethread"};
  unsigned id = LLVMGetAtomicSyncScopeID(access);
  for (unsigned i = 0; i < SY_COUNT(names); i++)
    if (LLVMGetSyncScopeID(context, names[i], strlen(names[i])) == id)
      return i;
  return 0;
}

static unsigned semantics(LLVMAtomicOrdering order) {
  switch (order) {
  case LLVMAtomicOrderingAcquire:
    return 2 | ALL_MEMORY;
  case LLVMAtomicOrderingRelease:
    return 4 | ALL_MEMORY;
  case LLVMAtomicOrderingSequentiallyConsistent:
    return 16 | ALL_MEMORY;
  default:
    return 0;
  }
}

// The bits of a value of 32 or 64 bits as an integer; 0: it has another size.
static unsigned bits_of(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned bits = kind == LLVMIntegerTypeKind   ? LLVMGetIntTypeWidth(type)
                  : kind == LLVMFloatTypeKind   ? 32
                  : kind == LLVMDoubleTypeKind  ? 64
                  : kind == LLVMPointerTypeKind ? 64
                                                : 0;
  return bits == 32 || bits == 64 ? bits : 0;
}

static LLVMValueRef operation(LLVMModuleRef m, bool store, unsigned space, unsigned bits, LLVMTypeRef *type) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef word = LLVMInt32TypeInContext(c), value = LLVMIntTypeInContext(c, bits);
  LLVMTypeRef params[] = {LLVMPointerTypeInContext(c, space), word, word, value};
  char name[64], letter = bits == 32 ? 'i' : 'l';
  if (store)
    snprintf(name, sizeof name, "_Z19__spirv_AtomicStorePU3AS%u%cii%c", space, letter, letter);
  else
    snprintf(name, sizeof name, "_Z18__spirv_AtomicLoadPU3AS%u%cii", space, letter);
  *type = LLVMFunctionType(store ? LLVMVoidTypeInContext(c) : value, params, store ? 4 : 3, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, *type);
}

static LLVMValueRef convert(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef to) {
  if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(b, v, to, "");
  return LLVMGetTypeKind(to) == LLVMPointerTypeKind ? LLVMBuildIntToPtr(b, v, to, "")
                                                    : LLVMBuildBitCast(b, v, to, "");
}

static void replace_access(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef access) {
  bool store = LLVMGetInstructionOpcode(access) == LLVMStore;
  LLVMValueRef pointer = LLVMGetOperand(access, store);
  LLVMTypeRef type = store ? LLVMTypeOf(LLVMGetOperand(access, 0)) : LLVMTypeOf(access), function;
  unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)), bits = bits_of(type);
  if (!bits || !space)
    return;
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef word = LLVMInt32TypeInContext(c);
  LLVMPositionBuilderBefore(b, access);
  LLVMValueRef args[] = {pointer, LLVMConstInt(word, scope_number(c, access), false),
                         LLVMConstInt(word, semantics(LLVMGetOrdering(access)), false), NULL};
  if (store)
    args[3] = convert(b, LLVMGetOperand(access, 0), LLVMIntTypeInContext(c, bits));
  LLVMValueRef f = operation(m, store, space, bits, &function);
  LLVMValueRef call = LLVMBuildCall2(b, function, f, args, store ? 4 : 3, "");
  if (!store)
    LLVMReplaceAllUsesWith(access, convert(b, call, type));
  LLVMInstructionEraseFromParent(access);
}

static bool is_atomic_access(LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  return (op == LLVMLoad || op == LLVMStore) && LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
}

void sy_spirv_atomics(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_atomic_access(i))
          replace_access(m, b, i);
      }
  LLVMDisposeBuilder(b);
}
