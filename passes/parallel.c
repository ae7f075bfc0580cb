// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/parallel.h"

#include "passes/shim/shim.h"

#include <string.h>

// On a function: its group. On memory: that work-items have places of their own in it.
static unsigned own_kind(LLVMContextRef c) { return LLVMGetMDKindIDInContext(c, "sycc.cpu.accesses", 17); }

static LLVMContextRef context_of(LLVMValueRef f) { return LLVMGetModuleContext(LLVMGetGlobalParent(f)); }

static LLVMMetadataRef find_holder(LLVMValueRef f) {
  size_t n;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(f, &n);
  LLVMMetadataRef holder = NULL;
  for (unsigned i = 0; i < n; i++)
    if (LLVMValueMetadataEntriesGetKind(md, i) == own_kind(context_of(f)))
      holder = LLVMValueMetadataEntriesGetMetadata(md, i);
  LLVMDisposeValueMetadataEntries(md);
  return holder;
}

// A node that holds the group: the group itself must have no operands.
static LLVMMetadataRef need_holder(LLVMValueRef f) {
  LLVMMetadataRef holder = find_holder(f);
  if (holder)
    return holder;
  LLVMContextRef c = context_of(f);
  LLVMMetadataRef group = sy_llvm_distinct_node(c, NULL, 0);
  holder = LLVMMDNodeInContext2(c, &group, 1);
  LLVMGlobalSetMetadata(f, own_kind(c), holder);
  return holder;
}

static LLVMValueRef group_in(LLVMContextRef c, LLVMMetadataRef holder) {
  LLVMValueRef group;
  LLVMGetMDNodeOperands(LLVMMetadataAsValue(c, holder), &group);
  return group;
}

void sy_parallel_loop(LLVMValueRef branch) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch));
  LLVMContextRef c = context_of(f);
  static const char key[] = "llvm.loop.parallel_accesses";
  LLVMMetadataRef group = LLVMValueAsMetadata(group_in(c, need_holder(f)));
  LLVMMetadataRef pair[] = {LLVMMDStringInContext2(c, key, sizeof key - 1), group};
  LLVMMetadataRef accesses = LLVMMDNodeInContext2(c, pair, 2);
  LLVMMetadataRef id = sy_llvm_loop_id(c, &accesses, 1);
  LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(c, "llvm.loop", 9), LLVMMetadataAsValue(c, id));
}

void sy_parallel_adopt(LLVMValueRef to, LLVMValueRef from) {
  LLVMGlobalSetMetadata(to, own_kind(context_of(to)), need_holder(from));
}

#define SHARED_VARIABLE "sycc-shared-variable"

void sy_parallel_outlined(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  LLVMAttributeRef shared = LLVMCreateStringAttribute(context_of(f), SHARED_VARIABLE, sizeof SHARED_VARIABLE - 1, "", 0);
  sy_parallel_adopt(f, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMIsAAllocaInst(LLVMGetArgOperand(call, i)))
      LLVMAddAttributeAtIndex(f, i + 1, shared);
}

static bool is_shared_variable(LLVMValueRef argument) {
  LLVMValueRef f = LLVMGetParamParent(argument);
  unsigned i = 0;
  while (LLVMGetParam(f, i) != argument)
    i++;
  return LLVMGetStringAttributeAtIndex(f, i + 1, SHARED_VARIABLE, sizeof SHARED_VARIABLE - 1) != NULL;
}

void sy_parallel_memory(LLVMValueRef memory) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(memory));
  LLVMSetMetadata(memory, own_kind(c), LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

// ---- accesses -------------------------------------------------------------------------------------

// Whether p may point to memory of one work-item that the next one uses again: an alloca, which inlining has moved
// out of the loop so that all iterations share it. When in doubt, yes.
static bool maybe_private(LLVMValueRef p, int depth) {
  while (LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p))
    p = LLVMGetOperand(p, 0);
  if (LLVMIsAArgument(p))
    return is_shared_variable(p);
  if (LLVMIsAConstant(p))
    return false;
  if (LLVMIsAInstruction(p) && LLVMGetMetadata(p, own_kind(LLVMGetTypeContext(LLVMTypeOf(p)))))
    return false;
  if (LLVMIsALoadInst(p)) // a pointer that lies in shared memory points to shared memory
    return maybe_private(LLVMGetOperand(p, 0), depth);
  if (depth == 0 || !(LLVMIsAPHINode(p) || LLVMIsASelectInst(p)))
    return true;
  bool phi = LLVMIsAPHINode(p) != NULL;
  unsigned n = phi ? LLVMCountIncoming(p) : 2;
  for (unsigned i = 0; i < n; i++)
    if (maybe_private(phi ? LLVMGetIncomingValue(p, i) : LLVMGetOperand(p, i + 1), depth - 1))
      return true;
  return false;
}

static void mark_access(LLVMValueRef i, unsigned kind, LLVMValueRef group) {
  LLVMValueRef p = LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
  if (p && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && !maybe_private(p, 4))
    LLVMSetMetadata(i, kind, group);
}

void sy_parallel_accesses(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  unsigned kind = LLVMGetMDKindIDInContext(c, "llvm.access.group", 17);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMMetadataRef holder = find_holder(f);
    if (!holder)
      continue;
    LLVMValueRef group = group_in(c, holder);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        mark_access(i, kind, group);
    LLVMGlobalEraseMetadata(f, own_kind(c));
  }
}
