// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-items of a group run one after the other on one thread, so an atomic operation on local memory
// needs no lock: a read-modify-write becomes a load, an operation and a store, all volatile so that no
// vectoriser combines several work-items. An address counts as local if it is computed from a pointer to
// local memory.
#include "passes/cpu/local_atomics.h"

#include "passes/shim/shim.h"

#include <stddef.h>

enum { LOCAL = 3 }; // the address space, in SPIR-V's numbers

// Whether p is computed from a pointer to local memory. References are generic pointers made of such.
static int is_local(LLVMValueRef p) {
  while (LLVMGetPointerAddressSpace(LLVMTypeOf(p)) != LOCAL) {
    if (!LLVMIsAGetElementPtrInst(p) && !LLVMIsAAddrSpaceCastInst(p))
      return 0;
    p = LLVMGetOperand(p, 0);
  }
  return 1;
}

static LLVMValueRef address_of(LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
    return LLVMGetOperand(i, 0);
  return LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
}

static void local_atomics_lower(LLVMValueRef i) {
  LLVMValueRef p = address_of(i);
  if (!p || !is_local(p))
    return;
  if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) {
    sy_llvm_lower_atomic(i);
  } else if (LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) {
    LLVMSetAtomicSingleThread(i, 0); // plain accesses have no scope
    LLVMSetOrdering(i, LLVMAtomicOrderingNotAtomic);
    LLVMSetVolatile(i, 1);
  }
}

void sy_local_atomics_lower(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef next, i = LLVMGetFirstInstruction(b); i; i = next) {
        next = LLVMGetNextInstruction(i);
        local_atomics_lower(i);
      }
}
