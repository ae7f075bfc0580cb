; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions of other libraries on NVIDIA's GPUs: global size and offset travel as six words behind their own parameters, into
; what is called and out of what is exported. Functions between a kernel and such a call are inlined.
; RUN: rm -rf %t && split-file %s %t && cd %t && env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -allow-imports -device-lib=%build/lib/sycc/ptx64.bc -o o2.table in.table && FileCheck --check-prefixes=PTX,O2 %s < o2_0.ptx
; RUN: cd %t && env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -allow-imports -O0 -device-lib=%build/lib/sycc/ptx64.bc -o o0.table in.table && FileCheck --check-prefix=PTX %s < o0_0.ptx

; An image for one GPU that links stays PTX; without the option it is machine code, and exports nothing.
; RUN: %if ptxas %{ cd %t && %sycl-codegen -target=nvidia_gpu_sm_90 -allow-imports -device-lib=%build/lib/sycc/ptx64.bc -o sm.table in.table && FileCheck --check-prefix=PTX %s < sm_0.fatbin %}
; RUN: %if ptxas %{ cd %t && %sycl-codegen -target=nvidia_gpu_sm_90 -device-lib=%build/lib/sycc/ptx64.bc -o code.table exports.table && not grep -q '^\.target' code_0.fatbin && not grep -e '.func' code_0.ptx && grep -e '.visible .entry calls' code_0.ptx %}

; RUN: cd %t && not env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -device-lib=%build/lib/sycc/ptx64.bc -o bad.table in.table 2>&1 | FileCheck --check-prefix=OPTION %s
; OPTION: error: device code calls 'far(int)', which no device code defines
; OPTION: help: if a shared library defines it, link with -fsycl-allow-device-image-dependencies
; RUN: cd %t && not env CUDA_PATH=/nowhere %sycl-codegen -target=ptx64 -allow-imports -device-lib=%build/lib/sycc/ptx64.bc -o bad.table recursive.table 2>&1 | FileCheck --check-prefix=RECURSIVE %s
; RECURSIVE: error: on NVIDIA's GPUs 'far(int)', which no device code of this link defines, can be called only where the caller is inlined into the kernel: not in a recursive function, nor through a pointer

; PTX: .extern .func (.param .b32 func_retval0) _Z3fari
; PTX: .param .b32 _Z3fari_param_0,
; PTX-NEXT: .param .b64 _Z3fari_param_1,
; PTX: .param .b64 _Z3fari_param_6
; PTX-NEXT: )
; O2-NOT: .func
; PTX: .weak .func (.param .b64 func_retval0) _Z4sizei(
; PTX: .param .b32 _Z4sizei_param_0,
; PTX: .param .b64 _Z4sizei_param_6
; PTX-NEXT: )
; The size of the first dimension, and the offset of the second.
; O2-NOT: __local_depot
; O2-DAG: ld.param.b64 %rd{{[0-9]+}}, [_Z4sizei_param_1];
; O2-DAG: ld.param.b64 %rd{{[0-9]+}}, [_Z4sizei_param_5];
; O2-NOT: _param_
; O2: ret;
; PTX: .weak .entry calls(
; O2-NOT: __local_depot
; O2: ld.param.b64 %rd[[SIZE:[0-9]+]], [calls_param_2];
; O2: ld.param.b64 %rd[[OFFSET:[0-9]+]], [%rd{{[0-9]+}}+40];
; O2-DAG: st.param.b64 [param6], %rd[[OFFSET]];
; O2-DAG: st.param.b64 [param1], %rd[[SIZE]];
; O2: call.uni (retval0), _Z3fari, (param0, param1, param2, param3, param4, param5, param6);

;--- in.table
[Code|Symbols]
in.ll|in.sym
;--- exports.table
[Code|Symbols]
exports.ll|in.sym
;--- recursive.table
[Code|Symbols]
recursive.ll|in.sym
;--- in.sym
calls
;--- in.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i32 @_Z3fari(i32) #0

define internal i32 @between(i32 %x) noinline {
  %r = call i32 @_Z3fari(i32 %x)
  ret i32 %r
}

define i64 @_Z4sizei(i32 %x) #1 {
  %size = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %offset = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  %sum = add i64 %size, %offset
  %wide = zext i32 %x to i64
  %r = add i64 %sum, %wide
  ret i64 %r
}

define weak_odr ptx_kernel void @calls(ptr byval(i64) align 8 %c, ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %out
  %r = call i32 @between(i32 %v)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

attributes #0 = { "sycl-external" }
attributes #1 = { "sycl-external" "sycl-module-id"="a.cpp:0" }
;--- exports.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define i32 @_Z4nexti(i32 %x) #0 {
  %r = add i32 %x, 1
  ret i32 %r
}
define weak_odr ptx_kernel void @calls(ptr addrspace(1) %out) {
  %r = call i32 @_Z4nexti(i32 1)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "sycl-external" "sycl-module-id"="a.cpp:0" }
;--- recursive.ll
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @_Z3fari(i32) #0
define internal i32 @again(i32 %x) {
  %far = call i32 @_Z3fari(i32 %x)
  %end = icmp eq i32 %far, 0
  br i1 %end, label %out, label %on
on:
  %r = call i32 @again(i32 %far)
  ret i32 %r
out:
  ret i32 %x
}
define weak_odr ptx_kernel void @calls(ptr addrspace(1) %out) {
  %r = call i32 @again(i32 5)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "sycl-external" }
