; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A built-in that the device does not have is a message that names it and the kernels, not a crash or an
; unknown symbol at the host's link.
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: not %sycl-codegen -target=native_cpu -o %t/native.table %t/a.table 2>&1 | FileCheck %s
; RUN: not ls %t/native.table
; CHECK: sycl-codegen: error: the native CPU device has no '__spirv_MemoryBarrier(int, int)'
; CHECK: note: kernel in this image: kernel
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z21__spirv_MemoryBarrierii(i32, i32)
define weak_odr spir_kernel void @kernel(ptr byval(i8) align 1 %closure) {
  call spir_func void @_Z21__spirv_MemoryBarrierii(i32 1, i32 2)
  ret void
}
