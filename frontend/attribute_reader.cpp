// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each attribute is a row of attributes.def, which says what arguments it takes and where it may stand. An
// annotation is found by its row, its arguments are evaluated as constants and checked once; what was
// reported or found sound is remembered, since a declaration is asked about several times. Then attributes on
// one function are compared with each other.
#include "frontend/attribute_reader.h"

#include "frontend/property_value.h"
#include "frontend/unit.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace {

enum class Kind { Aspects, Sizes, Size, Word, Type, Nothing, Properties };
enum Place : unsigned { Function = 1, Class = 2, Field = 4 };

std::string quoted(llvm::StringRef S) {
  return ("'" + S + "'").str();
}

// "functions", "classes", "functions and classes", "members".
std::string placeNames(unsigned Places) {
  const std::pair<unsigned, const char *> Names[] = {
      {Function, "functions"}, {Class, "classes"}, {Field, "data members"}};
  std::string All;
  for (auto [Bit, Name] : Names)
    if (Places & Bit)
      All += (All.empty() ? "" : " and ") + std::string(Name);
  return All;
}

unsigned placeOf(const Decl *D) {
  return isa<FunctionDecl>(D) ? Function : isa<CXXRecordDecl>(D) ? Class : isa<FieldDecl>(D) ? Field : 0;
}

// sycl::aspect, not any other enumeration of the name.
bool isAspect(QualType T) {
  const auto *E = T->getAs<EnumType>();
  const DeclContext *In = E && E->getDecl()->getName() == "aspect" ? E->getDecl()->getDeclContext() : nullptr;
  while (In && In->isInlineNamespace())
    In = In->getParent();
  const auto *N = dyn_cast_or_null<NamespaceDecl>(In);
  return N && N->getName() == "sycl" && N->getParent()->getRedeclContext()->isTranslationUnit();
}

// lanes, bits, kind of sycl::vec<T, N>, of clang's vectors and of arithmetic types.
bool describeVector(ASTContext &C, QualType T, sycc::AttributeReader::Numbers &Out) {
  uint32_t Lanes = 1;
  T = T.getCanonicalType();
  const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (const auto *V = T->getAs<VectorType>()) {
    Lanes = V->getNumElements();
    T = V->getElementType();
  } else if (R && R->getName() == "vec" && R->getTemplateArgs().size() == 2 &&
             R->getTemplateArgs()[1].getKind() == TemplateArgument::Integral) {
    Lanes = R->getTemplateArgs()[1].getAsIntegral().getZExtValue();
    T = R->getTemplateArgs()[0].getAsType();
    const CXXRecordDecl *Half = T->getAsCXXRecordDecl(); // sycl::half
    if (Half && Half->getName() == "half") {
      Out = {Lanes, 16, SY_LANE_FLOATING};
      return true;
    }
  }
  if (!T->isArithmeticType() || T->isBooleanType())
    return false;
  uint32_t Sort = T->isFloatingType()        ? SY_LANE_FLOATING
                  : T->isSignedIntegerType() ? SY_LANE_SIGNED
                                             : SY_LANE_UNSIGNED;
  Out = {Lanes, uint32_t(C.getTypeSize(T)), Sort};
  return true;
}

} // namespace

struct sycc::AttributeReader::Row {
  AttributeId Id;
  llvm::StringRef Name;
  Kind Arguments;
  unsigned Places;
  bool Conflicts; // two with other values on the same function contradict each other
};

// Aspects that a function uses add up.
static bool conflicts(sycc::AttributeId Id, Kind K) {
  return K != Kind::Properties && K != Kind::Nothing && Id != sycc::AttributeId::uses_aspects;
}

static bool isSubGroup(sycc::AttributeId Id) {
  return Id == sycc::AttributeId::reqd_sub_group_size || Id == sycc::AttributeId::named_sub_group_size;
}

const sycc::AttributeReader::Row *sycc::AttributeReader::find(const Attr *A) {
  static const Row Rows[] = {
#define ATTRIBUTE(Scope, Name, Arguments, Places)                                                            \
  {AttributeId::Name, #Scope "::" #Name, Kind::Arguments, Places,                                            \
   conflicts(AttributeId::Name, Kind::Arguments)},
#include "frontend/attributes.def"
  };
  const auto *Annotation = dyn_cast<AnnotateAttr>(A);
  if (!Annotation)
    return nullptr;
  for (const Row &R : Rows)
    if (R.Name == Annotation->getAnnotation())
      return &R;
  return nullptr;
}

