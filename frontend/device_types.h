// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types that C++ has and devices do not: long double, 128-bit integers, arrays without a size, ...
#ifndef SY_FRONTEND_DEVICE_TYPES_H
#define SY_FRONTEND_DEVICE_TYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace sycc {

// A type that devices lack, found in another.
struct LackingType {
  clang::QualType Type;
  std::string Path; // the members that lead to it: "a.b"; empty when it is the type itself
};

class DeviceTypes {
public:
  explicit DeviceTypes(clang::ASTContext &C) : C(C) {}

  // T itself, without a look at its members.
  bool lacks(clang::QualType T) const;
  // T, the elements of an array, the members and bases of a class.
  std::optional<LackingType> find(clang::QualType T);

private:
  clang::ASTContext &C;
  llvm::DenseMap<const clang::CXXRecordDecl *, std::optional<LackingType>> Known;

  std::optional<LackingType> findInClass(const clang::CXXRecordDecl *R);
};

// "the type 'long double'", "the zero-length array type 'int[0]'".
std::string describeLacking(const clang::ASTContext &C, clang::QualType T);

} // namespace sycc
#endif
