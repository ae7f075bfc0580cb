// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device library of native_cpu: what kernels call under SPIR-V's names, in terms of compiler built-ins,
// which become instructions where the CPU has them and calls into the C library of the host where not.
// It is compiled to spirv64 IR like the kernels themselves and linked only where something is used.
#include <CL/__spirv/spirv_ops.hpp>

#define C_LIBRARY(fn) __builtin_##fn
#define MADE_FOR_VECTORS // docs/math.md
#include "opencl.inc"

// ---- memory ---------------------------------------------------------------------------------------

// The first work-item of a group, which runs before the others, copies for all. That is right without barriers:
// a program in which another work-item's write matters to a copy, or a copy to another work-item's earlier
// read, has a barrier between them, and is refused. Not inlined: the loop over work-items, which is compiled as
// one whose rounds do not depend on each other, must not see the copy.
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
static bool is_first() {
  return !(__spirv_BuiltInLocalInvocationId(0) | __spirv_BuiltInLocalInvocationId(1) | __spirv_BuiltInLocalInvocationId(2));
}

template <class T>
API __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_LOCAL T *to, const SYCC_GLOBAL T *from, std::size_t n,
                                          std::size_t stride, __spv::event_t e) noexcept {
  if (is_first())
    copy<sizeof(T)>((char *)to, (const char *)from, n, 1, stride);
  return e;
}
template <class T>
API __spv::event_t __spirv_GroupAsyncCopy(uint, SYCC_GLOBAL T *to, const SYCC_LOCAL T *from, std::size_t n,
                                          std::size_t stride, __spv::event_t e) noexcept {
  if (is_first())
    copy<sizeof(T)>((char *)to, (const char *)from, n, stride, 1);
  return e;
}
API void __spirv_GroupWaitEvents(uint, uint, __spv::event_t *) noexcept {}

#include "group_copy.inc"

API void __spirv_MemoryBarrier(uint, uint) noexcept { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// One memory: every pointer points into every space.
API SYCC_GLOBAL void *__spirv_GenericCastToPtrExplicit_ToGlobal(void *p, int) noexcept { return (SYCC_GLOBAL void *)p; }
API SYCC_LOCAL void *__spirv_GenericCastToPtrExplicit_ToLocal(void *p, int) noexcept { return (SYCC_LOCAL void *)p; }
API SYCC_PRIVATE void *__spirv_GenericCastToPtrExplicit_ToPrivate(void *p, int) noexcept { return (SYCC_PRIVATE void *)p; }
API void __spirv_ocl_prefetch(const SYCC_GLOBAL char *p, std::size_t) noexcept { __builtin_prefetch((const void *)p); }

#include "complex.inc"
