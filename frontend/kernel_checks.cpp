// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function object travels to a device as bytes. So each thing it holds must be
//   - a class that the headers mark as special (accessors), or
//   - device copyable: trivially copyable, or sycl::is_device_copyable says so, or
//   - a class without copying, destruction or virtual functions of its own that holds only such things,
// and no reference, and of no type that devices lack. The trait can't be asked about lambdas, nor say which
// capture is at fault; and it is a template that users specialise, partially too: only Sema can tell what
// it says about a type.
#include "frontend/kernel_checks.h"

#include "frontend/device_types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

using namespace clang;

namespace {

// Why an object can't travel.
struct Problem {
  std::string Path; // the members that lead to it: "a.b"; empty when it is the object itself
  QualType Type;    // of the last of them
  std::string Why;  // goes on after "it "
};

constexpr const char *OfStandardLibrary =
    "is not device copyable (strings and containers of the standard library live in host memory; use an "
    "accessor or USM)";

// Classes of SYCL that belong to the host.
constexpr struct {
  const char *Name, *Why;
} HostClasses[] = {
    {"sycl::buffer", "belongs to the host (capture an accessor to it)"},
    {"sycl::host_accessor", "belongs to the host (capture a sycl::accessor)"},
    {"sycl::sampled_image", "belongs to the host (capture an accessor to it)"},
    {"sycl::unsampled_image", "belongs to the host (capture an accessor to it)"},
    {"sycl::host_sampled_image_accessor", "belongs to the host (capture a sycl::sampled_image_accessor)"},
    {"sycl::host_unsampled_image_accessor", "belongs to the host (capture a sycl::unsampled_image_accessor)"},
    {"sycl::queue", "belongs to the host"},
    {"sycl::handler", "belongs to the host"},
    {"sycl::event", "belongs to the host"},
    {"sycl::device", "belongs to the host"},
    {"sycl::context", "belongs to the host"},
    {"sycl::platform", "belongs to the host"},
};

// Whose elements travel if each of them does.
constexpr const char *HolderClasses[] = {"std::pair", "std::tuple", "std::array", "std::optional",
                                         "std::variant"};

std::string typeName(ASTContext &C, QualType T) {
  return "'" + T.getUnqualifiedType().getAsString(C.getPrintingPolicy()) + "'";
}

bool isSpecial(const CXXRecordDecl *R) {
  return llvm::any_of(R->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *A) { return A->getAnnotation() == "sycl_detail::special"; });
}

// Copying, destruction or virtual functions that the class itself brings.
const char *ownWays(const CXXRecordDecl *R) {
  if (R->isPolymorphic())
    return "it has virtual functions";
  if (R->getNumVBases())
    return "it has virtual bases";
  if (const CXXDestructorDecl *D = R->getDestructor(); D && D->isUserProvided())
    return "it has a destructor of its own";
  for (const CXXConstructorDecl *D : R->ctors())
    if (D->isUserProvided() && D->isCopyOrMoveConstructor())
      return "it has a copy or move constructor of its own";
  for (const CXXMethodDecl *D : R->methods())
    if (D->isUserProvided() && (D->isCopyAssignmentOperator() || D->isMoveAssignmentOperator()))
      return "it has an assignment operator of its own";
  return nullptr;
}

// What to do about it.
const char *help(const CXXRecordDecl *R) {
  return R->isDynamicClass() ? ""
                             : " (specialise sycl::is_device_copyable if a copy of its bytes is good enough)";
}

// sycl::is_device_copyable of one translation unit.
class Trait {
public:
  explicit Trait(Sema &S) : S(S), C(S.Context) {
    NamespaceDecl *Sycl = lookup<NamespaceDecl>(C.getTranslationUnitDecl(), "sycl");
    Template = Sycl ? lookup<ClassTemplateDecl>(Sycl, "is_device_copyable") : nullptr;
  }

