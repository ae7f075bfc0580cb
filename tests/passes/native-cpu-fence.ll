; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A barrier that orders memory for the whole device is a fence for other threads; one for its group is none.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -mcpu=x86-64 -O2 -o %t/native.table %t/a.table
; RUN: %llvm-objdump -d --no-show-raw-insn %t/native_0.o | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

; CHECK-LABEL: <__sycc_cpu_device>:
; CHECK: {{lock|mfence}}
; CHECK: ret
define weak_odr spir_kernel void @device(ptr byval({i32}) align 8 %closure, ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %to
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 1, i32 912)
  store i32 2, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: <__sycc_cpu_group>:
; CHECK-NOT: {{lock|mfence}}
define weak_odr spir_kernel void @group(ptr byval({i32}) align 8 %closure, ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %to
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  store i32 2, ptr addrspace(1) %to
  ret void
}
