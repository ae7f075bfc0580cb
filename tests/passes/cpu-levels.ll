; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels are there once for each level of the architecture, with what they call, and the launch says which one runs; variables are there
; once. Not so where there is nothing to gain, with a CPU named by -mcpu or the target, and without optimisation.
; RUN: rm -rf %t && mkdir %t && split-file %s %t && %llvm-as %t/kernel.ll -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=native_cpu -allow-imports -o %t/any.table %t/a.table
; RUN: %llvm-readelf -sW %t/any_0.o | FileCheck --check-prefix=ANY %s
; RUN: for o in %t/any_*.o; do %llvm-readelf -sW $o || exit 1; done | FileCheck --check-prefix=ALONE %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_many.baseline %t/any_0.o | FileCheck --check-prefix=BASELINE %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_many.x86_64_v3 %t/any_0.o | FileCheck --check-prefix=V3 %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_many.x86_64_v4 %t/any_0.o | FileCheck --check-prefix=V4 %s
; RUN: %clang -I %include %t/main.c %t/any_0.o -o %t/any && %t/any levels
; RUN: for o in -O0 -O1 -mcpu=x86-64; do %sycl-codegen -target=native_cpu $o -allow-imports -o %t/one.table %t/a.table && %llvm-readelf -sW %t/one_0.o && %clang -I %include %t/main.c %t/one_0.o -o %t/one && %t/one || exit 1; done | FileCheck --check-prefix=ONE %s
; RUN: for t in x86_64 x86_64_avx2 x86_64_avx512; do %sycl-codegen -target=$t -allow-imports -o %t/named.table %t/a.table && %llvm-readelf -sW %t/named_0.o || exit 1; done | FileCheck --check-prefix=ONE %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_x86_64_avx512_many %t/named_0.o | FileCheck --check-prefix=V4 %s
; ANY-DAG: FUNC LOCAL DEFAULT {{.*}} __sycc_cpu_many.baseline
; ANY-DAG: FUNC LOCAL DEFAULT {{.*}} __sycc_cpu_many.x86_64_v3
; ANY-DAG: FUNC LOCAL DEFAULT {{.*}} __sycc_cpu_many.x86_64_v4
; ANY-DAG: FUNC GLOBAL HIDDEN {{.*}} __sycc_cpu_many{{$}}
; ANY-DAG: FUNC LOCAL DEFAULT {{.*}} twice{{$}}
; ANY-DAG: FUNC LOCAL DEFAULT {{.*}} twice.x86_64_v3
; ANY-DAG: FUNC LOCAL DEFAULT {{.*}} twice.x86_64_v4
; One kernel has no loop, one gives a vector of 512 bits to a function of another library.
; ALONE-NOT: {{(once|gives)\.}}
; ALONE-DAG: FUNC GLOBAL HIDDEN {{.*}} __sycc_cpu_once{{$}}
; ALONE-DAG: FUNC GLOBAL HIDDEN {{.*}} __sycc_cpu_gives{{$}}
; ALONE-NOT: {{(once|gives)\.}}
; ONE-NOT: {{(many|once|calls|gives|twice)\.}}
; BASELINE-NOT: %{{[yz]}}mm
; BASELINE: mulps {{.*}}%xmm
; BASELINE-NOT: %{{[yz]}}mm
; V3-NOT: %zmm
; V3: vfm{{.*}}%ymm
; V3-NOT: %zmm
; V4: vfm{{.*}}%zmm
;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @llvm.fmuladd.f32(float, float, float)
declare spir_func void @_Z3farDv16_f(<16 x float>) #1
@calls = internal addrspace(1) global i32 0

define weak_odr spir_kernel void @many(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) #0 !sycc_dimensions !1 {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr float, ptr addrspace(1) %data, i64 %i
  %x = load float, ptr addrspace(1) %at
  %r = call float @llvm.fmuladd.f32(float %x, float %x, float 0xBFF0020000000000)
  store float %r, ptr addrspace(1) %at
  ret void
}

define weak_odr spir_kernel void @once(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) #0 !sycc_dimensions !0 {
  %x = load float, ptr addrspace(1) %data
  %r = call float @llvm.fmuladd.f32(float %x, float %x, float 0xBFF0020000000000)
  store float %r, ptr addrspace(1) %data
  ret void
}

define internal spir_func <16 x float> @twice(<16 x float> %v) noinline {
  %n = atomicrmw add ptr addrspace(1) @calls, i32 1 monotonic
  %known = uitofp i32 %n to float
  %r = fadd <16 x float> %v, %v
  %s = insertelement <16 x float> %r, float %known, i32 0
  ret <16 x float> %s
}
define weak_odr spir_kernel void @wide(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) #0 !sycc_dimensions !1 {
  %v = load <16 x float>, ptr addrspace(1) %data, align 4
  %r = call spir_func <16 x float> @twice(<16 x float> %v)
  store <16 x float> %r, ptr addrspace(1) %data, align 4
  ret void
}

define weak_odr spir_kernel void @gives(ptr byval(i8) align 1 %closure, ptr addrspace(1) %data) #0 !sycc_dimensions !1 {
  %v = load <16 x float>, ptr addrspace(1) %data, align 4
  call spir_func void @_Z3farDv16_f(<16 x float> %v)
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp:0" }
attributes #1 = { "sycl-external" }
!0 = !{i32 0}
!1 = !{i32 1}
;--- main.c
// x * x - (1 + 2^-11), where x is 1 + 2^-12, is 2^-24 if it is rounded once, as the levels above the baseline do, and else 0.
#include <stdio.h>
#include <sycc/native_cpu.h>
extern sycc_cpu_kernel __sycc_cpu_many, __sycc_cpu_once, __sycc_cpu_wide;
enum { ITEMS = 1000 };
static float data[ITEMS];
static int failures;

static void run(sycc_cpu_kernel *kernel, size_t items, size_t level, float first, float value) {
  sycc_cpu_launch l = {{items, 1, 1}, {0, 0, 0}, {items, 1, 1}, {1, 1, 1}, level};
  float *p = data;
  char closure = 0;
  void *args[] = {&closure, &p};
  for (size_t i = 0; i < ITEMS; i++)
    data[i] = 1 + 1.0f / 4096;
  kernel(args, &l, 0, 1);
  for (size_t i = 0; i < (items == 1 ? 16 : items); i++)
    if (data[i] != (i ? value : first) && ++failures)
      printf("level %zu, item %zu: %g, not %g\n", level, i, data[i], i ? value : first);
}

int main(int argc, char **argv) {
  size_t here = __builtin_cpu_supports("x86-64-v4") ? 2 : __builtin_cpu_supports("x86-64-v3");
  size_t calls = 0;
  for (size_t level = 0; level <= here; level++) {
    float rounded = level && argc > 1 ? 1.0f / (1 << 24) : 0;
    run(__sycc_cpu_many, ITEMS, level, rounded, rounded);
    run(__sycc_cpu_once, 1, level, 0, 1 + 1.0f / 4096);
    run(__sycc_cpu_wide, 1, level, calls++, 2 + 2.0f / 4096);
  }
  if (here == 2)
    run(__sycc_cpu_many, ITEMS, 7, argc > 1 ? 1.0f / (1 << 24) : 0, argc > 1 ? 1.0f / (1 << 24) : 0);
  return failures != 0;
}
