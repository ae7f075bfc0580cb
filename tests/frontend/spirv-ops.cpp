// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CL/__spirv declares becomes the instruction or the variable of that name.
// REQUIRES: spirv-val, spirv-dis
// RUN: %device -I%include -O2 -emit-llvm -c %s -o %t.bc
// RUN: sh %S/Inputs/spirv.sh %build/bin %spirv-val %spirv-dis %t.bc > %t.txt
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=VARIABLES
// RUN: FileCheck %s --input-file=%t.txt
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=ATOMICS
#include <CL/__spirv/spirv_ops.hpp>

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void go(const F &f) { f(); }

template <class P> SYCL_EXTERNAL void atomics(P p, SYCC_GLOBAL int *out) {
  std::uint32_t scope = __spv::Scope::Device, how = __spv::MemorySemanticsMask::AcquireRelease;
  *out += __spirv_AtomicLoad(p, scope, __spv::MemorySemanticsMask::Acquire);
  __spirv_AtomicStore(p, scope, __spv::MemorySemanticsMask::Release, 1);
  *out += __spirv_AtomicExchange(p, scope, how, 2);
  *out += __spirv_AtomicCompareExchange(p, scope, how, __spv::MemorySemanticsMask::Acquire, 1, 2);
  *out += __spirv_AtomicIAdd(p, scope, how, 3);
  *out += __spirv_AtomicISub(p, scope, how, 3);
  *out += __spirv_AtomicSMin(p, scope, how, 3);
  *out += __spirv_AtomicUMin(p, scope, how, 3);
  *out += __spirv_AtomicSMax(p, scope, how, 3);
  *out += __spirv_AtomicUMax(p, scope, how, 3);
  *out += __spirv_AtomicAnd(p, scope, how, 3);
  *out += __spirv_AtomicOr(p, scope, how, 3);
  *out += __spirv_AtomicXor(p, scope, how, 3);
}

