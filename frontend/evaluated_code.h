// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Visits the part of a function that is compiled: not what the compiler only looks at (sizeof, decltype,
// discarded branches, constant initialisers), and with what C++ adds unseen (implicit conversions, default
// arguments, member initialisers).
#ifndef SY_FRONTEND_EVALUATED_CODE_H
#define SY_FRONTEND_EVALUATED_CODE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtSYCL.h"

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
    if (S->isConsteval())
      return getDerived().TraverseStmt(S->isNonNegatedConsteval() ? S->getElse() : S->getThen());
    if (S->getCond() && asksWhetherConstantEvaluated(S->getCond()))
      return getDerived().TraverseStmt(S->getElse());
    if (!S->isConstexpr())
      return Base::TraverseIfStmt(S);
    if (auto Taken = S->getNondiscardedCase(C))
      return !*Taken || getDerived().TraverseStmt(const_cast<clang::Stmt *>(*Taken));
    return true;
  }

  // A lambda's body runs when it is called, and then it is a callee; its captures run now.
  bool TraverseLambdaExpr(clang::LambdaExpr *L) {
    for (clang::Expr *Init : L->capture_inits())
      if (Init && !getDerived().TraverseStmt(Init))
        return false;
    return true;
  }

  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr *E) { return getDerived().TraverseStmt(E->getExpr()); }
  bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr *E) { return getDerived().TraverseStmt(E->getExpr()); }

  bool TraverseVarDecl(clang::VarDecl *D) {
    if (D->isConstexpr() || (D->isStaticLocal() && D->getType().isConstQualified()))
      return true;
    return Base::TraverseVarDecl(D);
  }

protected:
  clang::ASTContext &C;

private:
  // std::is_constant_evaluated() and what standard libraries have below it.
  static bool asksWhetherConstantEvaluated(const clang::Expr *Condition) {
    const auto *Call = llvm::dyn_cast<clang::CallExpr>(Condition->IgnoreParenImpCasts());
    const clang::FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() && F->getNumParams() == 0 &&
           F->getName().ends_with("is_constant_evaluated");
  }
};

} // namespace sycc
#endif
