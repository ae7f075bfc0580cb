// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/shim/shim.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
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

LLVMMetadataRef sy_llvm_subprogram_like(LLVMValueRef From, const char *Name) {
  DISubprogram *S = unwrap<Function>(From)->getSubprogram();
  if (!S)
    return nullptr;
  return wrap(DISubprogram::getDistinct(S->getContext(), S->getFile(), Name, Name, S->getFile(), S->getLine(),
                                        S->getType(), S->getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial,
                                        S->getSPFlags(), S->getUnit()));
}

void sy_llvm_flatten_debug_locations(LLVMModuleRef M) {
  for (Function &F : *unwrap(M))
    for (Instruction &I : instructions(F))
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
        ArrayRef<uint64_t> E = R.getExpression()->getElements(); // ... DW_OP_constu, space, DW_OP_swap, DW_OP_xderef
        if (E.size() >= 4 && E.back() == dwarf::DW_OP_xderef && E[E.size() - 4] == dwarf::DW_OP_constu)
          R.setExpression(DIExpression::get(F.getContext(), E.drop_back(4)));
      }
}

void sy_llvm_add_global_attribute(LLVMValueRef Variable, const char *Name, const char *Value) {
  unwrap<GlobalVariable>(Variable)->addAttribute(Name, Value);
}

LLVMBool sy_llvm_is_unused(LLVMValueRef Global) {
  GlobalValue *G = unwrap<GlobalValue>(Global);
  G->removeDeadConstantUsers();
  return G->use_empty();
}

char *sy_llvm_readable_name(const char *Symbol) {
  ItaniumPartialDemangler D;
  if (D.partialDemangle(Symbol))
    return strdup(Symbol);
  return D.isFunction() ? D.getFunctionName(nullptr, nullptr) : D.finishDemangle(nullptr, nullptr);
}
