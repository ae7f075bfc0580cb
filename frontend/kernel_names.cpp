// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel's name is a type, and what the host finds the kernel by: two kernels can't share one. A class that
// the user declares belongs to no other; int or std::string may be another kernel's name in another file, and
// the device link would take the two for one.
#include "frontend/kernel_checks.h"

#include "frontend/attribute_list.h"
#include "frontend/declarations.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace {

// Passes everything on but clang's words about two kernels of one name and about annotations that are SYCL's
// attributes, and the notes to them.
class HoldBack : public DiagnosticConsumer {
public:
  HoldBack(DiagnosticConsumer *Next, std::unique_ptr<DiagnosticConsumer> Owner)
      : Next(Next), Owner(std::move(Owner)) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    if (Level != DiagnosticsEngine::Note)
      Holding = hold(Info);
    if (!Holding) {
      Others |= Level >= DiagnosticsEngine::Error;
      Next->HandleDiagnostic(Level, Info);
    }
    count();
  }
  void BeginSourceFile(const LangOptions &Options, const Preprocessor *PP) override {
    Next->BeginSourceFile(Options, PP);
  }
  void EndSourceFile() override {
    Next->EndSourceFile();
    count();
  }
  void finish() override {
    Next->finish();
    count();
  }
  bool IncludeInDiagnosticCounts() const override { return Next->IncludeInDiagnosticCounts(); }
  void clear() override {
    Next->clear();
    count();
  }

  SourceLocation Held; // the place of the first; invalid when there is none
  std::vector<std::pair<SourceLocation, SourceLocation>> Arguments; // not constant: with the attribute
  bool Others = false;                                              // errors that were passed on

private:
  bool hold(const Diagnostic &Info) {
    if (Info.getID() == diag::err_sycl_kernel_name_conflict) {
      Held = Held.isInvalid() ? Info.getLocation() : Held;
      return true;
    }
    const AttributeCommonInfo *A = Info.getID() == diag::err_attribute_argument_n_type &&
                                           Info.getNumArgs() == 3 &&
                                           Info.getArgKind(0) == DiagnosticsEngine::ak_attr_info
                                       ? reinterpret_cast<const AttributeCommonInfo *>(Info.getRawArg(0))
                                       : nullptr;
    // The rewriter's annotations begin where the user's attribute does.
    if (!A || !A->getAttrName() || A->getAttrName()->getName() != "annotate" ||
        sycc::attributeAt(Info.getSourceManager(), A->getLoc()).empty())
      return false;
    Arguments.push_back({Info.getLocation(), A->getLoc()});
    return true;
  }

  DiagnosticConsumer *Next;
  std::unique_ptr<DiagnosticConsumer> Owner; // of Next, or null
  bool Holding = false;

  // As the next one counts: -verify has rules of its own.
  void count() {
    NumErrors = Next->getNumErrors();
    NumWarnings = Next->getNumWarnings();
  }
};

// At any depth: std::chrono is in std too.
bool isInNamespace(const Decl *D, llvm::StringRef Name) {
  for (const DeclContext *In = D->getDeclContext(); In; In = In->getParent()) {
    const auto *N = dyn_cast<NamespaceDecl>(In);
    if (N && N->getName() == Name && N->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  }
  return false;
}

// All entry points, also those that clang refused. They are in namespaces and classes.
template <class Derived> class EntryPointFinder : public sycc::Declarations<Derived> {
public:
  std::vector<const FunctionDecl *> Found;

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (!F->isDependentContext() && F->isThisDeclarationADefinition() &&
        F->hasAttr<SYCLKernelEntryPointAttr>())
      Found.push_back(F);
    return true;
  }
};

class EntryPoints : public EntryPointFinder<EntryPoints> {
public:
  bool TraverseStmt(Stmt *) { return true; }
};

