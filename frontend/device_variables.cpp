// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Judges a variable by its declaration (const, initialised by a constant, with a destructor, thread-local)
// and then by the value that clang computed for it: a constant that points to a variable is as good as that
// one.
#include "frontend/device_variables.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using sycc::isProvided;
using sycc::quoted;

namespace {

// sycl::ext::oneapi::experimental::device_global is a variable with a copy on each device.
bool isDeviceGlobal(const ASTContext &C, const VarDecl *V) {
  const CXXRecordDecl *R = C.getBaseElementType(V->getType())->getAsCXXRecordDecl();
  return R && llvm::any_of(R->specific_attrs<AnnotateAttr>(), [](const AnnotateAttr *A) {
           return A->getAnnotation() == "sycl_detail::add_ir_global_variable_attributes";
         });
}

bool isInLocalMemory(const VarDecl *V) {
  LangAS Space = V->getType().getAddressSpace();
  return Space == LangAS::opencl_local || Space == LangAS::sycl_local;
}

bool isConst(const ASTContext &C, const VarDecl *V) {
  QualType T = V->getType();
  return V->isConstexpr() || T->isReferenceType() ||
         T.isConstantStorage(C, /*ExcludeCtor=*/true, /*ExcludeDtor=*/true);
}

// What a kernel has in place of a variable of the standard library; empty: nothing.
const char *instead(const VarDecl *V) {
  static const char *const Streams[] = {"cout", "cerr", "clog", "wcout", "wcerr", "wclog"};
  const IdentifierInfo *Name = V->getIdentifier();
  bool Prints = V->isInStdNamespace() && Name && is_contained(Streams, Name->getName());
  return Prints ? "; kernels print by sycl::stream or sycl::ext::oneapi::experimental::printf" : "";
}

// Why a device can't use V; empty: it can.
std::string refusedVariable(const ASTContext &C, const VarDecl *V) {
  const char *Kind = V->isStaticLocal() || V->isStaticDataMember() ? "static variable " : "global variable ";
  if (isProvided(V) || isDeviceGlobal(C, V) || isInLocalMemory(V))
    return "";
  if (V->getTLSKind() != VarDecl::TLS_None)
    return "use the thread-local variable " + quoted(V);
  if (!isConst(C, V))
    return std::string("use the non-const ") + Kind + quoted(V) + instead(V);
  const VarDecl *Definition = nullptr;
  if (!V->getAnyInitializer(Definition))
    return std::string("use the ") + Kind + quoted(V) + ", which is initialised in another file";
  if (!Definition->hasConstantInitialization() && !Definition->evaluateValue())
    return std::string("use the ") + Kind + quoted(V) + ", which is initialised at run time";
  if (V->isStaticLocal() && V->needsDestruction(C)) // that of other variables is no part of device code
    return std::string("use the ") + Kind + quoted(V) + ", which has a destructor";
  return "";
}

// A variable in global storage that the value of a constant points to and a device can't use.
const VarDecl *refusedTarget(const ASTContext &C, const APValue &Value) {
  switch (Value.getKind()) {
  case APValue::LValue: {
    const auto *V = dyn_cast_or_null<VarDecl>(Value.getLValueBase().dyn_cast<const ValueDecl *>());
    return V && V->hasGlobalStorage() && !refusedVariable(C, V).empty() ? V : nullptr;
  }
  case APValue::Struct:
    for (unsigned I = 0; I < Value.getStructNumBases(); I++)
      if (const VarDecl *V = refusedTarget(C, Value.getStructBase(I)))
        return V;
    for (unsigned I = 0; I < Value.getStructNumFields(); I++)
      if (const VarDecl *V = refusedTarget(C, Value.getStructField(I)))
        return V;
    return nullptr;
  case APValue::Union:
    return refusedTarget(C, Value.getUnionValue());
  case APValue::Array:
    for (unsigned I = 0; I < Value.getArrayInitializedElts(); I++) {
      const APValue &Element = Value.getArrayInitializedElt(I);
      if (Element.isInt() || Element.isFloat())
        return nullptr; // then all are
      if (const VarDecl *V = refusedTarget(C, Element))
        return V;
    }
    return nullptr;
  default:
    return nullptr;
  }
}

// The functions that a constant's value points to, directly or through other constants; `Depth` ends cycles
// of those.
void addFunctions(const ASTContext &C, const APValue &Value, std::vector<const FunctionDecl *> &Out,
                  unsigned Depth) {
  switch (Value.getKind()) {
  case APValue::LValue: {
    const auto *D = Value.getLValueBase().dyn_cast<const ValueDecl *>();
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
      Out.push_back(F);
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    const APValue *Next =
        V && Depth && isConst(C, V) && V->getAnyInitializer() ? V->evaluateValue() : nullptr;
    if (Next)
      addFunctions(C, *Next, Out, Depth - 1);
    return;
  }
  case APValue::MemberPointer:
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(Value.getMemberPointerDecl()))
      Out.push_back(F);
    return;
  case APValue::Struct:
    for (unsigned I = 0; I < Value.getStructNumBases(); I++)
      addFunctions(C, Value.getStructBase(I), Out, Depth);
    for (unsigned I = 0; I < Value.getStructNumFields(); I++)
      addFunctions(C, Value.getStructField(I), Out, Depth);
    return;
  case APValue::Union:
    addFunctions(C, Value.getUnionValue(), Out, Depth);
    return;
  case APValue::Array:
    for (unsigned I = 0; I < Value.getArrayInitializedElts(); I++)
      addFunctions(C, Value.getArrayInitializedElt(I), Out, Depth);
    return;
  default:
    return;
  }
}

} // namespace

