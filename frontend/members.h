// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of data members.
#ifndef SY_FRONTEND_MEMBERS_H
#define SY_FRONTEND_MEMBERS_H

namespace clang {
class CXXRecordDecl;
}

namespace sycc {

// Gives each member with add_ir_member_annotation the annotation that clang compiles every reference to the
// member with: "sycl-properties:foo,bar=32". Faulty attributes stay as they are, to be reported later.
void annotateMembers(clang::CXXRecordDecl *R);

} // namespace sycc
#endif
