// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of native_cpu: what kernels call under SPIR-V's names, in terms of compiler built-ins,
// which become instructions where the CPU has them and calls into the C library of the host where not.
// It is compiled to spirv64 IR like the kernels themselves and linked only where something is used.
#include <CL/__spirv/spirv_ops.hpp>
#include <sycl/detail/slots.hpp>

#define C_LIBRARY(fn) __builtin_##fn
#define MADE_FOR_VECTORS // docs/math.md
#include "opencl.inc"

#define CLOCK __builtin_readcyclecounter()
#include "clock.inc"

// ---- groups: barriers are the pass's, all else is made of them --------------------------------------

static std::size_t group_index() {
  return (__spirv_BuiltInLocalInvocationId(2) * __spirv_BuiltInWorkgroupSize(1) +
          __spirv_BuiltInLocalInvocationId(1)) *
             __spirv_BuiltInWorkgroupSize(0) +
         __spirv_BuiltInLocalInvocationId(0);
}
static void barrier(uint scope) {
  __spirv_ControlBarrier(
      scope, scope, __spv::MemorySemanticsMask::AcquireRelease | __spv::MemorySemanticsMask::WorkgroupMemory);
}

// The memory of <sycl/detail/slots.hpp>. Sub-groups run one after the other between barriers of the group:
// they share one piece.
#define SHARED(name, bytes)                                                                                  \
  static char *name() {                                                                                      \
    [[clang::loader_uninitialized]] static SYCC_LOCAL ulong words[(bytes) / 8];                              \
    return (char *)words;                                                                                    \
  }
struct work_group {
  static constexpr std::size_t slot_bytes = 8192;
  static std::size_t index() { return group_index(); }
  static std::size_t count() {
    return __spirv_BuiltInWorkgroupSize(0) * __spirv_BuiltInWorkgroupSize(1) *
           __spirv_BuiltInWorkgroupSize(2);
  }
  static void barrier() { ::barrier(__spv::Scope::Workgroup); }
  static void end() { barrier(); }
  SHARED(slots, slot_bytes)
  SHARED(result, 8)
};
struct sub_group {
  static constexpr std::size_t slot_bytes = 64 * 8; // for the largest of sub-groups
  static constexpr std::size_t slot_places = 4, all_slot_bytes = slot_places * slot_bytes;
  static std::size_t index() { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  static std::size_t count() { return __spirv_BuiltInSubgroupSize(); }
  static void barrier() { ::barrier(__spv::Scope::Subgroup); }
  SHARED(slots, all_slot_bytes)
  SHARED(result, 8)
};
#undef SHARED

template <class Members, class T, class Op> static T fold(uint kind, T x, Op op, T identity) {
  using sycl::detail::fold;
  using sycl::detail::fold_slots;
  const Members members;
  if (kind == __spv::GroupOperation::Reduce)
    return fold_slots<fold::reduce>(members, members.count(), x, op, identity, true);
  if (kind == __spv::GroupOperation::InclusiveScan)
    return fold_slots<fold::inclusive>(members, members.count(), x, op, identity, true);
  return fold_slots<fold::exclusive>(members, members.count(), x, op, identity, true);
}
#define FOLD(name, T, expression, identity)                                                                  \
  template <> API T __spirv_Group##name(uint scope, uint kind, T x) noexcept {                               \
    auto op = [](T a, T b) { return T(expression); };                                                        \
    return scope == __spv::Scope::Subgroup ? fold<sub_group>(kind, x, op, T(identity))                       \
                                           : fold<work_group>(kind, x, op, T(identity));                     \
  }
#include "group_folds.inc"

API bool __spirv_GroupAll(uint scope, bool x) noexcept {
  return __spirv_GroupUMin(scope, __spv::GroupOperation::Reduce, uint(x));
}
API bool __spirv_GroupAny(uint scope, bool x) noexcept {
  return __spirv_GroupUMax(scope, __spv::GroupOperation::Reduce, uint(x));
}

using ids2 = std::size_t __attribute__((ext_vector_type(2)));
using ids3 = std::size_t __attribute__((ext_vector_type(3)));
static std::size_t linear(std::size_t id) {
  return id;
}
static std::size_t linear(ids2 id) {
  return id.y * __spirv_BuiltInWorkgroupSize(0) + id.x;
}
static std::size_t linear(ids3 id) {
  return (id.z * __spirv_BuiltInWorkgroupSize(1) + id.y) * __spirv_BuiltInWorkgroupSize(0) + id.x;
}
// Where values are exchanged, the slots are another place each time (passes/cpu/exchanges.c).
extern "C" {
API char *__sycc_cpu_take_slots(char *base, std::size_t bytes, std::size_t count) noexcept;
API void __sycc_cpu_give_slots(char *) noexcept;
}
class exchange : public sub_group {
  char *const taken = __sycc_cpu_take_slots(sub_group::slots(), slot_bytes, slot_places);

public:
  char *slots() const { return taken; }
  void end() const { __sycc_cpu_give_slots(taken); }
};

