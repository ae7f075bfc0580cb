// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists the members of a function object by clang's record layout, at their offsets. The layout of what is
// inside a member is a hash over its own members, so that two closures can be compared without their names.
#include "frontend/closures.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace {

// A number for what is where inside T: names, places and sizes of the members at any depth.
class Fingerprint {
public:
  explicit Fingerprint(ASTContext &C) : C(C) {}

  uint32_t of(QualType T) {
    add(T);
    return uint32_t(Hash ^ Hash >> 32);
  }

private:
  ASTContext &C;
  uint64_t Hash = 14695981039346656037u;

  void mix(uint64_t V) { Hash = (Hash ^ V) * 1099511628211u; }

  void add(QualType T) {
    mix(C.getTypeSize(T));
    const CXXRecordDecl *R = C.getBaseElementType(T)->getAsCXXRecordDecl();
    if (!R || !(R = R->getDefinition()) || R->isUnion())
      return;
    const ASTRecordLayout &L = C.getASTRecordLayout(R);
    for (const CXXBaseSpecifier &B : R->bases())
      add(B.getType());
    for (const FieldDecl *F : R->fields()) {
      mix(llvm::xxh3_64bits(F->getName()));
      mix(L.getFieldOffset(F->getFieldIndex()));
      add(F->getType());
    }
  }
};

struct Walk {
  ASTContext &C;
  std::vector<sycc::Member> All;

  void add(const CXXRecordDecl *R, uint64_t Base) {
    const ASTRecordLayout &L = C.getASTRecordLayout(R);
    for (const CXXBaseSpecifier &B : R->bases()) {
      const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl()->getDefinition();
      uint64_t Offset = (B.isVirtual() ? L.getVBaseClassOffset(D) : L.getBaseClassOffset(D)).getQuantity();
      add(D, Base + Offset);
    }
    auto Capture = R->isLambda() ? R->captures_begin() : nullptr;
    for (const FieldDecl *F : R->fields()) {
      uint64_t Offset = Base + C.toCharUnitsFromBits(L.getFieldOffset(F->getFieldIndex())).getQuantity();
      sycc::Member M = {F->getNameAsString(), Offset,
                        uint64_t(C.getTypeSizeInChars(F->getType()).getQuantity()),
                        Fingerprint(C).of(F->getType()), F->getLocation()};
      if (Capture) { // they stand in the order of the fields
        M.Name = Capture->capturesVariable() ? Capture->getCapturedVar()->getNameAsString() : "this";
        M.Where = Capture->getLocation();
        ++Capture;
      }
      All.push_back(std::move(M));
    }
  }
};

} // namespace

std::vector<sycc::Member> sycc::membersOf(ASTContext &C, const CXXRecordDecl *R) {
  Walk W{C, {}};
  W.add(R, 0);
  return std::move(W.All);
}
