// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a class's key function is defined, or the class is instantiated explicitly, clang emits its virtual
// table, and with it every virtual function and what those call. In device code a table is needed only where
// code is emitted that refers to it, which clang sees to by itself. So at the end of the translation unit,
// when Sema asks for more virtual tables that are used, it is told that none of those it has must be emitted.
//
// This saves the time to compile them; passes/images/keep_device_code.c guarantees that they do not stay.
#include "frontend/host_tables.h"

#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace {

class Tables : public ExternalSemaSource {
  Sema &S;

public:
  explicit Tables(Sema &S) : S(S) {}
  void ReadUsedVTables(SmallVectorImpl<ExternalVTableUse> &) override {
    for (auto &[Class, MustBeEmitted] : S.VTablesUsed)
      MustBeEmitted = false;
  }
};

} // namespace

void sycc::leaveOutHostTables(Sema &S) {
  S.addExternalSource(llvm::makeIntrusiveRefCnt<Tables>(S));
}
