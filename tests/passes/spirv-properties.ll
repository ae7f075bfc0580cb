; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; From string attributes and annotations to metadata, and from that to SPIR-V, row by row of the table; what is not in
; the table is nowhere. Annotations with properties of the user stay, and other targets than SPIR-V are generated without.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: %llvm-as good.ll -o a.bc && %sycl-post-link -o a.table a.bc
; RUN: %llvm-dis a_0.bc -o - | FileCheck good.ll --implicit-check-not=annotation --implicit-check-not=llvm.metadata
; RUN: %sycl-codegen -target=spir64 -o s.table a.table
; RUN: %spirv-val --target-env opencl2.2 s_0.spv
; RUN: %spirv-dis s_0.spv | FileCheck good.ll --check-prefix=SPIRV --implicit-check-not=OpDecorate
; RUN: %llvm-as own.ll -o own.bc && %sycl-post-link -o own.table own.bc && %llvm-dis own_0.bc -o - | FileCheck own.ll
; RUN: %sycl-codegen -target=spir64 -o owns.table own.table && %spirv-dis owns_0.spv | FileCheck own.ll --check-prefix=SPIRV --implicit-check-not=OpVariable
; RUN: %sycl-codegen -target=x86_64 -o ownx.table own.table && not grep -a 'sycl-properties' ownx_0.o
; RUN: %llvm-as bad.ll -o bad.bc
; RUN: not %sycl-post-link -o bad.table bad.bc 2>&1 | FileCheck bad.ll
; RUN: sed s/\"3\"/\"8\"/ bad.ll | %llvm-as -o bad2.bc
; RUN: not %sycl-post-link -o bad.table bad2.bc 2>&1 | FileCheck bad.ll --check-prefix=VARIABLE
; RUN: not ls bad.table
;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@text = private unnamed_addr addrspace(1) constant [71 x i8] c"sycl-properties:sycl-buffer-location=4,sycl-alignment=32,sycl-restrict\00", section "llvm.metadata"
@bad = private unnamed_addr addrspace(1) constant [34 x i8] c"sycl-properties:sycl-alignment=33\00", section "llvm.metadata"
@plain = private unnamed_addr addrspace(1) constant [18 x i8] c"sycl-alignment=32\00", section "llvm.metadata"
@last = private unnamed_addr constant [5 x i8] c"last\00", section "llvm.metadata"

; CHECK-DAG: @small = internal addrspace(1) global i32 7, align 64, !spirv.Decorations [[G64:![0-9]+]]
; CHECK-DAG: @large = internal addrspace(1) global i32 7, align 256, !spirv.Decorations [[G256:![0-9]+]]
; CHECK-DAG: @other = internal addrspace(1) global i32 7, align 4 #
@small = internal addrspace(1) global i32 7, align 4 #0
@large = internal addrspace(1) global i32 7, align 256 #0
@other = internal addrspace(1) global i32 7, align 4 #1

declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
declare ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1), ptr, ptr, i32, ptr)
declare void @llvm.var.annotation.p0.p1(ptr, ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
declare i32 @llvm.annotation.i32.p1(i32, ptr addrspace(1), ptr addrspace(1), i32)

; CHECK: define weak_odr spir_kernel void @parameters({{.*}} !spirv.ParameterDecorations [[LISTS:![0-9]+]]
define weak_odr spir_kernel void @parameters(ptr byval(i64) align 8 "sycl-alignment"="64" "sycl-restrict" %closure,
    ptr addrspace(1) "sycl-no-alias" %no_alias, ptr addrspace(1) "sycl-restrict" %restrict,
    ptr addrspace(1) "sycl-restrict" "sycl-no-alias" "sycl-alignment"="128" %several,
    ptr addrspace(1) "sycl-read-write-mode"="0" %read, ptr addrspace(1) "sycl-read-write-mode"="1" %write,
    ptr addrspace(1) "sycl-read-write-mode"="2" "sycl-buffer-location"="1" "sycl-no-offset" "sycl-foo"="3" %both,
    ptr addrspace(3) "sycl-alignment"="16" %local) {
  %a = load i32, ptr addrspace(1) @small
  %b = load i32, ptr addrspace(1) @large
  %c = load i32, ptr addrspace(1) @other
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr addrspace(1) @small
  ret void
}

; No parameter has a property: no list.
; CHECK: define weak_odr spir_kernel void @members(ptr addrspace(1) %0) {
; CHECK-NEXT: %local = alloca i32
; CHECK-NEXT: %member = getelementptr
; CHECK-NEXT: %p = load ptr addrspace(1), ptr addrspace(1) %member, align 8, !spirv.Decorations [[M32:![0-9]+]]
; CHECK-NEXT: %n = load i64, ptr addrspace(1) %member, align 8{{$}}
; CHECK-NEXT: %q = load ptr addrspace(1), ptr addrspace(1) %member, align 8{{$}}
; CHECK-NEXT: %r = load ptr addrspace(1), ptr addrspace(1) %member, align 8, !spirv.Decorations [[M32]]
; CHECK-NEXT: store i64 %n, ptr addrspace(1) %p
; CHECK-NEXT: store i32 5, ptr addrspace(1) %q
; CHECK-NEXT: store i32 6, ptr addrspace(1) %r
; CHECK-NEXT: ret void
define weak_odr spir_kernel void @members(ptr addrspace(1) %0) {
  %local = alloca i32
  call void @llvm.var.annotation.p0.p1(ptr %local, ptr addrspace(1) @plain, ptr addrspace(1) @plain, i32 1, ptr addrspace(1) null)
  %member = getelementptr i64, ptr addrspace(1) %0, i64 1
  %m = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %member, ptr addrspace(1) @text, ptr addrspace(1) @plain, i32 3, ptr addrspace(1) null)
  %p = load ptr addrspace(1), ptr addrspace(1) %m
  %n = load i64, ptr addrspace(1) %m
  ; Two that say nothing, then one that speaks through another.
  %u = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %member, ptr addrspace(1) @plain, ptr addrspace(1) @plain, i32 3, ptr addrspace(1) null)
  %v = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %u, ptr addrspace(1) @bad, ptr addrspace(1) @plain, i32 3, ptr addrspace(1) null)
  %q = load ptr addrspace(1), ptr addrspace(1) %v
  %w = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %member, ptr addrspace(1) @text, ptr addrspace(1) @plain, i32 3, ptr addrspace(1) null)
  %x = call ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1) %w, ptr @last, ptr @last, i32 3, ptr null)
  %r = load ptr addrspace(1), ptr addrspace(1) %x
  store i64 %n, ptr addrspace(1) %p
  %five = call i32 @llvm.annotation.i32.p1(i32 5, ptr addrspace(1) @plain, ptr addrspace(1) @plain, i32 1)
  store i32 %five, ptr addrspace(1) %q
  store i32 6, ptr addrspace(1) %r
  ret void
}

attributes #0 = { "sycl-alignment"="64" }
attributes #1 = { "sycl-host-access"="read" "sycl-device-image-scope" "sycl-init-mode"="1" "sycl-implement-in-csr"="true" }

; CHECK-DAG: [[LISTS]] = !{[[NONE:![0-9]+]], [[ALIAS:![0-9]+]], [[ALIAS]], [[SEVERAL:![0-9]+]], [[READ:![0-9]+]], [[WRITE:![0-9]+]], [[NONE]], [[LOCAL:![0-9]+]]}
; CHECK-DAG: [[NONE]] = !{}
; CHECK-DAG: [[ALIAS]] = !{[[ALIAS1:![0-9]+]]}
; CHECK-DAG: [[ALIAS1]] = !{i32 38, i32 4}
; CHECK-DAG: [[SEVERAL]] = !{[[A128:![0-9]+]], [[ALIAS1]]}
; CHECK-DAG: [[A128]] = !{i32 44, i32 128}
; CHECK-DAG: [[READ]] = !{[[READ1:![0-9]+]]}
; CHECK-DAG: [[READ1]] = !{i32 38, i32 6}
; CHECK-DAG: [[WRITE]] = !{[[WRITE1:![0-9]+]]}
; CHECK-DAG: [[WRITE1]] = !{i32 25}
; CHECK-DAG: [[LOCAL]] = !{[[A16:![0-9]+]]}
; CHECK-DAG: [[A16]] = !{i32 44, i32 16}
; CHECK-DAG: [[M32]] = !{[[A32:![0-9]+]]}
; CHECK-DAG: [[A32]] = !{i32 44, i32 32}
; CHECK-DAG: [[G64]] = !{[[A64:![0-9]+]]}
; CHECK-DAG: [[A64]] = !{i32 44, i32 64}
; CHECK-DAG: [[G256]] = !{[[A256:![0-9]+]]}
; CHECK-DAG: [[A256]] = !{i32 44, i32 256}

