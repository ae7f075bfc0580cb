// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What attributes on kernels and functions become in IR, at -O0 and -O2 alike.
// RUN: %device -O0 -S -emit-llvm %s -o %t.0.ll
// RUN: FileCheck %s --input-file=%t.0.ll
// RUN: FileCheck %s --input-file=%t.0.ll --check-prefix=UNIT
// RUN: %device -O2 -S -emit-llvm %s -o %t.2.ll
// RUN: FileCheck %s --input-file=%t.2.ll
// RUN: not grep -E '"sycl::|llvm.global.annotations' %t.0.ll %t.2.ll
// RUN: %device -O0 -S -emit-llvm %s -o - -Xclang -plugin-arg-sycc-frontend -Xclang fixed-targets=intel_gpu_skl,native_cpu | FileCheck %s --check-prefix=FIXED
// The translation unit's id is the same from any folder.
// RUN: mkdir -p %t.d && cp -r %s %S/Inputs %t.d && %device -O0 -S -emit-llvm %t.d/metadata.cpp -o - | grep -o 'sycl-module-id"="[^"]*"' > %t.one
// RUN: grep -o 'sycl-module-id"="[^"]*"' %t.0.ll > %t.two
// RUN: cmp %t.one %t.two
#include "Inputs/mini.hpp"
using sycl::aspect;

struct Functor {
  Accessor a;
  [[sycl::reqd_sub_group_size(16)]] void operator()() const { a[0] = 1; }
};
template <int N> struct Generic {
  Accessor a;
  template <class T> [[sycl::reqd_work_group_size(N, N + 1)]] void operator()(T) const { a[0] = 1; }
};
template <class Name, int D, class Kernel> ENTRY_POINT(Name) void entry_range(Kernel kernel) { kernel(D); }
class Size3; class Size1; class Hint; class Has; class Empty; class Named; class Restrict; class Plain; class Gen; class Lam; class Task; class Many;

// CHECK-DAG: declare !intel_declared_aspects [[F64:![0-9]+]] {{.*}}@_Z8declaredv
[[sycl::device_has(aspect::fp64)]] SYCL_EXTERNAL void declared();
// CHECK-DAG: define {{.*}}@_Z8exportedv(){{.*}} #[[EXPORTED:[0-9]+]] {{.*}}!intel_declared_aspects [[F16:![0-9]+]] {{.*}}!intel_reqd_sub_group_size [[SUB8:![0-9]+]] {{.*}}!intel_fixed_targets [[NONE:![0-9]+]]
[[sycl::device_has(aspect::fp16), sycl::reqd_sub_group_size(8)]] SYCL_EXTERNAL void exported() { declared(); }

void submit(Accessor a, Accessor b) {
  // CHECK-DAG: define {{.*}}@_ZTS5Size3({{.*}} !reqd_work_group_size [[XYZ:![0-9]+]] !sycc_reqd_work_group_size [[SYCL:![0-9]+]]
  go<Size3>([=]() [[sycl::reqd_work_group_size(4, 5, 6)]] { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS5Size1({{.*}} !reqd_work_group_size [[X11:![0-9]+]] !sycc_reqd_work_group_size [[X:![0-9]+]]
  go<Size1>([=]() [[sycl::reqd_work_group_size(64)]] { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS4Hint({{.*}} !work_group_size_hint [[HINT:![0-9]+]]
  go<Hint>([=]() [[sycl::work_group_size_hint(2, 8)]] { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS3Has({{.*}} !intel_declared_aspects [[F16F64:![0-9]+]]
  go<Has>([=]() [[sycl::device_has(aspect::fp64, aspect::fp16, aspect::fp16)]] { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS5Empty({{.*}} !intel_declared_aspects [[NONE]]
  go<Empty>([=]() [[sycl::device_has()]] { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS8Restrict(ptr byval{{.*}}, ptr addrspace(1) {{.*}}noalias {{.*}}%1, ptr addrspace(1) {{.*}}noalias {{.*}}%2)
  go<Restrict>([=]() [[intel::kernel_args_restrict]] { a[0] = b[0]; });
  // CHECK-DAG: define {{.*}}@_ZTS5Plain({{[^!]*}} !intel_fixed_targets [[NONE]] {
  go<Plain>([=] { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS7Functor({{.*}} !intel_reqd_sub_group_size [[SUB16:![0-9]+]]
  go(Functor{a});
  // CHECK-DAG: define {{.*}}@_ZTS3Gen({{.*}} !reqd_work_group_size [[GEN:![0-9]+]] {{.*}}!sycc_dimensions [[TWO:![0-9]+]]
  entry_range<Gen, 2>(Generic<7>{a});
  // CHECK-DAG: define {{.*}}@_ZTS3Lam({{.*}} !intel_reqd_sub_group_size [[SUB8]]
  entry_range<Lam, 2>([=](auto n) [[sycl::reqd_sub_group_size(sizeof(n) * 2)]] { a[0] = n; });
  // CHECK-DAG: define {{.*}}@_ZTS4Task({{.*}} !sycc_dimensions [[ZERO:![0-9]+]]
  entry_range<Task, 0>([=](int) { a[0] = 1; });
  // CHECK-DAG: define {{.*}}@_ZTS4Many({{[^!]*}} !intel_fixed_targets [[NONE]] {
  entry_range<Many, 4>([=](int) { a[0] = 1; });
}
// CHECK-DAG: [[ZERO]] = !{i32 0}
// CHECK-DAG: [[TWO]] = !{i32 2}
// CHECK-DAG: [[F64]] = !{i32 6}
// CHECK-DAG: [[F16]] = !{i32 5}
// CHECK-DAG: [[F16F64]] = !{i32 5, i32 6}
// CHECK-DAG: [[NONE]] = !{}
// CHECK-DAG: [[SUB8]] = !{i32 8}
// CHECK-DAG: [[SUB16]] = !{i32 16}
// CHECK-DAG: [[XYZ]] = !{i32 6, i32 5, i32 4}
// CHECK-DAG: [[SYCL]] = !{i32 4, i32 5, i32 6}
// CHECK-DAG: [[X11]] = !{i32 64, i32 1, i32 1}
// CHECK-DAG: [[X]] = !{i32 64}
// CHECK-DAG: [[HINT]] = !{i32 8, i32 2, i32 1}
// CHECK-DAG: [[GEN]] = !{i32 8, i32 7, i32 1}
// CHECK-DAG: attributes #[[EXPORTED]] = {{.*}}"sycl-module-id"="metadata.cpp:{{[0-9a-f]+}}"
// UNIT: define {{.*}}@_ZTS5Plain({{.*}} #[[PLAIN:[0-9]+]] !intel_fixed_targets
// UNIT: attributes #[[PLAIN]] = {{.*}}"sycl-module-id"="metadata.cpp:{{[0-9a-f]+}}"
// FIXED-DAG: define {{.*}}@_Z8exportedv(){{.*}}!intel_fixed_targets [[TARGETS:![0-9]+]]
// FIXED-DAG: define {{.*}}@_ZTS5Plain({{.*}} !intel_fixed_targets [[TARGETS]]
// FIXED-DAG: [[TARGETS]] = !{!"intel_gpu_skl", !"native_cpu"}
