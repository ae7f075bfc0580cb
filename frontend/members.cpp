// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts a clang annotation on each member with properties when its class is complete, which is before any
// expression refers to the member.
#include "frontend/members.h"

#include "frontend/property_value.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace {

const llvm::StringRef Name = "sycl_detail::add_ir_member_annotation";

std::optional<std::string> annotation(ASTContext &C, const AnnotateAttr *A) {
  std::string Text;
  unsigned N = A->args_size() / 2;
  for (unsigned I = 0; I < N; I++) {
    std::optional<std::string> Property = sycc::stringValue(C, A->args_begin()[I]);
    std::optional<std::string> Value = sycc::propertyValue(C, A->args_begin()[N + I]);
    if (!Property || !Value)
      return std::nullopt;
    Text += (Text.empty() ? "sycl-properties:" : ",") + *Property + (Value->empty() ? "" : "=" + *Value);
  }
  return Text;
}

void annotateMember(FieldDecl *F) {
  llvm::SmallVector<Attr *, 4> All(F->attrs().begin(), F->attrs().end());
  F->dropAttrs();
  ASTContext &C = F->getASTContext();
  for (Attr *A : All) {
    auto *Old = dyn_cast<AnnotateAttr>(A);
    std::optional<std::string> Text;
    if (Old && Old->getAnnotation() == Name && Old->args_size() % 2 == 0)
      Text = annotation(C, Old);
    if (!Text)
      F->addAttr(A);
    else if (!Text->empty())
      F->addAttr(AnnotateAttr::Create(C, *Text, nullptr, 0, *Old));
  }
}

} // namespace

void sycc::annotateMembers(CXXRecordDecl *R) {
  if (R->isDependentType())
    return;
  for (FieldDecl *F : R->fields())
    for (const AnnotateAttr *A : F->specific_attrs<AnnotateAttr>())
      if (A->getAnnotation() == Name) {
        annotateMember(F);
        break;
      }
}
