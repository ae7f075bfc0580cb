// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes that the plugin adds to clang itself.
//
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
    S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << "functions";
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    D->addAttr(SYCLExternalAttr::CreateImplicit(S.Context, A.getRange()));
    return AttributeApplied;
  }
};

// The rewriter takes SYCL's other attributes away before the parser sees them. The preprocessor should know
// them as well: __has_cpp_attribute asks plugins, by the name alone. So the parser can meet the names without
// their scope, where they are not ours.
struct NamesWithoutScope : ParsedAttrInfo {
  NamesWithoutScope() {
    static constexpr Spelling Names[] = {
#define ATTRIBUTE(Scope, Name, Arguments, Places) {ParsedAttr::AS_CXX11, #Name},
#define SAME(Scope, Name, OfScope, OfName) {ParsedAttr::AS_CXX11, #Name},
#include "frontend/attributes.def"
    };
    Spellings = Names;
    OptArgs = 15; // as many as there can be
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *) const override {
    return ignore(S, A);
  }
  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A, const Stmt *) const override {
    return ignore(S, A);
  }

  static bool ignore(Sema &S, const ParsedAttr &A) {
    S.Diag(A.getLoc(), diag::warn_unknown_attribute_ignored) << A;
    return false;
  }
};

// The rewriter leaves a name beside each annotation, [[sycl::device_has,
// clang::annotate("sycl::device_has")]] or
// __attribute__((sycl_attribute, annotate("sycl::device_has"))). It means nothing on a declaration. An
// annotation may stand on a statement, SYCL's attributes may not: there clang has an error for an attribute
// like this.
struct OnDeclarations : ParsedAttrInfo {
  OnDeclarations() {
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_GNU, "sycl_attribute"},
#define ATTRIBUTE(Scope, Name, Arguments, Places) {ParsedAttr::AS_CXX11, #Scope "::" #Name},
#include "frontend/attributes.def"
    };
    Spellings = Names;
    OptArgs = 15; // in a list that was not rewritten because something else is wrong with it
  }

  AttrHandling handleDeclAttribute(Sema &, Decl *, const ParsedAttr &) const override {
    return AttributeNotApplied;
  }
};

ParsedAttrInfoRegistry::Add<ExternalAttribute> External("sycl_external", "SYCL_EXTERNAL");
ParsedAttrInfoRegistry::Add<NamesWithoutScope> Names("sycl", "names for __has_cpp_attribute");
ParsedAttrInfoRegistry::Add<OnDeclarations> Declarations("sycl-declarations", "not on statements");

} // namespace
