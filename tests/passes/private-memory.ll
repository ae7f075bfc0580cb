; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A work-item's private array must stay its own: nothing may be reordered across work-items through it, so
; accesses to it are never marked parallel. The kernel reverses four values through a private array; the test
; program runs it.
; RUN: rm -rf %t && mkdir %t && split-file %s %t && %llvm-as %t/kernel.ll -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -o %t/native.table %t/a.table
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define weak_odr spir_kernel void @reverse(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) {
entry:
  %a = alloca [4 x i32]
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %base = mul i64 %i, 4
  br label %fill
fill:
  %k = phi i64 [0, %entry], [%k1, %fill]
  %at = add i64 %base, %k
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %at
  %v = load i32, ptr addrspace(1) %p
  %slot = getelementptr i32, ptr %a, i64 %k
  store volatile i32 %v, ptr %slot
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 4
  br i1 %more, label %fill, label %drain
drain:
  %j = phi i64 [0, %fill], [%j1, %drain]
  %r = sub i64 3, %j
  %from = getelementptr i32, ptr %a, i64 %r
  %x = load volatile i32, ptr %from
  %to = add i64 %base, %j
  %q = getelementptr i32, ptr addrspace(1) %data, i64 %to
  store i32 %x, ptr addrspace(1) %q
  %j1 = add i64 %j, 1
  %again = icmp ult i64 %j1, 4
  br i1 %again, label %drain, label %done
done:
  ret void
}
;--- main.c
#include <sycc/native_cpu.h>
#include <stdio.h>
extern sycc_cpu_kernel __sycc_cpu_reverse;
int main(void) {
  enum { N = 1000 };
  static int data[N * 4];
  for (int i = 0; i < N * 4; i++)
    data[i] = i;
  int *p = data;
  char closure = 0;
  void *args[] = {&closure, &p};
  sycc_cpu_launch l = {{N, 1, 1}, {0, 0, 0}, {64, 1, 1}, {(N + 63) / 64, 1, 1}};
  __sycc_cpu_reverse(args, &l, 0, (N + 63) / 64);
  for (int i = 0; i < N * 4; i++)
    if (data[i] != i / 4 * 4 + 3 - i % 4)
      return printf("%d: %d\n", i, data[i]), 1;
  return 0;
}
