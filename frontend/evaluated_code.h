// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Visits the part of a function that is compiled: not what the compiler only looks at (sizeof, decltype,
// discarded branches, constant initialisers), nor what clang emits no code for, at any level of optimisation
// (the branches of 'if', '?:', '&&', '||' and 'switch' that a constant condition excludes, and what follows a
// 'return' or another jump); and with what C++ adds unseen (implicit conversions, default arguments, member
// initialisers).
#ifndef SY_FRONTEND_EVALUATED_CODE_H
#define SY_FRONTEND_EVALUATED_CODE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtSYCL.h"

#include <optional>

namespace sycc {

template <class Derived> class EvaluatedCode : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  explicit EvaluatedCode(clang::ASTContext &C) : C(C) {}
  using Base::getDerived;

  // F has a body.
  void traverseBody(const clang::FunctionDecl *F) {
    clang::Stmt *Body = F->getBody();
    if (auto *K = llvm::dyn_cast<clang::SYCLKernelCallStmt>(Body))
      Body = K->getOriginalStmt();
    getDerived().TraverseStmt(Body);
    if (auto *Constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(F))
      for (clang::CXXCtorInitializer *I : Constructor->inits())
        getDerived().TraverseStmt(I->getInit());
  }

  bool shouldVisitImplicitCode() const { return true; }

  // Not evaluated on the device.
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }
  bool TraverseType(clang::QualType, bool = true) { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *) { return true; }
  bool TraverseConstantExpr(clang::ConstantExpr *) { return true; }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl *) { return true; }
  bool TraverseTypeAliasDecl(clang::TypeAliasDecl *) { return true; }

  bool TraverseIfStmt(clang::IfStmt *S) {
    std::optional<clang::Stmt *> Taken = onlyBranch(S);
    if (!Taken)
      return Base::TraverseIfStmt(S);
    if (isUndecided(S))
      return traverseAll({S->getInit(), S->getConditionVariableDeclStmt(), *Taken});
    return traverseAll({*Taken});
  }

  bool TraverseCompoundStmt(clang::CompoundStmt *S) {
    llvm::SmallVector<clang::Stmt *, 8> Live;
    reached(S->body(), Live);
    return traverseAll(Live);
  }

  bool TraverseConditionalOperator(clang::ConditionalOperator *E) {
    std::optional<bool> Holds = constant(E->getCond());
    if (!Holds || containsLabel(*Holds ? E->getFalseExpr() : E->getTrueExpr()))
      return Base::TraverseConditionalOperator(E);
    return getDerived().WalkUpFromConditionalOperator(E) &&
           getDerived().TraverseStmt(*Holds ? E->getTrueExpr() : E->getFalseExpr());
  }

  bool TraverseBinaryOperator(clang::BinaryOperator *E) {
    std::optional<bool> Left = E->isLogicalOp() ? constant(E->getLHS()) : std::nullopt;
    if (!Left || containsLabel(E->getRHS()))
      return Base::TraverseBinaryOperator(E);
    bool NeedsRight = *Left == (E->getOpcode() == clang::BO_LAnd);
    return getDerived().WalkUpFromBinaryOperator(E) &&
           (!NeedsRight || getDerived().TraverseStmt(E->getRHS()));
  }

  bool TraverseSwitchStmt(clang::SwitchStmt *S) {
    llvm::SmallVector<clang::Stmt *, 8> Live;
    if (!collectTaken(S, Live))
      return Base::TraverseSwitchStmt(S);
    return traverseAll({S->getInit(), S->getConditionVariableDeclStmt()}) && traverseAll(Live);
  }

  // A lambda's body runs when it is called, and then it is a callee; its captures run now.
  bool TraverseLambdaExpr(clang::LambdaExpr *L) {
    for (clang::Expr *Init : L->capture_inits())
      if (Init && !getDerived().TraverseStmt(Init))
        return false;
    return true;
  }

  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr *E) {
    return getDerived().TraverseStmt(E->getExpr());
  }
  bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr *E) {
    return getDerived().TraverseStmt(E->getExpr());
  }

  bool TraverseVarDecl(clang::VarDecl *D) {
    if (D->isConstexpr() || (D->isStaticLocal() && D->getType().isConstQualified()))
      return true;
    return Base::TraverseVarDecl(D);
  }

protected:
  clang::ASTContext &C;