sycc::AttributeReader::AttributeReader(ASTContext &C, const Warnings &Levels)
    : C(C), D(C.getDiagnostics()), Levels(Levels) {}

// One report per place and kind of fault: instantiations repeat them. Always false.
bool sycc::AttributeReader::report(SourceLocation L, const std::string &Message) {
  unsigned Id = D.getCustomDiagID(DiagnosticsEngine::Error, "%0");
  if (Reported.insert({L.getPtrEncoding(), 0}).second)
    D.Report(L, Id) << Message;
  return false;
}

// The rewriter asks for the values of variables by __typeof__ (attribute_list.cpp).
std::string sycc::AttributeReader::typeName(QualType T) const {
  if (const auto *Of = dyn_cast<TypeOfExprType>(T.getTypePtr()))
    T = Of->desugar();
  return quoted(T.getAsString(C.getPrintingPolicy()));
}

bool sycc::AttributeReader::fault(const Row &R, SourceLocation L, const std::string &Rest) {
  return report(L, quoted(R.Name) + " attribute " + Rest);
}

void sycc::AttributeReader::wrongPlace(const Row &R, const AnnotateAttr *A) {
  if (Reported.insert({A->getLocation().getPtrEncoding(), 1}).second)
    Levels.report(D, WarnAttributes, A->getLocation(),
                  quoted(R.Name) + " attribute only applies to " + placeNames(R.Places));
}

// ---- arguments ------------------------------------------------------------------------------------------

bool sycc::AttributeReader::checkCount(const Row &R, const AnnotateAttr *A) {
  struct {
    unsigned Least, Most;
    const char *Text;
  } const Counts[] = {
      {0, ~0u, ""},                       // Aspects
      {1, 3, "takes one to three sizes"}, // Sizes
      {1, 1, "takes one size"},           // Size
      {1, 1, "takes one argument, automatic or primary"},
      {1, 1, "takes one type"},
      {0, 0, "takes no arguments"},
      {0, ~0u, ""},
  };
  const auto &Count = Counts[unsigned(R.Arguments)];
  unsigned N = A->args_size();
  if (N >= Count.Least && N <= Count.Most)
    return true;
  SourceLocation L = N > Count.Most ? A->args_begin()[Count.Most]->getExprLoc() : A->getLocation();
  return fault(R, L, Count.Text + std::string(", and has ") + std::to_string(N));
}

bool sycc::AttributeReader::number(const Row &R, const Expr *E, Numbers &Out) {
  if (R.Arguments == Kind::Type) {
    if (!describeVector(C, E->getType()->getPointeeType(), Out))
      return fault(R, E->getExprLoc(),
                   "takes an arithmetic or vector type, and " + typeName(E->getType()->getPointeeType()) +
                       " is none");
    return true;
  }
  if (R.Arguments == Kind::Word) {
    std::optional<std::string> Word = stringValue(C, E);
    if (Word != "automatic" && Word != "primary")
      return fault(R, E->getExprLoc(), "takes automatic or primary, not " + quoted(Word.value_or("this")));
    Out.push_back(Word == "primary" ? SY_SUB_GROUP_PRIMARY : SY_SUB_GROUP_AUTOMATIC);
    return true;
  }
  bool Aspects = R.Arguments == Kind::Aspects;
  QualType T = E->getType();
  Expr::EvalResult V;
  if (Aspects ? !isAspect(T) : !T->isIntegerType() || T->isBooleanType())
    return fault(R, E->getExprLoc(),
                 std::string("takes ") + (Aspects ? "values of sycl::aspect" : "integers") +
                     ", and this is of type " + typeName(writtenType(E)));
  if (!E->EvaluateAsInt(V, C))
    return fault(R, E->getExprLoc(), "takes constant expressions");
  const llvm::APSInt &N = V.Val.getInt();
  if (!Aspects && (N.isNegative() || N == 0))
    return fault(R, E->getExprLoc(), "takes positive sizes, and this is " + llvm::toString(N, 10));
  if (Aspects && (N.isNegative() || N.getActiveBits() > 31))
    return fault(R, E->getExprLoc(), "can't take the value " + llvm::toString(N, 10));
  Out.push_back(N.getActiveBits() > 31 ? uint32_t(INT32_MAX) : N.getZExtValue()); // no device has either
  return true;
}

