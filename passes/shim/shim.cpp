// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each function wraps one facility of LLVM's C++ API that LLVM-C has no function for. Numbers that C code has
// copied from LLVM's enumerations are asserted here.
#include "passes/shim/shim.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

extern "C" {
#include "passes/common/module.h"
}

using namespace llvm;

static_assert((unsigned)SY_CC_AMDGPU_KERNEL == (unsigned)CallingConv::AMDGPU_KERNEL);
static_assert((unsigned)SY_CC_C == (unsigned)CallingConv::C);
static_assert((unsigned)SY_CC_PTX_KERNEL == (unsigned)CallingConv::PTX_Kernel);
static_assert((unsigned)SY_CC_SPIR_FUNC == (unsigned)CallingConv::SPIR_FUNC);
static_assert((unsigned)SY_CC_SPIR_KERNEL == (unsigned)CallingConv::SPIR_KERNEL);

LLVMBool sy_llvm_is_cpu(LLVMTargetRef T, const char *Machine, const char *Name) {
  const auto *Known = reinterpret_cast<const Target *>(T);
  std::unique_ptr<MCSubtargetInfo> Info(Known->createMCSubtargetInfo(Triple(Machine), "", ""));
  return Info && Info->isCPUStringValid(Name);
}

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
  return wrap(DISubprogram::getDistinct(S->getContext(), S->getFile(), Name, "", S->getFile(), S->getLine(),
                                        S->getType(), S->getScopeLine(), nullptr, 0, 0,
                                        DINode::FlagArtificial, S->getSPFlags(), S->getUnit()));
}

void sy_llvm_subprogram_rename(LLVMValueRef F, const char *Name) {
  DISubprogram *S = unwrap<Function>(F)->getSubprogram();
  if (!S)
    return;
  S->replaceOperandWith(2, MDString::get(S->getContext(), Name));
  S->replaceLinkageName(nullptr);
}

void sy_llvm_flatten_debug_locations(LLVMModuleRef M) {
  for (Function &F : *unwrap(M))
    for (Instruction &I : instructions(F))
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
        // ... DW_OP_constu, space, DW_OP_swap, DW_OP_xderef.
        ArrayRef<uint64_t> E = R.getExpression()->getElements();
        if (E.size() >= 4 && E.back() == dwarf::DW_OP_xderef && E[E.size() - 4] == dwarf::DW_OP_constu)
          R.setExpression(DIExpression::get(F.getContext(), E.drop_back(4)));
      }
}

// Bodies and initial values first: then no order is needed among those that refer to each other.
void sy_llvm_delete_globals(LLVMValueRef *Globals, size_t N) {
  ArrayRef<LLVMValueRef> All(Globals, N);
  for (LLVMValueRef G : All)
    if (auto *F = dyn_cast<Function>(unwrap(G)))
      F->deleteBody();
    else
      unwrap<User>(G)->dropAllReferences();
  for (LLVMValueRef G : All) {
    auto *Global = unwrap<GlobalValue>(G);
    Global->removeDeadConstantUsers();
    Global->replaceAllUsesWith(PoisonValue::get(Global->getType()));
    Global->eraseFromParent();
  }
}

void sy_llvm_keep_declaration(LLVMValueRef F) {
  appendToCompilerUsed(*unwrap<Function>(F)->getParent(), {unwrap<Function>(F)});
}

LLVMBool sy_llvm_has_feature(LLVMTargetMachineRef TM, LLVMValueRef F, const char *Feature) {
  return reinterpret_cast<TargetMachine *>(TM)
      ->getSubtargetImpl(*unwrap<Function>(F))
      ->checkFeatures(Feature);
}

void sy_llvm_add_global_attribute(LLVMValueRef Variable, const char *Name, const char *Value) {
  unwrap<GlobalVariable>(Variable)->addAttribute(Name, Value);
}

const char *sy_llvm_global_attribute(LLVMValueRef Variable, const char *Name, size_t *N) {
  auto *V = unwrap<GlobalVariable>(Variable);
  if (!V->hasAttribute(Name))
    return nullptr;
  StringRef Value = V->getAttribute(Name).getValueAsString();
  *N = Value.size();
  return Value.data() ? Value.data() : "";
}

void sy_llvm_constant_bytes(LLVMValueRef Variable, unsigned char *Out, size_t N) {
  GlobalVariable *G = unwrap<GlobalVariable>(Variable);
  const DataLayout &Layout = G->getDataLayout();
  Type *Byte = Type::getInt8Ty(G->getContext());
  for (size_t I = 0; I < N; I++) {
    Constant *C = ConstantFoldLoadFromConst(G->getInitializer(), Byte, APInt(64, I), Layout);
    auto *Number = dyn_cast_or_null<ConstantInt>(C);
    Out[I] = Number ? Number->getZExtValue() : 0;
  }
}

