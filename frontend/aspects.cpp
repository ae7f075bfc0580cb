// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function uses the aspects of the types that its compiled code mentions: the types of its expressions,
// variables, parameters and result, and through a pointer or reference what it points to. A class has the
// aspects of its attribute, its bases and its members; a member that is a pointer counts only where it is
// read, so a closure may hold an accessor of double that no one touches. double needs fp64 and 16-bit
// floating point fp16 although no header can say so.
//
// LLVM's pointers have forgotten what they point to, so the module alone can't tell this. A double constant
// that is folded into something else (float x = 0.5;) leaves no trace in the module and counts for nothing.
#include "frontend/aspects.h"

#include "frontend/evaluated_code.h"

#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace {

using Aspects = llvm::SmallVector<uint32_t, 4>;

// Values of sycl::aspect.
enum : uint32_t { FP16 = 5, FP64 = 6 };

class TypeAspects {
public:
  explicit TypeAspects(sycc::AttributeReader &Attributes) : Attributes(Attributes) {}

  // Of mentioning T.
  const Aspects &of(QualType T) {
    const Type *Bare = T.getCanonicalType().getTypePtr();
    auto [It, New] = Known.try_emplace(Bare);
    if (!New)
      return It->second;
    Aspects Found = compute(stripped(Bare, /*Pointers=*/true));
    return Known[Bare] = Found;
  }

  // Where a class has the aspect from: of a closure the capture, otherwise the member. Objects of the headers
  // hold those of the user.
  SourceLocation placeIn(const CXXRecordDecl *R, uint32_t Aspect) {
    R = R ? R->getDefinition() : nullptr;
    if (!R || R->isDependentType())
      return SourceLocation();
    for (const CXXBaseSpecifier &B : R->bases())
      if (SourceLocation L = placeIn(B.getType()->getAsCXXRecordDecl(), Aspect); L.isValid())
        return L;
    const LambdaCapture *Capture = R->isLambda() ? R->captures_begin() : nullptr;
    for (const FieldDecl *F : R->fields()) {
      const Type *T = stripped(F->getType().getCanonicalType().getTypePtr(), /*Pointers=*/false);
      if (llvm::is_contained(compute(T), Aspect)) {
        SourceLocation Inside = Capture ? Capture->getLocation() : placeIn(T->getAsCXXRecordDecl(), Aspect);
        return Inside.isValid() ? Inside : F->getLocation();
      }
      Capture += Capture != nullptr;
    }
    return SourceLocation();
  }

private:
  sycc::AttributeReader &Attributes;
  llvm::DenseMap<const Type *, Aspects> Known;
  llvm::DenseMap<const CXXRecordDecl *, Aspects> KnownClasses;

  const Type *stripped(const Type *T, bool Pointers) {
    for (;;) {
      QualType Inner;
      if (Pointers && T->isPointerOrReferenceType())
        Inner = T->getPointeeType();
      else if (const auto *A = dyn_cast<ArrayType>(T))
        Inner = A->getElementType();
      else if (const auto *V = dyn_cast<VectorType>(T))
        Inner = V->getElementType();
      else if (const auto *X = dyn_cast<ComplexType>(T))
        Inner = X->getElementType();
      else if (const auto *X = dyn_cast<AtomicType>(T))
        Inner = X->getValueType();
      else
        return T;
      T = Inner.getCanonicalType().getTypePtr();
    }
  }

  Aspects compute(const Type *T) {
    if (T->isSpecificBuiltinType(BuiltinType::Double))
      return {FP64};
    if (T->isHalfType() || T->isFloat16Type())
      return {FP16};
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    return R && !R->isDependentType() ? ofClass(R->getDefinition() ? R->getDefinition() : R) : Aspects();
  }

  static void add(Aspects &To, const Aspects &From) {
    for (uint32_t A : From)
      if (!llvm::is_contained(To, A))
        To.push_back(A);
  }

  Aspects ofClass(const CXXRecordDecl *R) {
    auto [It, New] = KnownClasses.try_emplace(R);
    if (!New)
      return It->second;
    Aspects All;
    if (auto Own = Attributes.numbers(R, sycc::AttributeId::uses_aspects))
      add(All, *Own);
    if (!R->hasDefinition())
      return KnownClasses[R] = All;
    for (const CXXBaseSpecifier &B : R->bases())
      if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
        if (Base->getDefinition())
          add(All, ofClass(Base->getDefinition()));
    for (const FieldDecl *F : R->fields())
      add(All, compute(stripped(F->getType().getCanonicalType().getTypePtr(), /*Pointers=*/false)));
    return KnownClasses[R] = All;
  }
};

class UsedAspects : public sycc::EvaluatedCode<UsedAspects> {
public:
  UsedAspects(ASTContext &C, TypeAspects &Types) : EvaluatedCode(C), Types(Types) {}
  llvm::SmallMapVector<uint32_t, SourceLocation, 8> Found; // with the first place
  llvm::SmallSetVector<const FunctionDecl *, 8> Undefined; // callees without a body

