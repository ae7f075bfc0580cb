; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions of other libraries are called through weak pointers; functions for others take the work-item along, and one
; that waits at a barrier is not there.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc && cat %t/a_*.prop | FileCheck %s --check-prefix=PROPS
; RUN: not %sycl-codegen -target=native_cpu -o %t/bad.table %t/a.table 2>&1 | FileCheck %s --check-prefix=BAD
; RUN: not %sycl-codegen -target=amd_gpu_gfx90a -allow-imports -o %t/bad.table %t/a.table 2>&1 | FileCheck %s --check-prefix=AMD
; RUN: for o in -O0 -O2; do %sycl-codegen -target=native_cpu -allow-imports $o -o %t/native.table %t/a.table && %llvm-readelf -s %t/native_*.o || exit 1; done | FileCheck %s --check-prefix=SYMBOLS
; RUN: %sycl-codegen -target=x86_64 -allow-imports -o %t/x86.table %t/a.table && %llvm-readelf -s %t/x86_*.o | FileCheck %s --check-prefix=X86
; RUN: %llvm-objdump -d %t/native_*.o | FileCheck %s --check-prefix=CODE
; RUN: %sycl-codegen -target=spir64 -allow-imports -o %t/spirv.table %t/a.table
; RUN: %if spirv-dis %{ for f in %t/spirv_*.spv; do %spirv-dis $f; done | FileCheck %s --check-prefix=SPIRV %}
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; Kernels first, without what they do not call.
; PROPS: [SYCL/imported symbols]
; PROPS-NEXT: _Z3fari=1|1
; PROPS-NOT: exported
; PROPS: [SYCL/exported symbols]
; PROPS-NEXT: _Z5wherei=1|1
; BAD: error: device code calls 'far(int)', which no device code defines
; BAD: help: if a shared library defines it, link with -fsycl-allow-device-image-dependencies
; AMD: note: for target 'amd_gpu_gfx90a' functions of shared libraries can't be called in kernels
; SYMBOLS-NOT: UND {{[^ ]}}
; SYMBOLS-NOT: __sycc_cpu__Z5waitsi
; SYMBOLS-DAG: FUNC GLOBAL HIDDEN {{.*}} _Z10__sycc_cpu1K
; SYMBOLS-DAG: OBJECT WEAK HIDDEN {{.*}} __sycc_cpu_import._Z3fari
; SYMBOLS-DAG: FUNC GLOBAL HIDDEN {{.*}} __sycc_cpu__Z5wherei
; X86-DAG: OBJECT WEAK HIDDEN {{.*}} __sycc_x86_64_import._Z3fari
; X86-DAG: FUNC GLOBAL HIDDEN {{.*}} __sycc_x86_64__Z5wherei
; 0x90: the global id, behind six other fields of three words.
; CODE: <__sycc_cpu__Z5wherei>:
; CODE: 0x90(%rsi)
; SPIRV-DAG: LinkageAttributes "_Z3fari" Import
; SPIRV-DAG: LinkageAttributes "_Z5wherei" Export
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent
declare spir_func i32 @_Z3fari(i32) #0

define weak_odr spir_kernel void @_ZTS1K(ptr byval({ptr addrspace(4)}) align 8 %closure, ptr addrspace(1) %out) #1 {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %v = load i32, ptr addrspace(1) %place
  %r = call spir_func i32 @_Z3fari(i32 %v)
  store i32 %r, ptr addrspace(1) %place
  ret void
}

define spir_func i32 @_Z5wherei(i32 %x) #2 {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = trunc i64 %i to i32
  %r = add i32 %n, %x
  ret i32 %r
}

define spir_func i32 @_Z5waitsi(i32 %x) #2 {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret i32 %x
}

attributes #0 = { "sycl-external" }
attributes #1 = { "sycl-module-id"="a.cpp:0" }
attributes #2 = { "sycl-external" "sycl-module-id"="a.cpp:0" }
