// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of NVIDIA's GPUs: what kernels call under SPIR-V's names, in terms of special registers,
// instructions of PTX and the functions of CUDA's libdevice (__nv_sin). Where CUDA is not installed,
// ptx64_libclc.cpp has these. The size and the offset of the global range are not registers:
// passes/gpu/nvptx.c makes them parameters of the kernel.
#include <CL/__spirv/spirv_ops.hpp>

#include "gpu_math.inc"

#define CLOCK (scope == 1 ? __nvvm_read_ptx_sreg_globaltimer() : __nvvm_read_ptx_sreg_clock64())
#include "clock.inc"

// ---- work-items -----------------------------------------------------------------------------------

#define REGISTER(name, sreg)                                                                                 \
  API std::size_t __spirv_BuiltIn##name(int d) noexcept {                                                    \
    return d == 0   ? __nvvm_read_ptx_sreg_##sreg##_x()                                                      \
           : d == 1 ? __nvvm_read_ptx_sreg_##sreg##_y()                                                      \
                    : __nvvm_read_ptx_sreg_##sreg##_z();                                                     \
  }
REGISTER(LocalInvocationId, tid)
REGISTER(WorkgroupSize, ntid)
REGISTER(EnqueuedWorkgroupSize, ntid)
REGISTER(WorkgroupId, ctaid)
REGISTER(NumWorkgroups, nctaid)
#undef REGISTER

API std::size_t __spirv_BuiltInGlobalInvocationId(int d) noexcept {
  return __spirv_BuiltInWorkgroupId(d) * __spirv_BuiltInWorkgroupSize(d) +
         __spirv_BuiltInLocalInvocationId(d) + __spirv_BuiltInGlobalOffset(d);
}
#include "linear_ids.inc"

static constexpr uint warp = 32;
static uint group_items() {
  return __nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_ntid_y() * __nvvm_read_ptx_sreg_ntid_z();
}
API uint __spirv_BuiltInSubgroupMaxSize() noexcept {
  return warp;
}
API uint __spirv_BuiltInSubgroupId() noexcept {
  return uint(__spirv_BuiltInLocalInvocationIndex()) / warp;
}
API uint __spirv_BuiltInSubgroupLocalInvocationId() noexcept {
  return uint(__spirv_BuiltInLocalInvocationIndex()) % warp;
}
API uint __spirv_BuiltInNumSubgroups() noexcept {
  return (group_items() + warp - 1) / warp;
}
API uint __spirv_BuiltInNumEnqueuedSubgroups() noexcept {
  return __spirv_BuiltInNumSubgroups();
}
API uint __spirv_BuiltInSubgroupSize() noexcept { // the last one may be cut off
  uint rest = group_items() - __spirv_BuiltInSubgroupId() * warp;
  return rest < warp ? rest : warp;
}

// ---- barriers -------------------------------------------------------------------------------------

API void __spirv_MemoryBarrier(uint scope, uint) noexcept {
  if (scope == __spv::Scope::CrossDevice)
    __nvvm_membar_sys();
  else if (scope == __spv::Scope::Device)
    __nvvm_membar_gl();
  else if (scope == __spv::Scope::Workgroup || scope == __spv::Scope::Subgroup)
    __nvvm_membar_cta();
}

// The barrier of a group orders memory for the group.
API void __spirv_ControlBarrier(uint execution, uint memory, uint semantics) noexcept {
  if (semantics && memory < __spv::Scope::Workgroup)
    __spirv_MemoryBarrier(memory, semantics);
  if (execution == __spv::Scope::Subgroup)
    __nvvm_bar_warp_sync(0xffffffff);
  else if (execution != __spv::Scope::Invocation)
    __syncthreads();
}

// ---- values of a group: shuffles within a warp, shared memory between warps ---------------------------

static uint word_at(uint x, uint lane) {
  return __nvvm_shfl_sync_idx_i32(0xffffffff, x, lane, warp - 1);
}
// Any value of at most 8 bytes.
template <class T> static T value_at(T x, uint lane) {
  uint words[2] = {};
  __builtin_memcpy(words, &x, sizeof x);
  words[0] = word_at(words[0], lane);
  if (sizeof x > 4)
    words[1] = word_at(words[1], lane);
  __builtin_memcpy(&x, words, sizeof x);
  return x;
}

// Each lane takes what lies 1, 2, 4... places before it.
template <class T, class Op> static T warp_scan(T x, Op op) {
  const uint lane = __spirv_BuiltInSubgroupLocalInvocationId();
  for (uint step = 1; step < warp; step *= 2) {
    const T before = value_at(x, lane - step);
    x = lane >= step ? op(before, x) : x;
  }
  return x;
}

// What the warps before this one sum up to, and all together.
template <class T> struct sums {
  T before, all;
};
template <class T, class Op> static sums<T> sum_warps(T warp_sum, Op op, T identity) {
  [[clang::loader_uninitialized]] static SYCC_LOCAL T of_warp[warp];
  const uint me = __spirv_BuiltInSubgroupId(), n = __spirv_BuiltInNumSubgroups();
  if (__spirv_BuiltInSubgroupLocalInvocationId() == 0)
    of_warp[me] = warp_sum;
  __syncthreads();
  sums<T> s = {identity, identity};
  for (uint i = 0; i < n; i++) {
    s.before = i == me ? s.all : s.before;
    s.all = op(s.all, of_warp[i]);
  }
  __syncthreads();
  return s;
}

