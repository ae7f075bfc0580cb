// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What properties of the SYCL API are in SPIR-V, without and with optimisation, that the validator takes.
// REQUIRES: spirv-val, spirv-dis
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %device -std=c++17 -I%include -Wall -Werror -O0 -c -emit-llvm %s -o 0.bc
// RUN: %device -std=c++17 -I%include -Wall -Werror -O2 -c -emit-llvm %s -o 2.bc
// RUN: %sycl-post-link -split=off -o a0.table 0.bc && %sycl-codegen -target=spir64 -device-lib=%build/lib/sycc/spir64.bc -o s0.table a0.table
// RUN: %sycl-post-link -split=off -o a2.table 2.bc && %sycl-codegen -target=spir64 -device-lib=%build/lib/sycc/spir64.bc -o s2.table a2.table
// RUN: %spirv-val --target-env opencl2.2 s0_0.spv && %spirv-val --target-env opencl2.2 s0_1.spv
// RUN: %spirv-val --target-env opencl2.2 s2_0.spv && %spirv-val --target-env opencl2.2 s2_1.spv
// RUN: %spirv-dis s0_0.spv -o s0_0.spvasm && FileCheck %s --input-file=s0_0.spvasm --check-prefix=KERNEL
// RUN: %spirv-dis s2_0.spv -o s2_0.spvasm && FileCheck %s --input-file=s2_0.spvasm --check-prefix=KERNEL
// RUN: %spirv-dis s0_1.spv -o s0_1.spvasm && FileCheck %s --input-file=s0_1.spvasm
// RUN: %spirv-dis s2_1.spv -o s2_1.spvasm && FileCheck %s --input-file=s2_1.spvasm
// RUN: FileCheck %s --input-file=s2_1.spvasm --check-prefix=MEMBER
// RUN: FileCheck %s --input-file=s0_1.spvasm --check-prefix=MEMBER
// RUN: not grep 'UserSemantic\|BufferLocation' s0_1.spvasm s2_1.spvasm
//
// LLVM sees the same, and nothing is in the way of its optimisation: no copy of a closure is left.
// RUN: %llvm-dis 2.bc -o 2.ll && FileCheck %s --input-file=2.ll --check-prefix=LLVM
// RUN: not grep 'alloca %class.anon\|annotation\|llvm.metadata' 2.ll
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi;
using access_mode = read_write_mode::access;
using aligned = annotated_ptr<int, property_list_t<alignment::value_t<64>, buffer_location::value_t<2>>>;

class Sizes; class Pointers; class Accessors; class Members;

void submit(sycl::queue &q, int *p, sycl::buffer<int> &buf, aligned *table) {
  // KERNEL: OpEntryPoint Kernel %[[SIZES:.*]] "_ZTS5Sizes"
  // KERNEL-DAG: OpExecutionMode %[[SIZES]] LocalSize 6 5 4
  // KERNEL-DAG: OpExecutionMode %[[SIZES]] LocalSizeHint 3 2 1
  // KERNEL-DAG: OpExecutionMode %[[SIZES]] SubgroupSize 16
  q.parallel_for<Sizes>(sycl::nd_range<3>({8, 10, 12}, {4, 5, 6}),
                        properties{work_group_size_v<4, 5, 6>, work_group_size_hint_v<1, 2, 3>, sub_group_size_v<16>},
                        [=](sycl::nd_item<3>) { *p = 1; });

  // The parameters are the closure and, in the order of the captures, a and b; then the accessors.
  // LLVM-DAG: define {{.*}}@_ZTS8Pointers({{[^,]*}}, ptr addrspace(1) writeonly "sycl-buffer-location"="1" "sycl-read-write-mode"="1" {{[^,]*}}, ptr addrspace(1) noalias readonly align 64 "sycl-alignment"="64" "sycl-read-write-mode"="0" "sycl-restrict" {{[^,]*}})
  // LLVM-DAG: define {{.*}}@_ZTS9Accessors({{[^,]*}}, ptr addrspace(1) noalias {{.*}}"sycl-no-alias" {{[^,]*}}, ptr addrspace(1) {{[^",]*}})
  // CHECK-DAG: OpEntryPoint Kernel %[[POINTERS:.*]] "_ZTS8Pointers"
  // CHECK-DAG: OpEntryPoint Kernel %[[ACCESSORS:.*]] "_ZTS9Accessors"
  // CHECK-DAG: OpDecorate %[[B:.*]] NonReadable
  // CHECK-DAG: OpDecorate %[[A:.*]] FuncParamAttr NoWrite
  // CHECK-DAG: OpDecorate %[[A]] FuncParamAttr NoAlias
  // CHECK-DAG: OpDecorate %[[A]] Alignment 64
  // CHECK-DAG: OpDecorate %[[ACC:.*]] FuncParamAttr NoAlias
  // CHECK: %[[POINTERS]] = OpFunction
  // CHECK-NEXT: OpFunctionParameter
  // CHECK-NEXT: %[[B]] = OpFunctionParameter
  // CHECK-NEXT: %[[A]] = OpFunctionParameter
  // CHECK: %[[ACCESSORS]] = OpFunction
  // CHECK-NEXT: OpFunctionParameter
  // CHECK-NEXT: %[[ACC]] = OpFunctionParameter
  // CHECK-NEXT: %{{.*}} = OpFunctionParameter
  const annotated_ptr a(p, property_list{restrict_v, alignment_v<64>, read_write_mode_v<access_mode::read>});
  const annotated_ptr b(p, property_list{read_write_mode_v<access_mode::write>, buffer_location_v<1>});
  q.single_task<Pointers>([=] { *b = *a; });
  q.submit([&](sycl::handler &h) {
    sycl::accessor acc(buf, h, property_list{no_alias_v, no_offset_v});
    sycl::accessor plain(buf, h);
    h.single_task<Accessors>([=] { acc[0] = plain[0]; });
  });

  // A pointer that is no parameter: what is loaded from the member.
  // MEMBER: OpDecorate %[[LOADED:[0-9]+]] Alignment 64
  // MEMBER: %[[LOADED]] = OpLoad %_ptr_
  q.single_task<Members>([=] { *table[1] = *table[3]; });
}
