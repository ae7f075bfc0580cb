; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; device_globals in SPIR-V: kernels that reach some have a table of their addresses as the last parameter, by the order of the symbols.
; Initial values go to the properties.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-val --target-env opencl2.2 s_0.spv
; RUN: %spirv-dis --no-indent s_0.spv > s.txt && FileCheck %s --input-file=s.txt
; No variables are left, nor the function that others could import.
; CHECK-NOT: OpVariable
; CHECK-NOT: "exported"
; CHECK: %without = OpFunction
; CHECK-NEXT: OpFunctionParameter
; CHECK-NEXT: OpLabel
; CHECK: %direct = OpFunction
; CHECK-NEXT: OpFunctionParameter
; CHECK-NEXT: [[TABLE:%[0-9]+]] = OpFunctionParameter
; CHECK-NEXT: OpLabel
; The fourth and the second by their names; the first entry of the table is where failures are told.
; CHECK-NEXT: PtrAccessChain {{%.+}} [[TABLE]] %ulong_4
; CHECK: PtrAccessChain {{%.+}} [[TABLE]] %ulong_2
; CHECK: OpFunctionEnd
; CHECK: %inlined = OpFunction
; CHECK-NEXT: OpFunctionParameter
; CHECK-NEXT: [[TABLE:%[0-9]+]] = OpFunctionParameter
; CHECK-NOT: OpFunctionCall
; CHECK: OpFunctionEnd

; RUN: FileCheck %s --input-file=a_0.prop --check-prefix=VALUES
; Of all kinds of numbers, 32 bytes: 0000c03f feff 0708 003c, then padding, 03000000 04000000 0000000000000040. Of an address no bytes.
; VALUES: [SYCC/device global values]
; VALUES-NEXT: address=2|AAAAAAAAAAA
; VALUES-NEXT: numbers=2|AEAAAAAAAAAAAA8P+//BIAAPAAAAAAAADAAAAQAAAAAAAAAAAAAAAB

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@a = addrspace(1) global { i32, ptr addrspace(4) } zeroinitializer #0
@b = addrspace(1) global { i32, ptr addrspace(4) } zeroinitializer #0
@plain = addrspace(1) constant i32 1
@address = addrspace(1) global { ptr addrspace(1) } { ptr addrspace(1) @plain } #1
@numbers = addrspace(1) global { float, i16, [2 x i8], half, <2 x i32>, double } { float 1.5, i16 -2, [2 x i8] [i8 7, i8 8], half 1.0, <2 x i32> <i32 3, i32 4>, double 2.0 } #2
define weak_odr spir_kernel void @without(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define weak_odr spir_kernel void @direct(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) @address
  store i32 %v, ptr addrspace(1) %p
  store float 0.0, ptr addrspace(1) @numbers
  ret void
}
define spir_func void @deep(ptr addrspace(4) %p) noinline {
  store i32 5, ptr addrspace(4) %p
  store ptr addrspace(4) %p, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @b, i64 8)
  ret void
}
define spir_func void @exported(i1 %c) "sycl-external" "sycl-module-id"="x" {
  call spir_func void @deep(ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4)))
  ret void
}
define weak_odr spir_kernel void @inlined(ptr addrspace(1) %p) {
  call spir_func void @exported(i1 true)
  call spir_func void @deep(ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4)))
  ret void
}
attributes #0 = { "sycl-device-global-size"="4" }
attributes #1 = { "sycl-device-global-size"="8" "sycl-device-image-scope" }
attributes #2 = { "sycl-device-global-size"="32" "sycl-device-image-scope" }
