; A call through a pointer is a switch over the functions that the kernel can have: what the tables of another kernel need of a device
; is no need of this one. What both call with tables of their own needs both.
;
; RUN: rm -rf %t && mkdir %t && %sycl-post-link -Wno-sycl-external -split=kernel -o %t/a.table %s
; RUN: %build/bin/sycl-image-info %t/a.table | FileCheck %s
; CHECK: kernel plain
; CHECK-NOT: needs
; CHECK: kernel double
; CHECK-NEXT: needs aspect fp64, for wide
; CHECK: kernel shares{{$}}
; CHECK-NEXT: needs aspect fp64, for wide
; CHECK: kernel shares_wide
; CHECK-NEXT: needs aspect fp64, for wide
target triple = "spirv64-unknown-unknown"
@safe = internal addrspace(1) constant [2 x ptr] [ptr @one, ptr @two]
@table = internal addrspace(1) constant [2 x ptr] [ptr @one, ptr @wide]
@nested = internal addrspace(1) constant { i32, ptr addrspace(1) } { i32 0, ptr addrspace(1) @table }
define internal spir_func i32 @one(i32 %x) { ret i32 %x }
define internal spir_func i32 @two(i32 %x) { ret i32 %x }
define internal spir_func i32 @wide(i32 %x) !intel_used_aspects !0 { ret i32 %x }
define internal spir_func i32 @through(ptr %f) {
  %r = call spir_func i32 %f(i32 1)
  ret i32 %r
}
define spir_kernel void @plain(i64 %i) {
  %p = getelementptr ptr, ptr addrspace(1) @safe, i64 %i
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 1)
  ret void
}
define spir_kernel void @double(i64 %i) {
  %t = load ptr addrspace(1), ptr addrspace(1) getelementptr inbounds ({ i32, ptr addrspace(1) }, ptr addrspace(1) @nested, i32 0, i32 1)
  %p = getelementptr ptr, ptr addrspace(1) %t, i64 %i
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 1)
  ret void
}
define spir_kernel void @shares() {
  %r = call spir_func i32 @through(ptr @two)
  ret void
}
define spir_kernel void @shares_wide() {
  %r = call spir_func i32 @through(ptr @wide)
  ret void
}
!0 = !{i32 6}