std::optional<sycc::AttributeReader::Numbers> sycc::AttributeReader::evaluate(const Row &R,
                                                                              const AnnotateAttr *A) {
  Numbers Out;
  for (const Expr *E : A->args())
    if (!number(R, E, Out))
      return std::nullopt;
  if (R.Arguments == Kind::Aspects) { // a set
    llvm::sort(Out);
    Out.erase(llvm::unique(Out), Out.end());
  }
  return Out;
}

bool sycc::AttributeReader::checkProperties(const Row &R, const AnnotateAttr *A) {
  unsigned N = A->args_size();
  if (N % 2)
    return fault(R, A->getLocation(),
                 "takes as many values as names, and has " + std::to_string(N) + " arguments");
  bool Good = true;
  for (unsigned I = 0; I < N; I++) {
    const Expr *E = A->args_begin()[I];
    if (I < N / 2 && !stringValue(C, E))
      Good = fault(R, E->getExprLoc(), "takes strings as names of properties");
    if (I >= N / 2 && !propertyValue(C, E))
      Good = fault(R, E->getExprLoc(),
                   "can't take a value of type " + typeName(writtenType(E)) +
                       "; a property is a number, a bool, a character, an enumerator, a string, or an "
                       "array or aggregate of these");
  }
  return Good;
}

bool sycc::AttributeReader::checkArguments(const Row &R, const AnnotateAttr *A) {
  for (const Expr *E : A->args())
    if (E->isInstantiationDependent())
      return false;
  if (R.Arguments == Kind::Properties)
    return checkProperties(R, A);
  return checkCount(R, A) && evaluate(R, A);
}

bool sycc::AttributeReader::isSound(const Row &R, const AnnotateAttr *A) {
  if (Sound.contains(A) || Faulty.contains(A))
    return Sound.contains(A);
  bool Good = checkArguments(R, A);
  (Good ? Sound : Faulty).insert(A);
  return Good;
}

// ---- declarations -----------------------------------------------------------------------------------------

void sycc::AttributeReader::check(const Decl *D) {
  bool Any = false;
  for (const Attr *A : D->attrs()) {
    const Row *R = find(A);
    if (!R)
      continue;
    Any = true;
    if (!(R->Places & placeOf(D)))
      wrongPlace(*R, cast<AnnotateAttr>(A));
    else
      isSound(*R, cast<AnnotateAttr>(A));
  }
  if (Any && isa<FunctionDecl>(D)) {
    checkConflicts(cast<FunctionDecl>(D));
    checkKernelOnly(cast<FunctionDecl>(D));
  }
}

// A kernel is an operator(). On another function sizes and hints mean nothing, but for the sub-group size of
// a SYCL_EXTERNAL one.
void sycc::AttributeReader::checkKernelOnly(const FunctionDecl *F) {
  bool External =
      llvm::any_of(F->redecls(), [](const FunctionDecl *Each) { return Each->hasAttr<SYCLExternalAttr>(); });
  if (F->getOverloadedOperator() == OO_Call || F->hasAttr<SYCLKernelEntryPointAttr>())
    return;
  for (const Attr *A : F->attrs()) {
    const Row *R = find(A);
    bool Sizes = R && (R->Arguments == Kind::Sizes || R->Arguments == Kind::Size ||
                       R->Arguments == Kind::Type || R->Arguments == Kind::Word);
    if (!Sizes || A->isInherited() ||
        (External && (R->Arguments == Kind::Size || R->Id == AttributeId::reqd_work_group_size)))
      continue;
    if (isSound(*R, cast<AnnotateAttr>(A)) && Reported.insert({A->getLocation().getPtrEncoding(), 1}).second)
      Levels.report(D, WarnAttributes, A->getLocation(),
                    quoted(R->Name) + " attribute means nothing on " + quoted(F->getNameAsString()) +
                        ": it is about kernels" +
                        (R->Arguments == Kind::Size ? " and SYCL_EXTERNAL functions" : ""));
  }
}

