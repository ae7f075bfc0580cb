; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels for AMD's GPUs: code objects whose metadata describes the parameters as they are, local memory with its alignment;
; a required work-group size; wavefronts as the database has them. Code is for the GPU of the target, not for that of
; the front end or of a library.
; REQUIRES: libclc
; RUN: rm -rf %t && split-file %s %t && cd %t && %sycl-codegen -target=amd_gpu_gfx906 -device-lib=%build/lib/sycc/amdgcn.bc -o o2.table in.table && grep -x './o2_0.hsaco|k.sym' o2.table
; RUN: cd %t && %llvm-readelf -h -n --dyn-syms o2_0.hsaco | FileCheck --check-prefixes=OBJECT,WAVE64 -DGPU=gfx906 %s
; RUN: cd %t && %llvm-objdump -d o2_0.hsaco | FileCheck --check-prefix=CODE %s
; RUN: cd %t && %sycl-codegen -target=amd_gpu_gfx1100 -O0 -device-lib=%build/lib/sycc/amdgcn.bc -o o0.table in.table && %llvm-readelf -h -n --dyn-syms o0_0.hsaco | FileCheck --check-prefixes=OBJECT,WAVE32 -DGPU=gfx1100 %s

; A device configuration file can ask for the other size of wavefronts.
; RUN: cd %t && echo 'amd_gpu_gfx1100: {sub-group-sizes: [64]}' > w.yaml && %sycl-codegen -target=amd_gpu_gfx1100 -device-config-file=w.yaml -device-lib=%build/lib/sycc/amdgcn.bc -o w.table in.table && %llvm-readelf -h -n --dyn-syms w_0.hsaco | FileCheck --check-prefixes=OBJECT,WAVE64 -DGPU=gfx1100 %s

; OBJECT: OS/ABI: AMDGPU - HSA
; OBJECT: Type: DYN
; OBJECT: Machine: EM_AMDGPU
; OBJECT: Flags: {{.*}}, [[GPU]]
; OBJECT-NOT: never
; OBJECT-DAG: PROTECTED {{.*}} locals.kd
; OBJECT-DAG: PROTECTED {{.*}} ids.kd
; OBJECT: amdhsa.kernels:
; OBJECT: .offset: 0
; OBJECT-NEXT: .size: 8
; OBJECT-NEXT: .value_kind: by_value
; OBJECT: .offset: 8
; OBJECT-NEXT: .size: 8
; OBJECT-NEXT: .value_kind: global_buffer
; OBJECT: .address_space: local
; OBJECT: .offset: 16
; OBJECT-NEXT: .pointee_align: 128
; OBJECT-NEXT: .size: 4
; OBJECT-NEXT: .value_kind: dynamic_shared_pointer
; OBJECT: .offset: 20
; OBJECT-NEXT: .pointee_align: 128
; OBJECT: .max_flat_workgroup_size: 128
; OBJECT: .name: locals
; OBJECT: .reqd_workgroup_size:
; OBJECT-NEXT: - 16
; OBJECT-NEXT: - 4
; OBJECT-NEXT: - 2
; OBJECT: .symbol: locals.kd
; WAVE32: .wavefront_size: 32
; WAVE64: .wavefront_size: 64
; OBJECT: .value_kind: hidden_block_count_x
; OBJECT: .value_kind: hidden_global_offset_x
; OBJECT: .max_flat_workgroup_size: 1024
; OBJECT: .name: ids
; OBJECT: amdhsa.target: amdgcn-amd-amdhsa--[[GPU]]

; CODE: <locals>:
; CODE: ds_write_b32
; CODE: s_barrier
; CODE: ds_read_b32
; CODE: global_store_dword
; CODE: <ids>:
; CODE: global_store_dwordx2
; CODE: s_endpgm