private:
  // ---- constant conditions, by the rules of clang's code generation

  std::optional<bool> constant(const clang::Expr *Condition) {
    clang::Expr::EvalResult Value;
    if (!Condition || Condition->isValueDependent() || containsLabel(Condition) ||
        !Condition->EvaluateAsInt(Value, C))
      return std::nullopt;
    return Value.Val.getInt().getBoolValue();
  }

  // A jump may lead there.
  static bool containsLabel(const clang::Stmt *S, bool InSwitch = false) {
    if (!S)
      return false;
    if (llvm::isa<clang::LabelStmt>(S) || (llvm::isa<clang::SwitchCase>(S) && !InSwitch))
      return true;
    InSwitch |= llvm::isa<clang::SwitchStmt>(S);
    return llvm::any_of(S->children(),
                        [&](const clang::Stmt *Child) { return containsLabel(Child, InSwitch); });
  }

  bool traverseAll(llvm::ArrayRef<clang::Stmt *> List) {
    return llvm::all_of(List, [&](clang::Stmt *S) { return !S || getDerived().TraverseStmt(S); });
  }

  // Whether the language leaves it to the run time which branch is taken.
  static bool isUndecided(const clang::IfStmt *S) {
    return !S->isConsteval() && !S->isConstexpr() && !asksWhetherConstantEvaluated(S->getCond());
  }

  // The branch, or null for none, that is all of this statement that is compiled. Nothing: both are.
  std::optional<clang::Stmt *> onlyBranch(clang::IfStmt *S) {
    if (S->isConsteval())
      return S->isNonNegatedConsteval() ? S->getElse() : S->getThen();
    if (asksWhetherConstantEvaluated(S->getCond()))
      return S->getElse();
    if (S->isConstexpr()) {
      auto Taken = S->getNondiscardedCase(C);
      return Taken ? const_cast<clang::Stmt *>(*Taken) : nullptr;
    }
    std::optional<bool> Holds = constant(S->getCond());
    if (!Holds || containsLabel(*Holds ? S->getElse() : S->getThen()))
      return std::nullopt;
    return *Holds ? S->getThen() : S->getElse();
  }

  // ---- what a jump keeps from being reached

  // Adds the statements of a list that are not behind a jump, or are where another one may lead.
  template <class Range> void reached(const Range &List, llvm::SmallVectorImpl<clang::Stmt *> &Live) {
    bool Reached = true;
    for (clang::Stmt *S : List)
      if (Reached || containsLabel(S)) {
        Live.push_back(S);
        Reached = !leaves(S);
      }
  }

  // Whether clang emits nothing behind this statement. False: it may.
  bool leaves(clang::Stmt *S) {
    if (!S)
      return false;
    if (auto *If = llvm::dyn_cast<clang::IfStmt>(S)) {
      std::optional<clang::Stmt *> Taken = onlyBranch(If);
      return Taken ? leaves(*Taken) : leaves(If->getThen()) && leaves(If->getElse());
    }
    if (auto *Switch = llvm::dyn_cast<clang::SwitchStmt>(S)) {
      llvm::SmallVector<clang::Stmt *, 8> Live;
      return collectTaken(Switch, Live) && llvm::none_of(Live, containsBreak) && allLeave(Live);
    }
    if (auto *Block = llvm::dyn_cast<clang::CompoundStmt>(S))
      return allLeave(Block->body());
    return llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(S);
  }

  template <class Range> bool allLeave(const Range &List) {
    llvm::SmallVector<clang::Stmt *, 8> Live;
    reached(List, Live);
    return !Live.empty() && leaves(Live.back());
  }

  static bool containsBreak(const clang::Stmt *S) {
    return S && (llvm::isa<clang::BreakStmt>(S) || llvm::any_of(S->children(), containsBreak));
  }

  // ---- constant conditions of 'switch'

  // The statements that a switch over a constant consists of. False: it is none, or not simple enough.
  bool collectTaken(clang::SwitchStmt *S, llvm::SmallVectorImpl<clang::Stmt *> &Live) {
    auto *Body = llvm::dyn_cast<clang::CompoundStmt>(S->getBody());
    clang::Expr::EvalResult Value;
    if (!Body || S->getCond()->isValueDependent() || !S->getCond()->EvaluateAsInt(Value, C))
      return false;
    return collect(Body, find(S, Value.Val.getInt()), Live);
  }

  bool isWithin(const llvm::APSInt &Value, const clang::Expr *First, const clang::Expr *Last) {
    return llvm::APSInt::compareValues(First->EvaluateKnownConstInt(C), Value) <= 0 &&
           llvm::APSInt::compareValues(Value, Last->EvaluateKnownConstInt(C)) <= 0;
  }

  // The case that a switch over this value goes to; null: none.
  const clang::SwitchCase *find(const clang::SwitchStmt *S, const llvm::APSInt &Value) {
    const clang::SwitchCase *Default = nullptr;
    for (const clang::SwitchCase *Each = S->getSwitchCaseList(); Each; Each = Each->getNextSwitchCase()) {
      const auto *Case = llvm::dyn_cast<clang::CaseStmt>(Each);
      if (!Case)
        Default = Each;
      else if (isWithin(Value, Case->getLHS(), Case->getRHS() ? Case->getRHS() : Case->getLHS()))
        return Case;
    }
    return Default;
  }

  // The statements from a case on to one that leaves the switch. False: it is not as simple as that.
  bool collect(clang::CompoundStmt *Body, const clang::SwitchCase *From,
               llvm::SmallVectorImpl<clang::Stmt *> &Live) {
    bool In = false, Found = !From;
    for (clang::Stmt *S : Body->body()) {
      bool Label = false;
      for (; auto *Case = llvm::dyn_cast<clang::SwitchCase>(S); S = Case->getSubStmt())
        Label |= Case == From;
      Found |= Label;
      In |= Label;
      if (containsLabel(S) || (!In && llvm::isa<clang::DeclStmt>(S)))
        return false;
      if (In)
        Live.push_back(S);
      In &= !leaves(S);
    }
    return Found;
  }

  // std::is_constant_evaluated() and what standard libraries have below it.
  static bool asksWhetherConstantEvaluated(const clang::Expr *Condition) {
    const auto *Call =
        Condition ? llvm::dyn_cast<clang::CallExpr>(Condition->IgnoreParenImpCasts()) : nullptr;
    const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() && F->getNumParams() == 0 &&
           F->getName().ends_with("is_constant_evaluated");
  }
};

} // namespace sycc
#endif
