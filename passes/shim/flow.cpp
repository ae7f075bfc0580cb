// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each function wraps one facility of LLVM's C++ API: ValueMapper, DominatorTree, PostDominatorTree,
// LoopInfo, UniformityInfo.
#include "passes/shim/flow.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

LLVMBasicBlockRef sy_llvm_split_block(LLVMValueRef I) {
  auto *At = unwrap<Instruction>(I);
  BasicBlock::iterator From = At->getIterator();
  From.setHeadBit(true); // what debug information says before the instruction goes with it
  return wrap(At->getParent()->splitBasicBlock(From));
}

LLVMBasicBlockRef sy_llvm_split_edge(LLVMBasicBlockRef From, LLVMBasicBlockRef To) {
  return wrap(SplitEdge(unwrap(From), unwrap(To)));
}

struct sy_llvm_copies {
  ValueToValueMapTy Map;
};

static void dropForeignPhiEdges(BasicBlock *Copy, const SmallPtrSetImpl<BasicBlock *> &Copies) {
  for (PHINode &P : Copy->phis())
    P.removeIncomingValueIf([&](unsigned I) { return !Copies.contains(P.getIncomingBlock(I)); }, false);
}

sy_llvm_copies *sy_llvm_copy_blocks(LLVMBasicBlockRef *Blocks, size_t N) {
  auto *C = new sy_llvm_copies;
  SmallVector<BasicBlock *> Copies;
  for (size_t I = 0; I < N; I++) {
    BasicBlock *B = unwrap(Blocks[I]);
    Copies.push_back(CloneBasicBlock(B, C->Map, "", B->getParent()));
    C->Map[B] = Copies.back();
  }
  remapInstructionsInBlocks(Copies, C->Map);
  SmallPtrSet<BasicBlock *, 16> Set(llvm::from_range, Copies);
  for (BasicBlock *B : Copies)
    dropForeignPhiEdges(B, Set);
  return C;
}

LLVMValueRef sy_llvm_copy_of(const sy_llvm_copies *C, LLVMValueRef V) {
  return wrap(C->Map.lookup(unwrap(V)));
}

void sy_llvm_copies_free(sy_llvm_copies *C) {
  delete C;
}

void sy_llvm_delete_blocks(LLVMBasicBlockRef *Blocks, size_t N) {
  SmallVector<BasicBlock *> All;
  for (size_t I = 0; I < N; I++)
    All.push_back(unwrap(Blocks[I]));
  DeleteDeadBlocks(All);
}

void sy_llvm_move_declarations(LLVMValueRef Alloca, LLVMValueRef To, LLVMBool IsPointer) {
  DIBuilder B(*unwrap<Instruction>(Alloca)->getModule());
  replaceDbgDeclare(unwrap(Alloca), unwrap(To), B,
                    IsPointer ? DIExpression::DerefBefore : DIExpression::ApplyOffset, 0);
}

void sy_llvm_repeat_declarations(LLVMValueRef Alloca, LLVMValueRef Before) {
  auto *At = unwrap<Instruction>(Before);
  for (DbgVariableRecord *Record : findDVRDeclares(unwrap(Alloca)))
    At->getParent()->insertDbgRecordBefore(Record->clone(), At->getIterator());
}

LLVMMetadataRef sy_llvm_function_place(LLVMMetadataRef Place) {
  auto *At = unwrap<DILocation>(Place);
  DISubprogram *Function = At->getScope()->getSubprogram();
  return wrap(DILocation::get(At->getContext(), Function->getLine(), 0, Function, At->getInlinedAt()));
}

static DILocation *ownCopy(DILocation *At, DenseMap<DILocation *, DILocation *> &Known) {
  if (!At)
    return nullptr;
  DILocation *Outer = ownCopy(At->getInlinedAt(), Known), *&Copy = Known[At];
  if (!Copy)
    Copy = DILocation::getDistinct(At->getContext(), At->getLine(), At->getColumn(), At->getScope(), Outer);
  return Copy;
}

