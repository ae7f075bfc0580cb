// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/shim/shim.h"

#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Metadata.h"

extern "C" {
#include "passes/module.h"
}

using namespace llvm;

static_assert((unsigned)SY_CC_C == (unsigned)CallingConv::C);
static_assert((unsigned)SY_CC_SPIR_FUNC == (unsigned)CallingConv::SPIR_FUNC);
static_assert((unsigned)SY_CC_SPIR_KERNEL == (unsigned)CallingConv::SPIR_KERNEL);

LLVMMetadataRef sy_llvm_distinct_node(LLVMContextRef C, LLVMMetadataRef *Ops, unsigned N) {
  return wrap(MDNode::getDistinct(*unwrap(C), {unwrap(Ops), N}));
}

LLVMMetadataRef sy_llvm_loop_id(LLVMContextRef C, LLVMMetadataRef *Ops, unsigned N) {
  SmallVector<Metadata *, 4> All = {nullptr};
  All.append(unwrap(Ops), unwrap(Ops) + N);
  MDNode *Node = MDNode::getDistinct(*unwrap(C), All);
  Node->replaceOperandWith(0, Node);
  return wrap(Node);
}
