; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A vector of a length that SPIR-V does not have is taken apart; without such a vector others stay.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && split-file %s %t && cd %t && %llvm-as odd.ll -o odd.bc && %llvm-as even.ll -o even.bc
; RUN: cd %t && for f in odd even; do %sycl-post-link -split=off -o $f.table $f.bc && %sycl-codegen -target=spir64 -o $f-s.table $f.table || exit 1; done
; RUN: cd %t && %spirv-val odd-s_0.spv && %spirv-val even-s_0.spv
; RUN: cd %t && %spirv-dis odd-s_0.spv | not grep 'OpTypeVector %ushort 7'
; RUN: cd %t && %spirv-dis even-s_0.spv | grep 'OpTypeVector %ushort 8'

;--- odd.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %v = load <7 x i16>, ptr addrspace(1) %p, align 2
  %e = shufflevector <7 x i16> %v, <7 x i16> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i16> %e, ptr addrspace(1) %q, align 8
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }

;--- even.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %v = load <8 x i16>, ptr addrspace(1) %p, align 2
  %s = add <8 x i16> %v, %v
  store <8 x i16> %s, ptr addrspace(1) %q, align 8
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