  // What the body says first: that is the place people look for. The body of a kernel is one of the headers.
  void run(const FunctionDecl *F) {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    Own = M && !M->isStatic() ? M->getParent() : nullptr;
    for (const ParmVarDecl *P : F->parameters())
      if (F->hasAttr<SYCLKernelEntryPointAttr>())
        mentionObject(P->getType(), P->getLocation());
    traverseBody(F);
    mention(F->getReturnType(), F->getLocation());
    for (const ParmVarDecl *P : F->parameters())
      mention(P->getType(), P->getLocation());
    if (Own)
      mentionObject(C.getCanonicalTagType(Own), F->getLocation());
  }

  // A constant of an optional type that turns into another type is folded by clang.
  bool dataTraverseStmtPre(Stmt *S) {
    auto *Cast = dyn_cast<CastExpr>(S);
    if (!Cast || Cast->isValueDependent() || !Cast->getType()->isArithmeticType() ||
        optional(Cast->getType()) || !optional(Cast->getSubExpr()->getType()))
      return true;
    Expr::EvalResult V;
    return !Cast->EvaluateAsRValue(V, C) || V.HasSideEffects;
  }

  // A closure may hold a pointer that is not followed: it counts where it is used.
  bool TraverseLambdaExpr(LambdaExpr *L) {
    for (Expr *Init : L->capture_inits())
      if (Init && !isPointerVariable(Init) && !TraverseStmt(Init))
        return false;
    return true;
  }

  static bool isFloat(const Expr *E) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    const auto *Literal = dyn_cast<FloatingLiteral>(E);
    if (Literal && Literal->getType()->isSpecificBuiltinType(BuiltinType::Double)) {
      bool Inexact = false;
      llvm::APFloat Value = Literal->getValue();
      Value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &Inexact);
      return !Inexact;
    }
    return Cast && Cast->getCastKind() == CK_FloatingCast &&
           Cast->getType()->isSpecificBuiltinType(BuiltinType::Double);
  }
  llvm::DenseSet<const Expr *> Floats;

  // What printf is given as double and is a float goes there as one (passes/common/printf_arguments.c).
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *F = E->getDirectCallee();
    if (!F || !F->isExternC() || !F->getIdentifier() ||
        (F->getName() != "printf" && F->getName() != "__builtin_printf"))
      return true;
    for (const Expr *Argument : E->arguments())
      if (isFloat(Argument))
        Floats.insert(Argument);
    return true;
  }

  bool VisitExpr(Expr *E) {
    if (Floats.contains(E))
      return true;
    if (isa<CXXThisExpr>(E) && Own && E->getType()->getPointeeCXXRecordDecl() == Own)
      return true; // what it holds has a place of its own
    mention(E->getType(), E->getExprLoc());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    mention(D->getType(), D->getLocation());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return call(dyn_cast<FunctionDecl>(E->getDecl())); }
  bool VisitMemberExpr(MemberExpr *E) { return call(dyn_cast<FunctionDecl>(E->getMemberDecl())); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return call(E->getConstructor()); }

private:
  TypeAspects &Types;
  const CXXRecordDecl *Own = nullptr; // of a method

  static bool isPointerVariable(const Expr *E) {
    return E->getType()->isPointerType() && isa<DeclRefExpr>(E->IgnoreParenImpCasts());
  }
  bool optional(QualType T) { return !Types.of(T).empty(); }
  void mention(QualType T, SourceLocation L) {
    for (uint32_t A : Types.of(T))
      Found.insert({A, L});
  }
  // Of an object what it holds.
  void mentionObject(QualType T, SourceLocation Otherwise) {
    for (uint32_t A : Types.of(T)) {
      SourceLocation Inside = Types.placeIn(T->getAsCXXRecordDecl(), A);
      Found.insert({A, Inside.isValid() ? Inside : Otherwise});
    }
  }
  bool call(const FunctionDecl *F) {
    if (F && !F->hasBody())
      Undefined.insert(F->getCanonicalDecl());
    return true;
  }
};

class Describer {
public:
  Describer(ASTContext &C, sycc::AttributeReader &Attributes, sy_unit *Unit, sycc::Places &Places)
      : C(C), Attributes(Attributes), Unit(Unit), Places(Places), Types(Attributes), Names(C) {}

  void definition(const FunctionDecl *F) {
    UsedAspects Used(C, Types);
    Used.run(F);
    for (const FunctionDecl *Callee : Used.Undefined)
      if (Declared.insert(Callee).second)
        undefined(Callee);
    Aspects Mentioned;
    for (auto [Aspect, Where] : Used.Found)
      Mentioned.push_back(Aspect);
    declaration(F, Mentioned);
    if (auto Has = Attributes.numbers(F, sycc::AttributeId::device_has))
      for (uint32_t Aspect : *Has)
        Used.Found.insert({Aspect, F->getLocation()});
    addPlaces(F, Used.Found);
    Places.addFunction(C.getSourceManager(), F->getLocation());
    for (const sycc::Property &P : Attributes.properties(F, sycc::AttributeId::add_ir_function_attributes))
      eachSymbol(F, [&](const char *S) {
        sy_unit_add_property(Unit, &Unit->function_properties, S, P.Name.c_str(), P.Value.c_str());
      });
  }