template <class T, class Op> static T fold(uint scope, uint kind, T x, Op op, T identity) {
  const uint lane = __spirv_BuiltInSubgroupLocalInvocationId();
  const T with = warp_scan(x, op), before = value_at(with, lane - 1);
  const T sum = value_at(with, __spirv_BuiltInSubgroupSize() - 1);
  sums<T> s = {identity, sum};
  if (scope != __spv::Scope::Subgroup)
    s = sum_warps(sum, op, identity);
  return kind == __spv::GroupOperation::Reduce          ? s.all
         : kind == __spv::GroupOperation::InclusiveScan ? op(s.before, with)
         : lane                                         ? op(s.before, before)
                                                        : s.before;
}
#define FOLD(name, T, expression, identity)                                                                  \
  template <> API T __spirv_Group##name(uint scope, uint kind, T x) noexcept {                               \
    return fold(scope, kind, x, [](T a, T b) { return T(expression); }, T(identity));                        \
  }
#include "group_folds.inc"

API bool __spirv_GroupAll(uint scope, bool x) noexcept {
  return scope == __spv::Scope::Subgroup ? __nvvm_vote_all_sync(0xffffffff, x) : __nvvm_bar0_and(x) != 0;
}
API bool __spirv_GroupAny(uint scope, bool x) noexcept {
  return scope == __spv::Scope::Subgroup ? __nvvm_vote_any_sync(0xffffffff, x) : __nvvm_bar0_or(x) != 0;
}

using ids2 = std::size_t __attribute__((ext_vector_type(2)));
using ids3 = std::size_t __attribute__((ext_vector_type(3)));
static uint linear(std::size_t id) {
  return uint(id);
}
static uint linear(ids2 id) {
  return uint(id.y) * __nvvm_read_ptx_sreg_ntid_x() + uint(id.x);
}
static uint linear(ids3 id) {
  return (uint(id.z) * __nvvm_read_ptx_sreg_ntid_y() + uint(id.y)) * __nvvm_read_ptx_sreg_ntid_x() +
         uint(id.x);
}
template <class T> static T group_value(T x, uint from) {
  [[clang::loader_uninitialized]] static SYCC_LOCAL T value;
  if (__spirv_BuiltInLocalInvocationIndex() == from)
    value = x;
  __syncthreads();
  x = value;
  __syncthreads();
  return x;
}
template <class T, class Id> API T __spirv_GroupBroadcast(uint scope, T x, Id id) noexcept {
  return scope == __spv::Scope::Subgroup ? value_at(x, linear(id)) : group_value(x, linear(id));
}
template <class T> API T __spirv_SubgroupShuffleINTEL(T x, uint lane) noexcept {
  return value_at(x, lane);
}
#include "group_moves.inc"

#include "gpu_atomics.inc"

#include "gpu_copies.inc"
API void __spirv_GroupWaitEvents(uint, uint, __spv::event_t *) noexcept {
  __syncthreads();
}
#include "group_copy.inc"

// ---- pointers -------------------------------------------------------------------------------------

API SYCC_GLOBAL void *__spirv_GenericCastToPtrExplicit_ToGlobal(void *p, int) noexcept {
  return __nvvm_isspacep_global(p) ? (SYCC_GLOBAL void *)p : nullptr;
}
API SYCC_LOCAL void *__spirv_GenericCastToPtrExplicit_ToLocal(void *p, int) noexcept {
  return __nvvm_isspacep_shared(p) ? (SYCC_LOCAL void *)p : nullptr;
}
API SYCC_PRIVATE void *__spirv_GenericCastToPtrExplicit_ToPrivate(void *p, int) noexcept {
  return __nvvm_isspacep_local(p) ? (SYCC_PRIVATE void *)p : nullptr;
}
API void __spirv_ocl_prefetch(const SYCC_GLOBAL char *, std::size_t) noexcept {}

// ---- what ends a kernel ---------------------------------------------------------------------------

#include "failure_text.inc"

extern "C" [[clang::sycl_external]] void __assertfail(const char *, const char *, unsigned, const char *,
                                                      std::size_t);
extern "C" API [[noreturn]] void __assert_fail(const char *what, const char *file, unsigned line,
                                               const char *function) {
  __assertfail(what, file, line, function, 1);
  __builtin_trap();
}
// The driver's function says: file:line: function: block, thread Assertion `what' failed.
[[noreturn]] static void fail(const char *what, const char *text) {
  __assertfail(text ? text : what, "device code", 0, what, 1);
  __builtin_trap();
}
// The driver reads the text from global memory. The first work-item writes its own; others have none.
[[noreturn, gnu::noinline]] static void fail_with(const char *what, const Details &text) {
  static unsigned taken;
  static char all[SYCC_FAILURE_TEXT];
  if (__atomic_exchange_n(&taken, 1u, __ATOMIC_RELAXED))
    fail(what, nullptr);
  write_details(all, SYCC_FAILURE_TEXT, text);
  fail(what, all);
}
#include "failures.inc"

#include "c_numbers.inc"
#include "complex.inc"
