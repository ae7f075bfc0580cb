; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels say how many dimensions their range has. Over one there is nothing to divide; what the others are asked for is what it always was. A
; number that makes no sense says nothing.
; RUN: rm -rf %t && mkdir %t && split-file %s %t && %llvm-as %t/kernel.ll -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -mcpu=x86-64 -O2 -o %t/native.table %t/a.table
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_none %t/native_0.o | FileCheck --check-prefix=NONE %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_one %t/native_0.o | FileCheck --check-prefix=ONE %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_three %t/native_0.o | FileCheck --check-prefix=THREE %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_wrong %t/native_0.o | FileCheck --check-prefix=THREE %s
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
; RUN: %sycl-codegen -target=native_cpu -O0 -o %t/native.table %t/a.table
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
; NONE-LABEL: <__sycc_cpu_none>:
; NONE: jae
; NONE-NOT: {{[[:space:]]j|div}}
; NONE: ret
; ONE-LABEL: <__sycc_cpu_one>:
; ONE-NOT: div
; ONE: ret
; THREE: div
;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) memory(none)
declare spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32) memory(none)
declare spir_func i64 @_Z27__spirv_BuiltInGlobalOffseti(i32) memory(none)
declare spir_func i64 @_Z25__spirv_BuiltInGlobalSizei(i32) memory(none)
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32) memory(none)
declare spir_func i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32) memory(none)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent

; data[all ids] = global ids and group ids, as digits; sizes of all dimensions count too
define internal spir_func void @note(ptr addrspace(1) %data) alwaysinline {
  %x = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %z = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
  %ox = call spir_func i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  %oy = call spir_func i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  %oz = call spir_func i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 2)
  %nx = call spir_func i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %ny = call spir_func i64 @_Z25__spirv_BuiltInGlobalSizei(i32 1)
  %gx = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %gy = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  %gz = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 2)
  %lz = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 2)
  %cz = call spir_func i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 2)
  %rx = sub i64 %x, %ox
  %ry = sub i64 %y, %oy
  %rz = sub i64 %z, %oz
  %a = mul i64 %rz, %ny
  %b = add i64 %a, %ry
  %c = mul i64 %b, %nx
  %at = add i64 %c, %rx
  %z1 = mul i64 %z, 100
  %zy = add i64 %z1, %y
  %zy1 = mul i64 %zy, 100
  %ids = add i64 %zy1, %x
  %g1 = mul i64 %gz, 100
  %g2 = add i64 %g1, %gy
  %g3 = mul i64 %g2, 100
  %groups = add i64 %g3, %gx
  %sizes = mul i64 %lz, %cz
  %d1 = mul i64 %ids, 1000000
  %d2 = add i64 %d1, %groups
  %d3 = mul i64 %d2, 100
  %result = add i64 %d3, %sizes
  %to = getelementptr i64, ptr addrspace(1) %data, i64 %at
  store i64 %result, ptr addrspace(1) %to
  ret void
}

define weak_odr spir_kernel void @none(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) !sycc_dimensions !0 {
  call spir_func void @note(ptr addrspace(1) %data)
  ret void
}
define weak_odr spir_kernel void @one(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) !sycc_dimensions !1 {
  call spir_func void @note(ptr addrspace(1) %data)
  ret void
}
define weak_odr spir_kernel void @two(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) !sycc_dimensions !2 {
  call spir_func void @note(ptr addrspace(1) %data)
  ret void
}
define weak_odr spir_kernel void @waits(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) !sycc_dimensions !2 {
  call spir_func void @note(ptr addrspace(1) %data)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  call spir_func void @note(ptr addrspace(1) %data)
  ret void
}
define weak_odr spir_kernel void @three(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) !sycc_dimensions !3 {
  call spir_func void @note(ptr addrspace(1) %data)
  ret void
}
define weak_odr spir_kernel void @wrong(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) !sycc_dimensions !9 {
  call spir_func void @note(ptr addrspace(1) %data)
  ret void
}
!0 = !{i32 0}
!1 = !{i32 1}
!2 = !{i32 2}
!3 = !{i32 3}
!9 = !{i32 9}
;--- main.c
#include <stdio.h>
#include <sycc/native_cpu.h>
extern sycc_cpu_kernel __sycc_cpu_none, __sycc_cpu_one, __sycc_cpu_two, __sycc_cpu_waits, __sycc_cpu_three, __sycc_cpu_wrong;
void sycc_kernel_no_memory(void) { puts("no memory"); }

// Over that many dimensions; groups are cut off, unless work-items wait for each other.
static int check(const char *name, sycc_cpu_kernel *kernel, int dims, int waits) {
  sycc_cpu_launch l = {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}};
  static const size_t cut[3] = {22, 7, 5}, whole[3] = {20, 6, 4}, local[3] = {5, 3, 2}, offset[3] = {3, 2, 1};
  for (int d = 0; d < dims; d++) {
    l.global[d] = (waits ? whole : cut)[d], l.offset[d] = offset[d], l.local[d] = local[d];
    l.groups[d] = (l.global[d] + local[d] - 1) / local[d];
  }
  static size_t data[22 * 7 * 5];
  size_t *p = data, groups = l.groups[0] * l.groups[1] * l.groups[2], n = l.global[0] * l.global[1] * l.global[2];
  char closure = 0;
  void *args[] = {&closure, &p};
  for (size_t i = 0; i < n; i++)
    data[i] = 0;
  kernel(args, &l, 0, groups / 2);
  kernel(args, &l, groups / 2, groups);
  for (size_t i = 0; i < n; i++) {
    size_t at[3] = {i % l.global[0], i / l.global[0] % l.global[1], i / l.global[0] / l.global[1]}, ids = 0, group = 0;
    for (int d = 2; d >= 0; d--) {
      ids = ids * 100 + at[d] + l.offset[d];
      group = group * 100 + at[d] / l.local[d];
    }
    size_t expected = (ids * 1000000 + group) * 100 + l.local[2] * l.groups[2];
    if (data[i] != expected)
      return printf("%s, %zu: %zu, not %zu\n", name, i, data[i], expected), 1;
  }
  return 0;
}

int main(void) {
  return check("none", __sycc_cpu_none, 0, 0) || check("one", __sycc_cpu_one, 1, 0) || check("two", __sycc_cpu_two, 2, 0) ||
         check("waits", __sycc_cpu_waits, 2, 1) || check("three", __sycc_cpu_three, 3, 0) || check("wrong", __sycc_cpu_wrong, 3, 0);
}