; What nobody defines is named, with the kernels.
; RUN: cd %t && not %sycl-codegen -target=amd_gpu_gfx906 -device-lib=%build/lib/sycc/amdgcn.bc -o bad.table bad.table.in 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: sycl-codegen: error: AMD's GPUs have no '__spirv_Nothing(int)'
; BAD-NEXT: note: kernel in this image: ids
; RUN: cd %t && not %sycl-codegen -target=amd_gpu_gfx906 -device-lib=%build/lib/sycc/amdgcn.bc -o bad.table bad2.table.in 2>&1 | FileCheck --check-prefix=UNDEFINED %s
; UNDEFINED: sycl-codegen: error: device code calls 'missing(int)', which no device code defines
; UNDEFINED: note: kernel in this image: ids

; Without a linker.
; RUN: cd %t && not env SYCC_LLVM_BINDIR=/nowhere PATH=/nowhere %sycl-codegen -target=amd_gpu_gfx906 -device-lib=%build/lib/sycc/amdgcn.bc -o bad.table in.table 2>&1 | FileCheck --check-prefix=GONE --match-full-lines %s
; GONE: sycl-codegen: error: target 'amd_gpu_gfx906' is compiled by 'ld.lld', which is neither beside LLVM 22's programs nor in PATH
; GONE-NEXT: help: install the Debian package lld-22, or leave the target out
; GONE-NEXT: note: kernel in this image: ids
; RUN: cd %t && not %sycl-codegen -target=amd_gpu_gfx906 -toolchain-option=--no-such -device-lib=%build/lib/sycc/amdgcn.bc -o bad.table in.table 2>&1 | FileCheck --check-prefix=OPTION %s
; OPTION: sycl-codegen: error: ld.lld cannot compile for target 'amd_gpu_gfx906': {{.*}}--no-such
; RUN: cd %t && not test -e bad.table && not test -e bad_0.hsaco

;--- in.table
[Code|Symbols]
k.ll|k.sym
;--- bad.table.in
[Code|Symbols]
bad.ll|k.sym
;--- bad2.table.in
[Code|Symbols]
bad2.ll|k.sym
;--- k.sym
ids
;--- bad.ll
target triple = "amdgcn-amd-amdhsa"
declare void @_Z15__spirv_Nothingi(i32)
define amdgpu_kernel void @ids() {
  call void @_Z15__spirv_Nothingi(i32 1)
  ret void
}
;--- bad2.ll
target triple = "amdgcn-amd-amdhsa"
declare void @_Z7missingi(i32)
define amdgpu_kernel void @ids() {
  call void @_Z7missingi(i32 1)
  ret void
}
;--- k.ll
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)
declare void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare double @_Z15__spirv_ocl_sind(double)

define weak_odr amdgpu_kernel void @locals(ptr addrspace(4) byref(i64) align 8 %c, ptr addrspace(1) %out, ptr addrspace(3) %a, ptr addrspace(3) %b) "target-cpu"="gfx803" !reqd_work_group_size !0 !sycc_reqd_work_group_size !1 {
  store i32 5, ptr addrspace(3) %a
  store i32 6, ptr addrspace(3) %b
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %v = load i32, ptr addrspace(3) %a
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define weak_odr amdgpu_kernel void @ids(ptr addrspace(1) %out) {
  %id = call i64 @deep(i32 0)
  %size = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 2)
  %groups = call i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 0)
  %sum = add i64 %id, %size
  %all = add i64 %sum, %groups
  %x = uitofp i64 %all to double
  %y = call double @_Z15__spirv_ocl_sind(double %x)
  %z = call double @llvm.cos.f64(double %y)
  store double %z, ptr addrspace(1) %out
  ret void
}
declare double @llvm.cos.f64(double)

define i64 @deep(i32 %d) noinline {
  %r = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 %d)
  ret i64 %r
}
define void @never() noinline {
  ret void
}
!0 = !{i32 16, i32 4, i32 2}
!1 = !{i32 2, i32 4, i32 16}
