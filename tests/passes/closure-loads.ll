; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Pointers that a kernel captured are read once for all work-items, although it stores pointers itself: without that, the
; addresses are not known to be consecutive, and nothing is vectorised. A kernel that changes its closure has a copy for each
; work-item.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -mcpu=x86-64 -O2 -o %t/native.table %t/a.table
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_reads,__sycc_cpu_writes %t/native_0.o | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK-LABEL: <__sycc_cpu_reads>:
; CHECK: movups {{.*}}, %xmm0
; CHECK: movups %xmm0, (
define weak_odr spir_kernel void @reads(ptr byval({ptr addrspace(4), ptr addrspace(4)}) align 8 %closure) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %a = load ptr addrspace(4), ptr %closure
  %place = getelementptr i8, ptr %closure, i64 8
  %b = load ptr addrspace(4), ptr %place
  %from = getelementptr i64, ptr addrspace(4) %a, i64 %i
  %v = load i64, ptr addrspace(4) %from
  %to = getelementptr i64, ptr addrspace(4) %b, i64 %i
  store i64 %v, ptr addrspace(4) %to
  ret void
}

; CHECK-LABEL: <__sycc_cpu_writes>:
; CHECK-NOT: movups
; CHECK: ret
define weak_odr spir_kernel void @writes(ptr byval({ptr addrspace(4), i64}) align 8 %closure) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = load ptr addrspace(4), ptr %closure
  %place = getelementptr i8, ptr %closure, i64 8
  %old = load volatile i64, ptr %place
  %sum = add i64 %old, %i
  store volatile i64 %sum, ptr %place
  %v = load volatile i64, ptr %place
  %to = getelementptr i64, ptr addrspace(4) %p, i64 %i
  store i64 %v, ptr addrspace(4) %to
  ret void
}
