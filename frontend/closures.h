// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a kernel's function object is laid out.
#ifndef SY_FRONTEND_CLOSURES_H
#define SY_FRONTEND_CLOSURES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <string>
#include <vector>

namespace sycc {

// A data member: of a lambda the captured variable, of a base class the member in it.
struct Member {
  std::string Name;
  uint64_t Offset, Size; // in bytes
  uint32_t Layout;       // tells layouts inside the member apart
  clang::SourceLocation Where;
};

std::vector<Member> membersOf(clang::ASTContext &C, const clang::CXXRecordDecl *R);

} // namespace sycc
#endif
