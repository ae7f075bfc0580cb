// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels are the functions that carry [[clang::sycl_kernel_entry_point(Name)]]: templates in the SYCL
// headers, instantiated once per kernel, with the closure as their one parameter. A closure may hold
// accessors anywhere: in members, bases, arrays of structs; each gets its place from the record layout.
#include "frontend/kernels.h"

#include "frontend/closures.h"
#include "frontend/declarations.h"
#include "frontend/device_variables.h"
#include "frontend/kernel_identity.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtSYCL.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/xxhash.h"

#include <optional>

using namespace clang;

namespace {

// The kinds of class the headers mark with annotate("sycl_detail::special", "...").
bool isSpecial(ASTContext &C, const CXXRecordDecl *R, StringRef Kind) {
  return llvm::any_of(R->specific_attrs<AnnotateAttr>(), [&](const AnnotateAttr *A) {
    return A->getAnnotation() == "sycl_detail::special" && A->args_size() == 1 &&
           (*A->args_begin())->tryEvaluateString(C) == Kind;
  });
}

std::optional<sycc_param_kind> specialKind(ASTContext &C, const CXXRecordDecl *R) {
  if (isSpecial(C, R, "accessor"))
    return SYCC_PARAM_ACCESSOR;
  if (isSpecial(C, R, "local_accessor"))
    return SYCC_PARAM_LOCAL;
  return std::nullopt;
}

// Walks closures for objects that get a parameter of their own: accessors, and objects of classes with
// properties for it. Most types hold none: that is remembered, so that a closure with an array of a million
// plain structs costs nothing.
class ClosureWalk {
public:
  ClosureWalk(ASTContext &C, sycc::AttributeReader &Attributes, sy_unit *Unit)
      : C(C), Attributes(Attributes), Unit(Unit) {}

  void addParams(sy_unit_kernel *K, const CXXRecordDecl *R, uint64_t Base) {
    if (!holdsOwn(R))
      return;
    if (std::optional<sycc_param_kind> Kind = ownKind(R)) {
      CanQualType T = C.getCanonicalTagType(R);
      sy_param *P = sy_kernel_add_param(K, *Kind, Base, C.getTypeSizeInChars(T).getQuantity());
      P->align = C.getTypeAlignInChars(T).getQuantity();
      for (const sycc::Property &Each : Attributes.properties(R, ParameterAttributes))
        sy_unit_add_property(Unit, &P->properties, nullptr, Each.Name.c_str(), Each.Value.c_str());
      return;
    }
    const ASTRecordLayout &L = C.getASTRecordLayout(R);
    for (const CXXBaseSpecifier &B : R->bases()) {
      const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
      addParams(K, D, Base + L.getBaseClassOffset(D).getQuantity());
    }
    for (const FieldDecl *F : R->fields())
      addField(K, F->getType(),
               Base + C.toCharUnitsFromBits(L.getFieldOffset(F->getFieldIndex())).getQuantity());
  }

private:
  static constexpr sycc::AttributeId ParameterAttributes =
      sycc::AttributeId::add_ir_kernel_parameter_attributes;
  ASTContext &C;
  sycc::AttributeReader &Attributes;
  sy_unit *Unit;
  llvm::DenseMap<const CXXRecordDecl *, bool> Holds;

  std::optional<sycc_param_kind> ownKind(const CXXRecordDecl *R) {
    if (auto Kind = specialKind(C, R))
      return Kind;
    if (R->isEmpty() || Attributes.properties(R, ParameterAttributes).empty())
      return std::nullopt;
    return isPointer(R) ? SYCC_PARAM_POINTER : SYCC_PARAM_VALUE;
  }

  // One pointer, and nothing else.
  bool isPointer(const CXXRecordDecl *R) {
    unsigned Pointers = 0;
    for (const FieldDecl *F : R->fields())
      Pointers += F->getType()->isPointerType();
    for (const CXXBaseSpecifier &B : R->bases())
      Pointers += isPointer(B.getType()->getAsCXXRecordDecl()->getDefinition());
    return Pointers == 1 && C.getTypeSize(C.getCanonicalTagType(R)) == C.getTypeSize(C.VoidPtrTy);
  }

