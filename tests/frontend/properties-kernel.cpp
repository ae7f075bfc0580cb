// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of kernels leave the same metadata as the attributes that mean the same, and so the same images. A kernel may
// say the same thing twice.
// RUN: %device -std=c++17 -I%include -Wall -Werror -O0 -S -emit-llvm %s -o %t.0.ll && FileCheck %s --input-file=%t.0.ll
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -S -emit-llvm %s -o %t.2.ll && FileCheck %s --input-file=%t.2.ll
// RUN: rm -rf %t && mkdir %t && %llvm-as %t.2.ll -o %t/a.bc && %sycl-post-link -o %t/a.table %t/a.bc
// RUN: FileCheck %s --input-file=%t/a_0.sym --check-prefix=IMAGE0
// RUN: FileCheck %s --input-file=%t/a_1.sym --check-prefix=IMAGE1
// RUN: FileCheck %s --input-file=%t/a_2.sym --check-prefix=IMAGE2
// RUN: FileCheck %s --input-file=%t/a_3.sym --check-prefix=IMAGE3
// RUN: FileCheck %s --input-file=%t/a_0.prop --check-prefix=FP16
// RUN: FileCheck %s --input-file=%t/a_1.prop --check-prefix=SUB16
// RUN: FileCheck %s --input-file=%t/a_2.prop --check-prefix=GROUP456
// RUN: not ls %t/a_4.bc
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;
using sycl::aspect;

class HasA; class HasP; class HasBoth; class SubA; class SubP; class SubBoth; class GroupA; class GroupP; class GroupBoth;
class HintA; class HintP; class HintBoth; class NoneA; class NoneP;