static DebugLoc ownLocation(const DebugLoc &Loc, DenseMap<DILocation *, DILocation *> &Known) {
  if (!Loc || !Loc.getInlinedAt())
    return Loc;
  return DILocation::get(Loc->getContext(), Loc.getLine(), Loc.getCol(), Loc.getScope(),
                         ownCopy(Loc.getInlinedAt(), Known));
}

void sy_llvm_own_inlining(LLVMBasicBlockRef *Blocks, size_t N) {
  DenseMap<DILocation *, DILocation *> Known;
  for (LLVMBasicBlockRef Block : ArrayRef(Blocks, N))
    for (Instruction &I : *unwrap(Block)) {
      I.setDebugLoc(ownLocation(I.getDebugLoc(), Known));
      for (DbgRecord &Record : I.getDbgRecordRange())
        Record.setDebugLoc(ownLocation(Record.getDebugLoc(), Known));
    }
}

LLVMValueRef sy_llvm_copy_function(LLVMValueRef F) {
  ValueToValueMapTy Map;
  return wrap(CloneFunction(unwrap<Function>(F), Map));
}

struct sy_llvm_dominators {
  DominatorTree Tree;
  explicit sy_llvm_dominators(Function &F) : Tree(F) {}
};

sy_llvm_dominators *sy_llvm_dominators_new(LLVMValueRef F) {
  return new sy_llvm_dominators(*unwrap<Function>(F));
}

LLVMBool sy_llvm_dominates(const sy_llvm_dominators *D, LLVMValueRef I, LLVMValueRef User) {
  return D->Tree.dominates(unwrap<Instruction>(I), unwrap<Instruction>(User));
}

void sy_llvm_dominators_free(sy_llvm_dominators *D) {
  delete D;
}

struct sy_llvm_meetings {
  PostDominatorTree Tree;
  explicit sy_llvm_meetings(Function &F) : Tree(F) {}
};

static BasicBlock *meetingIn(const PostDominatorTree &After, const BasicBlock &From) {
  auto *Node = After.getNode(&From);
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
}

sy_llvm_meetings *sy_llvm_meetings_new(LLVMValueRef F) {
  return new sy_llvm_meetings(*unwrap<Function>(F));
}

LLVMBasicBlockRef sy_llvm_meeting(const sy_llvm_meetings *M, LLVMBasicBlockRef B) {
  return wrap(meetingIn(M->Tree, *unwrap(B)));
}

void sy_llvm_meetings_free(sy_llvm_meetings *M) {
  delete M;
}

static_assert((int)SY_LLVM_UNIFORM_AS_OPERANDS == (int)InstructionUniformity::Default);
static_assert((int)SY_LLVM_ALWAYS_UNIFORM == (int)InstructionUniformity::AlwaysUniform);
static_assert((int)SY_LLVM_NEVER_UNIFORM == (int)InstructionUniformity::NeverUniform);

namespace {
struct Judge final : TargetTransformInfoImplBase {
  int (*Ask)(LLVMValueRef);
  Judge(const DataLayout &DL, int (*Ask)(LLVMValueRef)) : TargetTransformInfoImplBase(DL), Ask(Ask) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    return (InstructionUniformity)Ask(wrap(V));
  }
};
} // namespace

struct sy_llvm_uniformity {
  FunctionAnalysisManager Analyses;
  UniformityInfo *Info;
  SmallPtrSet<const BasicBlock *, 16>
      Divergent; // blocks that only some work-items come to, or not equally often
};

// From a branch on which work-items part until all of them meet again.
static void addDivergentBlocks(sy_llvm_uniformity &U, const BasicBlock &From,
                               const PostDominatorTree &After) {
  const BasicBlock *Meet = meetingIn(After, From);
  SmallVector<const BasicBlock *> Queue(successors(&From));
  while (!Queue.empty()) {
    const BasicBlock *B = Queue.pop_back_val();
    if (B != Meet && U.Divergent.insert(B).second)
      Queue.append(succ_begin(B), succ_end(B));
  }
}

