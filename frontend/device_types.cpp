// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks through arrays, members and bases for a type that devices lack. The answer for a class is kept, as
// many functions mention the same classes.
#include "frontend/device_types.h"

using namespace clang;

namespace {

constexpr unsigned MaxIntegerBits = 64;

bool isZeroLength(const ASTContext &C, QualType T) {
  const ConstantArrayType *A = C.getAsConstantArrayType(T);
  return A && A->isZeroSize();
}

bool isLackingScalar(QualType T) {
  if (const auto *B = T->getAs<BitIntType>())
    return B->getNumBits() > MaxIntegerBits;
  if (const auto *Complex = T->getAs<ComplexType>())
    return isLackingScalar(Complex->getElementType());
  const auto *B = T->getAs<BuiltinType>();
  if (!B)
    return false;
  switch (B->getKind()) {
  case BuiltinType::Int128:
  case BuiltinType::UInt128:
  case BuiltinType::LongDouble:
  case BuiltinType::Float128:
  case BuiltinType::Ibm128:
    return true;
  default:
    return false;
  }
}

} // namespace

bool sycc::DeviceTypes::lacks(QualType T) const {
  return !T->isDependentType() && (T->isVariableArrayType() || isZeroLength(C, T) || isLackingScalar(T));
}

std::optional<sycc::LackingType> sycc::DeviceTypes::find(QualType T) {
  for (;; T = C.getAsArrayType(T)->getElementType()) {
    if (lacks(T))
      return LackingType{T, ""};
    if (!C.getAsArrayType(T))
      break;
  }
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->getDefinition() ? findInClass(R->getDefinition()) : std::nullopt;
}

std::optional<sycc::LackingType> sycc::DeviceTypes::findInClass(const CXXRecordDecl *R) {
  auto [It, New] = Known.try_emplace(R, std::nullopt);
  if (!New)
    return It->second;
  std::optional<LackingType> Found;
  for (const CXXBaseSpecifier &B : R->bases())
    if (!Found)
      Found = find(B.getType());
  for (const FieldDecl *F : R->fields())
    if (!Found && (Found = find(F->getType())))
      Found->Path = F->getNameAsString() + (Found->Path.empty() ? "" : "." + Found->Path);
  return Known[R] = Found;
}

std::string sycc::describeLacking(const ASTContext &C, QualType T) {
  const char *Kind = T->isVariableArrayType() ? "the variable-length array type '"
                     : isZeroLength(C, T)     ? "the zero-length array type '"
                                              : "the type '";
  return Kind + T.getUnqualifiedType().getAsString(C.getPrintingPolicy()) + "'";
}