template <class T, class Id> API T __spirv_GroupBroadcast(uint scope, T x, Id id) noexcept {
  using sycl::detail::broadcast_slots;
  return scope == __spv::Scope::Subgroup ? broadcast_slots(exchange(), x, linear(id))
                                         : broadcast_slots(work_group(), x, linear(id));
}
template <class T> API T __spirv_SubgroupShuffleINTEL(T x, uint lane) noexcept {
  return sycl::detail::shuffle_slots(exchange(), x, lane);
}
#include "group_moves.inc"

// The first work-item copies for all. A program in which it matters to a copy what the others did before has
// a barrier in front of it; behind it comes the barrier of the wait. Not inlined: the loop over work-items,
// which is compiled as one whose rounds do not depend on each other, must not see the copy.
template <unsigned Size>
__attribute__((noinline)) static void copy(char *to, const char *from, std::size_t n, std::size_t to_step,
                                           std::size_t from_step) {
  if (to_step == 1 && from_step == 1) {
    __builtin_memcpy(to, from, n * Size);
    return;
  }
  for (std::size_t i = 0; i < n; i++)
    __builtin_memcpy(to + i * to_step * Size, from + i * from_step * Size, Size);
}
template <class T>
API __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_LOCAL T *to, const SYCC_GLOBAL T *from, std::size_t n,
                                          std::size_t stride, __spv::event_t e) noexcept {
  if (group_index() == 0)
    copy<sizeof(T)>((char *)to, (const char *)from, n, 1, stride);
  return e;
}
template <class T>
API __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_GLOBAL T *to, const SYCC_LOCAL T *from, std::size_t n,
                                          std::size_t stride, __spv::event_t e) noexcept {
  if (group_index() == 0)
    copy<sizeof(T)>((char *)to, (const char *)from, n, stride, 1);
  return e;
}
API void __spirv_GroupWaitEvents(uint, uint, __spv::event_t *) noexcept {
  barrier(__spv::Scope::Workgroup);
}
#include "group_copy.inc"

// ---- memory ---------------------------------------------------------------------------------------

API void __spirv_MemoryBarrier(uint, uint) noexcept {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// What the compiler does not know, the runtime does (passes/cpu/pointer_spaces.c).
API SYCC_GLOBAL void *__spirv_GenericCastToPtrExplicit_ToGlobal(void *p, int) noexcept {
  return sycc_points_into(p, SYCC_SPACE_GLOBAL) ? (SYCC_GLOBAL void *)p : nullptr;
}
API SYCC_LOCAL void *__spirv_GenericCastToPtrExplicit_ToLocal(void *p, int) noexcept {
  return sycc_points_into(p, SYCC_SPACE_LOCAL) ? (SYCC_LOCAL void *)p : nullptr;
}
API SYCC_PRIVATE void *__spirv_GenericCastToPtrExplicit_ToPrivate(void *p, int) noexcept {
  return sycc_points_into(p, SYCC_SPACE_PRIVATE) ? (SYCC_PRIVATE void *)p : nullptr;
}
API void __spirv_ocl_prefetch(const SYCC_GLOBAL char *p, std::size_t) noexcept {
  __builtin_prefetch((const void *)p);
}

// ---- what ends a kernel ---------------------------------------------------------------------------

#include "failure_text.inc"

extern "C" API
    [[noreturn]] void __assert_fail(const char *what, const char *file, uint line, const char *function) {
  sycc_assert_fail(what, file, line, function, __spirv_BuiltInGlobalInvocationId(0),
                   __spirv_BuiltInGlobalInvocationId(1), __spirv_BuiltInGlobalInvocationId(2),
                   __spirv_BuiltInLocalInvocationId(0), __spirv_BuiltInLocalInvocationId(1),
                   __spirv_BuiltInLocalInvocationId(2));
}

[[noreturn]] static void fail(const char *what, const char *text) {
  sycc_kernel_fail(what, text, __spirv_BuiltInGlobalInvocationId(0), __spirv_BuiltInGlobalInvocationId(1),
                   __spirv_BuiltInGlobalInvocationId(2), __spirv_BuiltInLocalInvocationId(0),
                   __spirv_BuiltInLocalInvocationId(1), __spirv_BuiltInLocalInvocationId(2));
}
[[noreturn, gnu::noinline]] static void fail_with(const char *what, const Details &text) {
  char all[SYCC_FAILURE_TEXT];
  write_details(all, SYCC_FAILURE_TEXT, text);
  fail(what, all);
}
#include "failures.inc"

#include "c_numbers.inc"
#include "complex.inc"
