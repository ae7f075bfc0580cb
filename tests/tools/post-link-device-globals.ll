; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; device_globals: each image lists those it has and keeps them under their names.
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -o a.table a.bc
; RUN: cat a_0.sym a_0.prop a_1.sym a_1.prop > all && FileCheck %s --input-file=all --check-prefix=PROPERTIES
; RUN: %llvm-dis a_0.bc -o - | FileCheck %s

; Sources are not parted where they share a variable with image scope, directly or by way of others. The third is
; on its own. Values: the size in bits, 48, in 8 bytes; then the size in bytes, the scope, the access. Initial values
; that are not zero follow.
; PROPERTIES: {{^}}first
; PROPERTIES-NEXT: {{^}}second
; PROPERTIES-NEXT: {{^}}third
; PROPERTIES: [SYCL/device globals]
; PROPERTIES-NEXT: everyone=2|wAAAAAAAAAABAAAAAIA
; PROPERTIES-NEXT: one=2|wAAAAAAAAAAIAAAABAA
; PROPERTIES-NEXT: two=2|wAAAAAAAAAwAAAAABMA
; PROPERTIES-NEXT: [SYCC/device global values]
; PROPERTIES-NEXT: two=2|YAAAAAAAAAwBAAA
; PROPERTIES-NEXT: {{^}}fourth
; PROPERTIES: [SYCL/device globals]
; PROPERTIES-NEXT: everyone=2|wAAAAAAAAAABAAAAAIA
; PROPERTIES-NOT: =

; CHECK-DAG: @everyone = addrspace(1) externally_initialized global
; CHECK-DAG: @one = dso_local addrspace(1) externally_initialized global
; CHECK-DAG: @two = addrspace(1) externally_initialized global
; CHECK-NOT: @nobody
; CHECK: @plain = internal addrspace(1) global

; Code for the CPU has names of its own for them, and images that have the same one share it.
; RUN: %sycl-codegen -target=native_cpu -o n.table a.table && %llvm-readelf -sW n_0.o n_1.o | FileCheck %s --check-prefix=NATIVE
; NATIVE-DAG: OBJECT WEAK HIDDEN {{.*}} __sycc_cpu_everyone
; NATIVE-DAG: OBJECT WEAK HIDDEN {{.*}} __sycc_cpu_one
; NATIVE-DAG: OBJECT WEAK HIDDEN {{.*}} __sycc_cpu_two
; NATIVE: OBJECT WEAK HIDDEN {{.*}} __sycc_cpu_everyone
; RUN: %clang -shared n_0.o n_1.o -o n.so
; RUN: %sycl-codegen -target=spir64 -o s.table a.table

; With image scope one image has it, or it is an error.
; RUN: not %sycl-post-link -split=source -o b.table a.bc 2>&1 | FileCheck %s --check-prefix=SOURCES
; SOURCES: sycl-post-link: error: the device_global 'one' with device_image_scope is used in several device images
; SOURCES-NEXT: note: one of these images has 'first', which uses it
; SOURCES-NEXT: note: one of these images has 'second', which uses it
; SOURCES-NEXT: help: kernels are split by what they need
; SOURCES-NEXT: sycl-post-link: error: the device_global 'two'
; SOURCES-NEXT: note: one of these images has 'second', which uses it
; SOURCES-NEXT: note: one of these images has 'third', which uses it
; SOURCES-NEXT: help:
; SOURCES-NOT: error
; RUN: not ls b.table
; RUN: sed 's/!1 = .*/!1 = !{i32 6}/' %s | %llvm-as -o c.bc && not %sycl-post-link -o c.table c.bc 2>&1 | FileCheck %s --check-prefix=ASPECTS
; ASPECTS: error: the device_global 'one' with device_image_scope is used in several device images
; ASPECTS-NOT: error
; RUN: %sycl-post-link -split=off -o d.table a.bc && not ls d_1.bc

target triple = "spirv64-unknown-unknown"
@everyone = linkonce_odr addrspace(1) global { i32, [4 x i8], ptr addrspace(4) } zeroinitializer #0
@one = weak hidden addrspace(1) global [8 x i32] zeroinitializer #1
@two = addrspace(1) global { i32 } { i32 7 } #2
@nobody = addrspace(1) global { i32, [4 x i8], ptr addrspace(4) } zeroinitializer #0
@plain = addrspace(1) global i32 0
define spir_func void @deep() {
  store i32 1, ptr addrspace(1) @one
  ret void
}
define weak_odr spir_kernel void @first() #5 !intel_used_aspects !1 {
  call spir_func void @deep()
  store i32 1, ptr addrspace(1) @everyone
  store i32 1, ptr addrspace(1) @plain
  ret void
}
define weak_odr spir_kernel void @second() #6 !intel_used_aspects !2 {
  store i32 1, ptr addrspace(1) @two
  store i32 1, ptr addrspace(1) @one
  ret void
}
define weak_odr spir_kernel void @third() #7 !intel_used_aspects !2 {
  store i32 1, ptr addrspace(1) @two
  ret void
}
define weak_odr spir_kernel void @fourth() #8 !intel_used_aspects !2 {
  store i32 1, ptr addrspace(1) @everyone
  ret void
}
attributes #0 = { "sycl-device-global-size"="4" }
attributes #1 = { "sycl-device-global-size"="32" "sycl-device-image-scope" "sycl-host-access"="read" }
attributes #2 = { "sycl-device-global-size"="3" "sycl-device-image-scope" "sycl-host-access"="none" }
attributes #5 = { "sycl-module-id"="a.cpp" }
attributes #6 = { "sycl-module-id"="b.cpp" }
attributes #7 = { "sycl-module-id"="c.cpp" }
attributes #8 = { "sycl-module-id"="d.cpp" }
!1 = !{}
!2 = !{}
