// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a property's value, as docs/properties.md defines it.
#ifndef SY_FRONTEND_PROPERTY_VALUE_H
#define SY_FRONTEND_PROPERTY_VALUE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace sycc {

// Nothing if E is no constant of a type that a property may have.
std::optional<std::string> propertyValue(clang::ASTContext &C, const clang::Expr *E);
// A string, which a property's name must be.
std::optional<std::string> stringValue(clang::ASTContext &C, const clang::Expr *E);

// The type of an argument of an attribute as the user knows it.
clang::QualType writtenType(const clang::Expr *E);

} // namespace sycc
#endif
