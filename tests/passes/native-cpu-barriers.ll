; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel with a barrier in a loop: the barrier is gone, what lives across it is in memory that is taken once per call and
; given back, and the results are those of work-items that wait for each other: each value goes once around the group.
; A loop over 16 rounds and a private array live across; the 5 items are not a multiple of anything.
; RUN: rm -rf %t && mkdir %t && split-file %s %t && %llvm-as %t/kernel.ll -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -o %t/native.table %t/a.table
; RUN: %llvm-readelf -s %t/native_0.o | FileCheck %s --check-prefix=SYMBOLS
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
; RUN: %sycl-codegen -target=native_cpu -O0 -o %t/native.table %t/a.table
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
; SYMBOLS-NOT: ControlBarrier
; SYMBOLS-DAG: UND aligned_alloc
; SYMBOLS-DAG: UND free
; SYMBOLS-DAG: UND sycc_kernel_no_memory
; SYMBOLS-DAG: FUNC GLOBAL HIDDEN {{.*}} __sycc_cpu_around
;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) memory(none)
declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32) memory(none)
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32) memory(none)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent
@slots = internal addrspace(3) global [64 x i32] undef

define internal spir_func void @wait() noinline optnone {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret void
}

define weak_odr spir_kernel void @around(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) {
entry:
  %seen = alloca [16 x i32]
  %me = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %at = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %me1 = add i64 %me, 1
  %other = urem i64 %me1, %n
  %own = getelementptr i32, ptr addrspace(3) @slots, i64 %me
  %next = getelementptr i32, ptr addrspace(3) @slots, i64 %other
  %first = trunc i64 %at to i32
  br label %round
round:
  %k = phi i64 [0, %entry], [%k1, %round]
  %value = phi i32 [%first, %entry], [%got, %round]
  %place = getelementptr i32, ptr %seen, i64 %k
  store volatile i32 %value, ptr %place
  store i32 %value, ptr addrspace(3) %own
  call spir_func void @wait()
  %got = load i32, ptr addrspace(3) %next
  call spir_func void @wait()
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 16
  br i1 %more, label %round, label %done
done:
  %which = urem i64 %at, 16
  %q = getelementptr i32, ptr %seen, i64 %which
  %result = load volatile i32, ptr %q
  %to = getelementptr i32, ptr addrspace(1) %data, i64 %at
  store i32 %result, ptr addrspace(1) %to
  ret void
}
;--- main.c
#include <sycc/native_cpu.h>
#include <stdio.h>
extern sycc_cpu_kernel __sycc_cpu_around;
void sycc_kernel_no_memory(void) { puts("no memory"); }
int main(void) {
  enum { LOCAL = 5, GROUPS = 20, N = LOCAL * GROUPS };
  static int data[N];
  int *p = data;
  char closure = 0;
  void *args[] = {&closure, &p};
  sycc_cpu_launch l = {{N, 1, 1}, {0, 0, 0}, {LOCAL, 1, 1}, {GROUPS, 1, 1}};
  __sycc_cpu_around(args, &l, 0, GROUPS);
  for (int i = 0; i < N; i++)
    if (data[i] != i / LOCAL * LOCAL + (i + i % 16) % LOCAL)
      return printf("%d: %d\n", i, data[i]), 1;
  return 0;
}
