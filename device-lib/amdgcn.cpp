// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of AMD's GPUs: what kernels call under SPIR-V's names, in terms of the registers a
// kernel starts with, the packet of its launch, its hidden arguments, and libclc's mathematics
// (ptx64_libclc.cpp, under the names that CUDA's libdevice has: __nv_sinf).
#include <CL/__spirv/spirv_ops.hpp>

#include "gpu_math.inc"

#define CLOCK (scope == 1 ? __builtin_readsteadycounter() : __builtin_readcyclecounter())
#include "clock.inc"

// ---- work-items -----------------------------------------------------------------------------------

#define PER_DIMENSION(name, value)                                                                           \
  API std::size_t __spirv_BuiltIn##name(int d) noexcept {                                                    \
    return d == 0   ? __builtin_amdgcn_##value##_x()                                                         \
           : d == 1 ? __builtin_amdgcn_##value##_y()                                                         \
                    : __builtin_amdgcn_##value##_z();                                                        \
  }
PER_DIMENSION(LocalInvocationId, workitem_id)
PER_DIMENSION(WorkgroupId, workgroup_id)
PER_DIMENSION(WorkgroupSize, workgroup_size) // of this group: the last one may be smaller
PER_DIMENSION(GlobalSize, grid_size)
#undef PER_DIMENSION

// The hidden arguments of code object version 5 and later, as far as they are used here.
struct hidden_arguments {
  uint whole_groups[3]; // those of full size
  ushort group_size[3];
  ushort rest[3]; // work-items of the last group, where that is smaller
  ulong unused[2];
  ulong offset[3];
};
static_assert(__builtin_offsetof(hidden_arguments, offset) == 40);
static const __attribute__((opencl_constant)) hidden_arguments *hidden() {
  return (const __attribute__((opencl_constant)) hidden_arguments *)__builtin_amdgcn_implicitarg_ptr();
}
API std::size_t __spirv_BuiltInGlobalOffset(int d) noexcept {
  return hidden()->offset[d];
}
API std::size_t __spirv_BuiltInEnqueuedWorkgroupSize(int d) noexcept {
  return hidden()->group_size[d];
}
API std::size_t __spirv_BuiltInNumWorkgroups(int d) noexcept {
  return std::size_t(hidden()->whole_groups[d]) + (hidden()->rest[d] != 0);
}

API std::size_t __spirv_BuiltInGlobalInvocationId(int d) noexcept {
  return __spirv_BuiltInWorkgroupId(d) * __spirv_BuiltInEnqueuedWorkgroupSize(d) +
         __spirv_BuiltInLocalInvocationId(d) + __spirv_BuiltInGlobalOffset(d);
}
#include "linear_ids.inc"

static uint wave() {
  return __builtin_amdgcn_wavefrontsize();
}
static uint group_items() {
  return uint(__spirv_BuiltInWorkgroupSize(0) * __spirv_BuiltInWorkgroupSize(1) *
              __spirv_BuiltInWorkgroupSize(2));
}
API uint __spirv_BuiltInSubgroupMaxSize() noexcept {
  return wave();
}
API uint __spirv_BuiltInSubgroupId() noexcept {
  return uint(__spirv_BuiltInLocalInvocationIndex()) / wave();
}
API uint __spirv_BuiltInSubgroupLocalInvocationId() noexcept {
  return uint(__spirv_BuiltInLocalInvocationIndex()) % wave();
}
API uint __spirv_BuiltInNumSubgroups() noexcept {
  return (group_items() + wave() - 1) / wave();
}
API uint __spirv_BuiltInNumEnqueuedSubgroups() noexcept {
  uint items = hidden()->group_size[0] * hidden()->group_size[1] * hidden()->group_size[2];
  return (items + wave() - 1) / wave();
}
API uint __spirv_BuiltInSubgroupSize() noexcept { // the last one may be cut off
  uint rest = group_items() - __spirv_BuiltInSubgroupId() * wave();
  return rest < wave() ? rest : wave();
}

// ---- barriers -------------------------------------------------------------------------------------

API void __spirv_MemoryBarrier(uint scope, uint) noexcept {
  if (scope == __spv::Scope::CrossDevice)
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
  else if (scope == __spv::Scope::Device)
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
  else if (scope == __spv::Scope::Workgroup)
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  else if (scope == __spv::Scope::Subgroup)
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "wavefront");
}

// The instruction orders no memory: what was written before has to be visible first, what is read after must
// not be read before.
API void __spirv_ControlBarrier(uint execution, uint memory, uint semantics) noexcept {
  if (semantics)
    __spirv_MemoryBarrier(memory, semantics);
  if (execution == __spv::Scope::Subgroup)
    __builtin_amdgcn_wave_barrier();
  else if (execution != __spv::Scope::Invocation)
    __builtin_amdgcn_s_barrier();
  if (semantics)
    __spirv_MemoryBarrier(memory, semantics);
}

#include "gpu_atomics.inc"

#include "gpu_copies.inc"
API void __spirv_GroupWaitEvents(uint, uint, __spv::event_t *) noexcept {
  __spirv_ControlBarrier(__spv::Scope::Workgroup, __spv::Scope::Workgroup, any_order);
}
#include "group_copy.inc"

// ---- pointers -------------------------------------------------------------------------------------

#define FLAT(p) (const __attribute__((address_space(0))) void *)p
static bool is_local(void *p) {
  return __builtin_amdgcn_is_shared(FLAT(p));
}
static bool is_private(void *p) {
  return __builtin_amdgcn_is_private(FLAT(p));
}
API SYCC_GLOBAL void *__spirv_GenericCastToPtrExplicit_ToGlobal(void *p, int) noexcept {
  return is_local(p) || is_private(p) ? nullptr : (SYCC_GLOBAL void *)p;
}
API SYCC_LOCAL void *__spirv_GenericCastToPtrExplicit_ToLocal(void *p, int) noexcept {
  return is_local(p) ? (SYCC_LOCAL void *)p : nullptr;
}
API SYCC_PRIVATE void *__spirv_GenericCastToPtrExplicit_ToPrivate(void *p, int) noexcept {
  return is_private(p) ? (SYCC_PRIVATE void *)p : nullptr;
}
API void __spirv_ocl_prefetch(const SYCC_GLOBAL char *, std::size_t) noexcept {}

// ---- what ends a kernel ---------------------------------------------------------------------------

#include "failure_text.inc"

extern "C" API [[noreturn]] void __assert_fail(const char *, const char *, unsigned, const char *) {
  __builtin_trap();
}
[[noreturn]] static void fail(const char *, const char *) {
  __builtin_trap();
}
[[noreturn]] static void fail_with(const char *, const Details &) {
  __builtin_trap();
}
#include "failures.inc"

#include "c_numbers.inc"
#include "complex.inc"