std::vector<const FunctionDecl *> sycc::functionsIn(const ASTContext &C, const VarDecl *V) {
  std::vector<const FunctionDecl *> Found;
  const VarDecl *Definition = nullptr;
  bool Known = isConst(C, V) && V->getAnyInitializer(Definition) && !Definition->getType()->isDependentType();
  const APValue *Value =
      Known && Definition->mightBeUsableInConstantExpressions(C) ? Definition->evaluateValue() : nullptr;
  if (Value)
    addFunctions(C, *Value, Found, 4);
  return Found;
}

std::string sycc::quoted(const NamedDecl *D) {
  return "'" + D->getQualifiedNameAsString() + "'";
}

std::string sycc::refusedDeviceGlobal(const ASTContext &C, const DeclaratorDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !(V->isFileVarDecl() || V->isStaticDataMember()))
    return "a device_global is a variable at namespace scope or a static member: " + quoted(D) + " is not";
  if (V->getType()->isArrayType())
    return quoted(D) +
           " is an array of device_global: make it one device_global of an array, device_global<T[N]>";
  if (V->getTLSKind() != VarDecl::TLS_None)
    return "a device_global can't be thread-local: " + quoted(D) + " is";
  const VarDecl *Definition = nullptr;
  if (V->getAnyInitializer(Definition) && !Definition->hasConstantInitialization())
    return "the initial value of the device_global " + quoted(D) + " is not a constant";
  return "";
}

bool sycc::isProvided(const NamedDecl *D) {
  StringRef Name = D->getIdentifier() ? D->getName() : "";
  return Name.starts_with("__spirv_") || Name.starts_with("__sycc_");
}

std::string sycc::refusedUse(const ASTContext &C, const VarDecl *V) {
  std::string Why = refusedVariable(C, V);
  const VarDecl *Definition = nullptr;
  if (!Why.empty() || isDeviceGlobal(C, V) || !V->getAnyInitializer(Definition))
    return Why;
  const APValue *Value = Definition->evaluateValue();
  const VarDecl *Target = Value ? refusedTarget(C, *Value) : nullptr;
  return Target ? refusedVariable(C, Target) + ", which " + quoted(V) + " refers to" : "";
}