void sycc::AttributeReader::checkStatement(llvm::ArrayRef<const Attr *> Attributes) {
  for (const Attr *A : Attributes)
    if (const Row *R = find(A))
      wrongPlace(*R, cast<AnnotateAttr>(A));
}

// An explicit specialisation has its own attributes only; clang leaves those of the template on the
// declaration that it makes before it sees the specialisation.
static bool isReplaced(const Decl *D, const Attr *A) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization || !F->getPrimaryTemplate())
    return false;
  return llvm::any_of(F->getPrimaryTemplate()->getTemplatedDecl()->attrs(),
                      [&](const Attr *Of) { return Of->getLocation() == A->getLocation(); });
}

// Two attributes that say different things about one function.
void sycc::AttributeReader::checkConflicts(const FunctionDecl *F) {
  struct Said {
    const AnnotateAttr *Where;
    const Row *R;
    Numbers Values;
  };
  std::vector<Said> All;
  unsigned Note = D.getCustomDiagID(DiagnosticsEngine::Note, "the other one is here");
  auto LastFirst = F->getMostRecentDecl()->redecls();
  llvm::SmallVector<const FunctionDecl *, 4> Declarations(LastFirst.begin(), LastFirst.end());
  for (const FunctionDecl *Declaration : llvm::reverse(Declarations))
    for (const Attr *Any : Declaration->attrs()) {
      const Row *R = find(Any);
      const auto *A = dyn_cast<AnnotateAttr>(Any);
      if (!R || !R->Conflicts || A->isInherited() || isReplaced(Declaration, A) || !isSound(*R, A))
        continue;
      Numbers Values = *evaluate(*R, A);
      for (const Said &Other : All) {
        bool Same = Other.R == R ? Other.Values == Values : !(isSubGroup(R->Id) && isSubGroup(Other.R->Id));
        if (Same || !Reported.insert({A->getLocation().getPtrEncoding(), 2}).second)
          continue;
        fault(*R, A->getLocation(), "contradicts " + quoted(Other.R->Name) + " on the same function");
        D.Report(Other.Where->getLocation(), Note);
      }
      All.push_back({A, R, std::move(Values)});
    }
}

void sycc::AttributeReader::each(const Decl *D, AttributeId Id,
                                 llvm::function_ref<void(const Row &, const AnnotateAttr *)> Do) {
  for (const Decl *Declaration : D->redecls())
    for (const Attr *A : Declaration->attrs()) {
      const Row *R = find(A);
      if (R && R->Id == Id && !A->isInherited() && !isReplaced(Declaration, A) &&
          isSound(*R, cast<AnnotateAttr>(A)))
        Do(*R, cast<AnnotateAttr>(A));
    }
}

std::optional<sycc::AttributeReader::Numbers> sycc::AttributeReader::numbers(const Decl *D, AttributeId Id) {
  std::optional<Numbers> All;
  each(D, Id, [&](const Row &R, const AnnotateAttr *A) {
    std::optional<Numbers> Values = evaluate(R, A);
    if (!All)
      All = Values;
    else if (Id == AttributeId::uses_aspects)
      for (uint32_t V : *Values)
        if (!llvm::is_contained(*All, V))
          All->push_back(V);
  });
  return All;
}

bool sycc::AttributeReader::has(const Decl *D, AttributeId Id) {
  bool Found = false;
  each(D, Id, [&](const Row &, const AnnotateAttr *) { Found = true; });
  return Found;
}

void sycc::AttributeReader::refuse(const Decl *D, AttributeId Id, const std::string &Why) {
  each(D, Id, [&](const Row &R, const AnnotateAttr *A) { fault(R, A->getLocation(), Why); });
}

std::vector<sycc::Property> sycc::AttributeReader::properties(const Decl *D, AttributeId Id) {
  std::vector<Property> All;
  each(D, Id, [&](const Row &, const AnnotateAttr *A) {
    unsigned N = A->args_size() / 2;
    for (unsigned I = 0; I < N; I++) {
      std::string Name = *stringValue(C, A->args_begin()[I]);
      if (!Name.empty())
        All.push_back({Name, *propertyValue(C, A->args_begin()[N + I])});
    }
  });
  return All;
}
