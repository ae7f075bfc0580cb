; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is cut and extended again has the width of its result: spirv-val finds it otherwise.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -split=off -o a.table a.bc
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-val s_0.spv
; RUN: %spirv-dis --no-indent s_0.spv | FileCheck %s
; The first kernel:
; CHECK: OpFunction
; CHECK: [[X:%[0-9]+]] = OpIMul %ulong
; CHECK: [[W:%[0-9]+]] = OpUConvert %uint [[X]]
; CHECK: OpBitwiseAnd %uint [[W]] %uint_255
; CHECK: OpFunctionEnd

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @from64_8_32(i64 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i64 %x, 3
  %t = trunc i64 %y to i8
  %z = zext i8 %t to i32
  store i32 %z, ptr addrspace(1) %p
  %s = sext i8 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from64_8_16(i64 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i64 %x, 3
  %t = trunc i64 %y to i8
  %z = zext i8 %t to i16
  store i16 %z, ptr addrspace(1) %p
  %s = sext i8 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from64_16_32(i64 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i64 %x, 3
  %t = trunc i64 %y to i16
  %z = zext i16 %t to i32
  store i32 %z, ptr addrspace(1) %p
  %s = sext i16 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from32_8_16(i32 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i32 %x, 3
  %t = trunc i32 %y to i8
  %z = zext i8 %t to i16
  store i16 %z, ptr addrspace(1) %p
  %s = sext i8 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from32_8_64(i32 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i32 %x, 3
  %t = trunc i32 %y to i8
  %z = zext i8 %t to i64
  store i64 %z, ptr addrspace(1) %p
  %s = sext i8 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from16_8_64(i16 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i16 %x, 3
  %t = trunc i16 %y to i8
  %z = zext i8 %t to i64
  store i64 %z, ptr addrspace(1) %p
  %s = sext i8 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from64_1_32(i64 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i64 %x, 3
  %t = trunc i64 %y to i1
  %z = zext i1 %t to i32
  store i32 %z, ptr addrspace(1) %p
  %s = sext i1 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from32_1_16(i32 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i32 %x, 3
  %t = trunc i32 %y to i1
  %z = zext i1 %t to i16
  store i16 %z, ptr addrspace(1) %p
  %s = sext i1 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @from16_1_8(i16 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul i16 %x, 3
  %t = trunc i16 %y to i1
  %z = zext i1 %t to i8
  store i8 %z, ptr addrspace(1) %p
  %s = sext i1 %t to i64
  store i64 %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @vector64_8_32(<4 x i64> %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul <4 x i64> %x, %x
  %t = trunc <4 x i64> %y to <4 x i8>
  %z = zext <4 x i8> %t to <4 x i32>
  store <4 x i32> %z, ptr addrspace(1) %p
  store <4 x i8> %t, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @vector32_8_64(<4 x i32> %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul <4 x i32> %x, %x
  %t = trunc <4 x i32> %y to <4 x i8>
  %z = zext <4 x i8> %t to <4 x i64>
  store <4 x i64> %z, ptr addrspace(1) %p
  store <4 x i8> %t, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @vector32_8_16(<4 x i32> %x, ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %y = mul <4 x i32> %x, %x
  %t = trunc <4 x i32> %y to <4 x i8>
  %z = zext <4 x i8> %t to <4 x i16>
  store <4 x i16> %z, ptr addrspace(1) %p
  store <4 x i8> %t, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
