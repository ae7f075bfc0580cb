// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __attribute__((sycl_external)): clang's [[clang::sycl_external]] in a spelling that may stand among the
// declaration specifiers, where users write SYCL_EXTERNAL ("extern SYCL_EXTERNAL void f();").
#include "clang/AST/Attr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace {

struct ExternalAttribute : ParsedAttrInfo {
  ExternalAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "sycl_external"}};
    Spellings = Names;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    if (isa<FunctionDecl>(D))
      return true;
    S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str) << A << A.isRegularKeywordAttribute() << "functions";
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    D->addAttr(SYCLExternalAttr::CreateImplicit(S.Context, A.getRange()));
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<ExternalAttribute> Registration("sycl_external", "SYCL_EXTERNAL");

} // namespace