// Callers of functions are found first. For a file with an error, or with a name that may be one: this reads
// all of it.
class Launches : public EntryPointFinder<Launches> {
public:
  explicit Launches(ASTContext &C) : C(C) {}
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl *D) {
    const FunctionDecl *Outer = Current;
    if (auto *F = dyn_cast_or_null<FunctionDecl>(D))
      Current = F;
    bool Result = RecursiveASTVisitor::TraverseDecl(D);
    Current = Outer;
    return Result;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return add(E->getDecl(), E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) { return add(E->getMemberDecl(), E->getMemberLoc()); }

  // Where the user launches the kernel: up the calls until one is outside of the SYCL headers.
  SourceLocation find(const FunctionDecl *EntryPoint) const {
    SourceLocation Where = EntryPoint->getLocation();
    llvm::DenseSet<const FunctionDecl *> Seen;
    for (const FunctionDecl *F = EntryPoint; F && Seen.insert(F->getCanonicalDecl()).second;) {
      auto It = CalledFrom.find(F->getCanonicalDecl());
      if (It == CalledFrom.end())
        break;
      Where = It->second.second;
      if (!C.getSourceManager().isInSystemHeader(Where))
        break;
      F = It->second.first;
    }
    return Where;
  }

  // The function that launches it: the first outside of the SYCL API. Null: not known.
  const FunctionDecl *launcher(const FunctionDecl *EntryPoint) const {
    llvm::DenseSet<const FunctionDecl *> Seen;
    for (const FunctionDecl *F = EntryPoint; F && Seen.insert(F->getCanonicalDecl()).second;) {
      auto It = CalledFrom.find(F->getCanonicalDecl());
      F = It == CalledFrom.end() ? nullptr : It->second.first;
      if (F && !isInNamespace(F, "sycl"))
        return F;
    }
    return nullptr;
  }

private:
  ASTContext &C;
  const FunctionDecl *Current = nullptr;
  llvm::DenseMap<const FunctionDecl *, std::pair<const FunctionDecl *, SourceLocation>> CalledFrom;

  bool add(const ValueDecl *Callee, SourceLocation Where) {
    if (auto *F = dyn_cast<FunctionDecl>(Callee))
      if (Current && !Current->isDependentContext())
        CalledFrom.try_emplace(F->getCanonicalDecl(), Current, Where);
    return true;
  }
};

std::string typeName(const ASTContext &C, QualType T) {
  PrintingPolicy P = C.getPrintingPolicy();
  P.SuppressTagKeyword = true;
  return T.getAsString(P);
}

bool isOwnName(const ASTContext &C, const FunctionDecl *EntryPoint, QualType Name) {
  return EntryPoint->getNumParams() == 1 && C.hasSameType(EntryPoint->getParamDecl(0)->getType(), Name);
}

bool reportConflict(ASTContext &C, const Launches &Known, const FunctionDecl *First,
                    const FunctionDecl *Second) {
  DiagnosticsEngine &D = C.getDiagnostics();
  QualType Name = Second->getAttr<SYCLKernelEntryPointAttr>()->getKernelName();
  unsigned Error = D.getCustomDiagID(
      DiagnosticsEngine::Error,
      "two SYCL kernels have the name '%0'%select{|, the type of their function object, which is launched in "
      "two ways}1; give each its own: parallel_for<class Name>(...)");
  unsigned Note = D.getCustomDiagID(DiagnosticsEngine::Note, "the other is launched here");
  D.Report(Known.find(Second), Error)
      << typeName(C, Name) << (isOwnName(C, First, Name) && isOwnName(C, Second, Name) ? 1 : 0);
  D.Report(Known.find(First), Note);
  return true;
}

// The class of the standard library among the arguments of a template, at any depth and in whatever type, or
// among those of the classes around it; null if there is none.
const CXXRecordDecl *findStdArgument(const CXXRecordDecl *R);

const CXXRecordDecl *findStdIn(QualType T) {
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl())
    return isInNamespace(R, "std") ? R : findStdArgument(R);
  if (const Type *Element = T->getArrayElementTypeNoTypeQual())
    return findStdIn(QualType(Element, 0));
  if (const auto *Function = T->getAs<FunctionProtoType>()) {
    for (QualType Parameter : Function->getParamTypes())
      if (const CXXRecordDecl *Found = findStdIn(Parameter))
        return Found;
    return findStdIn(Function->getReturnType());
  }
  QualType Pointee = T->getPointeeType();
  return Pointee.isNull() ? nullptr : findStdIn(Pointee);
}

const CXXRecordDecl *findStdIn(const TemplateArgument &A) {
  if (A.getKind() == TemplateArgument::Type)
    return findStdIn(A.getAsType());
  if (A.getKind() == TemplateArgument::Pack)
    for (const TemplateArgument &Part : A.pack_elements())
      if (const CXXRecordDecl *Found = findStdIn(Part))
        return Found;
  return nullptr;
}

const CXXRecordDecl *findStdArgument(const CXXRecordDecl *R) {
  for (; R; R = dyn_cast<CXXRecordDecl>(R->getDeclContext()))
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        if (const CXXRecordDecl *Found = findStdIn(A))
          return Found;
  return nullptr;
}

bool isInstantiated(const FunctionDecl *F) {
  for (const DeclContext *In = F; In; In = In->getParent()) {
    const auto *Function = dyn_cast<FunctionDecl>(In);
    const auto *Class = dyn_cast<CXXRecordDecl>(In);
    if ((Function && Function->getTemplateInstantiationPattern()) ||
        (Class && Class->getTemplateInstantiationPattern()))
      return true;
  }
  return false;
}

