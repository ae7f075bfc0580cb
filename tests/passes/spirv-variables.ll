; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable whose first member is a pointer that is loaded, or stored, keeps its size.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=spir64 -o %t/spir64.table %t/a.table
; RUN: %spirv-val --target-env opencl2.2 %t/spir64_0.spv
; RUN: %spirv-dis --raw-id %t/spir64_0.spv | FileCheck %s
; CHECK-DAG: [[BYTES:%[0-9]+]] = OpTypeArray
; CHECK-DAG: [[STRUCT:%[0-9]+]] = OpTypeStruct {{%[0-9]+}} [[BYTES]]
; CHECK-DAG: [[POINTER:%[0-9]+]] = OpTypePointer Function [[STRUCT]]
; CHECK: OpVariable [[POINTER]] Function
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%closure = type { ptr addrspace(4), [1024 x i8] }
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
define weak_odr spir_kernel void @kernel(ptr addrspace(1) %in, i64 %i) {
  %copy = alloca %closure, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %copy, ptr addrspace(1) align 8 %in, i64 1032, i1 false)
  %bytes = getelementptr inbounds i8, ptr %copy, i64 8
  %from = getelementptr inbounds i8, ptr %bytes, i64 %i
  %value = load i8, ptr %from
  %to = load ptr addrspace(4), ptr %copy, align 8
  %place = getelementptr inbounds i8, ptr addrspace(4) %to, i64 %i
  store i8 %value, ptr addrspace(4) %place
  ret void
}