  void addField(sy_unit_kernel *K, QualType T, uint64_t Base) {
    const CXXRecordDecl *R = C.getBaseElementType(T)->getAsCXXRecordDecl();
    if (!R || !holdsOwn(R->getDefinition()))
      return;
    uint64_t Count = 1;
    if (const ConstantArrayType *A = C.getAsConstantArrayType(T))
      Count = C.getConstantArrayElementCount(A);
    uint64_t Size = C.getTypeSizeInChars(C.getBaseElementType(T)).getQuantity();
    for (uint64_t I = 0; I < Count; I++)
      addParams(K, R->getDefinition(), Base + I * Size);
  }

  bool holdsOwn(const CXXRecordDecl *R) {
    if (!R || !R->isCompleteDefinition() || R->isUnion())
      return false;
    auto [It, New] = Holds.try_emplace(R, false);
    if (!New)
      return It->second;
    bool Result = ownKind(R).has_value();
    for (const CXXBaseSpecifier &B : R->bases())
      Result = Result || holdsOwn(B.getType()->getAsCXXRecordDecl());
    for (const FieldDecl *F : R->fields()) {
      const CXXRecordDecl *M = C.getBaseElementType(F->getType())->getAsCXXRecordDecl();
      Result = Result || (M && holdsOwn(M->getDefinition()));
    }
    return Holds[R] = Result;
  }
};

// The headers' own kernels have the user's inside, and say so: "kernel_wrapper", or
// "kernel_wrapper_in_own_groups" where the groups of the launch are not those that the user asked for. The
// user's is the first type among the template arguments.
bool runsInOwnGroups(ASTContext &C, const CXXRecordDecl *Closure) {
  return isSpecial(C, Closure, "kernel_wrapper_in_own_groups");
}

bool isWrapper(ASTContext &C, const CXXRecordDecl *R) {
  return isSpecial(C, R, "kernel_wrapper") || runsInOwnGroups(C, R);
}

const CXXRecordDecl *wrapped(const CXXRecordDecl *Wrapper) {
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Wrapper))
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type)
        return A.getAsType()->getAsCXXRecordDecl();
  return nullptr;
}

const CXXRecordDecl *userKernel(ASTContext &C, const CXXRecordDecl *Closure) {
  while (Closure && isWrapper(C, Closure))
    Closure = wrapped(Closure);
  return Closure;
}

// The operator() of the user's that an entry point calls in the end, on its closure or on the kernel inside:
// the one that carries the kernel's attributes. It may be one of a base class.
class KernelBody : public RecursiveASTVisitor<KernelBody> {
public:
  static const FunctionDecl *find(const FunctionDecl *Entry) {
    ASTContext &C = Entry->getASTContext();
    const CXXRecordDecl *Closure = Entry->getParamDecl(0)->getType()->getAsCXXRecordDecl();
    auto *K = dyn_cast_or_null<SYCLKernelCallStmt>(Entry->getBody());
    const CXXRecordDecl *User = Closure ? userKernel(C, Closure) : nullptr;
    if (!K || !User)
      return nullptr;
    KernelBody V(User);
    for (const CXXRecordDecl *R = Closure; R != User; R = wrapped(R))
      V.Wrappers.push_back(R);
    V.TraverseStmt(K->getOriginalStmt());
    return V.Found;
  }

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    if (!Found && M && E->getOperator() == OO_Call && isOrDerives(User, M->getParent()))
      Found = M;
    return !Found;
  }
  bool VisitCallExpr(CallExpr *E) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    const FunctionDecl *Definition = nullptr;
    auto IsIn = [&](const CXXRecordDecl *Wrapper) { return isOrDerives(Wrapper, M->getParent()); };
    if (!Found && M && llvm::any_of(Wrappers, IsIn) && M->hasBody(Definition) &&
        Seen.insert(Definition).second)
      TraverseStmt(Definition->getBody());
    return !Found;
  }

private:
  explicit KernelBody(const CXXRecordDecl *User) : User(User) {}

  static bool isOrDerives(const CXXRecordDecl *R, const CXXRecordDecl *From) {
    return R->getCanonicalDecl() == From->getCanonicalDecl() || R->isDerivedFrom(From);
  }

  const CXXRecordDecl *User;
  llvm::SmallVector<const CXXRecordDecl *, 2> Wrappers; // around it
  const FunctionDecl *Found = nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
};

// Visits declarations, instantiations included. Function bodies only in the user's own files: kernels'
// entry points are in namespaces and classes, but attributes may be on any lambda.
class RootFinder : public sycc::Declarations<RootFinder> {
  using Base = RecursiveASTVisitor<RootFinder>;

public:
  RootFinder(ASTContext &C, sycc::AttributeReader &Attributes, StringRef Macros, sy_unit *Unit)
      : C(C), Attributes(Attributes), Names(C), Macros(Macros), Unit(Unit), Closures(C, Attributes, Unit),
        Code(C) {}
  std::vector<sycc::Root> Roots;

