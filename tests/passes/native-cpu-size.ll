; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A required group size is a constant: the one loop of 16 rounds is four vectors. Kernels of another size in the same image: the
; size is what the launch says (at offset 48 of sycc_cpu_launch). What 16 work-items keep across a barrier lies on the stack; of a group whose size is
; not known it may have to come from the heap.
; RUN: rm -rf %t && mkdir %t && sed 's/!other/!1/' %s | %llvm-as -o %t/same.bc && sed 's/!other/!2/' %s | %llvm-as -o %t/two.bc
; RUN: printf '[Code]\n%t/same.bc\n%t/two.bc\n' > %t/a.table && %sycl-codegen -target=native_cpu -mcpu=x86-64 -O2 -o %t/native.table %t/a.table
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_kernel %t/native_0.o | FileCheck --check-prefix=SAME %s
; RUN: %llvm-objdump -d --no-show-raw-insn --disassemble-symbols=__sycc_cpu_kernel %t/native_1.o | FileCheck --check-prefix=TWO %s
; RUN: %llvm-readelf -s %t/native_0.o | FileCheck --check-prefix=STACK %s
; RUN: %llvm-readelf -s %t/native_1.o | FileCheck --check-prefix=HEAP %s
; STACK-NOT: UND aligned_alloc
; HEAP: UND aligned_alloc
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; SAME-LABEL: <__sycc_cpu_kernel>:
; SAME-NOT: 0x30(%rsi)
; SAME: ret
; TWO-LABEL: <__sycc_cpu_kernel>:
; TWO: 0x30(%rsi)
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

define weak_odr spir_kernel void @kernel(ptr byval({i32}) align 8 %closure, ptr addrspace(1) %p) !sycc_reqd_work_group_size !1 {
  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %a = load i32, ptr addrspace(1) %to
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %b = add i32 %a, 1
  store i32 %b, ptr addrspace(1) %to
  ret void
}

define weak_odr spir_kernel void @other(ptr byval({i32}) align 8 %closure, ptr addrspace(1) %p) !sycc_reqd_work_group_size !other {
  store i32 1, ptr addrspace(1) %p
  ret void
}

!1 = !{i32 16}
!2 = !{i32 32}
