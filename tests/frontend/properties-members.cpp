// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of members, whatever the optimisation: an annotated pointer that is made in the kernel leads to aligned memory,
// what lies beside that is not aligned; and properties of the user reach SPIR-V as the text that their reader looks for.
// REQUIRES: spirv-dis, spirv-val
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %device -std=c++17 -I%include -Wall -Werror -O0 -c -emit-llvm %s -o 0.bc
// RUN: %device -std=c++17 -I%include -Wall -Werror -O1 -c -emit-llvm %s -o 1.bc
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -c -emit-llvm %s -o 2.bc
// RUN: %device -std=c++17 -I%include -Wall -Werror -O3 -c -emit-llvm %s -o 3.bc
// RUN: %llvm-dis 0.bc -o - | FileCheck %s --check-prefixes=OWN
// RUN: %llvm-dis 1.bc -o - | FileCheck %s --check-prefixes=OWN,LLVM
// RUN: %llvm-dis 2.bc -o - | FileCheck %s --check-prefixes=OWN,LLVM
// RUN: %llvm-dis 3.bc -o - | FileCheck %s --check-prefixes=OWN,LLVM
// RUN: %sycl-post-link -o 0.table 0.bc && %sycl-codegen -target=spir64 -device-lib=%build/lib/sycc/spir64.bc -o s0.table 0.table
// RUN: %sycl-post-link -o 2.table 2.bc && %sycl-codegen -target=spir64 -device-lib=%build/lib/sycc/spir64.bc -o s2.table 2.table
// RUN: %spirv-val --target-env opencl2.2 s0_0.spv && %spirv-val --target-env opencl2.2 s2_0.spv
// RUN: %spirv-dis s0_0.spv -o - | FileCheck %s --check-prefixes=SEMANTIC
// RUN: %spirv-dis s2_0.spv -o - | FileCheck %s --check-prefixes=SEMANTIC,ALIGNED
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;
using aligned = annotated_ptr<int, property_list_t<alignment::value_t<64>, buffer_location::value_t<2>>>;

struct foo {
  static constexpr const char *meta_name = "sycl-foo";
  template <int N> using value_t = property_value<foo, std::integral_constant<int, N>>;
};
// A class of the user's, with properties on two members.
struct Own {
  int *first [[__sycl_detail__::add_ir_member_annotation("one", 1)]];
  int second [[__sycl_detail__::add_ir_member_annotation("two", "sycl-alignment", "", 64)]];
};

class Local; class Users;
void submit(sycl::queue &q, int *p, Own *own) {
  // LLVM-DAG: store i32 101, ptr addrspace(4) %{{.*}}, align 64
  // LLVM-DAG: store i32 102, ptr addrspace(4) %{{.*}}, align 4
  // LLVM-DAG: store i32 103, ptr addrspace(4) %{{.*}}, align 4
  // LLVM-DAG: store i32 104, ptr addrspace(4) %{{.*}}, align 64
  // LLVM-DAG: store i32 105, ptr addrspace(4) %{{.*}}, align 4
  // ALIGNED-DAG: OpStore %{{.*}} %uint_101 Aligned 64
  // ALIGNED-DAG: OpStore %{{.*}} %uint_102 Aligned 4
  // ALIGNED-DAG: OpStore %{{.*}} %uint_103 Aligned 4
  // ALIGNED-DAG: OpStore %{{.*}} %uint_104 Aligned 64
  q.single_task<Local>([=] {
    const aligned l(p + 16);
    *l = 101;
    *(l + 1) = 102;
    *(l - 1) = 103;
    static_assert(!decltype(1 + l)::has_property<alignment>() && decltype(1 + l)::has_property<buffer_location>());
    annotated_arg<int *, property_list_t<alignment::value_t<64>>> n(p + 48);
    n[0] = 104;
    auto moved = 4 + l;
    *++moved = 105;
  });

  // OWN-DAG: c"sycl-properties:sycl-foo=7\00", section "llvm.metadata"
  // OWN-DAG: c"sycl-properties:one=1\00", section "llvm.metadata"
  // OWN-DAG: c"sycl-properties:two,sycl-alignment=64\00", section "llvm.metadata"
  // SEMANTIC-DAG: OpDecorate %[[L:.*]] UserSemantic "sycl-properties:sycl-foo=7"
  // SEMANTIC-DAG: OpDecorate %[[ONE:.*]] UserSemantic "sycl-properties:one=1"
  // SEMANTIC-DAG: OpDecorate %[[TWO:.*]] UserSemantic "sycl-properties:two,sycl-alignment=64"
  // SEMANTIC-DAG: %[[L]] = Op{{.*}}AccessChain
  // SEMANTIC-DAG: %[[ONE]] = Op{{.*}}AccessChain
  // SEMANTIC-DAG: %[[TWO]] = Op{{.*}}AccessChain
  q.single_task<Users>([=] {
    annotated_ptr<int, property_list_t<foo::value_t<7>>> l(p + 1);
    *l = 7;
    *own->first = own->second;
  });
}