LLVMBool sy_llvm_is_address_taken(LLVMValueRef Of) {
  Function *F = unwrap<Function>(Of);
  F->removeDeadConstantUsers();
  return F->hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false, /*IgnoreAssumeLikeCalls=*/true,
                            /*IgnoreLLVMUsed=*/true);
}

LLVMBool sy_llvm_is_unused(LLVMValueRef Global) {
  GlobalValue *G = unwrap<GlobalValue>(Global);
  G->removeDeadConstantUsers();
  return G->use_empty();
}

char *sy_llvm_demangle(const char *Symbol, LLVMBool Parameters) {
  ItaniumPartialDemangler D;
  if (strncmp(Symbol, "_Z", 2) || D.partialDemangle(Symbol)) // "i" alone would be a type
    return strdup(Symbol);
  return D.isFunction() && !Parameters ? D.getFunctionName(nullptr, nullptr)
                                       : D.finishDemangle(nullptr, nullptr);
}

void sy_llvm_forget_globals_in_metadata(LLVMModuleRef M) {
  for (GlobalVariable &V : unwrap(M)->globals())
    V.eraseMetadata(LLVMContext::MD_associated);
  for (Function &F : *unwrap(M))
    for (Instruction &I : instructions(F))
      I.setMetadata(LLVMContext::MD_callees, nullptr);
  for (GlobalValue &G : unwrap(M)->global_values())
    if (G.isUsedByMetadata())
      ValueAsMetadata::handleDeletion(&G);
}

struct sy_llvm_copier {
  Module &To;
  ValueToValueMapTy Map;
  explicit sy_llvm_copier(Module &To) : To(To) {}
};

sy_llvm_copier *sy_llvm_copier_new(LLVMModuleRef To) {
  return new sy_llvm_copier(*unwrap(To));
}

void sy_llvm_copier_free(sy_llvm_copier *C) {
  delete C;
}

LLVMValueRef sy_llvm_copy_declaration(sy_llvm_copier *C, LLVMValueRef Global) {
  auto *G = unwrap<GlobalValue>(Global);
  if (auto *V = dyn_cast<GlobalVariable>(G)) {
    auto *New = new GlobalVariable(C->To, V->getValueType(), V->isConstant(), V->getLinkage(), nullptr,
                                   V->getName(), nullptr, V->getThreadLocalMode(), V->getAddressSpace());
    New->copyAttributesFrom(V);
    C->Map[G] = New;
  } else if (auto *F = dyn_cast<Function>(G)) {
    auto *New =
        Function::Create(F->getFunctionType(), F->getLinkage(), F->getAddressSpace(), F->getName(), &C->To);
    New->copyAttributesFrom(F);
    C->Map[G] = New;
  } else
    C->Map[G] =
        GlobalAlias::create(G->getValueType(), G->getAddressSpace(), G->getLinkage(), G->getName(), &C->To);
  return wrap(C->Map[G]);
}