  void run() {
    TraverseDecl(C.getTranslationUnitDecl());
    if (!Roots.empty())
      Unit->id = sy_arena_strdup(&Unit->arena, unitId().c_str());
  }

  bool TraverseStmt(Stmt *S) { return !InUserFile || Base::TraverseStmt(S); }
  bool TraverseDecl(Decl *D) {
    if (!D || isa<TranslationUnitDecl>(D))
      return Base::TraverseDecl(D);
    llvm::SaveAndRestore Saved(InUserFile, !C.getSourceManager().isInSystemHeader(D->getLocation()));
    return Base::TraverseDecl(D);
  }

  bool VisitDecl(Decl *D) {
    if (D->hasAttrs())
      Attributes.check(D);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) { return VisitDecl(L->getCallOperator()); }
  bool VisitAttributedStmt(AttributedStmt *S) {
    Attributes.checkStatement(S->getAttrs());
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (InUserFile)
      for (ParmVarDecl *P : F->parameters())
        VisitDecl(P);
    if (F->isDependentContext() || !F->isThisDeclarationADefinition())
      return true;
    if (const auto *A = F->getAttr<SYCLKernelEntryPointAttr>()) {
      if (!A->isInvalidAttr())
        addKernel(F, A->getKernelName());
    } else if (F->hasAttr<SYCLExternalAttr>())
      addExternal(F);
    return true;
  }

  bool VisitCXXRecordDecl(CXXRecordDecl *R) {
    if (R->hasAttrs() && R->isThisDeclarationADefinition() && !R->isDependentType())
      if (auto Aspects = Attributes.numbers(R, sycc::AttributeId::uses_aspects))
        addType(R, *Aspects);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    addGlobal(V);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) {
    addGlobal(F);
    return true;
  }

private:
  ASTContext &C;
  sycc::AttributeReader &Attributes;
  ASTNameGenerator Names;
  StringRef Macros;
  sy_unit *Unit;
  ClosureWalk Closures;
  sycc::KernelCode Code;
  llvm::DenseSet<const ClassTemplateDecl *> Templates; // whose instantiations are dealt with
  bool InUserFile = false;
  std::string Hash; // of the translation unit, made when first needed
  std::string Suffix;

  void addKernel(FunctionDecl *F, QualType Name) {
    const SYCLKernelInfo *Info = C.findSYCLKernelInfo(C.getCanonicalType(Name));
    if (!Info || F->getNumParams() != 1)
      return;
    QualType Closure = F->getParamDecl(0)->getType();
    const CXXRecordDecl *R = Closure->getAsCXXRecordDecl();
    bool Shared = isExternallyVisible(Name->getLinkage());
    std::string Readable = readableName(Name);
    sy_unit_kernel *K = sy_unit_add_kernel(Unit, Info->GetKernelName().c_str(), Shared ? nullptr : suffix(),
                                           Readable.c_str(), C.getTypeSizeInChars(Closure).getQuantity(),
                                           C.getTypeAlignInChars(Closure).getQuantity());
    if (R) {
      Closures.addParams(K, R->getDefinition(), 0);
      for (const sycc::Member &M : sycc::membersOf(C, R->getDefinition()))
        sy_kernel_add_member(Unit, K, {M.Name.c_str(), uint32_t(M.Offset), uint32_t(M.Size), M.Layout});
    }
    sy_kernel_finish(K);
    std::optional<uint32_t> Dimensions = dimensions(F);
    if (Dimensions)
      sy_unit_add_function(Unit, K->stable_name, SY_FACT_DIMENSIONS, &*Dimensions, 1);
    K->own_groups = R && runsInOwnGroups(C, R);
    if (const FunctionDecl *Body = KernelBody::find(F))
      addKernelFacts(K, Body, userDimensions(R).value_or(Dimensions.value_or(0)));
    const CXXRecordDecl *Own = R ? userKernel(C, R) : nullptr;
    SourceLocation Where = Own ? Own->getLocation() : F->getLocation();
    if (Shared)
      K->identity = sycc::identityOf(C, Code, F, Where, Unit);
    Roots.push_back({F, Readable, Where});
  }

