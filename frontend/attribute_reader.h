// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What SYCL's attributes on a declaration say. The rewriter has made annotations of them, with the
// attribute's name and its arguments; here the arguments get their values and are checked.
#ifndef SY_FRONTEND_ATTRIBUTE_READER_H
#define SY_FRONTEND_ATTRIBUTE_READER_H

#include "frontend/warnings.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace sycc {

// The rows of attributes.def.
enum class AttributeId {
#define ATTRIBUTE(Scope, Name, Arguments, Places) Name,
#include "frontend/attributes.def"
};

struct Property {
  std::string Name, Value;
};

class AttributeReader {
public:
  using Numbers = llvm::SmallVector<uint32_t, 4>;

  AttributeReader(clang::ASTContext &C, const Warnings &Levels);

  // Reports every fault of the attributes on D, unless that happened before. Values that depend on
  // template parameters are left for the instantiations.
  void check(const clang::Decl *D);
  // The same for attributes on a statement, where none of ours may stand.
  void checkStatement(llvm::ArrayRef<const clang::Attr *> Attributes);

  // Aspects, sizes, and for words and types their numbers as unit.h has them. All declarations of the same
  // entity count. Nothing if the attribute is absent or faulty; faults are reported.
  std::optional<Numbers> numbers(const clang::Decl *D, AttributeId Id);
  bool has(const clang::Decl *D, AttributeId Id);
  std::vector<Property> properties(const clang::Decl *D, AttributeId Id);

  // Reports the attribute, if it is there: "'sycl::x' attribute " + Why.
  void refuse(const clang::Decl *D, AttributeId Id, const std::string &Why);

private:
  struct Row;
  clang::ASTContext &C;
  clang::DiagnosticsEngine &D;
  const Warnings &Levels;
  llvm::DenseSet<std::pair<const void *, unsigned>> Reported;
  llvm::DenseSet<const clang::Attr *> Sound, Faulty; // checked before

  static const Row *find(const clang::Attr *A);
  bool report(clang::SourceLocation L, const std::string &Message);
  std::string typeName(clang::QualType T) const;
  bool fault(const Row &R, clang::SourceLocation L, const std::string &Rest);
  void wrongPlace(const Row &R, const clang::AnnotateAttr *A);
  bool isSound(const Row &R, const clang::AnnotateAttr *A);
  bool checkArguments(const Row &R, const clang::AnnotateAttr *A);
  bool checkCount(const Row &R, const clang::AnnotateAttr *A);
  bool checkProperties(const Row &R, const clang::AnnotateAttr *A);
  void checkConflicts(const clang::FunctionDecl *F);
  void checkKernelOnly(const clang::FunctionDecl *F);
  bool number(const Row &R, const clang::Expr *E, Numbers &Out);
  std::optional<Numbers> evaluate(const Row &R, const clang::AnnotateAttr *A);
  void each(const clang::Decl *D, AttributeId Id,
            llvm::function_ref<void(const Row &, const clang::AnnotateAttr *)> Do);
};

} // namespace sycc
#endif
