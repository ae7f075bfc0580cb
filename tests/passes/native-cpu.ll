; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels become functions over groups of work-items: hidden, C calling convention, work-item functions gone,
; helpers inlined, and at -O2 the innermost loop vectorised without checks.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -o %t/native.table %t/a.table
; RUN: %llvm-readelf -s %t/native_0.o | FileCheck %s --check-prefix=SYMBOLS
; RUN: %llvm-objdump -d %t/native_0.o | FileCheck %s --check-prefix=CODE
; RUN: %sycl-codegen -target=native_cpu -O0 -o %t/native0.table %t/a.table
; RUN: %llvm-readelf -s %t/native0_0.o | FileCheck %s --check-prefix=SYMBOLS
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; SYMBOLS-NOT: UND {{[^ ]}}
; SYMBOLS: FUNC GLOBAL HIDDEN {{.*}} __sycc_cpu_kernel
; SYMBOLS-NOT: UND {{[^ ]}}
; CODE: paddd
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_func i64 @helper(i32 %dim) noinline optnone {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 %dim)
  ret i64 %id
}

define weak_odr spir_kernel void @kernel(ptr byval({ptr addrspace(4), i32}) align 8 %closure, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call spir_func i64 @helper(i32 0)
  %place = getelementptr i8, ptr %closure, i64 8
  %n = load i32, ptr %place
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %sum = add i32 %v, %n
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
