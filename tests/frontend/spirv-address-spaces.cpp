// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain pointers are generic; multi_ptr accesses the memory of its space, even without optimisation.
// REQUIRES: spirv-val, spirv-dis
// RUN: %device -I%include -O0 -S -emit-llvm %s -o %t0.ll
// RUN: FileCheck %s --input-file=%t0.ll --check-prefix=O0
// RUN: %device -I%include -O2 -emit-llvm -c %s -o %t.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t.bc | FileCheck %s
// RUN: %device -I%include -O0 -emit-llvm -c %s -o %t0.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t0.bc | FileCheck %s --check-prefix=VALID
// VALID: OpEntryPoint
#include <sycl/sycl.hpp>
using namespace sycl;

// O0-LABEL: define {{.*}}void @_Z6globalN4sycl9multi_ptrI
// O0-NOT: ret void
// O0: store i32 1, ptr addrspace(1)
SYCL_EXTERNAL void global(decorated_global_ptr<int> p) { *p = 1; }
// O0-LABEL: define {{.*}}void @_Z5localN4sycl9multi_ptrI
// O0-NOT: ret void
// O0: store i32 2, ptr addrspace(3)
SYCL_EXTERNAL void local(decorated_local_ptr<int> p) { p[3] = 2; }
// O0-LABEL: define {{.*}}void @_Z9private_0N4sycl9multi_ptrI
// O0-NOT: ret void
// O0: store i32 3, ptr %
SYCL_EXTERNAL void private_0(decorated_private_ptr<int> p) { *p.get() = 3; }
// O0-LABEL: define {{.*}}void @_Z5plainPi
// O0: store i32 4, ptr addrspace(4)
SYCL_EXTERNAL void plain(int *p) { *p = 4; }

static_assert(!std::is_same_v<decorated_global_ptr<int>::pointer, int *>);
static_assert(!std::is_same_v<decorated_global_ptr<int>::pointer, decorated_local_ptr<int>::pointer>);
static_assert(std::is_same_v<raw_global_ptr<int>::pointer, int *>);
static_assert(std::is_same_v<remove_decoration_t<decorated_global_ptr<const int>::pointer>, const int *>);
static_assert(std::is_same_v<remove_decoration_t<decorated_local_ptr<int>::reference>, int &>);
static_assert(std::is_same_v<decltype(*global_ptr<int>()), int &>);
static_assert(!std::is_convertible_v<decorated_global_ptr<int>::pointer, decorated_local_ptr<int>::pointer>);
static_assert(std::is_constructible_v<raw_global_ptr<int>, decorated_global_ptr<int>::pointer>);
static_assert(!std::is_constructible_v<raw_global_ptr<int>, decorated_local_ptr<int>::pointer>);
static_assert(std::is_constructible_v<raw_generic_ptr<int>, decorated_local_ptr<int>::pointer>);

// CHECK-DAG: [[INT:%[0-9]+]] = OpTypeInt 32 0
// CHECK-DAG: [[GLOBAL:%[0-9]+]] = OpTypePointer CrossWorkgroup [[INT]]
// CHECK-DAG: [[LOCAL:%[0-9]+]] = OpTypePointer Workgroup [[INT]]
// CHECK: [[G:%[0-9]+]] = OpGenericCastToPtrExplicit {{%[0-9]+}} {{%[0-9]+}} CrossWorkgroup
// CHECK: [[L:%[0-9]+]] = OpGenericCastToPtrExplicit {{%[0-9]+}} {{%[0-9]+}} Workgroup
void submit(queue &q, int *usm, buffer<int> &b) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    local_accessor<int> l(8, h);
    h.parallel_for<class Casts>(nd_range<1>(8, 8), [=](nd_item<1> it) {
      int *raw = &a[0];
      auto g = address_space_cast<access::address_space::global_space, access::decorated::yes>(usm);
      auto c = address_space_cast<access::address_space::local_space, access::decorated::no>(usm);
      g[0] = c[0] + *raw;
      multi_ptr from_local = l;
      multi_ptr from_global = a;
      from_local[1] = from_global[1];
      int own = 5;
      private_ptr<int> mine(&own);
      generic_ptr<int> any = it.get_local_id(0) > 3 ? generic_ptr<int>(mine) : generic_ptr<int>(from_local);
      from_global[2] = *any;
    });
  });
}