// Null: it is a good one.
const char *whyNoName(QualType Name) {
  if (Name.hasQualifiers())
    return "is a type with 'const' or 'volatile'";
  const CXXRecordDecl *R = Name->getAsCXXRecordDecl();
  if (!R || R->isUnion())
    return "is no class";
  return isInNamespace(R, "std") ? "is a class of the standard library" : nullptr;
}

// Names that the program writes out. In a template the arguments are whatever types it is used with, and
// are no mistake.
void checkArguments(ASTContext &C, llvm::ArrayRef<const FunctionDecl *> Suspects) {
  DiagnosticsEngine &D = C.getDiagnostics();
  unsigned Error = D.getCustomDiagID(
      DiagnosticsEngine::Error,
      "'%0' cannot name a SYCL kernel: its template argument '%1' is a class of the standard library; "
      "declare a class for the name, 'class Name;'");
  Launches Known(C);
  if (!Suspects.empty())
    Known.TraverseDecl(C.getTranslationUnitDecl());
  for (const FunctionDecl *F : Suspects) {
    QualType Name = F->getAttr<SYCLKernelEntryPointAttr>()->getKernelName();
    const FunctionDecl *Launcher = Known.launcher(F);
    if (Launcher && !isInstantiated(Launcher))
      D.Report(Known.find(F), Error) << typeName(C, Name)
                                     << typeName(C, C.getCanonicalTagType(
                                                        findStdArgument(Name->getAsCXXRecordDecl())));
  }
}

} // namespace

void sycc::holdBackNameConflicts(DiagnosticsEngine &D) {
  DiagnosticConsumer *Next = D.getClient();
  std::unique_ptr<DiagnosticConsumer> Owner = D.takeClient();
  D.setClient(new HoldBack(Next, std::move(Owner)), /*ShouldOwnClient=*/true);
}

bool sycc::reportArguments(ASTContext &C) {
  DiagnosticsEngine &D = C.getDiagnostics();
  const auto *Kept = static_cast<HoldBack *>(D.getClient());
  const bool NoOthers = !Kept->Others && Kept->Held.isInvalid(); // before those below
  unsigned Error = D.getCustomDiagID(DiagnosticsEngine::Error, "'%0' attribute takes constant expressions");
  llvm::DenseSet<SourceLocation> Said;
  for (auto [Where, Attribute] : Kept->Arguments)
    if (Said.insert(Where).second)
      D.Report(Where, Error) << attributeAt(C.getSourceManager(), Attribute);
  return NoOthers;
}

void sycc::reportNameConflicts(ASTContext &C) {
  DiagnosticsEngine &D = C.getDiagnostics();
  SourceLocation Held = static_cast<HoldBack *>(D.getClient())->Held;
  if (Held.isInvalid())
    return;
  unsigned Reported = 0;
  Launches Known(C);
  Known.TraverseDecl(C.getTranslationUnitDecl());
  for (const FunctionDecl *F : Known.Found) {
    const auto *A = F->getAttr<SYCLKernelEntryPointAttr>();
    const SYCLKernelInfo *Info = C.findSYCLKernelInfo(C.getCanonicalType(A->getKernelName()));
    if (Info && Info->getKernelEntryPointDecl()->getCanonicalDecl() != F->getCanonicalDecl())
      Reported += reportConflict(C, Known, Info->getKernelEntryPointDecl(), F);
  }
  if (!Reported)
    D.Report(Held, D.getCustomDiagID(DiagnosticsEngine::Error, "two SYCL kernels have the same name"));
}

void sycc::checkKernelNames(ASTContext &C) {
  DiagnosticsEngine &D = C.getDiagnostics();
  unsigned Error =
      D.getCustomDiagID(DiagnosticsEngine::Error,
                        "'%0' cannot name a SYCL kernel: it %1; declare a class for the name, 'class Name;'");
  EntryPoints All;
  llvm::SmallVector<const FunctionDecl *> Suspects;
  All.TraverseDecl(C.getTranslationUnitDecl());
  for (const FunctionDecl *F : All.Found) {
    QualType Name = F->getAttr<SYCLKernelEntryPointAttr>()->getKernelName();
    const char *Why = isOwnName(C, F, Name) ? nullptr : whyNoName(Name);
    if (!Why && !isOwnName(C, F, Name) && findStdArgument(Name->getAsCXXRecordDecl()))
      Suspects.push_back(F);
    if (!Why)
      continue;
    const ParmVarDecl *Closure = F->getNumParams() == 1 ? F->getParamDecl(0) : nullptr;
    const CXXRecordDecl *R = Closure ? Closure->getType()->getAsCXXRecordDecl() : nullptr;
    D.Report(R ? R->getLocation() : F->getLocation(), Error) << typeName(C, Name) << Why;
  }
  checkArguments(C, Suspects);
}
