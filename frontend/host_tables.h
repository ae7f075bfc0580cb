// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps clang from emitting virtual tables of classes that no device code needs.
#ifndef SYCC_FRONTEND_HOST_TABLES_H
#define SYCC_FRONTEND_HOST_TABLES_H

namespace clang {
class Sema;
}

namespace sycc {

// From here on virtual tables of host classes are not emitted; a table that device code needs still is.
void leaveOutHostTables(clang::Sema &S);

} // namespace sycc

#endif
