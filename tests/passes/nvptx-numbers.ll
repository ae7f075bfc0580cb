; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Floating-point numbers in PTX: kernels of -ffast-math flush denormal ones, others do not; a store of part of a register
; goes by way of a move, since ptxas would convert a number there.
; RUN: rm -rf %t && split-file %s %t && cd %t && env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -device-lib=%build/lib/sycc/ptx64.bc -o o.table in.table && FileCheck %s < o_0.ptx

; CHECK: .visible .entry fast(
; CHECK: rsqrt.approx.ftz.f32
; CHECK: add{{.*}}.ftz.f32
; CHECK: {{^}}}
; CHECK: .visible .entry precise(
; CHECK-NOT: ftz
; CHECK: {{^}}}

; CHECK: .visible .entry bytes(
; CHECK-NOT: st.shared.b8 [{{.*}}], %r
; CHECK: { .reg .b64 %part<1>; mov.b64 %part0, %rd{{[0-9]+}};
; CHECK-NEXT: st.shared.b8 [%rd{{[0-9]+}}+7], %part0; }
; CHECK-NOT: st.shared.b8 [{{.*}}], %r
; CHECK: .reg .b32 %part
; CHECK: st.global.b16 [%rd{{[0-9]+}}], %part0; }
; CHECK-NEXT: st.global.b64 [%rd{{[0-9]+}}+8], %rd
; CHECK: {{^}}}

;--- in.table
[Code|Symbols]
k.ll|k.sym
;--- k.sym
fast
precise
bytes
;--- k.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.rsqrt.approx.f(float)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define weak_odr ptx_kernel void @fast(ptr byval(i64) align 8 %c, ptr addrspace(1) %out) #0 {
  %x = load float, ptr addrspace(1) %out
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr float, ptr addrspace(1) %out, i64 %i
  %r = call float @llvm.nvvm.rsqrt.approx.f(float %x)
  %s = fadd float %r, %x
  store float %s, ptr addrspace(1) %p
  ret void
}
define weak_odr ptx_kernel void @precise(ptr byval(i64) align 8 %c, ptr addrspace(1) %out) {
  %x = load float, ptr addrspace(1) %out
  %r = call float @llvm.nvvm.rsqrt.approx.f(float %x)
  %s = fadd float %r, %x
  store float %s, ptr addrspace(1) %out
  ret void
}
define weak_odr ptx_kernel void @bytes(ptr byval(i64) align 8 %c, ptr addrspace(1) %out, ptr addrspace(3) %l) {
  %x = load double, ptr addrspace(1) %out
  %y = fadd double %x, %x
  %n = load i64, ptr %c
  %at = getelementptr i8, ptr addrspace(3) %l, i64 %n
  store double %y, ptr addrspace(3) %at, align 1
  %f = fptrunc double %y to float
  %b = bitcast float %f to i32
  %h = trunc i32 %b to i16
  store i16 %h, ptr addrspace(1) %out
  %q = getelementptr i8, ptr addrspace(1) %out, i64 8
  store double %y, ptr addrspace(1) %q, align 8
  ret void
}
attributes #0 = { "no-nans-fp-math"="true" "no-infs-fp-math"="true" }