  // What the user's function object says about the kernel.
  void addKernelFacts(sy_unit_kernel *K, const FunctionDecl *Body, unsigned Dimensions) {
    static const std::pair<sycc::AttributeId, sy_fact_kind> Facts[] = {
        {sycc::AttributeId::device_has, SY_FACT_DECLARED_ASPECTS},
        {sycc::AttributeId::reqd_sub_group_size, SY_FACT_SUB_GROUP_SIZE},
        {sycc::AttributeId::named_sub_group_size, SY_FACT_NAMED_SUB_GROUP_SIZE},
        {sycc::AttributeId::reqd_work_group_size, SY_FACT_WORK_GROUP_SIZE},
        {sycc::AttributeId::work_group_size_hint, SY_FACT_WORK_GROUP_SIZE_HINT},
        {sycc::AttributeId::vec_type_hint, SY_FACT_VEC_TYPE_HINT},
    };
    for (auto Sizes : {sycc::AttributeId::reqd_work_group_size, sycc::AttributeId::work_group_size_hint})
      if (auto Values = Attributes.numbers(Body, Sizes); Values && Dimensions && Values->size() != Dimensions)
        Attributes.refuse(Body, Sizes,
                          "has " + std::to_string(Values->size()) + " of " + std::to_string(Dimensions) +
                              " sizes: kernel '" + K->readable + "' is launched over " +
                              std::to_string(Dimensions) + (Dimensions > 1 ? " dimensions" : " dimension"));
    for (auto [Attribute, Fact] : Facts)
      if (auto Values = Attributes.numbers(Body, Attribute))
        sy_unit_add_function(Unit, K->stable_name, Fact, Values->data(), Values->size());
    for (const sycc::Property &P : Attributes.properties(Body, sycc::AttributeId::add_ir_function_attributes))
      sy_unit_add_property(Unit, &Unit->function_properties, K->stable_name, P.Name.c_str(), P.Value.c_str());
    K->restrict_args = Attributes.has(Body, sycc::AttributeId::kernel_args_restrict);
  }

