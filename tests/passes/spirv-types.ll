; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Pointers into the address spaces of include/sycc/spirv_types.h become SPIR-V's opaque types wherever they stand:
; results, arguments, structures, memory, phis. A select of two becomes a branch, which SPIR-V wants.
; REQUIRES: spirv-val, spirv-dis
; RUN: rm -rf %t && mkdir %t && %llvm-as %s -o %t/a.bc
; RUN: %sycl-post-link -o %t/a.table %t/a.bc
; RUN: %sycl-codegen -target=spir64 -o %t/spir64.table %t/a.table
; RUN: %spirv-val --target-env opencl2.2 %t/spir64_0.spv
; RUN: %spirv-dis --raw-id %t/spir64_0.spv > %t/text
; RUN: FileCheck %s --input-file=%t/text --implicit-check-not=OpSelect
; RUN: FileCheck %s --input-file=%t/text --check-prefix=IMAGES

; CHECK-DAG: [[EVENT:%[0-9]+]] = OpTypeEvent
; CHECK-DAG: OpTypeStruct [[EVENT]]
; CHECK-DAG: OpTypePointer Function [[EVENT]]
; CHECK-DAG: OpTypeFunction [[EVENT]] [[EVENT]]
; CHECK-DAG: [[NONE:%[0-9]+]] = OpConstantNull [[EVENT]]{{$}}
; CHECK-DAG: [[A:%[0-9]+]] = OpGroupAsyncCopy [[EVENT]] {{.*}} [[NONE]]{{$}}
; CHECK-DAG: [[B:%[0-9]+]] = OpGroupAsyncCopy [[EVENT]] {{.*}} [[A]]{{$}}
; CHECK-DAG: [[C:%[0-9]+]] = OpGroupAsyncCopy [[EVENT]] {{.*}} [[NONE]]{{$}}
; CHECK-DAG: OpPhi [[EVENT]] [[B]] {{%[0-9]+}} [[C]]
; CHECK-COUNT-2: OpGroupWaitEvents

; IMAGES-DAG: [[READ:%[0-9]+]] = OpTypeImage {{%[0-9]+}} 2D 0 0 0 0 Unknown ReadOnly
; IMAGES-DAG: [[WRITE:%[0-9]+]] = OpTypeImage {{%[0-9]+}} 3D 0 0 0 0 Unknown WriteOnly
; IMAGES-DAG: [[SAMPLER:%[0-9]+]] = OpTypeSampler
; IMAGES-DAG: [[SAMPLED:%[0-9]+]] = OpTypeSampledImage [[READ]]
; IMAGES-DAG: OpTypeFunction {{%[0-9]+}} [[READ]] [[WRITE]] [[SAMPLER]]
; IMAGES-DAG: OpSampledImage [[SAMPLED]]
; IMAGES-DAG: OpImageSampleExplicitLod
; IMAGES-DAG: OpImageWrite
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%holder = type { ptr addrspace(64) }

declare spir_func ptr addrspace(64) @_Z22__spirv_GroupAsyncCopyIjE(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, ptr addrspace(64))
declare spir_func void @_Z23__spirv_GroupWaitEventsjj(i32, i32, ptr addrspace(4))

define internal spir_func nonnull ptr addrspace(64) @pass(ptr addrspace(64) nonnull %e) noinline {
  ret ptr addrspace(64) %e
}
define internal spir_func void @make(ptr sret(%holder) align 8 %out, ptr addrspace(64) nonnull align 4 dereferenceable(4) %e) noinline {
  %at = getelementptr %holder, ptr %out, i32 0, i32 0
  store ptr addrspace(64) %e, ptr %at
  ret void
}
define weak_odr spir_kernel void @copies(ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %n) {
  %holder = alloca %holder
  %event = alloca ptr addrspace(64)
  %a = call spir_func ptr addrspace(64) @_Z22__spirv_GroupAsyncCopyIjE(i32 2, ptr addrspace(3) %to, ptr addrspace(1) %from, i64 8, i64 1, ptr addrspace(64) null)
  %b = call spir_func ptr addrspace(64) @_Z22__spirv_GroupAsyncCopyIjE(i32 2, ptr addrspace(3) %to, ptr addrspace(1) %from, i64 8, i64 1, ptr addrspace(64) %a)
  %c = call spir_func ptr addrspace(64) @_Z22__spirv_GroupAsyncCopyIjE(i32 2, ptr addrspace(3) %to, ptr addrspace(1) %from, i64 8, i64 2, ptr addrspace(64) addrspacecast (ptr addrspace(4) null to ptr addrspace(64)))
  %which = icmp sgt i32 %n, 3
  %one = select i1 %which, ptr addrspace(64) %b, ptr addrspace(64) %c
  %same = call spir_func nonnull ptr addrspace(64) @pass(ptr addrspace(64) nonnull %one)
  call spir_func void @make(ptr sret(%holder) align 8 %holder, ptr addrspace(64) nonnull align 4 dereferenceable(4) %same)
  %at = getelementptr %holder, ptr %holder, i32 0, i32 0
  %kept = load ptr addrspace(64), ptr %at
  store ptr addrspace(64) %kept, ptr %event
  %list = addrspacecast ptr %event to ptr addrspace(4)
  call spir_func void @_Z23__spirv_GroupWaitEventsjj(i32 2, i32 1, ptr addrspace(4) %list)
  store ptr addrspace(64) %a, ptr %event
  call spir_func void @_Z23__spirv_GroupWaitEventsjj(i32 2, i32 1, ptr addrspace(4) %list)
  ret void
}

declare spir_func ptr addrspace(76) @_Z20__spirv_SampledImageI(ptr addrspace(67), ptr addrspace(65))
declare spir_func <4 x float> @_Z30__spirv_ImageSampleExplicitLodI(ptr addrspace(76), <2 x float>, i32, float)
declare spir_func void @_Z18__spirv_ImageWriteI(ptr addrspace(71), <4 x i32>, <4 x float>)

define weak_odr spir_kernel void @images(ptr addrspace(67) %in, ptr addrspace(71) %out, ptr addrspace(65) %sampler) {
  %both = call spir_func ptr addrspace(76) @_Z20__spirv_SampledImageI(ptr addrspace(67) %in, ptr addrspace(65) %sampler)
  %v = call spir_func <4 x float> @_Z30__spirv_ImageSampleExplicitLodI(ptr addrspace(76) %both, <2 x float> splat (float 5.0e-1), i32 2, float 0.0)
  call spir_func void @_Z18__spirv_ImageWriteI(ptr addrspace(71) %out, <4 x i32> splat (i32 1), <4 x float> %v)
  ret void
}
