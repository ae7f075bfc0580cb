// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbol of a kernel is made of its name alone, and the device link keeps one of several definitions.
// That is right for the kernels of a header that several files include, and wrong for two kernels that happen
// to have one name; so each carries its place and a hash of its code to the link, which compares them
// (passes/analysis/kernel_identity.c).
//
// The hash is over what clang prints of the syntax tree. It covers every function and every variable of the
// user's that the kernel reaches: two kernels with the same text may call functions of the same name that
// differ.
#include "frontend/kernel_identity.h"

#include "frontend/evaluated_code.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace {

// The functions and global variables that a piece of code mentions, in the order of the text.
class Uses : public sycc::EvaluatedCode<Uses> {
public:
  explicit Uses(ASTContext &C) : EvaluatedCode(C) {}
  std::vector<const ValueDecl *> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) { return add(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return add(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return add(E->getConstructor()); }

private:
  bool add(const ValueDecl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (isa<FunctionDecl>(D) || (V && V->hasGlobalStorage()))
      Found.push_back(D);
    return true;
  }
};

std::string print(const ASTContext &C, const Stmt *S) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  PrintingPolicy Policy = C.getPrintingPolicy();
  Policy.AnonymousTagLocations = false; // paths
  S->printPretty(Out, nullptr, Policy);
  return Text;
}

// The compiled text of a function or variable, null when it has none.
const Stmt *textOf(const ValueDecl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return F->getBody();
  return cast<VarDecl>(D)->getAnyInitializer();
}

} // namespace

sycc::KernelCode::Part &sycc::KernelCode::part(const ValueDecl *D) {
  std::unique_ptr<Part> &Slot = Parts[D];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<Part>();
  Part &P = *Slot; // stays where it is when the map grows
  const auto *F = dyn_cast<FunctionDecl>(D);
  const Stmt *Text = textOf(D);
  bool User = !C.getSourceManager().isInSystemHeader(D->getLocation());
  Uses Found(C);
  if (Text && F)
    Found.traverseBody(F->getDefinition());
  if (Text && User)
    P.Hash = llvm::xxh3_64bits(print(C, Text)) | 1;
  P.Uses = std::move(Found.Found);
  return P;
}

uint64_t sycc::KernelCode::hash(const FunctionDecl *Entry) {
  std::vector<const ValueDecl *> Todo{Entry};
  llvm::DenseSet<const Decl *> Seen;
  uint64_t Hash = 0;
  while (!Todo.empty()) {
    const ValueDecl *D = Todo.back();
    Todo.pop_back();
    if (!Seen.insert(D->getCanonicalDecl()).second)
      continue;
    const Part &P = part(D);
    if (P.Hash)
      Hash = Hash * 1099511628211u ^ P.Hash;
    Todo.insert(Todo.end(), P.Uses.rbegin(), P.Uses.rend());
  }
  return Hash;
}

sy_identity sycc::identityOf(ASTContext &C, KernelCode &Code, const FunctionDecl *Entry, SourceLocation Where,
                             sy_unit *Unit) {
  const SourceManager &SM = C.getSourceManager();
  SourceLocation Expanded = SM.getExpansionLoc(Where);
  PresumedLoc At = SM.getPresumedLoc(Expanded);
  sy_identity Id = {};
  Id.code = Code.hash(Entry);
  Id.included = !SM.isInMainFile(Expanded);
  if (At.isInvalid())
    return Id;
  Id.file = sy_arena_strdup(&Unit->arena, At.getFilename());
  Id.line = At.getLine();
  Id.col = At.getColumn();
  return Id;
}
