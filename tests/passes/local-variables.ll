; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each call has a variable of its own, whose elements have the alignment.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc && %sycl-post-link -o %t/a.table %t/a.bc && %llvm-dis %t/a_0.bc -o - | FileCheck %s
; RUN: sed 's/i64 256, i64 4/i64 \%n, i64 4/' %s | %llvm-as -o %t/b.bc && not %sycl-post-link -o %t/b.table %t/b.bc 2>&1 | FileCheck --check-prefix=BAD %s
; RUN: for n in 4194305 4294967296 -1; do sed "s/i64 256, i64 4/i64 $n, i64 4/" %s | %llvm-as -o %t/c.bc && not %sycl-post-link -o %t/c.table %t/c.bc 2>&1 | FileCheck --check-prefix=LARGE %s || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-DAG: @[[A:local[.0-9]*]] = internal addrspace(3) global [32 x i64] poison, align 8
; CHECK-DAG: @[[B:local[.0-9]*]] = internal addrspace(3) global [1 x i64] poison, align 8
; CHECK-DAG: @[[C:local[.0-9]*]] = internal addrspace(3) global [2 x <8 x i64>] poison, align 64
; CHECK-NOT: @__sycc_local_variable
; LARGE: error: 'k' asks for a variable of {{4194305|4294967296|18446744073709551615}} bytes in local memory; no device has more than 4194304
; LARGE-NEXT: help: global memory
; BAD: error: __sycc_local_variable: its arguments are not constants
declare spir_func ptr addrspace(3) @__sycc_local_variable(i64, i64)

define weak_odr spir_kernel void @k(ptr byval({i64}) align 8 %closure, ptr addrspace(1) %p) {
  %n = load i64, ptr %closure
  %a = call spir_func ptr addrspace(3) @__sycc_local_variable(i64 256, i64 4)
  %b = call spir_func ptr addrspace(3) @__sycc_local_variable(i64 1, i64 1)
  %c = call spir_func ptr addrspace(3) @__sycc_local_variable(i64 65, i64 64)
  store i64 %n, ptr addrspace(3) %a
  store i64 %n, ptr addrspace(3) %b
  store i64 %n, ptr addrspace(3) %c
  ret void
}
