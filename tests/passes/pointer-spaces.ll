; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Casts of generic pointers into named spaces. On the CPU the runtime is asked only where it is not known what a pointer points to; in
; SPIR-V a module has one such operation for each space, whatever the types of the pointers are.
; REQUIRES: spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=native_cpu -device-lib=%build/lib/sycc/native_cpu.bc -mcpu=x86-64 -O2 -o n.table a.table
; RUN: %llvm-objdump -dr --no-show-raw-insn n_0.o | FileCheck --check-prefix=CPU %s
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-dis --no-indent s_0.spv | FileCheck --check-prefix=SPIRV %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi(ptr addrspace(4), i32)
@shared = internal addrspace(3) global [4 x i32] poison

; CPU-LABEL: <__sycc_cpu_known>:
; CPU-NOT: sycc_points_into
; CPU: ret
; SPIRV: OpGenericCastToPtrExplicit %_ptr_Workgroup_uchar
; SPIRV-NOT: OpGenericCastToPtrExplicit
define weak_odr spir_kernel void @known(ptr byval({ptr addrspace(4)}) align 8 %closure, ptr addrspace(1) %out) {
  %from_host = load ptr addrspace(4), ptr %closure
  %a = call spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi(ptr addrspace(4) %from_host, i32 4)
  %g = getelementptr i32, ptr addrspace(4) addrspacecast (ptr addrspace(3) @shared to ptr addrspace(4)), i64 1
  %b = call spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi(ptr addrspace(4) %g, i32 4)
  %o = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %c = call spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi(ptr addrspace(4) %o, i32 4)
  %x = load i32, ptr addrspace(3) %b
  %an = icmp eq ptr addrspace(3) %a, null
  %cn = icmp eq ptr addrspace(3) %c, null
  %both = and i1 %an, %cn
  %y = zext i1 %both to i32
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(1) %out
  ret void
}

; A pointer that was read from memory.
; CPU-LABEL: <__sycc_cpu_unknown>:
; CPU: sycc_points_into
define weak_odr spir_kernel void @unknown(ptr byval({ptr addrspace(4)}) align 8 %closure, ptr addrspace(1) %table) {
  %p = load ptr addrspace(4), ptr addrspace(1) %table
  %a = call spir_func ptr addrspace(3) @_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi(ptr addrspace(4) %p, i32 4)
  %i = ptrtoint ptr addrspace(3) %a to i64
  store i64 %i, ptr addrspace(1) %table
  ret void
}
