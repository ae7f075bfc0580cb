; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; SPIR-V 1.2 that the validator takes: scalar null constants are written as plain zeros.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=spir64 -o %t/spir64.table %t/a.table
; RUN: %spirv-val --target-env opencl2.2 %t/spir64_0.spv
; RUN: %spirv-dis %t/spir64_0.spv | FileCheck %s
; CHECK: Version: 1.2
; CHECK-NOT: OpConstantNull
; CHECK: OpEntryPoint Kernel %{{.*}} "kernel"
; CHECK-NOT: OpConstantNull
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define weak_odr spir_kernel void @kernel(ptr byval({ptr addrspace(4), i32}) align 8 %closure, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %old = load i32, ptr addrspace(1) %to
  %zero = icmp eq i32 %old, 0
  %new = select i1 %zero, i32 7, i32 0
  store i32 %new, ptr addrspace(1) %to
  %far = icmp eq i64 %i, 0
  %f = select i1 %far, double 0.0, double 1.0
  %w = getelementptr double, ptr addrspace(1) %out, i64 %i
  store double %f, ptr addrspace(1) %w
  ret void
}
