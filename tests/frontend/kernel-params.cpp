// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors anywhere in a closure become parameters of the kernel, in order of their offset, and the same
// facts stand in the integration header.
// RUN: %device -O2 -S -emit-llvm %s -o %t.ll -Xclang -plugin-arg-sycc-frontend -Xclang integration-header=%t.h
// RUN: FileCheck %s --input-file=%t.ll
// RUN: not grep -E 'alloca|llvm.global.annotations' %t.ll
// RUN: FileCheck %s --input-file=%t.h --check-prefix=HEADER
// RUN: %device -O0 -g -S -emit-llvm %s -o %t0.ll
// RUN: %opt -passes=verify -disable-output %t0.ll 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t0.ll --check-prefix=O0
#include "Inputs/mini.hpp"

namespace user {
struct Inner { int before; Accessor a[2]; };
struct Outer : Inner { int after; Local scratch; };
class Plain;
class Nested;
class Empty;
class Large;
}

void submit(Accessor one, user::Outer all) {
  int n = 3;
  float big[300];
  // HEADER: #define __SYCC_INTEGRATION_HEADER__ 1
  // HEADER-DAG: params_[[EMPTY:[0-9]+]][] = {{[{][{]}}0, 0, 1{{[}][}]}};
  // HEADER-DAG: params_[[LARGE:[0-9]+]][] = {{[{][{]}}1, 0, 1216}, {2, 0, 16{{[}][}]}};
  // HEADER-DAG: params_[[NESTED:[0-9]+]][] = {{[{][{]}}0, 0, 64}, {2, 8, 16}, {2, 24, 16}, {3, 48, 16{{[}][}]}};
  // HEADER-DAG: params_[[PLAIN:[0-9]+]][] = {{[{][{]}}0, 0, 24}, {2, 0, 16{{[}][}]}};
  // HEADER-DAG: members_[[PLAIN]][] = {{[{][{]}}"one", 0, 16, {{[0-9]+}}}, {"n", 16, 4, {{[0-9]+}}}, {nullptr, 0, 0, 0{{[}][}]}};
  // HEADER-DAG: {"_ZTSN4user5EmptyE", "_ZTSN4user5EmptyE", "user::Empty", 1, 1, 1, params_[[EMPTY]], 0, members_[[EMPTY]]},
  // HEADER-DAG: {"_ZTSN4user5LargeE", "_ZTSN4user5LargeE", "user::Large", 1216, 8, 2, params_[[LARGE]], 2, members_[[LARGE]]},
  // HEADER-DAG: {"_ZTSN4user6NestedE", "_ZTSN4user6NestedE", "user::Nested", 64, 8, 4, params_[[NESTED]], 1, members_[[NESTED]]},
  // HEADER-DAG: {"_ZTSN4user5PlainE", "_ZTSN4user5PlainE", "user::Plain", 24, 8, 2, params_[[PLAIN]], 2, members_[[PLAIN]]},
  // HEADER: inline unsigned kernel_count_here() { return 4; }

  // CHECK-DAG: define weak_odr spir_kernel void @_ZTSN4user5EmptyE(ptr {{.*}}byval(
  go<user::Empty>([=] {});

  // CHECK-DAG: define weak_odr spir_kernel void @_ZTSN4user5PlainE(ptr byval({{.*}}) align 8 %0, ptr addrspace(1) %1)
  // O0-LABEL: define weak_odr spir_kernel void @_ZTSN4user5PlainE(ptr byval({{.*}}) align 8 %0, ptr addrspace(1) %1) {{.*}}!dbg
  // O0: call void @llvm.memcpy
  // O0: addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  go<user::Plain>([=] { one[0] = n; });

  // CHECK-DAG: define weak_odr spir_kernel void @_ZTSN4user6NestedE(ptr byval({{.*}}) align 8 %0, ptr addrspace(1) %1, ptr addrspace(1) %2, ptr addrspace(3) %3)
  go<user::Nested>([=] { all.a[1][0] = all.a[0][0] + all.scratch[0] + all.after; });

  // CHECK-DAG: define weak_odr spir_kernel void @_ZTSN4user5LargeE(ptr addrspace(1) %0, ptr addrspace(1) %1)
  go<user::Large>([=] { one[0] = big[7]; });
}
