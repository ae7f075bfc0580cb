// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code is what is reachable from the roots through calls. The functions are visited breadth first,
// each once, and every visited function remembers which call led to it: so the chain of "called by" notes
// is a shortest one.
#include "frontend/device_code.h"

#include "frontend/evaluated_code.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <deque>

using namespace clang;

namespace {

struct Call {
  const FunctionDecl *Callee;
  SourceLocation Where;
};

struct Fault {
  SourceLocation Where;
  const char *What;
};

// Everything one function body does.
class BodyVisitor : public sycc::EvaluatedCode<BodyVisitor> {
public:
  explicit BodyVisitor(ASTContext &C) : EvaluatedCode(C) {}
  std::vector<Call> Calls;
  std::vector<Fault> Faults;

  bool VisitVarDecl(VarDecl *D) {
    if (D->isStaticLocal() && !D->getType().isConstQualified())
      fault(D->getLocation(), "SYCL kernel cannot use a non-const static variable");
    destroyed(D->getType(), D->getLocation());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (auto *F = dyn_cast<FunctionDecl>(E->getDecl()))
      call(F, E->getLocation());
    else if (auto *V = dyn_cast<VarDecl>(E->getDecl()))
      if (V->hasGlobalStorage() && !V->isStaticLocal() && !V->isConstexpr() && !V->getType().isConstQualified())
        fault(E->getLocation(), "SYCL kernel cannot use a non-const global variable");
    return true;
  }

  bool VisitMemberExpr(MemberExpr *E) {
    if (auto *F = dyn_cast<FunctionDecl>(E->getMemberDecl()))
      call(F, E->getMemberLoc());
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    call(E->getConstructor(), E->getLocation());
    return true;
  }

  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) {
    call(E->getTemporary()->getDestructor(), E->getExprLoc());
    return true;
  }

  bool VisitCXXThrowExpr(CXXThrowExpr *E) { return fault(E->getExprLoc(), "SYCL kernel cannot use exceptions"); }
  bool VisitCXXTryStmt(CXXTryStmt *S) { return fault(S->getBeginLoc(), "SYCL kernel cannot use exceptions"); }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *E) { return fault(E->getExprLoc(), "SYCL kernel cannot use rtti"); }
  bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr *E) {
    return fault(E->getExprLoc(), "SYCL kernel cannot use rtti");
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) {
    const FunctionDecl *New = E->getOperatorNew();
    if (!New || !New->isReservedGlobalPlacementOperator())
      fault(E->getExprLoc(), "SYCL kernel cannot allocate storage");
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    return fault(E->getExprLoc(), "SYCL kernel cannot deallocate storage");
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    return fault(S->getBeginLoc(), "SYCL kernel cannot use inline assembly");
  }

  bool VisitCallExpr(CallExpr *E) {
    if (auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
      if (isVirtualCall(M))
        fault(E->getExprLoc(), "SYCL kernel cannot call a virtual function");
    } else if (!E->getDirectCallee() && !isa<CXXPseudoDestructorExpr>(E->getCallee()->IgnoreParens()))
      fault(E->getExprLoc(), "SYCL kernel cannot call through a function pointer");
    return true;
  }

private:
  bool fault(SourceLocation L, const char *What) {
    Faults.push_back({L, What});
    return true;
  }

  void call(const FunctionDecl *F, SourceLocation L) {
    if (F)
      Calls.push_back({F, L});
  }

  void destroyed(QualType T, SourceLocation L) {
    if (const CXXRecordDecl *R = C.getBaseElementType(T)->getAsCXXRecordDecl())
      if (R->hasDefinition() && !R->hasTrivialDestructor())
        call(R->getDestructor(), L);
  }

  bool isVirtualCall(const CXXMemberCallExpr *E) {
    const CXXMethodDecl *D = E->getMethodDecl();
    const auto *M = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
    if (!D || !M || !D->isVirtual() || !M->performsVirtualDispatch(C.getLangOpts()))
      return false;
    return !D->getDevirtualizedMethod(M->getBase(), /*IsAppleKext=*/false);
  }
};

class Checker {
public:
  Checker(ASTContext &C) : C(C), D(C.getDiagnostics()) {
    Error = D.getCustomDiagID(DiagnosticsEngine::Error, "%0");
    CalledBy = D.getCustomDiagID(DiagnosticsEngine::Note, "called by '%0'");
    CalledByKernel = D.getCustomDiagID(DiagnosticsEngine::Note, "called by kernel '%0'");
    Recursive = D.getCustomDiagID(DiagnosticsEngine::Error, "SYCL kernel cannot call a recursive function");
  }

  std::vector<const FunctionDecl *> run(const std::vector<sycc::Root> &Roots) {
    for (const sycc::Root &R : Roots)
      reach(R.Function, {nullptr, {}, &R});
    while (!Queue.empty()) {
      const FunctionDecl *F = Queue.front();
      Queue.pop_front();
      visit(F);
    }
    return std::move(Order);
  }

private:
  struct Origin {
    const FunctionDecl *Caller; // null for a root
    SourceLocation Where;       // the call
    const sycc::Root *Root;
  };

  ASTContext &C;
  DiagnosticsEngine &D;
  unsigned Error, CalledBy, CalledByKernel, Recursive;
  std::deque<const FunctionDecl *> Queue;
  std::vector<const FunctionDecl *> Order;
  llvm::DenseMap<const FunctionDecl *, Origin> Reached;

  void reach(const FunctionDecl *F, Origin O) {
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && Reached.try_emplace(Definition, O).second)
      Queue.push_back(Definition);
  }

  void visit(const FunctionDecl *F) {
    Order.push_back(F);
    BodyVisitor V(C);
    V.traverseBody(F);
    for (const Fault &Bad : V.Faults)
      report(F, Bad);
    for (const Call &To : V.Calls) {
      if (isSelf(To.Callee, F)) {
        D.Report(To.Where, Recursive);
        chain(F);
      } else
        reach(To.Callee, {F, To.Where, Reached[F].Root});
    }
  }

  static bool isSelf(const FunctionDecl *Callee, const FunctionDecl *F) {
    return Callee->getCanonicalDecl() == F->getCanonicalDecl();
  }

  void report(const FunctionDecl *F, const Fault &Bad) {
    D.Report(Bad.Where, Error) << Bad.What;
    chain(F);
  }

  // From the function with the fault up to the kernel. The entry point itself is a detail of the headers.
  void chain(const FunctionDecl *F) {
    for (Origin O = Reached[F]; O.Caller; O = Reached[O.Caller]) {
      if (O.Caller == O.Root->Function && !O.Root->Kernel.empty()) {
        D.Report(O.Root->Where, CalledByKernel) << O.Root->Kernel;
        return;
      }
      D.Report(O.Where, CalledBy) << O.Caller->getQualifiedNameAsString();
    }
  }
};

} // namespace

std::vector<const FunctionDecl *> sycc::checkDeviceCode(ASTContext &C, const std::vector<Root> &Roots) {
  return Checker(C).run(Roots);
}
