; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Integers of other widths than SPIR-V's: what reads more than their lowest bits clears the others, or copies the sign.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-val s_0.spv
; RUN: %spirv-dis --no-indent s_0.spv | FileCheck %s

; A counter of two bits, in a loop: 2, 3, 0, 1 and so on.
; CHECK: OpFunction %void
; CHECK: [[I:%[0-9]+]] = OpPhi %uchar
; CHECK: [[M:%[0-9]+]] = OpBitwiseAnd %uchar [[I]] %uchar_3
; CHECK-NEXT: OpUConvert %uint [[M]]
; CHECK: OpIAdd %uchar [[I]] %uchar_1
; CHECK: OpFunctionEnd

; 33 bits are in 64.
; CHECK: OpFunction %void
; CHECK: [[S:%[0-9]+]] = OpIAdd %ulong
; CHECK: OpBitwiseAnd %ulong [[S]] %ulong_8589934591
; CHECK: OpShiftRightLogical %ulong
; CHECK: [[L:%[0-9]+]] = OpShiftLeftLogical %ulong {{.*}} %ulong_31
; CHECK-NEXT: OpShiftRightArithmetic %ulong [[L]] %ulong_31
; CHECK: OpFunctionEnd

; An operation that is not known leaves the function as it is, and so does a parameter.
; CHECK: OpFunction %void
; CHECK: OpFunctionEnd
; CHECK: OpFunction %void
; CHECK: OpFunctionEnd

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @counter(i32 %n, ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %i = phi i2 [ -2, %entry ], [ %j, %loop ]
  %c = phi i32 [ 0, %entry ], [ %d, %loop ]
  %z = zext i2 %i to i32
  store volatile i32 %z, ptr addrspace(1) %p
  %j = add i2 %i, 1
  %d = add i32 %c, 1
  %e = icmp eq i32 %d, %n
  br i1 %e, label %end, label %loop
end:
  ret void
}

define spir_kernel void @half(i32 %x, i32 %y, ptr addrspace(1) %p) #0 {
  %a = zext i32 %x to i33
  %b = zext i32 %y to i33
  %s = add nuw i33 %a, %b
  %h = lshr i33 %s, 1
  %t = trunc i33 %h to i32
  store volatile i32 %t, ptr addrspace(1) %p
  %w = sext i33 %s to i64
  store volatile i64 %w, ptr addrspace(1) %p
  %u = icmp ult i33 %s, %b
  %o = select i1 %u, i33 %s, i33 7
  %v = udiv i33 %o, 5
  %q = trunc i33 %v to i16
  store volatile i16 %q, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @stored(i32 %x, ptr addrspace(1) %p) #0 {
  %a = trunc i32 %x to i24
  store volatile i32 %x, ptr addrspace(1) %p
  %b = call i24 @llvm.bitreverse.i24(i24 %a)
  ret void
}
declare i24 @llvm.bitreverse.i24(i24)

define spir_kernel void @parameter(i24 %x, ptr addrspace(1) %p) #0 {
  %a = add i24 %x, 3
  %z = zext i24 %a to i32
  store i32 %z, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
