; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A product of matrices: the user's loop, which all work-items go through together, holds vector instructions whose sums
; stay in registers; a row that is not a multiple of the lanes long runs too. A loop whose length differs from work-item
; to work-item is left as it is. Under a condition at the end of a range the loop is there twice: for rows all of whose lanes
; come there, and lane by lane.
; RUN: rm -rf %t && mkdir %t && split-file %s %t && %llvm-as %t/kernel.ll -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -mcpu=x86-64-v3 -o %t/v3.table %t/a.table
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_product %t/v3_0.o | FileCheck %s --check-prefix=CODE
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_differ %t/v3_0.o | FileCheck %s --check-prefix=OTHER
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_guarded %t/v3_0.o | FileCheck %s --check-prefix=CODE
; RUN: %sycl-codegen -target=native_cpu -o %t/native.table %t/a.table
; RUN: %clang -I %include %t/main.c %t/native_0.o -o %t/a.out && %t/a.out
; CODE: vbroadcastss 0x4({{.*}}), %ymm
; CODE-NEXT: vfmadd{{[0-9]+}}ps (%r{{.*}}), %ymm
; CODE-NEXT: vfmadd{{[0-9]+}}ps 0x20(%r{{.*}}), %ymm
; OTHER-NOT: vfmadd{{[0-9]+}}ps
;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) memory(none)

; c[y][x] = sum of a[y][k] * b[k][x]
define weak_odr spir_kernel void @product(ptr byval(i64) align 8 %closure, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
entry:
  %n = load i64, ptr %closure
  %x = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %row = mul i64 %y, %n
  br label %round
round:
  %k = phi i64 [0, %entry], [%k1, %round]
  %sum = phi float [0.0, %entry], [%more, %round]
  %ai = add i64 %row, %k
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %ai
  %va = load float, ptr addrspace(1) %pa
  %column = mul i64 %k, %n
  %bi = add i64 %column, %x
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %bi
  %vb = load float, ptr addrspace(1) %pb
  %product = fmul contract float %va, %vb
  %more = fadd contract float %sum, %product
  %k1 = add i64 %k, 1
  %end = icmp eq i64 %k1, %n
  br i1 %end, label %done, label %round
done:
  %ci = add i64 %row, %x
  %pc = getelementptr float, ptr addrspace(1) %c, i64 %ci
  store float %more, ptr addrspace(1) %pc
  ret void
}

; The same for n columns of a range that is wider.
define weak_odr spir_kernel void @guarded(ptr byval(i64) align 8 %closure, ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
entry:
  %n = load i64, ptr %closure
  %x = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %row = mul i64 %y, %n
  %inside = icmp ult i64 %x, %n
  br i1 %inside, label %under, label %return
under:
  br label %round
round:
  %k = phi i64 [0, %under], [%k1, %round]
  %sum = phi float [0.0, %under], [%more, %round]
  %ai = add i64 %row, %k
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %ai
  %va = load float, ptr addrspace(1) %pa
  %column = mul i64 %k, %n
  %bi = add i64 %column, %x
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %bi
  %vb = load float, ptr addrspace(1) %pb
  %product = fmul contract float %va, %vb
  %more = fadd contract float %sum, %product
  %k1 = add i64 %k, 1
  %end = icmp eq i64 %k1, %n
  br i1 %end, label %done, label %round
done:
  %ci = add i64 %row, %x
  %pc = getelementptr float, ptr addrspace(1) %c, i64 %ci
  store float %more, ptr addrspace(1) %pc
  br label %return
return:
  ret void
}

; The same as far as x: no two work-items make the same rounds.
define weak_odr spir_kernel void @differ(ptr byval(i64) align 8 %closure, ptr addrspace(1) %a, ptr addrspace(1) %c) {
entry:
  %n = load i64, ptr %closure
  %x = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  br label %round
round:
  %k = phi i64 [0, %entry], [%k1, %round]
  %sum = phi float [0.0, %entry], [%more, %round]
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %va = load float, ptr addrspace(1) %pa
  %product = fmul contract float %va, %va
  %more = fadd contract float %sum, %product
  %k1 = add i64 %k, 1
  %end = icmp ugt i64 %k1, %x
  br i1 %end, label %done, label %round
done:
  %pc = getelementptr float, ptr addrspace(1) %c, i64 %x
  store float %more, ptr addrspace(1) %pc
  ret void
}
;--- main.c
#include <sycc/native_cpu.h>
#include <stdio.h>
#include <stdlib.h>
extern sycc_cpu_kernel __sycc_cpu_product, __sycc_cpu_guarded, __sycc_cpu_differ;

static int check(size_t n, size_t local) {
  float *a = malloc(n * n * 4), *b = malloc(n * n * 4), *c = calloc(n * n, 4), *d = calloc(n, 4), *e = calloc(n * n + 1, 4);
  for (size_t i = 0; i < n * n; i++)
    a[i] = i % 7, b[i] = i % 5;
  void *args[] = {&n, &a, &b, &c}, *others[] = {&n, &a, &d}, *guarded[] = {&n, &a, &b, &e};
  size_t groups = (n + local - 1) / local;
  sycc_cpu_launch l = {{n, n, 1}, {0, 0, 0}, {local, 2, 1}, {groups, (n + 1) / 2, 1}}, l1 = {{n, 1, 1}, {0, 0, 0}, {local, 1, 1}, {groups, 1, 1}};
  __sycc_cpu_product(args, &l, 0, groups * l.groups[1]);
  sycc_cpu_launch wide = l;
  wide.global[0] = groups * local;
  e[n * n] = 1;
  __sycc_cpu_guarded(guarded, &wide, 0, groups * l.groups[1]);
  __sycc_cpu_differ(others, &l1, 0, groups);
  int wrong = e[n * n] != 1;
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < n; x++) {
      float sum = 0, squares = 0;
      for (size_t k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x], squares += k <= x ? a[k] * a[k] : 0;
      wrong += c[y * n + x] != sum || e[y * n + x] != sum || d[x] != squares;
    }
  free(a), free(b), free(c), free(d), free(e);
  return wrong;
}

int main(void) {
  static const size_t sizes[] = {1, 3, 16, 17, 64, 100};
  int wrong = 0;
  for (int i = 0; i < 6; i++)
    wrong += check(sizes[i], 16) + check(sizes[i], 64) + check(sizes[i], 5);
  return wrong ? printf("%d wrong\n", wrong), 1 : 0;
}
