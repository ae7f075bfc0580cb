// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A closure is made by the host and read by the device byte by byte. A source that depends on
// __SYCL_DEVICE_ONLY__, or a type that differs between the machines (long double), would go wrong silently.
//
// The headers launch every kernel through sycl::detail::launch_by_name<Name, Kernel>, so its instantiations
// are the kernels of this translation unit; no walk over the AST is needed.
#include "frontend/host_layout.h"

#include "frontend/closures.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace {

struct Kernel {
  std::string Readable;
  uint64_t Size;
  std::vector<sycc::Member> Members;
};

// Fields of sycc_kernel_info and sycc_kernel_member, in their order (include/sycc/kernel_info.h).
enum { StableName, Symbol, Readable, ClosureSize, ClosureAlign, ParamCount, Params, MemberCount, Members };
enum { MemberName, MemberOffset, MemberSize, MemberLayout };

class HostLayout {
public:
  explicit HostLayout(ASTContext &C) : C(C), D(C.getDiagnostics()) {}

  void run() {
    TranslationUnitDecl *Top = C.getTranslationUnitDecl();
    const auto *Launch = find<FunctionTemplateDecl>(Top, {"sycl", "detail", "launch_by_name"});
    const auto *Table = find<VarDecl>(Top->getAnonymousNamespace(), {"sycc_integration", "kernels"});
    if (!Launch || !Table)
      return;
    read(Table);
    for (const FunctionDecl *F : Launch->specializations())
      if (const TemplateArgumentList *A = F->getTemplateSpecializationArgs())
        check(A->get(0).getAsType(), A->get(1).getAsType());
  }

private:
  ASTContext &C;
  DiagnosticsEngine &D;
  llvm::StringMap<Kernel> Kernels; // by stable name

  template <class T> const T *find(const DeclContext *In, std::initializer_list<const char *> Path) {
    const NamedDecl *Found = nullptr;
    for (const char *Name : Path) {
      if (!In)
        return nullptr;
      auto Result = In->lookup(&C.Idents.get(Name));
      Found = Result.empty() ? nullptr : Result.front();
      In = dyn_cast_or_null<DeclContext>(Found);
    }
    return dyn_cast_or_null<T>(Found);
  }

  static const Expr *pointee(const APValue &V) {
    return V.isLValue() ? V.getLValueBase().dyn_cast<const Expr *>() : nullptr;
  }

  static StringRef text(const APValue &V) {
    const auto *S = dyn_cast_or_null<StringLiteral>(pointee(V));
    return S ? S->getString() : "";
  }

  static uint64_t number(const APValue &V) { return V.getInt().getZExtValue(); }

  void read(const VarDecl *Table) {
    const APValue *All = Table->evaluateValue();
    for (unsigned I = 0; All && I < All->getArraySize(); I++) {
      const APValue &Row = All->getArrayInitializedElt(I);
      StringRef Name = text(Row.getStructField(StableName));
      if (Name.empty())
        break;
      Kernel &K = Kernels[Name];
      K.Readable = text(Row.getStructField(Readable)).str();
      K.Size = number(Row.getStructField(ClosureSize));
      readMembers(Row.getStructField(Members), number(Row.getStructField(MemberCount)), K);
    }
  }

  static void readMembers(const APValue &Pointer, uint64_t Count, Kernel &K) {
    const auto *V = dyn_cast_or_null<VarDecl>(Pointer.getLValueBase().dyn_cast<const ValueDecl *>());
    const APValue *All = V ? V->evaluateValue() : nullptr;
    for (uint64_t I = 0; All && I < Count; I++) {
      const APValue &Row = All->getArrayInitializedElt(I);
      auto Number = [&](unsigned Field) { return number(Row.getStructField(Field)); };
      K.Members.push_back({text(Row.getStructField(MemberName)).str(),
                           Number(MemberOffset),
                           Number(MemberSize),
                           uint32_t(Number(MemberLayout)),
                           {}});
    }
  }

  void check(QualType Name, QualType Closure) {
    auto Found = Kernels.find(SYCLUniqueStableNameExpr::ComputeName(C, Name));
    const CXXRecordDecl *R = Closure->getAsCXXRecordDecl();
    if (Found == Kernels.end() || !R || !R->getDefinition())
      return;
    const Kernel &Device = Found->second;
    std::vector<sycc::Member> Host = sycc::membersOf(C, R->getDefinition());
    for (size_t I = 0; I < std::min(Host.size(), Device.Members.size()); I++)
      if (differ(Host[I], Device.Members[I]))
        return report(Device, Host[I], &Device.Members[I]);
    if (Host.size() > Device.Members.size())
      return report(Device, Host[Device.Members.size()], nullptr);
    uint64_t Size = C.getTypeSizeInChars(Closure).getQuantity();
    if (Host.size() < Device.Members.size() || Size != Device.Size)
      reportWhole(Device, R, Size, Host.size());
  }

  static bool differ(const sycc::Member &A, const sycc::Member &B) {
    return A.Name != B.Name || A.Offset != B.Offset || A.Size != B.Size || A.Layout != B.Layout;
  }

  static std::string place(const sycc::Member &M) {
    return std::to_string(M.Size) + " bytes at offset " + std::to_string(M.Offset);
  }

  void report(const Kernel &K, const sycc::Member &Host, const sycc::Member *Device) {
    unsigned Id =
        D.getCustomDiagID(DiagnosticsEngine::Error,
                          "kernel '%0' has another layout on the device: its member '%1' is %2 for the host, "
                          "and for the device %3");
    bool Inside = Device && Device->Size == Host.Size && Device->Offset == Host.Offset;
    std::string Theirs = !Device                     ? "it does not exist"
                         : Device->Name != Host.Name ? "'" + Device->Name + "' is in its place"
                         : Inside                    ? "the same, with other members inside"
                                                     : place(*Device);
    D.Report(Host.Where, Id) << K.Readable << Host.Name << place(Host) << Theirs;
    explain(Host.Where);
  }

  void reportWhole(const Kernel &K, const CXXRecordDecl *R, uint64_t Size, size_t HostMembers) {
    unsigned Id = D.getCustomDiagID(
        DiagnosticsEngine::Error,
        "kernel '%0' has another layout on the device: %1 bytes for the host, %2 for the device%3");
    std::string More;
    if (HostMembers < K.Members.size())
      More = ", which also has the member '" + K.Members[HostMembers].Name + "'";
    D.Report(R->getLocation(), Id) << K.Readable << std::to_string(Size) << std::to_string(K.Size) << More;
    explain(R->getLocation());
  }

  void explain(SourceLocation L) {
    unsigned Id = D.getCustomDiagID(DiagnosticsEngine::Note,
                                    "what a kernel captures must not depend on __SYCL_DEVICE_ONLY__ or on "
                                    "types that the devices do not have");
    D.Report(L, Id);
  }
};

} // namespace

void sycc::checkHostLayout(ASTContext &C) {
  if (!C.getDiagnostics().hasErrorOccurred())
    HostLayout(C).run();
}
