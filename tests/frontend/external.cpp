// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL_EXTERNAL where users write it: the definition is emitted for the device although no kernel calls it.
// RUN: %device -I %include -O1 -S -emit-llvm %s -o - -Werror | FileCheck %s
// RUN: not %device -I %include -DBAD -fsyntax-only -Werror %s 2>&1 | FileCheck %s --check-prefix=BAD
#include <sycl/detail/config.hpp>
// CHECK-DAG: define {{.*}} @_Z6beforei(
SYCL_EXTERNAL int before(int x) { return x + 1; }
// CHECK-DAG: define {{.*}} @_Z6aftermi(
extern SYCL_EXTERNAL int afterm(int x);
int afterm(int x) { return x + 2; }
inline SYCL_EXTERNAL int inlined(int x) { return x + 3; }
// CHECK-DAG: define {{.*}} @plain(
extern "C" SYCL_EXTERNAL int plain(int x) { return x + 4; }
// CHECK-NOT: host_only
int host_only(int x) { return x + 5; }
#ifdef BAD
// BAD: error: 'sycl_external' attribute only applies to functions
SYCL_EXTERNAL int variable;
#endif
