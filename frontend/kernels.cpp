// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels are the functions that carry [[clang::sycl_kernel_entry_point(Name)]]: templates in the SYCL
// headers, instantiated once per kernel, with the closure as their one parameter. A closure may hold
// accessors anywhere: in members, bases, arrays of structs; each gets its place from the record layout.
#include "frontend/kernels.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <optional>

using namespace clang;

namespace {

// The kinds of class the headers mark with annotate("sycl_detail::special", "...").
std::optional<sycc_param_kind> specialKind(ASTContext &C, const CXXRecordDecl *R) {
  for (const auto *A : R->specific_attrs<AnnotateAttr>()) {
    if (A->getAnnotation() != "sycl_detail::special" || A->args_size() != 1)
      continue;
    std::optional<std::string> Kind = (*A->args_begin())->tryEvaluateString(C);
    if (Kind == "accessor")
      return SYCC_PARAM_ACCESSOR;
    if (Kind == "local_accessor")
      return SYCC_PARAM_LOCAL;
  }
  return std::nullopt;
}

// Walks closures for special objects. Most types hold none: that is remembered, so that a closure with
// an array of a million plain structs costs nothing.
class ClosureWalk {
public:
  explicit ClosureWalk(ASTContext &C) : C(C) {}

  void addParams(sy_kernel *K, const CXXRecordDecl *R, uint64_t Base) {
    if (!holdsSpecial(R))
      return;
    if (auto Kind = specialKind(C, R)) {
      uint64_t Size = C.getTypeSizeInChars(C.getCanonicalTagType(R)).getQuantity();
      sy_kernel_add_param(K, *Kind, Base, Size);
      return;
    }
    const ASTRecordLayout &L = C.getASTRecordLayout(R);
    for (const CXXBaseSpecifier &B : R->bases()) {
      const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
      addParams(K, D, Base + L.getBaseClassOffset(D).getQuantity());
    }
    for (const FieldDecl *F : R->fields())
      addField(K, F->getType(), Base + C.toCharUnitsFromBits(L.getFieldOffset(F->getFieldIndex())).getQuantity());
  }

private:
  ASTContext &C;
  llvm::DenseMap<const CXXRecordDecl *, bool> Holds;

  void addField(sy_kernel *K, QualType T, uint64_t Base) {
    const CXXRecordDecl *R = C.getBaseElementType(T)->getAsCXXRecordDecl();
    if (!R || !holdsSpecial(R->getDefinition()))
      return;
    uint64_t Count = 1;
    if (const ConstantArrayType *A = C.getAsConstantArrayType(T))
      Count = C.getConstantArrayElementCount(A);
    uint64_t Size = C.getTypeSizeInChars(C.getBaseElementType(T)).getQuantity();
    for (uint64_t I = 0; I < Count; I++)
      addParams(K, R->getDefinition(), Base + I * Size);
  }

  bool holdsSpecial(const CXXRecordDecl *R) {
    if (!R || !R->isCompleteDefinition() || R->isUnion())
      return false;
    auto [It, New] = Holds.try_emplace(R, false);
    if (!New)
      return It->second;
    bool Result = specialKind(C, R).has_value();
    for (const CXXBaseSpecifier &B : R->bases())
      Result = Result || holdsSpecial(B.getType()->getAsCXXRecordDecl());
    for (const FieldDecl *F : R->fields()) {
      const CXXRecordDecl *M = C.getBaseElementType(F->getType())->getAsCXXRecordDecl();
      Result = Result || (M && holdsSpecial(M->getDefinition()));
    }
    return Holds[R] = Result;
  }
};

// Visits declarations, instantiations included, and no function bodies: entry points are in namespaces
// and classes.
class RootFinder : public RecursiveASTVisitor<RootFinder> {
public:
  RootFinder(ASTContext &C, StringRef Macros, sy_unit *Unit) : C(C), Macros(Macros), Unit(Unit), Closures(C) {}
  std::vector<sycc::Root> Roots;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseType(QualType, bool = true) { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->isDependentContext() || !F->isThisDeclarationADefinition())
      return true;
    if (const auto *A = F->getAttr<SYCLKernelEntryPointAttr>()) {
      if (!A->isInvalidAttr())
        addKernel(F, A->getKernelName());
    } else if (F->hasAttr<SYCLExternalAttr>())
      Roots.push_back({F, "", F->getLocation()});
    return true;
  }

private:
  ASTContext &C;
  StringRef Macros;
  sy_unit *Unit;
  ClosureWalk Closures;
  std::string Suffix; // "_tu0123456789abcdef", made when first needed

