; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Code of -O0 for SPIR-V: a truncation that is extended again, and small functions, which end up in the kernel.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=spir64 -O0 -o s.table a.table
; RUN: %spirv-val --target-env opencl2.2 s_0.spv
; RUN: %spirv-dis --no-indent s_0.spv > s.txt && FileCheck %s --input-file=s.txt
; CHECK: %k = OpFunction
; CHECK: OpControlBarrier
; CHECK: OpFunctionEnd
; CHECK-NOT: OpControlBarrier
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent

define internal spir_func void @barrier() #0 {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret void
}

define weak_odr spir_kernel void @k(ptr addrspace(1) %p, i64 %x) #0 {
  %slot = alloca i64
  store i64 %x, ptr %slot
  %y = load i64, ptr %slot
  %narrow = trunc i64 %y to i8
  %wide = zext i8 %narrow to i32
  store i32 %wide, ptr addrspace(1) %p
  call spir_func void @barrier()
  ret void
}

attributes #0 = { noinline optnone convergent }