; SPIRV: OpDecorate %[[CLOSURE:.*]] Alignment 8
; SPIRV: OpDecorate %[[CLOSURE]] FuncParamAttr ByVal
; SPIRV: OpDecorate %[[NO_ALIAS:.*]] FuncParamAttr NoAlias
; SPIRV: OpDecorate %[[RESTRICT:.*]] FuncParamAttr NoAlias
; SPIRV: OpDecorate %[[SEVERAL:.*]] Alignment 128
; SPIRV: OpDecorate %[[SEVERAL]] FuncParamAttr NoAlias
; SPIRV: OpDecorate %[[READ:.*]] FuncParamAttr NoWrite
; SPIRV: OpDecorate %[[WRITE:.*]] NonReadable
; SPIRV: OpDecorate %[[LOCAL:.*]] Alignment 16
; SPIRV-DAG: OpDecorate %small Alignment 64
; SPIRV-DAG: OpDecorate %large Alignment 256
; SPIRV-DAG: OpDecorate %other Alignment 4
; SPIRV-DAG: OpDecorate %[[P:.*]] Alignment 32
; SPIRV: OpDecorate %[[R:.*]] Alignment 32
; SPIRV: %parameters = OpFunction
; SPIRV-NEXT: %[[CLOSURE]] = OpFunctionParameter
; SPIRV-NEXT: %[[NO_ALIAS]] = OpFunctionParameter
; SPIRV-NEXT: %[[RESTRICT]] = OpFunctionParameter
; SPIRV-NEXT: %[[SEVERAL]] = OpFunctionParameter
; SPIRV-NEXT: %[[READ]] = OpFunctionParameter
; SPIRV-NEXT: %[[WRITE]] = OpFunctionParameter
; SPIRV-NEXT: %{{.*}} = OpFunctionParameter
; SPIRV-NEXT: %[[LOCAL]] = OpFunctionParameter
; SPIRV: %members = OpFunction
; SPIRV: %[[P]] = OpLoad
; SPIRV: %[[R]] = OpLoad
;--- own.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@text = private unnamed_addr addrspace(1) constant [52 x i8] c"sycl-properties:sycl-foo=4,5,sycl-alignment=32,bar=\00", section "llvm.metadata"
@file = private unnamed_addr addrspace(1) constant [9 x i8] c"file.cpp\00", section "llvm.metadata"
@word = private unnamed_addr addrspace(1) constant [5 x i8] c"word\00", section "llvm.metadata"
declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))
; The member is where the object begins; only what goes through the annotation is about it.
; CHECK-NOT: file.cpp
; CHECK: %m = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %0, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 3, ptr addrspace(1) null)
; CHECK-NEXT: %p = load ptr addrspace(1), ptr addrspace(1) %m, align 8, !spirv.Decorations
; CHECK-NEXT: %n = load i32, ptr addrspace(1) %0
; SPIRV-DAG: OpDecorate %[[MEMBER:.*]] UserSemantic "sycl-properties:sycl-foo=4,5,sycl-alignment=32,bar="
; SPIRV-DAG: OpDecorate %[[LOADED:.*]] Alignment 32
; SPIRV: %[[OBJECT:.*]] = OpFunctionParameter
; SPIRV: %[[MEMBER]] = Op{{.*}} %[[OBJECT]]
; SPIRV: %[[LOADED]] = OpLoad
define weak_odr spir_kernel void @member(ptr addrspace(1) %0) !sycc_dimensions !0 {
  %m = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %0, ptr addrspace(1) @text, ptr addrspace(1) @file, i32 3, ptr addrspace(1) null)
  %w = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %m, ptr addrspace(1) @word, ptr addrspace(1) @file, i32 3, ptr addrspace(1) null)
  %p = load ptr addrspace(1), ptr addrspace(1) %w
  %n = load i32, ptr addrspace(1) %0
  store i32 %n, ptr addrspace(1) %p
  ret void
}
!0 = !{i32 1}
;--- bad.ll
target triple = "spirv64-unknown-unknown"
; CHECK: sycl-post-link: error: property 'sycl-alignment' of a parameter of kernel 'parameter' is '3'; it takes a power of two
; VARIABLE: sycl-post-link: error: property 'sycl-alignment' of variable 'shared' is 'much'; it takes a power of two
@shared = internal addrspace(1) global i32 7, align 4 #0
define weak_odr spir_kernel void @parameter(ptr addrspace(1) "sycl-alignment"="3" %p) {
  %a = load i32, ptr addrspace(1) @shared
  store i32 %a, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "sycl-alignment"="much" }
