; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Atomic operations in PTX: LLVM makes a relaxed one of this GPU of each, so those of the system are written as PTX, and
; what an order asks for is a fence.
; RUN: rm -rf %t && split-file %s %t && cd %t && env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -device-lib=%build/lib/sycc/ptx64.bc -o o.table in.table && FileCheck %s < o_0.ptx

; CHECK: .visible .entry relaxed(
; CHECK-NOT: fence
; CHECK: atom.relaxed.sys.global.add.u32
; CHECK: neg.s32 [[MINUS:%r[0-9]+]]
; CHECK: atom.relaxed.sys.global.add.u32 {{.*}}, [[MINUS]];
; CHECK: atom.relaxed.sys.global.max.u32
; CHECK: atom.relaxed.sys.global.exch.b64
; CHECK: atom.relaxed.sys.global.add.f32
; CHECK: atom.relaxed.sys.global.add.f64
; CHECK: atom.global.add.u32
; CHECK: atom.global.add.f32
; CHECK: atom.shared.add.u32
; What PTX has no instruction for.
; CHECK: atom.relaxed.sys.global.cas.b32
; CHECK-NOT: fence
; CHECK: {{^}}}
; CHECK: .visible .entry ordered(
; CHECK-NOT: fence
; CHECK: atom.relaxed.sys.global.add.u32
; CHECK-NEXT: end inline asm
; CHECK-NEXT: fence.acq_rel.sys;
; CHECK-NEXT: fence.acq_rel.gpu;
; CHECK-NEXT: atom.global.add.u32 {{.*}}, 2;
; CHECK-NEXT: fence.acq_rel.gpu;
; CHECK-NEXT: fence.acq_rel.gpu;
; CHECK-NEXT: atom.global.add.u32 {{.*}}, 3;
; CHECK-NEXT: fence.sc.gpu;
; CHECK-NEXT: atom.global.add.u32
; CHECK-NEXT: fence.acq_rel.gpu;
; CHECK-NOT: fence
; CHECK: {{^}}}

;--- in.table
[Code|Symbols]
k.ll|k.sym
;--- k.sym
relaxed
ordered
;--- k.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define weak_odr ptx_kernel void @relaxed(ptr byval(i64) align 8 %c, ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %n = load i64, ptr %c
  %i = trunc i64 %n to i32
  %a = atomicrmw add ptr addrspace(1) %p, i32 %i monotonic
  %s = atomicrmw sub ptr addrspace(1) %p, i32 %i monotonic
  %m = atomicrmw umax ptr addrspace(1) %p, i32 %i monotonic
  %x = atomicrmw xchg ptr addrspace(1) %p, i64 %n monotonic
  %f = atomicrmw fadd ptr addrspace(1) %p, float 1.0 monotonic
  %d = atomicrmw fadd ptr addrspace(1) %p, double 1.0 monotonic
  %g = atomicrmw add ptr addrspace(1) %p, i32 %i syncscope("device") monotonic
  %h = atomicrmw fadd ptr addrspace(1) %p, float 1.0 syncscope("device") monotonic
  %k = atomicrmw add ptr addrspace(3) %l, i32 %i monotonic
  %o = atomicrmw nand ptr addrspace(1) %p, i32 %i monotonic
  ret void
}
define weak_odr ptx_kernel void @ordered(ptr byval(i64) align 8 %c, ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 acquire
  %b = atomicrmw add ptr addrspace(1) %p, i32 2 syncscope("device") acq_rel
  %r = atomicrmw add ptr addrspace(1) %p, i32 3 syncscope("device") release
  %s = atomicrmw add ptr addrspace(1) %p, i32 4 syncscope("device") seq_cst
  ret void
}
