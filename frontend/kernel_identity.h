// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tells a kernel from another one of the same name in another file.
#ifndef SY_FRONTEND_KERNEL_IDENTITY_H
#define SY_FRONTEND_KERNEL_IDENTITY_H

#include "frontend/unit.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <vector>

namespace sycc {

// Hashes the code of kernels. What several kernels use is hashed once.
class KernelCode {
public:
  explicit KernelCode(clang::ASTContext &C) : C(C) {}
  // The code of the user's that the function reaches, as the compiler understood it: no macros, comments and
  // paths.
  uint64_t hash(const clang::FunctionDecl *Entry);

private:
  struct Part {
    uint64_t Hash = 0; // 0: it is not the user's
    std::vector<const clang::ValueDecl *> Uses;
  };
  clang::ASTContext &C;
  llvm::DenseMap<const clang::ValueDecl *, std::unique_ptr<Part>> Parts;

  Part &part(const clang::ValueDecl *D);
};

// The place of the kernel's function object and the hash of its code.
sy_identity identityOf(clang::ASTContext &C, KernelCode &Code, const clang::FunctionDecl *Entry,
                       clang::SourceLocation Where, sy_unit *Unit);

} // namespace sycc
#endif