  // The device link may find that no file defines the function, and there is no source to point into then.
  void wayTo(const FunctionDecl *F, const std::vector<sycc::CallPlace> &Way) {
    if (!isOfOthers(F))
      return;
    eachSymbol(F, [&](const char *Symbol) {
      for (const sycc::CallPlace &Call : Way) {
        PresumedLoc L = C.getSourceManager().getPresumedLoc(Call.Where);
        if (L.isValid())
          sy_unit_add_call(Unit, {Symbol, Call.Caller.c_str(), L.getFilename(), L.getLine(), L.getColumn()});
      }
    });
  }

private:
  ASTContext &C;
  sycc::AttributeReader &Attributes;
  sy_unit *Unit;
  sycc::Places &Places;
  TypeAspects Types;
  ASTNameGenerator Names;
  llvm::DenseSet<const FunctionDecl *> Declared;

  void undefined(const FunctionDecl *F) {
    declaration(F, {});
    if (isOfOthers(F))
      eachSymbol(F, [&](const char *Symbol) { sy_unit_add_external(Unit, Symbol); });
  }

  // Whether it is a SYCL_EXTERNAL function of the program, not of the device library.
  static bool isOfOthers(const FunctionDecl *F) {
    StringRef Name = F->getIdentifier() ? F->getName() : ""; // constructors and operators have none
    return F->getMostRecentDecl()->hasAttr<SYCLExternalAttr>() && !Name.starts_with("__spirv_") &&
           !Name.starts_with("__sycc_");
  }

  void addPlaces(const FunctionDecl *F, const llvm::SmallMapVector<uint32_t, SourceLocation, 8> &Found) {
    for (auto [Aspect, Where] : Found)
      Places.add(C.getSourceManager(), Where);
    eachSymbol(F, [&](const char *Symbol) {
      for (auto [Aspect, Where] : Found) {
        PresumedLoc L = C.getSourceManager().getPresumedLoc(Where);
        if (L.isInvalid())
          continue;
        sy_unit_add_place(Unit, {Symbol, L.getFilename(), Aspect, L.getLine(), L.getColumn()});
      }
    });
  }

  void declaration(const FunctionDecl *F, llvm::ArrayRef<uint32_t> Mentioned) {
    Aspects Used(Mentioned.begin(), Mentioned.end());
    if (auto Listed = Attributes.numbers(F, sycc::AttributeId::uses_aspects))
      Used.append(Listed->begin(), Listed->end());
    llvm::sort(Used);
    Used.erase(llvm::unique(Used), Used.end());
    if (!Used.empty())
      fact(F, SY_FACT_USED_ASPECTS, Used);
    if (auto Has = Attributes.numbers(F, sycc::AttributeId::device_has))
      fact(F, SY_FACT_DECLARED_ASPECTS, *Has);
    if (F->hasAttr<SYCLExternalAttr>())
      if (auto Size = Attributes.numbers(F, sycc::AttributeId::reqd_sub_group_size))
        fact(F, SY_FACT_SUB_GROUP_SIZE, *Size);
  }

  void fact(const FunctionDecl *F, sy_fact_kind Kind, llvm::ArrayRef<uint32_t> V) {
    eachSymbol(F, [&](const char *S) { sy_unit_add_function(Unit, S, Kind, V.data(), V.size()); });
  }

  // Constructors and destructors have several symbols; a kernel has its own.
  void eachSymbol(const FunctionDecl *F, llvm::function_ref<void(const char *)> Do) {
    if (const auto *K = F->getAttr<SYCLKernelEntryPointAttr>()) {
      if (const SYCLKernelInfo *Info = C.findSYCLKernelInfo(C.getCanonicalType(K->getKernelName())))
        Do(Info->GetKernelName().c_str());
    } else if (isa<CXXConstructorDecl>(F) || isa<CXXDestructorDecl>(F)) {
      for (const std::string &Name : Names.getAllManglings(F))
        Do(Name.c_str());
    } else
      Do(Names.getName(F).c_str());
  }
};

} // namespace

void sycc::describeFunctions(ASTContext &C, AttributeReader &Attributes, const DeviceCode &Code,
                             sy_unit *Unit, Places &Places) {
  Describer D(C, Attributes, Unit, Places);
  for (const FunctionDecl *F : Code.Reached)
    D.definition(F);
  for (const auto &[F, Way] : Code.Elsewhere)
    D.wayTo(F, Way);
}
