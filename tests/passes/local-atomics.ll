; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A group has one thread: its atomic operations in local memory need no lock, those in global memory do. They are never done for
; several work-items at once (tests/e2e/local_atomics.cpp). A loop that counts is gone through by the whole group: what
; work-items that follow each other count lies side by side.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -mcpu=x86-64 -O2 -o %t/native.table %t/a.table
; RUN: %llvm-objdump -d --no-show-raw-insn %t/native_0.o | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK-LABEL: <__sycc_cpu_global>:
; CHECK: lock
define weak_odr spir_kernel void @global(ptr byval({i32}) align 8 %closure, ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %old = atomicrmw add ptr addrspace(1) %to, i32 1 monotonic
  ret void
}

; CHECK-LABEL: <__sycc_cpu_local>:
; CHECK-NOT: lock
; CHECK-NOT: xchg
; CHECK: ret
define weak_odr spir_kernel void @local(ptr byval({i32}) align 8 %closure, ptr addrspace(3) %p, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %generic = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %to = getelementptr i32, ptr addrspace(4) %generic, i64 %i
  %old = atomicrmw add ptr addrspace(4) %to, i32 1 seq_cst
  %pair = cmpxchg ptr addrspace(4) %to, i32 %old, i32 5 seq_cst seq_cst
  %v = extractvalue {i32, i1} %pair, 0
  store atomic i32 %v, ptr addrspace(4) %to seq_cst, align 4
  store i32 %v, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

; CHECK-LABEL: <__sycc_cpu_count>:
; CHECK: movzbl {{[-x0-9a-f]*}}([[AT:[a-z0-9%,]+]])
; CHECK-NEXT: incl
; CHECK-NEXT: movzbl {{[-x0-9a-f]*}}([[AT]])
; CHECK-NEXT: incl
; CHECK-NEXT: movzbl {{[-x0-9a-f]*}}([[AT]])
; CHECK-NEXT: incl
; CHECK-NEXT: movzbl {{[-x0-9a-f]*}}([[AT]])
; CHECK-NEXT: incl
; Not in rows of 16:
; CHECK-NEXT: addq $0x4,
define weak_odr spir_kernel void @count(ptr byval({i32}) align 8 %closure, ptr addrspace(3) %own, ptr addrspace(1) %p) {
entry:
  %i = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  br label %round
round:
  %k = phi i64 [0, %entry], [%k1, %round]
  %row = mul i64 %k, 256
  %at = add i64 %row, %i
  %from = getelementptr i8, ptr addrspace(1) %p, i64 %at
  %v = load i8, ptr addrspace(1) %from
  %bin = zext i8 %v to i64
  %to = getelementptr i32, ptr addrspace(3) %own, i64 %bin
  %old = atomicrmw add ptr addrspace(3) %to, i32 1 monotonic
  %k1 = add i64 %k, 1
  %end = icmp eq i64 %k1, 64
  br i1 %end, label %done, label %round
done:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret void
}
