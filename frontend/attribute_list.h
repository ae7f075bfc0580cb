// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between '[[' and ']]', or in __attribute__((...)): which of it is SYCL's, and the annotations
// that take its place.
#ifndef SY_FRONTEND_ATTRIBUTE_LIST_H
#define SY_FRONTEND_ATTRIBUTE_LIST_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace sycc {

using Tokens = llvm::SmallVector<clang::Token, 32>;
using TokensRef = llvm::ArrayRef<clang::Token>;
struct KnownAttribute; // a row of attributes.def

// An attribute of ours.
struct Attribute {
  const KnownAttribute *Known;
  clang::SourceLocation Begin, End; // where its arguments end, or its name when it has none
  Tokens Arguments;                 // between the parentheses
  Tokens Rest;                      // after them: nothing, or something for clang to complain about
};
using OurAttributes = llvm::SmallVector<Attribute, 4>;

// Takes our attributes out of a list, which is given without its brackets; what stays goes to Others. A
// misspelt one goes too, with clang's warning.
void splitAttributes(clang::Preprocessor &PP, TokensRef List, OurAttributes &Ours, Tokens &Others);

// The same for a list of __attribute__((...)).
void splitGNU(clang::Preprocessor &PP, TokensRef List, OurAttributes &Ours, Tokens &Others);

// "sycl::device_has" where that is what the source has here, with or without underscores; else "".
std::string attributeAt(const clang::SourceManager &SM, clang::SourceLocation Where);

enum class Spelling { Standard, GNU };

// Annotations, separated by commas; for GNU without 'clang::'.
void appendAnnotations(clang::Preprocessor &PP, llvm::ArrayRef<Attribute> Ours, Spelling S, Tokens &Out);

clang::Token makeToken(clang::tok::TokenKind Kind, clang::SourceLocation Where);

} // namespace sycc
#endif