  // Entry points are templates over the number of dimensions, 0 for a single task.
  static std::optional<uint32_t> dimensions(const FunctionDecl *Entry) {
    const TemplateArgumentList *Arguments = Entry->getTemplateSpecializationArgs();
    return Arguments ? firstNumber(*Arguments) : std::nullopt;
  }
  // Of the range that the user gave, where the headers launch over another.
  std::optional<uint32_t> userDimensions(const CXXRecordDecl *Closure) {
    const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Closure);
    return S && isWrapper(C, S) ? firstNumber(S->getTemplateArgs()) : std::nullopt;
  }
  static std::optional<uint32_t> firstNumber(const TemplateArgumentList &Arguments) {
    for (const TemplateArgument &A : Arguments.asArray())
      if (A.getKind() == TemplateArgument::Integral && A.getAsIntegral().ult(4))
        return A.getAsIntegral().getZExtValue();
    return std::nullopt;
  }

  // A variable whose class has properties for it.
  void addGlobal(const DeclaratorDecl *D) {
    const CXXRecordDecl *R =
        D->getType()->isDependentType() ? nullptr : C.getBaseElementType(D->getType())->getAsCXXRecordDecl();
    if (!R || !R->hasAttrs() || D->getDeclContext()->isDependentContext())
      return;
    if (!D->isExternallyVisible() && isSpecial(C, R, "specialization_id"))
      sy_unit_set_suffix(Unit, suffix());
    const auto *V = dyn_cast<VarDecl>(D);
    std::string Symbol = V && V->hasGlobalStorage() ? Names.getName(V) : "";
    for (const sycc::Property &P :
         Attributes.properties(R, sycc::AttributeId::add_ir_global_variable_attributes)) {
      if (P.Name == "sycl-device-global-size")
        addDeviceGlobal(D, Symbol);
      if (!Symbol.empty())
        sy_unit_add_property(Unit, &Unit->global_properties, Symbol.c_str(), P.Name.c_str(), P.Value.c_str());
    }
  }

  void addDeviceGlobal(const DeclaratorDecl *D, const std::string &Symbol) {
    std::string Why = sycc::refusedDeviceGlobal(C, D);
    DiagnosticsEngine &Diags = C.getDiagnostics();
    if (!Why.empty())
      Diags.Report(D->getLocation(), Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << Why;
    else if (!D->isExternallyVisible())
      sy_unit_add_local_global(Unit, Symbol.c_str(), suffix());
  }

  void addExternal(FunctionDecl *F) {
    Attributes.refuse(F, sycc::AttributeId::reqd_work_group_size,
                      "says how a kernel is launched and can't stand on a SYCL_EXTERNAL function");
    if (isa<CXXConstructorDecl>(F) || isa<CXXDestructorDecl>(F)) // these have several symbols
      for (const std::string &Name : Names.getAllManglings(F))
        sy_unit_add_external(Unit, Name.c_str());
    else
      sy_unit_add_external(Unit, Names.getName(F).c_str());
    Roots.push_back({F, "", F->getLocation()});
  }

  // As clang names the type in IR: without template arguments.
  std::string nameInIr(const CXXRecordDecl *R) {
    std::string Name = (R->getKindName() + ".").str();
    llvm::raw_string_ostream Out(Name);
    PrintingPolicy P = C.getPrintingPolicy();
    P.SuppressInlineNamespace = llvm::to_underlying(PrintingPolicy::SuppressInlineNamespaceMode::None);
    if (R->getIdentifier())
      R->printQualifiedName(Out, P);
    return Name;
  }

  // Instantiations of a template share a name in IR. They are listed if they all have the same aspects; else
  // the name could mean either. What their users need is known from the AST.
  void addType(const CXXRecordDecl *R, const sycc::AttributeReader::Numbers &Aspects) {
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R)) {
      const ClassTemplateDecl *Template = S->getSpecializedTemplate()->getCanonicalDecl();
      if (!Templates.insert(Template).second)
        return;
      for (const ClassTemplateSpecializationDecl *Other : Template->specializations())
        if (Other->hasDefinition() && Attributes.numbers(Other, sycc::AttributeId::uses_aspects) != Aspects)
          return;
    }
    sy_unit_add_type(Unit, nameInIr(R).c_str(), Aspects.data(), Aspects.size());
  }

  // "ns::Name", or for an unnamed kernel "lambda at file.cpp:12:30". The headers' wrappers are not for users.
  std::string readableName(QualType Name) {
    const CXXRecordDecl *R = Name->getAsCXXRecordDecl();
    if (const CXXRecordDecl *Own = userKernel(C, R); Own && Own != R) {
      R = Own;
      Name = C.getCanonicalTagType(Own);
    }
    if (!R || !R->isLambda()) {
      PrintingPolicy P = C.getPrintingPolicy();
      P.SuppressTagKeyword = true;
      P.FullyQualifiedName = true;
      return Name.getCanonicalType().getAsString(P);
    }
    PresumedLoc L = C.getSourceManager().getPresumedLoc(R->getLocation());
    if (L.isInvalid())
      return "lambda";
    return "lambda at " + llvm::sys::path::filename(L.getFilename()).str() + ":" +
           std::to_string(L.getLine()) + ":" + std::to_string(L.getColumn());
  }

  // Tells translation units apart by what the user had compiled: the text of files that are not system
  // headers, and macros from the command line. So it is the same on every machine and for every target.
  const std::string &hash() {
    if (!Hash.empty())
      return Hash;
    const SourceManager &SM = C.getSourceManager();
    uint64_t Value = llvm::xxh3_64bits(Macros);
    for (unsigned I = 0, N = SM.local_sloc_entry_size(); I < N; I++) {
      const SrcMgr::SLocEntry &E = SM.getLocalSLocEntry(I);
      if (!E.isFile() || E.getFile().getFileCharacteristic() != SrcMgr::C_User)
        continue;
      FileID File = SM.getFileID(SourceLocation::getFromRawEncoding(E.getOffset()));
      std::optional<StringRef> Text = SM.getBufferDataOrNone(File);
      if (Text && SM.getFileEntryRefForID(File)) // not <built-in> and <command line>
        Value = Value * 1099511628211u ^ llvm::xxh3_64bits(*Text);
    }
    char Text[24];
    snprintf(Text, sizeof Text, "%016llx", (unsigned long long)Value);
    return Hash = Text;
  }

  // For a name with internal linkage (a lambda in a static function, a type in an anonymous namespace),
  // which may stand for another kernel in another file.
  const char *suffix() { return (Suffix = "_tu" + hash()).c_str(); }

  // The source's name is for people.
  std::string unitId() {
    const SourceManager &SM = C.getSourceManager();
    OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
    return (Main ? llvm::sys::path::filename(Main->getName()).str() : "-") + ":" + hash();
  }
};

} // namespace

std::vector<sycc::Root> sycc::findRoots(ASTContext &C, AttributeReader &Attributes, StringRef Macros,
                                        sy_unit *Unit) {
  RootFinder Finder(C, Attributes, Macros, Unit);
  Finder.run();
  return std::move(Finder.Roots);
}