  bool holds(QualType T, SourceLocation Where) {
    if (!Template)
      return false;
    TemplateArgumentListInfo Arguments(Where, Where);
    Arguments.addArgument({TemplateArgument(T), C.getTrivialTypeSourceInfo(T, Where)});
    QualType Asked = S.CheckTemplateIdType(ElaboratedTypeKeyword::None, TemplateName(Template), Where,
                                           Arguments, /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
    if (Asked.isNull() || !S.isCompleteType(Where, Asked))
      return false;
    LookupResult Found(S, &C.Idents.get("value"), Where, Sema::LookupOrdinaryName);
    Found.suppressDiagnostics();
    S.LookupQualifiedName(Found, Asked->getAsCXXRecordDecl());
    auto *Value = Found.getAsSingle<VarDecl>();
    if (!Value)
      return false;
    S.MarkVariableReferenced(Where, Value); // brings its initialiser, if it is a template's
    const VarDecl *Definition = nullptr;
    const APValue *Result = Value->getAnyInitializer(Definition) ? Definition->evaluateValue() : nullptr;
    return Result && Result->isInt() && Result->getInt().getBoolValue();
  }

private:
  Sema &S;
  ASTContext &C;
  ClassTemplateDecl *Template;

  template <class T> T *lookup(DeclContext *In, StringRef Name) {
    for (NamedDecl *D : In->lookup(&C.Idents.get(Name)))
      if (auto *Found = dyn_cast<T>(D))
        return Found;
    return nullptr;
  }
};

class ClosureChecker {
public:
  explicit ClosureChecker(Sema &S) : C(S.Context), D(S.getDiagnostics()), Types(C), Copyable(S) {
    Error = D.getCustomDiagID(DiagnosticsEngine::Error, "SYCL kernel cannot %0");
    InKernel = D.getCustomDiagID(DiagnosticsEngine::Note, "in kernel '%0'");
  }

  // False: the function object can't travel; reported.
  bool check(const sycc::Root &Root) {
    QualType T = Root.Function->getParamDecl(0)->getType();
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R)
      return true;
    auto [It, New] = Good.try_emplace(R, true);
    if (New) {
      Kernel = &Root;
      Faults = 0;
      checkClosure(T, R);
      Good[R] = !Faults;
    }
    return Good[R];
  }

private:
  ASTContext &C;
  DiagnosticsEngine &D;
  sycc::DeviceTypes Types;
  Trait Copyable;
  unsigned Error, InKernel;
  const sycc::Root *Kernel = nullptr;
  unsigned Faults = 0; // of this kernel
  llvm::DenseMap<const CXXRecordDecl *, bool> Good;
  llvm::DenseMap<const CXXRecordDecl *, std::optional<Problem>> Known;

  void report(SourceLocation Where, const std::string &What) {
    D.Report(Where, Error) << What;
    D.Report(Kernel->Where, InKernel) << Kernel->Kernel;
    Faults++;
  }

  void checkClosure(QualType T, const CXXRecordDecl *R) {
    bool Trivial = T.isTriviallyCopyableType(C);
    if (!Trivial && Copyable.holds(T, R->getLocation()))
      return;
    const char *Ways = Trivial ? nullptr : ownWays(R);
    if (Ways)
      report(R->getLocation(),
             "be an object of type " + typeName(C, T) + ": it is not device copyable, " + Ways + help(R));
    else
      checkMembers(R);
  }

  // Of the closure, or of a lambda inside it, whose captures have places of their own.
  void checkMembers(const CXXRecordDecl *R) {
    for (const CXXBaseSpecifier &B : R->bases())
      if (std::optional<Problem> P = find(B.getType(), B.getBeginLoc()))
        report(B.getBeginLoc(), "have the base class " + typeName(C, B.getType()) + ": " + describe(*P));
    auto Capture = R->isLambda() ? R->captures_begin() : nullptr;
    for (const FieldDecl *F : R->fields()) {
      if (Capture)
        checkCapture(*Capture++, F);
      else
        checkMember("have the member '" + F->getNameAsString() + "'", F->getType(), F->getLocation());
    }
  }

  void checkCapture(const LambdaCapture &Capture, const FieldDecl *F) {
    SourceLocation Where = Capture.getLocation();
    if (Capture.getCaptureKind() == LCK_This) {
      report(Where,
             "capture 'this': the object is in host memory (capture '*this', or copy what you need into "
             "local variables)");
      return;
    }
    std::string Name = Capture.capturesVariable() ? Capture.getCapturedVar()->getNameAsString() : "*this";
    if (F->getType()->isReferenceType())
      report(Where,
             "capture '" + Name + "' by reference: it is in host memory (capture it by value, with [=])");
    else
      checkMember("capture '" + Name + "'", F->getType(), Where);
  }

  void checkMember(const std::string &What, QualType T, SourceLocation Where) {
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (R && R->isLambda())
      checkMembers(R);
    else if (std::optional<Problem> P = find(T, Where))
      report(Where, What + " of type " + typeName(C, T) + ": " + describe(*P));
  }

  std::string describe(const Problem &P) {
    std::string What = P.Path.empty() ? "it" : "its member '" + P.Path + "' of type " + typeName(C, P.Type);
    return What + " " + P.Why;
  }

