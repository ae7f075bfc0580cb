; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One image: its kernels are listed, everything else is internal, nothing unused is left.
; RUN: rm -rf %t && mkdir %t && cd %t && %llvm-as %s -o a.bc
; RUN: %sycl-post-link -o a.table a.bc
; RUN: FileCheck %s --input-file=a.table --check-prefix=TABLE
; RUN: FileCheck %s --input-file=a_0.sym --check-prefix=SYMBOLS
; RUN: %llvm-dis a_0.bc -o - | FileCheck %s
; RUN: not %sycl-post-link -o b.table missing.bc 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not %sycl-post-link -o b.table %s.not 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: head -c 200 a.bc > cut.bc
; RUN: not %sycl-post-link -o b.table cut.bc 2>&1 | FileCheck %s --check-prefix=CUT
; RUN: not %sycl-post-link a.bc 2>&1 | FileCheck %s --check-prefix=USAGE
; RUN: not ls b.table
; TABLE: [Code|Properties|Symbols]
; TABLE-NEXT: a_0.bc|{{.*}}a_0.prop|{{.*}}a_0.sym
; SYMBOLS: {{^}}first{{$}}
; SYMBOLS-NEXT: {{^}}second{{$}}
; CHECK: define internal spir_func i32 @used(
; CHECK-NOT: @unused
; CHECK: define weak_odr spir_kernel void @first(
; MISSING: sycl-post-link: error: cannot read
; CUT: sycl-post-link: cut.bc: error: not a module of LLVM IR
; USAGE: sycl-post-link: error: no output: give -o <table>
target triple = "spirv64-unknown-unknown"
define spir_func i32 @used(i32 %x) { ret i32 %x }
define spir_func i32 @unused(i32 %x) { ret i32 %x }
define weak_odr spir_kernel void @first(ptr byval(i8) %c) {
  %r = call spir_func i32 @used(i32 1)
  ret void
}
define weak_odr spir_kernel void @second(ptr byval(i8) %c) { ret void }
