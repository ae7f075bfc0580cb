// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code is what is reachable from the roots through calls. The functions are visited breadth first,
// each once, and every visited function remembers which call led to it: so the chain of "called by" notes
// is a shortest one.
//
// A call in an expression that is refused already is not followed: "std::cout << x" is one error at
// std::cout, not twenty in the standard library.
#include "frontend/device_code.h"

#include "frontend/call_graph.h"
#include "frontend/device_library.h"
#include "frontend/device_types.h"
#include "frontend/device_variables.h"
#include "frontend/evaluated_code.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

#include <deque>

using namespace clang;
using sycc::quoted;
using sycc::refusedUse;

namespace {

struct Call {
  const FunctionDecl *Callee;
  SourceLocation Where;
  unsigned Expression; // the full expression it is part of, counted from 1; 0: none
};

struct Fault {
  SourceLocation Where;
  std::string What; // goes on after "SYCL kernel cannot "
  bool OfType;      // one of these is enough for a line
};

StringRef plainName(const NamedDecl *D) {
  return D->getIdentifier() ? D->getName() : "";
}

// A user's own that has a body is a function like others; what it calls says whether it allocates.
bool isOwnAllocator(const FunctionDecl *F) {
  return F->isReservedGlobalPlacementOperator() ||
         (!F->isReplaceableGlobalAllocationFunction() && F->hasBody());
}

bool isExternal(const FunctionDecl *F) {
  return llvm::any_of(F->redecls(), [](const FunctionDecl *D) { return D->hasAttr<SYCLExternalAttr>(); });
}

// Why a kernel can't call F, as the end of "SYCL kernel cannot "; empty: it can. Defined: in this file.
std::string refusedCall(const ASTContext &C, const FunctionDecl *F, bool Defined) {
  static const llvm::StringSet<> Jumps{"setjmp",     "_setjmp",          "__sigsetjmp",       "longjmp",
                                       "siglongjmp", "__builtin_setjmp", "__builtin_longjmp", "_longjmp"};
  OverloadedOperatorKind Operator = F->getOverloadedOperator();
  unsigned Builtin = F->getBuiltinID();
  if (Jumps.contains(plainName(F)) && (F->isExternC() || Builtin))
    return "call " + quoted(F);
  if (Builtin == Builtin::BI__builtin_operator_new || Operator == OO_New || Operator == OO_Array_New)
    return isOwnAllocator(F) ? "" : "allocate storage";
  if (Builtin == Builtin::BI__builtin_operator_delete || Operator == OO_Delete || Operator == OO_Array_Delete)
    return isOwnAllocator(F) ? "" : "deallocate storage";
  StringRef InCLibrary = sycc::nameInCLibrary(C, F);
  bool Known = sycc::isProvided(F) || Defined || isExternal(F) || sycc::isInDeviceLibrary(InCLibrary);
  if (!InCLibrary.empty() && !Known)
    return "call " + quoted(F) + ": no device has this function of the C library";
  if (Builtin || sycc::isProvided(F) || sycc::isFailure(F) || !InCLibrary.empty())
    return "";
  if (F->isInStdNamespace() && plainName(F).starts_with("__throw_") && !Defined)
    return "use exceptions";
  // One of a header's is inlined (variadic.c); it is refused if it asks for its arguments.
  if (F->isVariadic() && !(Defined && C.getSourceManager().isInSystemHeader(F->getLocation())))
    return "call the variadic function " + quoted(F);
  if (Defined || F->isDefaulted() || F->isImplicit() || F->isDeleted() || F->isPureVirtual() || isExternal(F))
    return "";
  return "call the undefined function " + quoted(F) +
         " (declare it SYCL_EXTERNAL if another file defines it)";
}

// ---- one function ----------------------------------------------------------------------------------------

// Everything one function does.
class BodyVisitor : public sycc::EvaluatedCode<BodyVisitor> {
  using Base = sycc::EvaluatedCode<BodyVisitor>;

public:
  BodyVisitor(ASTContext &C, sycc::DeviceTypes &Types) : EvaluatedCode(C), Types(Types) {}
  std::vector<Call> Calls;
  std::vector<Fault> Faults;