  std::optional<Problem> find(QualType T, SourceLocation Where) {
    if (T->isReferenceType())
      return Problem{"", T, "is a reference into host memory (hold a value, or a pointer to USM)"};
    if (auto Lacking = Types.find(T); Lacking && Lacking->Path.empty())
      return Problem{"", T, "is of a type that devices lack"};
    QualType Element = C.getBaseElementType(T).getUnqualifiedType();
    const CXXRecordDecl *R = Element->getAsCXXRecordDecl();
    if (!R || !(R = R->getDefinition()) || isSpecial(R))
      return std::nullopt;
    auto [It, New] = Known.try_emplace(R, std::nullopt);
    if (!New)
      return It->second;
    std::optional<Problem> Found = findInClass(R, Element, Where);
    return Known[R] = Found;
  }

  std::optional<Problem> findInClass(const CXXRecordDecl *R, QualType T, SourceLocation Where) {
    if (!T.isTriviallyCopyableType(C)) {
      if (Copyable.holds(T, Where))
        return std::nullopt;
      if (std::optional<Problem> Known = findByName(R, T, Where))
        return Known;
      if (const char *Ways = ownWays(R))
        return Problem{"", T, std::string("is not device copyable, ") + Ways + help(R)};
    }
    for (const CXXBaseSpecifier &B : R->bases())
      if (std::optional<Problem> P = find(B.getType(), Where))
        return P;
    for (const FieldDecl *F : R->fields())
      if (std::optional<Problem> P = find(F->getType(), Where)) {
        P->Type = P->Path.empty() ? F->getType() : P->Type;
        P->Path = F->getNameAsString() + (P->Path.empty() ? "" : "." + P->Path);
        return P;
      }
    return std::nullopt;
  }

  // Well-known classes; their members would tell a user nothing.
  std::optional<Problem> findByName(const CXXRecordDecl *R, QualType T, SourceLocation Where) {
    std::string Name = R->getQualifiedNameAsString();
    for (const auto &Host : HostClasses)
      if (Name == Host.Name)
        return Problem{"", T, Host.Why};
    if (!R->isInStdNamespace())
      return std::nullopt;
    const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(R);
    if (Instance && llvm::is_contained(HolderClasses, Name))
      for (const TemplateArgument &A : Instance->getTemplateArgs().asArray())
        if (std::optional<Problem> P = findInArgument(A, Where))
          return Problem{"", T, P->Why};
    return Problem{"", T, OfStandardLibrary};
  }

  std::optional<Problem> findInArgument(const TemplateArgument &A, SourceLocation Where) {
    if (A.getKind() == TemplateArgument::Type) {
      std::optional<Problem> P = find(A.getAsType(), Where);
      if (P)
        P->Why = "holds " + typeName(C, A.getAsType()) + ", which " + P->Why;
      return P;
    }
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Element : A.pack_elements())
        if (std::optional<Problem> P = findInArgument(Element, Where))
          return P;
    return std::nullopt;
  }
};

} // namespace

std::vector<sycc::Root> sycc::checkClosures(Sema &S, const std::vector<Root> &Roots) {
  ClosureChecker Checker(S);
  std::vector<Root> Good;
  for (const Root &R : Roots)
    if (R.Kernel.empty() || R.Function->getNumParams() != 1 || Checker.check(R))
      Good.push_back(R);
  return Good;
}

void sycc::checkCalls(ASTContext &C, const std::vector<Root> &Roots,
                      const std::vector<const FunctionDecl *> &Reached) {
  DiagnosticsEngine &D = C.getDiagnostics();
  unsigned Error = D.getCustomDiagID(DiagnosticsEngine::Error,
                                     "SYCL kernel cannot %select{have an 'operator()' that is not const|be a "
                                     "'mutable' lambda}0: work-items share the function object");
  unsigned Note = D.getCustomDiagID(DiagnosticsEngine::Note, "in kernel '%0'");
  llvm::DenseMap<const CXXRecordDecl *, const Root *> Closures;
  for (const Root &R : Roots)
    if (!R.Kernel.empty() && R.Function->getNumParams() == 1)
      Closures.try_emplace(R.Function->getParamDecl(0)->getType()->getAsCXXRecordDecl(), &R);
  for (const FunctionDecl *F : Reached) {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    if (!M || M->getOverloadedOperator() != OO_Call || !M->isImplicitObjectMemberFunction() || M->isConst())
      continue;
    if (const Root *R = Closures.lookup(M->getParent())) {
      D.Report(M->getLocation(), Error) << M->getParent()->isLambda();
      D.Report(R->Where, Note) << R->Kernel;
    }
  }
}
