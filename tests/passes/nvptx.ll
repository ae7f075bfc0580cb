; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels for NVIDIA's GPUs: local accessors are offsets into the one piece of local memory that a launch has; the range is
; the last parameter; what asks for it is inlined; a required work-group size is a launch bound.
; RUN: rm -rf %t && split-file %s %t && cd %t && env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -device-lib=%build/lib/sycc/ptx64.bc -o o2.table in.table && FileCheck --check-prefixes=PTX,O2 %s < o2_0.ptx
; RUN: cd %t && env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -O0 -device-lib=%build/lib/sycc/ptx64.bc -o o0.table in.table && FileCheck --check-prefixes=PTX,O0 %s < o0_0.ptx

; What neither SPIR-V's library nor anybody else defines is named.
; RUN: cd %t && not env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -device-lib=%build/lib/sycc/ptx64.bc -o bad.table bad.table.in 2>&1 | FileCheck --check-prefix=BAD %s
; BAD: sycl-codegen: error: NVIDIA's GPUs have no '__spirv_Nothing(int)'
; RUN: cd %t && not env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -device-lib=%build/lib/sycc/ptx64.bc -o bad.table bad2.table.in 2>&1 | FileCheck --check-prefix=UNDEFINED %s
; UNDEFINED: sycl-codegen: error: device code calls 'missing(int)', which no device code defines

; PTX-DAG: .extern .shared .align 128 .b8 __sycc_dynamic_shared[]
; PTX-NOT: .func {{.*}}never
; PTX: .visible .entry locals(
; PTX-NEXT: .param .align 8 .b8 locals_param_0[8],
; PTX-NEXT: .param .u64 .ptr .global .align 1 locals_param_1,
; PTX-NEXT: .param .u64 locals_param_2,
; PTX-NEXT: .param .u64 locals_param_3,
; PTX-NEXT: .param .align 8 .b8 locals_param_4[56]
; PTX-NEXT: )
; PTX: .reqntid 8, 4, 2
; O0: .local {{.*}} __local_depot
; O2-NOT: __local_depot
; O2-DAG: ld.param.b64 {{.*}}, [locals_param_4+48];
; O2-DAG: mov.b64 {{.*}}, __sycc_dynamic_shared;
; O2-DAG: and.b64 {{.*}}, -128;
; O2: st.shared.b32
; O2: bar.sync 0
; O2: ld.shared.b32
; O2: st.global.b32
; PTX: {{^}}}

; Where the groups do not fill the range, the work-item that is outside of it returns before it does anything.
; PTX: .visible .entry ids(
; PTX-NOT: .reqntid
; O2: ld.param.b64 %rd[[FILLED:[0-9]+]], [ids_param_2+48];
; O2: setp.eq.b64 %p[[LOOK:[0-9]+]], %rd[[FILLED]], 0;
; O2: @%p[[LOOK]] bra
; O2-NOT: %ctaid.y
; O2: bra.uni [[BODY:.*]];
; O2: mov.u32 {{.*}}, %ctaid.z;
; O2: ld.param.b64 %rd[[Z:[0-9]+]], [%rd{{[0-9]+}}+16];
; O2: @%p{{[0-9]+}} bra [[BODY]];
; O2: [[BODY]]:
; O2: ld.param.b64 {{.*}}+24];
; O2: add.s64 {{.*}}%rd[[Z]]
; O2: st.global.b64
; PTX: {{^}}}

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
target triple = "nvptx64-nvidia-cuda"
declare void @_Z15__spirv_Nothingi(i32)
define ptx_kernel void @ids() {
  call void @_Z15__spirv_Nothingi(i32 1)
  ret void
}
;--- bad2.ll
target triple = "nvptx64-nvidia-cuda"
declare void @_Z7missingi(i32)
define ptx_kernel void @ids() {
  call void @_Z7missingi(i32 1)
  ret void
}
;--- k.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

define weak_odr ptx_kernel void @locals(ptr byval(i64) align 8 %c, ptr addrspace(1) %out, ptr addrspace(3) noalias %a, ptr addrspace(3) %b) !sycc_reqd_work_group_size !0 {
  %slot = alloca i32
  store i32 5, ptr addrspace(3) %a
  store i32 6, ptr addrspace(3) %b
  call void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %v = load i32, ptr addrspace(3) %a
  store i32 %v, ptr %slot
  %w = load i32, ptr %slot
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define weak_odr ptx_kernel void @ids(ptr byval(i8) %c, ptr addrspace(1) %out) {
  %id = call i64 @deep(i32 0)
  %size = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 2)
  %sum = add i64 %id, %size
  store i64 %sum, ptr addrspace(1) %out
  ret void
}

; On the way to a work-item function, and not to be inlined if nobody insisted.
define i64 @deep(i32 %d) noinline optnone {
  %r = call i64 @deeper(i32 %d)
  ret i64 %r
}
define i64 @deeper(i32 %d) alwaysinline {
  %r = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 %d)
  ret i64 %r
}
define void @never() noinline {
  ret void
}
!0 = !{i32 2, i32 4, i32 8}