  void traverseFunction(const FunctionDecl *F) {
    Function = F;
    OfSystem = C.getSourceManager().isInSystemHeader(F->getLocation());
    if (!F->hasAttr<SYCLKernelEntryPointAttr>())
      checkSignature(F);
    if (isa<CoroutineBodyStmt>(F->getBody())) {
      fault(F->getLocation(), "use coroutines");
      return;
    }
    traverseBody(F);
    if (const auto *D = dyn_cast<CXXDestructorDecl>(F))
      destroyMembers(D);
  }

  bool isFollowed(const Call &To) const { return !Refused.contains(To.Expression); }

  // Counts full expressions. What is folded to a constant of another type uses no type but that.
  bool dataTraverseStmtPre(Stmt *S) {
    if (OfSystem)
      sycc::dropHandlers(S);
    const auto *E = dyn_cast<Expr>(S);
    if (!E)
      return true;
    if (isFolded(E))
      return false;
    if (Depth++ == 0)
      ++Expression;
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) {
    Depth -= isa<Expr>(S);
    return true;
  }

  bool TraverseVarDecl(VarDecl *D) {
    if (D->isStaticLocal() || D->getTLSKind() != VarDecl::TLS_None)
      fault(D->getLocation(), refusedUse(C, D));
    else if (!D->isConstexpr()) {
      checkType(D->getType(), D->getLocation());
      destroy(D->getType(), D->getLocation());
    }
    return D->isStaticLocal() || Base::TraverseVarDecl(D);
  }

  bool VisitExpr(Expr *E) {
    if (Types.lacks(E->getType()))
      fault(E->getExprLoc(), "use " + sycc::describeLacking(C, E->getType()), /*OfType=*/true);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return use(E->getDecl(), E->getLocation()); }

  bool VisitMemberExpr(MemberExpr *E) {
    const auto *Method = dyn_cast<CXXMethodDecl>(E->getMemberDecl());
    if (Method && Method->isVirtual() && E->performsVirtualDispatch(C.getLangOpts()))
      return dispatch(Method, E->getBase(), place(E));
    return use(E->getMemberDecl(), place(E));
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return call(E->getConstructor(), E->getLocation()); }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) {
    return call(E->getConstructor(), E->getLocation());
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) {
    return call(E->getTemporary()->getDestructor(), E->getExprLoc());
  }

  bool VisitCXXThrowExpr(CXXThrowExpr *E) {
    if (!OfSystem)
      return fault(E->getExprLoc(), "use exceptions");
    sycc::endInsteadOfThrow(E);
    return true;
  }
  bool VisitCXXTryStmt(CXXTryStmt *S) { return fault(S->getBeginLoc(), "use exceptions"); }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *E) { return fault(E->getExprLoc(), "use rtti"); }
  bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr *E) { return fault(E->getExprLoc(), "use rtti"); }
  bool VisitCXXNewExpr(CXXNewExpr *E) {
    const FunctionDecl *New = E->getOperatorNew();
    if (New && isOwnAllocator(New))
      return call(New, E->getExprLoc());
    return fault(E->getExprLoc(), "allocate storage");
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    const FunctionDecl *Delete = E->getOperatorDelete();
    if (!Delete || !isOwnAllocator(Delete))
      return fault(E->getExprLoc(), "deallocate storage");
    if (!E->getDestroyedType().isNull())
      destroy(E->getDestroyedType(), E->getExprLoc());
    return call(Delete, E->getExprLoc());
  }
  bool VisitVAArgExpr(VAArgExpr *E) { return fault(E->getExprLoc(), "use va_arg"); }
  // Of others clang makes calls of a library of the host's.
  bool VisitAtomicExpr(AtomicExpr *E) {
    QualType T = E->getValueType();
    uint64_t Bits = C.getTypeSize(T);
    if (C.getTargetInfo().hasBuiltinAtomic(Bits, Bits))
      return true;
    return fault(E->getExprLoc(), "use atomic operations on the type '" +
                                      T.getAsString(C.getPrintingPolicy()) + "', which has " +
                                      std::to_string(Bits / 8) +
                                      " bytes: devices have them for 1, 2, 4 and 8");
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *S) { return fault(S->getBeginLoc(), "use a computed goto"); }

  // SPIR-V has no assembly; what is compiled for one architecture may use that one's.
  bool VisitAsmStmt(AsmStmt *S) {
    if (C.getTargetInfo().getTriple().isSPIROrSPIRV())
      fault(S->getAsmLoc(), "use inline assembly");
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    if (isa<CXXOperatorCallExpr>(E) && Method && Method->isVirtual())
      return dispatch(Method, E->getArg(0), E->getExprLoc());
    if (E->getDirectCallee() || isa<CXXPseudoDestructorExpr>(E->getCallee()->IgnoreParens()))
      return true;
    if (const FunctionDecl *Known = constantCallee(E->getCallee()))
      return call(Known, E->getExprLoc());
    bool Named = isa<DeclRefExpr>(E->getCallee()->IgnoreParenImpCasts());
    if (OfSystem || (!Named && isOfTable(E->getCallee(), E->getExprLoc())))
      return true; // what is called is numbered after the device link (passes/images/function_numbers.c)
    return fault(E->getExprLoc(), "call through a function pointer");
  }

