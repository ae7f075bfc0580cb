// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Visits the declarations of a program, instantiations included, but not those of the standard library: it
// has no kernels and no attributes of SYCL, and is most of what a program declares.
#ifndef SY_FRONTEND_DECLARATIONS_H
#define SY_FRONTEND_DECLARATIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace sycc {

template <class Derived> class Declarations : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }
  bool TraverseType(clang::QualType, bool = true) { return true; }

  bool TraverseNamespaceDecl(clang::NamespaceDecl *N) {
    return isLibrary(N) || Base::TraverseNamespaceDecl(N);
  }

private:
  static bool isLibrary(const clang::NamespaceDecl *N) {
    llvm::StringRef Name = N->getName();
    return (Name == "std" || Name == "__gnu_cxx" || Name == "__cxxabiv1") &&
           N->getASTContext().getSourceManager().isInSystemHeader(N->getLocation());
  }
};

} // namespace sycc
#endif