sy_llvm_uniformity *sy_llvm_uniformity_new(LLVMValueRef F, int (*Ask)(LLVMValueRef)) {
  auto *U = new sy_llvm_uniformity;
  U->Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  U->Analyses.registerPass([] { return DominatorTreeAnalysis(); });
  U->Analyses.registerPass([] { return CycleAnalysis(); });
  U->Analyses.registerPass([] { return UniformityInfoAnalysis(); });
  U->Analyses.registerPass([Ask] {
    return TargetIRAnalysis([Ask](const Function &F) {
      return TargetTransformInfo(std::make_unique<Judge>(F.getDataLayout(), Ask));
    });
  });
  U->Info = &U->Analyses.getResult<UniformityInfoAnalysis>(*unwrap<Function>(F));
  PostDominatorTree After(*unwrap<Function>(F));
  for (const BasicBlock &B : *unwrap<Function>(F))
    if (U->Info->hasDivergentTerminator(B))
      addDivergentBlocks(*U, B, After);
  return U;
}

LLVMBool sy_llvm_is_uniform(const sy_llvm_uniformity *U, LLVMValueRef V) {
  return U->Info->isUniform(unwrap(V)) &&
         none_of(unwrap(V)->uses(), [U](const Use &Use) { return U->Info->isDivergentUse(Use); });
}

LLVMBool sy_llvm_is_uniform_block(const sy_llvm_uniformity *U, LLVMBasicBlockRef B) {
  return !U->Divergent.contains(unwrap(B));
}

void sy_llvm_uniformity_free(sy_llvm_uniformity *U) {
  delete U;
}

struct sy_llvm_loops {
  DominatorTree Dominators;
  LoopInfo Info;
  SmallVector<Loop *> All;
  explicit sy_llvm_loops(Function &F) : Dominators(F), Info(Dominators), All(Info.getLoopsInPreorder()) {
    std::reverse(All.begin(), All.end());
  }
};

sy_llvm_loops *sy_llvm_loops_new(LLVMValueRef F) {
  return new sy_llvm_loops(*unwrap<Function>(F));
}

size_t sy_llvm_loop_count(const sy_llvm_loops *L) {
  return L->All.size();
}

LLVMBasicBlockRef sy_llvm_loop_header(const sy_llvm_loops *L, size_t I) {
  return wrap(L->All[I]->getHeader());
}

LLVMBool sy_llvm_loop_has(const sy_llvm_loops *L, size_t I, LLVMBasicBlockRef B) {
  return L->All[I]->contains(unwrap(B));
}

LLVMBool sy_llvm_loop_has_loop(const sy_llvm_loops *L, size_t I, size_t Other) {
  return I != Other && L->All[I]->contains(L->All[Other]);
}

void sy_llvm_loops_free(sy_llvm_loops *L) {
  delete L;
}

struct sy_llvm_outliner {
  CodeExtractorAnalysisCache Cache;
  explicit sy_llvm_outliner(Function &F) : Cache(F) {}
};

sy_llvm_outliner *sy_llvm_outliner_new(LLVMValueRef F) {
  return new sy_llvm_outliner(*unwrap<Function>(F));
}

LLVMValueRef sy_llvm_outline(sy_llvm_outliner *O, LLVMBasicBlockRef *Blocks, size_t N) {
  SmallVector<BasicBlock *> All;
  for (size_t I = 0; I < N; I++)
    All.push_back(unwrap(Blocks[I]));
  CodeExtractor E(All);
  Function *F = E.isEligible() ? E.extractCodeRegion(O->Cache) : nullptr;
  if (!F)
    return nullptr;
  F->addFnAttr(Attribute::NoInline);
  return wrap(*F->user_begin());
}

void sy_llvm_outliner_free(sy_llvm_outliner *O) {
  delete O;
}

void sy_llvm_expand_constants(LLVMValueRef C, LLVMValueRef F) {
  convertUsersOfConstantsToInstructions({unwrap<Constant>(C)}, unwrap<Function>(F));
}