private:
  sycc::DeviceTypes &Types;
  const FunctionDecl *Function = nullptr;
  bool OfSystem = false; // it stands in a system header
  unsigned Depth = 0, Expression = 0;
  llvm::DenseSet<unsigned> Refused; // full expressions with a fault

  // Of a constant pointer to a function, which clang emits as a call of that.
  const FunctionDecl *constantCallee(const Expr *Callee) {
    Expr::EvalResult Value;
    const auto *Name = dyn_cast<DeclRefExpr>(Callee->IgnoreParenImpCasts());
    const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    if ((V && !V->isConstexpr()) || !Callee->EvaluateAsRValue(Value, C) || Value.HasSideEffects ||
        !Value.Val.isLValue())
      return nullptr;
    return dyn_cast_or_null<FunctionDecl>(Value.Val.getLValueBase().dyn_cast<const ValueDecl *>());
  }

  // Whether a pointer to a function is an element of a constant table: table[i], row.handler,
  // array[i].handler. The functions of the table are called then.
  bool isOfTable(const Expr *Callee, SourceLocation Where) {
    const Expr *E = Callee->IgnoreParenImpCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return isOfTable(Element->getBase(), Where);
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return isOfTable(Member->getBase(), Where);
    if (const auto *Pointed = dyn_cast<UnaryOperator>(E))
      return Pointed->getOpcode() == UO_Deref && isOfTable(Pointed->getSubExpr(), Where);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return Operator->getOperator() == OO_Subscript && isOfTable(Operator->getArg(0), Where);
    if (const auto *ToMember = dyn_cast<BinaryOperator>(E))
      return ToMember->isPtrMemOp() && isOfTable(ToMember->getRHS(), Where);
    const auto *Name = dyn_cast<DeclRefExpr>(E);
    const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return V && callAllOf(V, Where);
  }

  bool callAllOf(const VarDecl *Table, SourceLocation Where) {
    std::vector<const FunctionDecl *> Found = sycc::functionsIn(C, Table);
    for (const FunctionDecl *F : Found)
      call(F, Where);
    return !Found.empty();
  }

  // The member of an implicit conversion stands nowhere.
  static SourceLocation place(const MemberExpr *E) {
    return E->getMemberLoc().isValid() ? E->getMemberLoc() : E->getBeginLoc();
  }

  bool fault(SourceLocation Where, std::string What, bool OfType = false) {
    if (What.empty())
      return true;
    Faults.push_back({Where, std::move(What), OfType});
    if (Depth)
      Refused.insert(Expression);
    return true;
  }

  bool call(const FunctionDecl *F, SourceLocation Where) {
    if (F)
      Calls.push_back({F, Where, Depth ? Expression : 0});
    return true;
  }

  bool use(const ValueDecl *D, SourceLocation Where) {
    if (auto *F = dyn_cast<FunctionDecl>(D))
      return call(F, Where);
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && OfSystem) // std::visit has tables
      callAllOf(V, Where);
    bool Declared = V && V->isStaticLocal() && V->getDeclContext() == Function; // refused there
    return !V || !V->hasGlobalStorage() || Declared || fault(Where, refusedUse(C, V));
  }

  bool dispatch(const CXXMethodDecl *Method, const Expr *Object, SourceLocation Where) {
    if (const CXXMethodDecl *Known = Method->getDevirtualizedMethod(Object, /*IsAppleKext=*/false))
      return call(Known, Where);
    return fault(Where, "call the virtual function " + quoted(Method));
  }

  bool isFolded(const Expr *E) {
    if (Types.lacks(E->getType()) || !(isa<CastExpr>(E) || isa<BinaryOperator>(E)))
      return false;
    const auto *Operand = dyn_cast_or_null<Expr>(*E->child_begin());
    return Operand && Types.lacks(Operand->getType()) && E->isEvaluatable(C);
  }

  void checkType(QualType T, SourceLocation Where) {
    std::optional<sycc::LackingType> Found = Types.find(T);
    if (!Found)
      return;
    std::string In;
    if (!Found->Path.empty())
      In = " (member '" + Found->Path + "' of '" + T.getAsString(C.getPrintingPolicy()) + "')";
    fault(Where, "use " + sycc::describeLacking(C, Found->Type) + In, /*OfType=*/true);
  }

  void checkSignature(const FunctionDecl *F) {
    checkType(F->getReturnType(), F->getLocation());
    for (const ParmVarDecl *P : F->parameters())
      checkType(P->getType(), P->getLocation());
  }

  void destroy(QualType T, SourceLocation Where) {
    const CXXRecordDecl *R = C.getBaseElementType(T)->getAsCXXRecordDecl();
    if (R && R->hasDefinition() && !R->hasTrivialDestructor())
      call(R->getDestructor(), Where);
  }

  void destroyMembers(const CXXDestructorDecl *D) {
    for (const CXXBaseSpecifier &B : D->getParent()->bases())
      destroy(B.getType(), D->getLocation());
    for (const FieldDecl *F : D->getParent()->fields())
      destroy(F->getType(), D->getLocation());
  }
};

