; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions that are called through pointers, in loops with a barrier and without: pointers out of a table, of which sycl-post-link
; makes numbers. The calls of the functions stay, and each work-item gets its own results.
; RUN: rm -rf %t && mkdir %t && split-file %s %t && %llvm-as %t/kernel.ll -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -device-lib=%build/lib/sycc/native_cpu.bc -O2 -o %t/native.table %t/a.table
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
; RUN: %sycl-codegen -target=native_cpu -device-lib=%build/lib/sycc/native_cpu.bc -O0 -o %t/native.table %t/a.table
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) memory(none)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent
@table = internal addrspace(1) global [2 x ptr] [ptr @twice, ptr @more]

define internal spir_func i32 @twice(i32 %a) noinline {
  %r = mul i32 %a, 2
  ret i32 %r
}

define internal spir_func i32 @more(i32 %a) noinline {
  %r = add i32 %a, 3
  ret i32 %r
}

; value = table[(i + k) % 2](value), 5 times
define weak_odr spir_kernel void @waiting(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) {
entry:
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %data, i64 %i
  br label %round
round:
  %k = phi i64 [0, %entry], [%k1, %round]
  %value = phi i32 [1, %entry], [%got, %round]
  %sum = add i64 %i, %k
  %which = urem i64 %sum, 2
  %place = getelementptr ptr, ptr addrspace(1) @table, i64 %which
  %f = load volatile ptr, ptr addrspace(1) %place
  %got = call spir_func i32 %f(i32 %value)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %k1 = add i64 %k, 1
  %again = icmp ult i64 %k1, 5
  br i1 %again, label %round, label %done
done:
  store i32 %got, ptr addrspace(1) %to
  ret void
}

define weak_odr spir_kernel void @looping(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) {
entry:
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %data, i64 %i
  br label %round
round:
  %k = phi i64 [0, %entry], [%k1, %round]
  %value = phi i32 [1, %entry], [%got, %round]
  %sum = add i64 %i, %k
  %which = urem i64 %sum, 2
  %place = getelementptr ptr, ptr addrspace(1) @table, i64 %which
  %f = load volatile ptr, ptr addrspace(1) %place
  %got = call spir_func i32 %f(i32 %value)
  %k1 = add i64 %k, 1
  %again = icmp ult i64 %k1, 5
  br i1 %again, label %round, label %done
done:
  store i32 %got, ptr addrspace(1) %to
  ret void
}
;--- main.c
#include <stdio.h>
#include <sycc/native_cpu.h>
extern sycc_cpu_kernel __sycc_cpu_waiting, __sycc_cpu_looping;
void sycc_kernel_no_memory(void) { puts("no memory"); }

static int check(sycc_cpu_kernel *kernel) {
  enum { LOCAL = 37, GROUPS = 3, N = LOCAL * GROUPS };
  int data[N], *p = data;
  char closure = 0;
  void *args[] = {&closure, &p};
  sycc_cpu_launch l = {{N, 1, 1}, {0, 0, 0}, {LOCAL, 1, 1}, {GROUPS, 1, 1}};
  kernel(args, &l, 0, GROUPS);
  for (int i = 0; i < N; i++) {
    int value = 1;
    for (int k = 0; k < 5; k++)
      value = (i + k) % 2 ? value + 3 : value * 2;
    if (data[i] != value)
      return printf("%d: %d, not %d\n", i, data[i], value), 1;
  }
  return 0;
}

void sycc_kernel_fail(void) { __builtin_trap(); } // no call is of an unknown function
int main(void) { return check(__sycc_cpu_waiting) || check(__sycc_cpu_looping); }