void submit(sycl::queue &q, int *p) {
  const sycl::nd_range<3> r({8, 10, 12}, {4, 5, 6});
  // CHECK-DAG: define {{.*}}@_ZTS4HasA({{.*}} !intel_declared_aspects [[HAS:![0-9]+]]
  // CHECK-DAG: define {{.*}}@_ZTS4HasP({{.*}} !intel_declared_aspects [[HAS]]
  // CHECK-DAG: define {{.*}}@_ZTS7HasBoth({{.*}} !intel_declared_aspects [[HAS]]
  // CHECK-DAG: [[HAS]] = !{i32 5, i32 6}
  q.single_task<HasA>([=]() [[sycl::device_has(aspect::fp16, aspect::fp64)]] { *p = 1; });
  q.single_task<HasP>(properties{device_has_v<aspect::fp64, aspect::fp16>}, [=] { *p = 1; });
  q.single_task<HasBoth>(properties{device_has_v<aspect::fp64, aspect::fp16>},
                         [=]() [[sycl::device_has(aspect::fp16, aspect::fp64)]] { *p = 1; });
  // IMAGE0: _ZTS4HasA
  // IMAGE0-NEXT: _ZTS4HasP
  // IMAGE0-NEXT: _ZTS7HasBoth
  // FP16: {{^}}aspect=2|ABAAAAAAAAQBAAAAGAAAAA{{$}}

  // CHECK-DAG: define {{.*}}@_ZTS4SubA({{.*}} !intel_reqd_sub_group_size [[SUB:![0-9]+]]
  // CHECK-DAG: define {{.*}}@_ZTS4SubP({{.*}} !intel_reqd_sub_group_size [[SUB]]
  // CHECK-DAG: define {{.*}}@_ZTS7SubBoth({{.*}} !intel_reqd_sub_group_size [[SUB]]
  // CHECK-DAG: [[SUB]] = !{i32 16}
  q.single_task<SubA>([=]() [[sycl::reqd_sub_group_size(16)]] { *p = 1; });
  q.single_task<SubP>(properties{sub_group_size_v<16>}, [=] { *p = 1; });
  q.single_task<SubBoth>(properties{sub_group_size_v<16>}, [=]() [[sycl::reqd_sub_group_size(16)]] { *p = 1; });
  // IMAGE1: _ZTS4SubA
  // IMAGE1-NEXT: _ZTS4SubP
  // IMAGE1-NEXT: _ZTS7SubBoth
  // SUB16: {{^}}reqd_sub_group_size=2|gAAAAAAAAAAEAAAA{{$}}

  // CHECK-DAG: define {{.*}}@_ZTS6GroupA({{.*}} !reqd_work_group_size [[XYZ:![0-9]+]] !sycc_reqd_work_group_size [[SYCL:![0-9]+]]
  // CHECK-DAG: define {{.*}}@_ZTS6GroupP({{.*}} !reqd_work_group_size [[XYZ]] !sycc_reqd_work_group_size [[SYCL]]
  // CHECK-DAG: define {{.*}}@_ZTS9GroupBoth({{.*}} !reqd_work_group_size [[XYZ]] !sycc_reqd_work_group_size [[SYCL]]
  // CHECK-DAG: [[SYCL]] = !{i32 4, i32 5, i32 6}
  // CHECK-DAG: [[XYZ]] = !{i32 6, i32 5, i32 4}
  q.parallel_for<GroupA>(r, [=](sycl::nd_item<3>) [[sycl::reqd_work_group_size(4, 5, 6)]] { *p = 1; });
  q.parallel_for<GroupP>(r, properties{work_group_size_v<4, 5, 6>}, [=](sycl::nd_item<3>) { *p = 1; });
  q.parallel_for<GroupBoth>(r, properties{work_group_size_v<4, 5, 6>},
                            [=](sycl::nd_item<3>) [[sycl::reqd_work_group_size(4, 5, 6)]] { *p = 1; });
  // IMAGE2: _ZTS6GroupA
  // IMAGE2-NEXT: _ZTS6GroupP
  // IMAGE2-NEXT: _ZTS9GroupBoth
  // GROUP456: {{^}}reqd_work_group_size=2|ACAAAAAAAAwAAAAAEAAAAUAAAAgBAAAA{{$}}

  // CHECK-DAG: define {{.*}}@_ZTS5HintA({{.*}} !work_group_size_hint [[HINT:![0-9]+]]
  // CHECK-DAG: define {{.*}}@_ZTS5HintP({{.*}} !work_group_size_hint [[HINT]]
  // CHECK-DAG: define {{.*}}@_ZTS8HintBoth({{.*}} !work_group_size_hint [[HINT]]
  // CHECK-DAG: [[HINT]] = !{i32 8, i32 2, i32 1}
  q.parallel_for<HintA>({8, 8}, [=](sycl::id<2>) [[sycl::work_group_size_hint(2, 8)]] { *p = 1; });
  q.parallel_for<HintP>({8, 8}, properties{work_group_size_hint_v<2, 8>}, [=](sycl::id<2>) { *p = 1; });
  q.parallel_for<HintBoth>({8, 8}, properties{work_group_size_hint_v<2, 8>},
                           [=](sycl::id<2>) [[sycl::work_group_size_hint(2, 8)]] { *p = 1; });
  // A list of no aspects is a list.
  // CHECK-DAG: define {{.*}}@_ZTS5NoneA({{.*}} !intel_declared_aspects [[NONE:![0-9]+]]
  // CHECK-DAG: define {{.*}}@_ZTS5NoneP({{.*}} !intel_declared_aspects [[NONE]]
  // CHECK-DAG: [[NONE]] = !{}
  q.single_task<NoneA>([=]() [[sycl::device_has()]] { *p = 1; });
  q.single_task<NoneP>(properties{device_has_v<>}, [=] { *p = 1; });
  // IMAGE3: _ZTS5HintA
  // IMAGE3-NEXT: _ZTS5HintP
  // IMAGE3-NEXT: _ZTS8HintBoth
  // IMAGE3-NEXT: _ZTS5NoneA
  // IMAGE3-NEXT: _ZTS5NoneP
}