  void addKernel(FunctionDecl *F, QualType Name) {
    const SYCLKernelInfo *Info = C.findSYCLKernelInfo(C.getCanonicalType(Name));
    if (!Info || F->getNumParams() != 1)
      return;
    QualType Closure = F->getParamDecl(0)->getType();
    const CXXRecordDecl *R = Closure->getAsCXXRecordDecl();
    bool Shared = isExternallyVisible(Name->getLinkage());
    std::string Readable = readableName(Name);
    sy_kernel *K = sy_unit_add_kernel(Unit, Info->GetKernelName().c_str(), Shared ? nullptr : suffix(),
                                      Readable.c_str(), C.getTypeSizeInChars(Closure).getQuantity(),
                                      C.getTypeAlignInChars(Closure).getQuantity());
    if (R)
      Closures.addParams(K, R->getDefinition(), 0);
    sy_kernel_finish(K);
    Roots.push_back({F, Readable, R ? R->getLocation() : F->getLocation()});
  }

  // "ns::Name", or for an unnamed kernel "lambda at file.cpp:12:30".
  std::string readableName(QualType Name) {
    const CXXRecordDecl *R = Name->getAsCXXRecordDecl();
    if (!R || !R->isLambda()) {
      PrintingPolicy P = C.getPrintingPolicy();
      P.SuppressTagKeyword = true;
      P.FullyQualifiedName = true;
      return Name.getCanonicalType().getAsString(P);
    }
    PresumedLoc L = C.getSourceManager().getPresumedLoc(R->getLocation());
    if (L.isInvalid())
      return "lambda";
    return "lambda at " + llvm::sys::path::filename(L.getFilename()).str() + ":" + std::to_string(L.getLine()) +
           ":" + std::to_string(L.getColumn());
  }

  // A name with internal linkage (a lambda in a static function, a type in an anonymous namespace) may
  // stand for another kernel in another file. The suffix tells the files apart by what the user had
  // compiled: the text of files that are not system headers, and macros from the command line. So it is the
  // same on every machine and for every target.
  const char *suffix() {
    if (!Suffix.empty())
      return Suffix.c_str();
    const SourceManager &SM = C.getSourceManager();
    uint64_t Hash = llvm::xxh3_64bits(Macros);
    for (unsigned I = 0, N = SM.local_sloc_entry_size(); I < N; I++) {
      const SrcMgr::SLocEntry &E = SM.getLocalSLocEntry(I);
      if (!E.isFile() || E.getFile().getFileCharacteristic() != SrcMgr::C_User)
        continue;
      FileID File = SM.getFileID(SourceLocation::getFromRawEncoding(E.getOffset()));
      std::optional<StringRef> Text = SM.getBufferDataOrNone(File);
      if (Text && SM.getFileEntryRefForID(File)) // not <built-in> and <command line>
        Hash = Hash * 1099511628211u ^ llvm::xxh3_64bits(*Text);
    }
    char Text[24];
    snprintf(Text, sizeof Text, "_tu%016llx", (unsigned long long)Hash);
    return (Suffix = Text).c_str();
  }
};

} // namespace

std::vector<sycc::Root> sycc::findRoots(ASTContext &C, StringRef Macros, sy_unit *Unit) {
  RootFinder Finder(C, Macros, Unit);
  Finder.TraverseDecl(C.getTranslationUnitDecl());
  return std::move(Finder.Roots);
}
