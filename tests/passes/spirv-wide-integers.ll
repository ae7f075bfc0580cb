; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What LLVM makes of a loop that adds up numbers of 64 bits, and other arithmetic in more bits than SPIR-V has.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-val --target-env opencl2.2 s_0.spv
; RUN: %spirv-dis --no-indent s_0.spv > s.txt && FileCheck %s --input-file=s.txt
; CHECK-NOT: OpTypeInt {{65|66|128}}
; CHECK: %sum = OpFunction
; CHECK: OpIMul %ulong
; CHECK: OpFunctionEnd
; CHECK: %turns = OpFunction
; CHECK: OpPhi %ulong
; CHECK: OpFunctionEnd
; CHECK-NOT: OpTypeInt {{65|66|128}}
target triple = "spirv64-unknown-unknown"
define weak_odr spir_kernel void @sum(i64 %n, ptr addrspace(1) %r) {
  %less = add i64 %n, -1
  %a = zext i64 %less to i65
  %two = add i64 %n, -2
  %b = zext i64 %two to i65
  %p = mul i65 %a, %b
  %half = lshr i65 %p, 1
  %s = trunc i65 %half to i64
  store i64 %s, ptr addrspace(1) %r
  ret void
}
define weak_odr spir_kernel void @turns(i64 %n, ptr addrspace(1) %r) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i128 [ -1, %entry ], [ %t, %loop ]
  %w = sext i64 %i to i128
  %m = sub i128 %s, %w
  %odd = icmp sgt i128 %m, 3
  %t = select i1 %odd, i128 %m, i128 %w
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %high = ashr i128 %t, 64
  %x = trunc i128 %high to i64
  store i64 %x, ptr addrspace(1) %r
  ret void
}