void sy_llvm_copy_body(sy_llvm_copier *C, LLVMValueRef Global) {
  auto *G = unwrap<GlobalValue>(Global);
  if (auto *V = dyn_cast<GlobalVariable>(G)) {
    auto *New = cast<GlobalVariable>(C->Map[G]);
    if (V->hasInitializer())
      New->setInitializer(MapValue(V->getInitializer(), C->Map, RF_NoModuleLevelChanges));
    New->copyMetadata(V, 0);
  } else if (auto *F = dyn_cast<Function>(G); F && F->isDeclaration()) {
    cast<Function>(C->Map[G])->copyMetadata(F, 0);
  } else if (F) {
    auto *New = cast<Function>(C->Map[G]);
    for (auto [From, To] : zip(F->args(), New->args()))
      C->Map[&From] = &To;
    SmallVector<ReturnInst *, 4> Returns;
    New->removeFromParent(); // "local changes": metadata stays what it is
    CloneFunctionInto(New, F, C->Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
    C->To.getFunctionList().push_back(New);
  } else
    cast<GlobalAlias>(C->Map[G])->setAliasee(
        cast<Constant>(MapValue(cast<GlobalAlias>(G)->getAliasee(), C->Map, RF_NoModuleLevelChanges)));
}

void sy_llvm_forget_in_metadata(LLVMValueRef Global) {
  auto *G = unwrap<GlobalValue>(Global);
  if (G->isUsedByMetadata())
    ValueAsMetadata::handleRAUW(G, ConstantPointerNull::get(G->getType()));
}

void sy_llvm_copy_header(LLVMModuleRef To, LLVMModuleRef From) {
  Module &T = *unwrap(To), &F = *unwrap(From);
  T.setSourceFileName(F.getSourceFileName());
  T.setTargetTriple(F.getTargetTriple());
  T.setDataLayout(F.getDataLayout());
  for (NamedMDNode &N : F.named_metadata())
    if (N.getName() != "llvm.dbg.cu")
      for (MDNode *Node : N.operands())
        T.getOrInsertNamedMetadata(N.getName())->addOperand(Node);
}

void sy_llvm_drop_named_metadata(LLVMModuleRef M, const char *Name) {
  if (NamedMDNode *N = unwrap(M)->getNamedMetadata(Name))
    N->eraseFromParent();
}

void sy_llvm_rows_to_functions(LLVMModuleRef M, const char *List, const char *Kind) {
  NamedMDNode *N = unwrap(M)->getNamedMetadata(List);
  for (unsigned I = 0; N && I < N->getNumOperands(); I++) {
    MDNode *Row = N->getOperand(I);
    auto *First = Row->getNumOperands() ? dyn_cast_or_null<ValueAsMetadata>(Row->getOperand(0)) : nullptr;
    SmallVector<Metadata *, 8> Rest(Row->op_begin() + (First ? 1 : 0), Row->op_end());
    if (auto *F = First ? dyn_cast<Function>(First->getValue()) : nullptr)
      F->addMetadata(Kind, *MDNode::get(F->getContext(), Rest));
  }
  sy_llvm_drop_named_metadata(M, List);
}

void sy_llvm_rows_from_functions(LLVMModuleRef M, const char *List, const char *Kind) {
  for (Function &F : *unwrap(M)) {
    SmallVector<MDNode *, 4> Rows;
    F.getMetadata(Kind, Rows);
    for (MDNode *Row : Rows) {
      SmallVector<Metadata *, 8> All{ValueAsMetadata::get(&F)};
      All.append(Row->op_begin(), Row->op_end());
      unwrap(M)->getOrInsertNamedMetadata(List)->addOperand(MDNode::get(F.getContext(), All));
    }
    F.eraseMetadata(F.getContext().getMDKindID(Kind));
  }
}

static void addUnit(SmallSetVector<DICompileUnit *, 8> &Units, const DIScope *Scope) {
  if (auto *L = dyn_cast_or_null<DILocalScope>(Scope))
    Scope = L->getSubprogram()->getUnit();
  if (auto *U = dyn_cast_or_null<DICompileUnit>(Scope))
    Units.insert(const_cast<DICompileUnit *>(U));
}

void sy_llvm_list_compile_units(LLVMModuleRef M) {
  SmallSetVector<DICompileUnit *, 8> Units;
  for (Function &F : *unwrap(M)) {
    addUnit(Units, F.getSubprogram());
    for (Instruction &I : instructions(F)) // what was inlined may be of another unit
      for (const DILocation *L = I.getDebugLoc(); L; L = L->getInlinedAt())
        addUnit(Units, L->getScope());
  }
  SmallVector<DIGlobalVariableExpression *, 1> Variables;
  for (GlobalVariable &V : unwrap(M)->globals())
    V.getDebugInfo(Variables);
  for (DIGlobalVariableExpression *E : Variables)
    addUnit(Units, E->getVariable()->getScope());
  for (DICompileUnit *U : Units)
    unwrap(M)->getOrInsertNamedMetadata("llvm.dbg.cu")->addOperand(U);
}

namespace {
struct TypeCallback final : ValueMapTypeRemapper {
  LLVMTypeRef (*Map)(LLVMTypeRef, void *);
  void *State;
  TypeCallback(LLVMTypeRef (*Map)(LLVMTypeRef, void *), void *State) : Map(Map), State(State) {}
  Type *remapType(Type *T) override { return unwrap(Map(wrap(T), State)); }
};
} // namespace

static void retypeFunction(Function &From, Type *T, ValueToValueMapTy &Values) {
  Function *To = Function::Create(cast<FunctionType>(T), From.getLinkage(), From.getAddressSpace(), "",
                                  From.getParent());
  To->copyAttributesFrom(&From);
  To->copyMetadata(&From, 0);
  To->takeName(&From);
  To->splice(To->begin(), &From);
  for (Argument &A : From.args()) {
    To->getArg(A.getArgNo())->takeName(&A);
    Values[&A] = To->getArg(A.getArgNo());
  }
  From.replaceAllUsesWith(To);
}

void sy_llvm_remap_types(LLVMModuleRef M, LLVMTypeRef (*Map)(LLVMTypeRef, void *), void *State,
                         LLVMValueRef *From, LLVMValueRef *To, unsigned N) {
  TypeCallback Types(Map, State);
  ValueToValueMapTy Values;
  for (unsigned I = 0; I < N; I++)
    Values[unwrap(From[I])] = unwrap(To[I]);
  SmallVector<Function *> Old;
  for (Function &F : *unwrap(M))
    if (Types.remapType(F.getFunctionType()) != F.getFunctionType())
      Old.push_back(&F);
  for (Function *F : Old)
    retypeFunction(*F, Types.remapType(F->getFunctionType()), Values);
  for (Function &F : *unwrap(M))
    RemapFunction(F, Values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals, &Types);
  for (Function *F : Old)
    F->eraseFromParent();
}

void sy_llvm_drop_misfit_attributes(LLVMValueRef V) {
  auto Drop = [](auto &X, auto ParamType) {
    X.removeRetAttrs(AttributeFuncs::typeIncompatible(X.getFunctionType()->getReturnType(),
                                                      X.getAttributes().getRetAttrs()));
    for (unsigned I = 0; I < X.arg_size(); I++)
      X.removeParamAttrs(I,
                         AttributeFuncs::typeIncompatible(ParamType(I), X.getAttributes().getParamAttrs(I)));
  };
  if (auto *F = dyn_cast<Function>(unwrap(V)))
    return Drop(*F, [F](unsigned I) { return F->getArg(I)->getType(); });
  auto *C = cast<CallBase>(unwrap(V));
  Drop(*C, [C](unsigned I) { return C->getArgOperand(I)->getType(); });
}

void sy_llvm_select_to_branch(LLVMValueRef V) {
  auto *S = cast<SelectInst>(unwrap(V));
  BasicBlock *Head = S->getParent();
  BasicBlock *Then = SplitBlockAndInsertIfThen(S->getCondition(), S->getIterator(), false)->getParent();
  PHINode *P = PHINode::Create(S->getType(), 2, "", S->getIterator());
  P->addIncoming(S->getTrueValue(), Then);
  P->addIncoming(S->getFalseValue(), Head);
  P->takeName(S);
  S->replaceAllUsesWith(P);
  S->eraseFromParent();
}

void sy_llvm_expand_memory_call(LLVMValueRef call, LLVMTargetMachineRef tm) {
  auto *I = unwrap<Instruction>(call);
  TargetTransformInfo TTI = reinterpret_cast<TargetMachine *>(tm)->getTargetTransformInfo(*I->getFunction());
  if (auto *Set = dyn_cast<MemSetInst>(I))
    expandMemSetAsLoop(Set);
  else
    expandMemMoveAsLoop(cast<MemMoveInst>(I), TTI);
  I->eraseFromParent();
}

void sy_llvm_drop_module_flag(LLVMModuleRef m, const char *Name) {
  NamedMDNode *Flags = unwrap(m)->getModuleFlagsMetadata();
  if (!Flags)
    return;
  SmallVector<MDNode *, 8> Kept;
  for (MDNode *Flag : Flags->operands())
    if (cast<MDString>(Flag->getOperand(1))->getString() != Name)
      Kept.push_back(Flag);
  Flags->clearOperands();
  for (MDNode *Flag : Kept)
    Flags->addOperand(Flag);
}

void sy_llvm_lower_atomic(LLVMValueRef V) {
  auto *I = cast<Instruction>(unwrap(V));
  IRBuilder<> B(I);
  auto *RMW = dyn_cast<AtomicRMWInst>(I);
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I);
  Value *P = I->getOperand(0), *Result;
  Type *T = RMW ? RMW->getType() : Exchange->getNewValOperand()->getType();
  Align A = RMW ? RMW->getAlign() : Exchange->getAlign();
  Value *Old = Result = B.CreateAlignedLoad(T, P, A, /*isVolatile=*/true);
  if (RMW) {
    B.CreateAlignedStore(buildAtomicRMWValue(RMW->getOperation(), B, Old, RMW->getValOperand()), P, A, true);
  } else {
    Value *Same = B.CreateICmpEQ(Old, Exchange->getCompareOperand());
    B.CreateAlignedStore(B.CreateSelect(Same, Exchange->getNewValOperand(), Old), P, A, true);
    Result = B.CreateInsertValue(B.CreateInsertValue(PoisonValue::get(I->getType()), Old, 0), Same, 1);
  }
  I->replaceAllUsesWith(Result);
  I->eraseFromParent();
}