// ---- all of them -----------------------------------------------------------------------------------------

class Checker {
public:
  Checker(ASTContext &C) : C(C), D(C.getDiagnostics()), Types(C) {
    Error = D.getCustomDiagID(DiagnosticsEngine::Error, "SYCL kernel cannot %0");
    CalledBy = D.getCustomDiagID(DiagnosticsEngine::Note, "called by '%0'");
    CalledByKernel = D.getCustomDiagID(DiagnosticsEngine::Note, "called by kernel '%0'");
    Skipping = D.getCustomDiagID(DiagnosticsEngine::Note,
                                 "(skipping %0 calls; use -ftemplate-backtrace-limit=0 to see all)");
  }

  sycc::DeviceCode run(const std::vector<sycc::Root> &Roots) {
    for (const sycc::Root &R : Roots)
      reach(R.Function, {nullptr, {}, &R});
    while (!Queue.empty()) {
      const FunctionDecl *F = Queue.front();
      Queue.pop_front();
      visit(F);
    }
    for (const sycc::CallGraph::Cycle &Cycle : Graph.cycles())
      report(Cycle.Functions.back(), {Cycle.Where, describe(Cycle), false});
    return std::move(Found);
  }

private:
  struct Origin {
    const FunctionDecl *Caller; // null for a root
    SourceLocation Where;       // the call
    const sycc::Root *Root;
  };

  ASTContext &C;
  DiagnosticsEngine &D;
  sycc::DeviceTypes Types;
  unsigned Error, CalledBy, CalledByKernel, Skipping;
  std::deque<const FunctionDecl *> Queue;
  sycc::DeviceCode Found;
  llvm::DenseMap<const FunctionDecl *, Origin> Reached;
  sycc::CallGraph Graph;
  llvm::StringSet<> Reported; // "file:line:message"

  void reach(const FunctionDecl *Definition, Origin O) {
    if (Reached.try_emplace(Definition, O).second)
      Queue.push_back(Definition);
  }

  void visit(const FunctionDecl *F) {
    Found.Reached.push_back(F);
    BodyVisitor V(C, Types);
    V.traverseFunction(F);
    // A user can't mend a system header: the first fault says that the function is not for kernels.
    if (!V.Faults.empty() && C.getSourceManager().isInSystemHeader(F->getLocation())) {
      report(F, V.Faults.front());
      return;
    }
    for (const Fault &Bad : V.Faults)
      report(F, Bad);
    for (const Call &To : V.Calls)
      if (V.isFollowed(To))
        follow(F, To);
  }

