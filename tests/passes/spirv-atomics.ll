; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Atomic loads and stores stay atomic in SPIR-V, with their scope and order. Private memory is nobody else's.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-val s_0.spv
; RUN: %spirv-dis --no-indent s_0.spv | FileCheck %s
; CHECK: OpFunction
; CHECK: OpAtomicLoad %uint %{{.*}} %uint_1 %uint_770
; CHECK: OpAtomicLoad %ulong %{{.*}} %uint_2 %uint_784
; CHECK: OpAtomicLoad %uint %{{.*}} %uint_0 %uint_0
; CHECK: OpBitcast %float
; CHECK: OpAtomicStore %{{.*}} %uint_0 %uint_772
; CHECK: OpAtomicStore %{{.*}} %uint_3 %uint_0
; CHECK: OpConvertUToPtr
; CHECK: OpFunctionEnd

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l) #0 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = load atomic i32, ptr addrspace(4) %g syncscope("device") acquire, align 4
  %b = load atomic i64, ptr addrspace(3) %l syncscope("workgroup") seq_cst, align 8
  %f = load atomic float, ptr addrspace(1) %p monotonic, align 4
  store atomic float %f, ptr addrspace(1) %p release, align 4
  store atomic i64 %b, ptr addrspace(3) %l syncscope("subgroup") monotonic, align 8
  store i32 %a, ptr addrspace(1) %p
  %x = load atomic ptr addrspace(4), ptr addrspace(4) %g monotonic, align 8
  store i32 1, ptr addrspace(4) %x
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