class Ops;
void submit(SYCC_GLOBAL int *g, SYCC_LOCAL int *l, int *p, SYCC_GLOBAL float *f) {
  go<Ops>([=] {
    // VARIABLES-DAG: BuiltIn GlobalInvocationId
    // VARIABLES-DAG: BuiltIn GlobalSize
    // VARIABLES-DAG: BuiltIn GlobalOffset
    // VARIABLES-DAG: BuiltIn LocalInvocationId
    // VARIABLES-DAG: BuiltIn WorkgroupSize
    // VARIABLES-DAG: BuiltIn EnqueuedWorkgroupSize
    // VARIABLES-DAG: BuiltIn NumWorkgroups
    // VARIABLES-DAG: BuiltIn WorkgroupId
    g[0] = __spirv_BuiltInGlobalInvocationId(0) + __spirv_BuiltInGlobalSize(0) + __spirv_BuiltInGlobalOffset(0) +
           __spirv_BuiltInLocalInvocationId(0) + __spirv_BuiltInWorkgroupSize(0) +
           __spirv_BuiltInEnqueuedWorkgroupSize(0) + __spirv_BuiltInNumWorkgroups(0) + __spirv_BuiltInWorkgroupId(0);
    // VARIABLES-DAG: BuiltIn GlobalLinearId
    // VARIABLES-DAG: BuiltIn LocalInvocationIndex
    // VARIABLES-DAG: BuiltIn WorkDim
    // VARIABLES-DAG: BuiltIn SubgroupSize
    // VARIABLES-DAG: BuiltIn SubgroupMaxSize
    // VARIABLES-DAG: BuiltIn SubgroupId
    // VARIABLES-DAG: BuiltIn SubgroupLocalInvocationId
    // VARIABLES-DAG: BuiltIn NumSubgroups
    // VARIABLES-DAG: BuiltIn NumEnqueuedSubgroups
    g[1] = __spirv_BuiltInGlobalLinearId() + __spirv_BuiltInLocalInvocationIndex() + __spirv_BuiltInWorkDim() +
           __spirv_BuiltInSubgroupSize() + __spirv_BuiltInSubgroupMaxSize() + __spirv_BuiltInSubgroupId() +
           __spirv_BuiltInSubgroupLocalInvocationId() + __spirv_BuiltInNumSubgroups() +
           __spirv_BuiltInNumEnqueuedSubgroups();
    // CHECK: OpControlBarrier
    // CHECK: OpMemoryBarrier
    __spirv_ControlBarrier(__spv::Scope::Workgroup, __spv::Scope::Workgroup,
                           __spv::MemorySemanticsMask::AcquireRelease | __spv::MemorySemanticsMask::WorkgroupMemory);
    __spirv_MemoryBarrier(__spv::Scope::Workgroup, __spv::MemorySemanticsMask::Acquire);
    // CHECK: OpGroupAll
    // CHECK: OpGroupAny
    // CHECK: OpGroupBroadcast
    // CHECK: OpGroupBroadcast
    g[2] = __spirv_GroupAll(__spv::Scope::Subgroup, g[3] > 0);
    g[2] += __spirv_GroupAny(__spv::Scope::Workgroup, g[3] > 0);
    g[2] += __spirv_GroupBroadcast(__spv::Scope::Subgroup, (int)g[3], 1u);
    using ids = std::size_t __attribute__((ext_vector_type(3)));
    g[2] += __spirv_GroupBroadcast(__spv::Scope::Workgroup, (int)g[3], ids{1, 2, 3});
    // CHECK: OpGroupIAdd {{.*}} Reduce
    // CHECK: OpGroupFAdd {{.*}} InclusiveScan
    // CHECK: OpGroupSMin {{.*}} ExclusiveScan
    // CHECK: OpGroupUMin
    // CHECK: OpGroupFMin
    // CHECK: OpGroupSMax
    // CHECK: OpGroupUMax
    // CHECK: OpGroupFMax
    g[2] += __spirv_GroupIAdd(__spv::Scope::Workgroup, __spv::GroupOperation::Reduce, (int)g[3]);
    f[2] = __spirv_GroupFAdd(__spv::Scope::Workgroup, __spv::GroupOperation::InclusiveScan, (float)f[3]);
    g[2] += __spirv_GroupSMin(__spv::Scope::Workgroup, __spv::GroupOperation::ExclusiveScan, (int)g[3]);
    g[2] += __spirv_GroupUMin(__spv::Scope::Subgroup, __spv::GroupOperation::Reduce, (unsigned)g[3]);
    f[2] += __spirv_GroupFMin(__spv::Scope::Subgroup, __spv::GroupOperation::Reduce, (float)f[3]);
    g[2] += __spirv_GroupSMax(__spv::Scope::Subgroup, __spv::GroupOperation::Reduce, (int)g[3]);
    g[2] += __spirv_GroupUMax(__spv::Scope::Subgroup, __spv::GroupOperation::Reduce, (unsigned)g[3]);
    f[2] += __spirv_GroupFMax(__spv::Scope::Subgroup, __spv::GroupOperation::Reduce, (float)f[3]);
    // CHECK: OpFunctionCall
    // CHECK: OpFunctionCall
    // CHECK: OpFunctionCall
    // CHECK: OpExtInst {{.*}} prefetch
    g[4] = *(SYCC_GLOBAL int *)__spirv_GenericCastToPtrExplicit_ToGlobal(p, __spv::StorageClass::CrossWorkgroup);
    g[5] = *(SYCC_LOCAL int *)__spirv_GenericCastToPtrExplicit_ToLocal(p, __spv::StorageClass::Workgroup);
    g[6] = *(SYCC_PRIVATE int *)__spirv_GenericCastToPtrExplicit_ToPrivate(p, __spv::StorageClass::Function);
    __spirv_ocl_prefetch((const SYCC_GLOBAL char *)g, 64);
    // SPIR-V's own name, and the class of events.
    // CHECK: OpGroupAsyncCopy
    // CHECK: OpGroupWaitEvents
    __ocl_event_t none, events[] = {__spirv_OpGroupAsyncCopy(__spv::Scope::Workgroup, l, (const SYCC_GLOBAL int *)g, 8, 1, none)};
    __spirv_GroupWaitEvents(__spv::Scope::Workgroup, 1, events);
    // The casts, each in a function of its own.
    // CHECK: OpGenericCastToPtrExplicit {{.*}} CrossWorkgroup
    // CHECK: OpGenericCastToPtrExplicit {{.*}} Workgroup
    // CHECK: OpGenericCastToPtrExplicit {{.*}} Function
    // ATOMICS: OpAtomicLoad
    // ATOMICS: OpAtomicStore
    // ATOMICS: OpAtomicExchange
    // ATOMICS: OpAtomicCompareExchange
    // ATOMICS: OpAtomicIAdd
    // ATOMICS: OpAtomicISub
    // ATOMICS: OpAtomicSMin
    // ATOMICS: OpAtomicUMin
    // ATOMICS: OpAtomicSMax
    // ATOMICS: OpAtomicUMax
    // ATOMICS: OpAtomicAnd
    // ATOMICS: OpAtomicOr
    // ATOMICS: OpAtomicXor
    // ATOMICS: OpAtomicLoad
    // ATOMICS: OpAtomicXor
    // ATOMICS: OpAtomicLoad
    // ATOMICS: OpAtomicXor
    atomics(g, g);
    atomics(l, g);
    atomics(p, g);
  });
}