  void follow(const FunctionDecl *F, const Call &To) {
    const FunctionDecl *Definition = nullptr;
    bool Defined = To.Callee->hasBody(Definition);
    std::string Refused = refusedCall(C, To.Callee, Defined);
    if (!Refused.empty()) {
      report(F, {To.Where, Refused, false});
    } else if (Defined) {
      Graph.add(F, Definition, To.Where);
      reach(Definition, {F, To.Where, Reached[F].Root});
    } else if (Found.Elsewhere.try_emplace(To.Callee->getCanonicalDecl()).second) {
      Found.Elsewhere[To.Callee->getCanonicalDecl()] = wayTo(F, To.Where);
    }
  }

  std::vector<sycc::CallPlace> wayTo(const FunctionDecl *F, SourceLocation Where) {
    constexpr size_t Most = 16; // a message that shows more does not help
    std::vector<sycc::CallPlace> Way{{quoted(F), Where}};
    for (Origin O = Reached[F]; O.Caller && Way.size() < Most; O = Reached[O.Caller])
      if (isEntryPoint(O))
        Way.push_back({"kernel '" + O.Root->Kernel + "'", O.Root->Where});
      else
        Way.push_back({quoted(O.Caller), O.Where});
    return Way;
  }

  static std::string describe(const sycc::CallGraph::Cycle &Cycle) {
    constexpr size_t MostNames = 8;
    std::string Way = "call the recursive function " + quoted(Cycle.Functions.front());
    if (Cycle.Functions.size() == 1)
      return Way;
    Way += ": it calls ";
    for (size_t I = 1; I < Cycle.Functions.size() && I < MostNames; I++)
      Way += quoted(Cycle.Functions[I]) + ", which calls ";
    return Way + (Cycle.Functions.size() > MostNames ? "others, the last of which calls it" : "it");
  }

  // Once for a line: the other instantiations of a template and other parts of an expression say no more.
  void report(const FunctionDecl *F, const Fault &Bad) {
    const SourceManager &SM = C.getSourceManager();
    SourceLocation Where = SM.getExpansionLoc(Bad.Where);
    std::string Key = std::to_string(SM.getFileID(Where).getHashValue()) + ":" +
                      std::to_string(SM.getExpansionLineNumber(Where)) + ":" +
                      (Bad.OfType ? "type" : Bad.What);
    if (!Reported.insert(Key).second)
      return;
    D.Report(Bad.Where, Error) << Bad.What;
    chain(F);
  }

  // From the function with the fault up to the kernel. The entry point itself is a detail of the headers. A
  // long way loses its middle, as clang's own ways do.
  void chain(const FunctionDecl *F) {
    std::vector<Origin> Way;
    for (Origin O = Reached[F]; O.Caller; O = Reached[O.Caller])
      Way.push_back(O);
    size_t Limit = D.getTemplateBacktraceLimit(), Most = Limit ? std::max<size_t>(Limit, 2) : Way.size();
    size_t Skipped = Way.size() > Most ? Way.size() - Most : 0, From = (Way.size() - Skipped + 1) / 2;
    for (size_t I = 0; I < Way.size(); I++) {
      if (Skipped && I == From) {
        D.Report(Way[I].Where, Skipping) << unsigned(Skipped);
        I += Skipped;
      }
      note(Way[I]);
    }
  }

  // Whether the caller is a kernel's entry point, which is a detail of the headers.
  static bool isEntryPoint(const Origin &O) {
    return O.Caller == O.Root->Function && !O.Root->Kernel.empty();
  }

  void note(const Origin &O) {
    if (isEntryPoint(O))
      D.Report(O.Root->Where, CalledByKernel) << O.Root->Kernel;
    else
      D.Report(O.Where, CalledBy) << O.Caller->getQualifiedNameAsString();
  }
};

} // namespace

sycc::DeviceCode sycc::checkDeviceCode(ASTContext &C, const std::vector<Root> &Roots) {
  return Checker(C).run(Roots);
}
