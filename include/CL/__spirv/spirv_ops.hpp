// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V's operations for device code that wants them by name: what LLVM's SPIR-V back end turns into the
// instruction of that name. docs/ir-contract.md says which ones it does not know.
#ifndef CL_SPIRV_OPS_HPP
#define CL_SPIRV_OPS_HPP

#include <CL/__spirv/spirv_types.hpp>
#include <CL/__spirv/spirv_vars.hpp>

// ---- barriers: scopes, then a sum of __spv::MemorySemanticsMask -----------------------------------

SYCC_SPIRV(void, ControlBarrier, std::uint32_t, std::uint32_t, std::uint32_t)
SYCC_SPIRV(void, MemoryBarrier, std::uint32_t, std::uint32_t)

// ---- copies of a whole group ----------------------------------------------------------------------

// Scope, destination, source, elements, stride of the global side, an event to join or null. T: 1, 2, 4 or 8
// bytes, or a vector of such.
template <class T>
SYCC_SPIRV(__spv::event_t, GroupAsyncCopy, std::uint32_t, SYCC_LOCAL T *, const SYCC_GLOBAL T *, std::size_t,
           std::size_t, __spv::event_t)
#ifdef SYCC_DEVICE // the host can't tell the two directions apart
template <class T>
SYCC_SPIRV(__spv::event_t, GroupAsyncCopy, std::uint32_t, SYCC_GLOBAL T *, const SYCC_LOCAL T *, std::size_t,
           std::size_t, __spv::event_t)
#endif
SYCC_SPIRV(void, GroupWaitEvents, std::uint32_t, std::uint32_t, __spv::event_t *)

    inline void __spirv_GroupWaitEvents(std::uint32_t scope, std::uint32_t n,
                                        __ocl_event_t *events) noexcept {
  for (std::uint32_t i = 0; i < n; ++i) {
    __spv::event_t one = events[i];
    __spirv_GroupWaitEvents(scope, 1, &one);
  }
}
// With the Op of SPIR-V's own name.
template <class To, class From>
__spv::event_t __spirv_OpGroupAsyncCopy(std::uint32_t scope, To to, From from, std::size_t n,
                                        std::size_t stride, __spv::event_t event) noexcept {
  return __spirv_GroupAsyncCopy(scope, to, from, n, stride, event);
}

// ---- values of a whole group or sub-group ---------------------------------------------------------

SYCC_SPIRV(bool, GroupAll, std::uint32_t, bool)
SYCC_SPIRV(bool, GroupAny, std::uint32_t, bool)
// The id is a number in a sub-group, and in a group a number or a vector of two or three, x first.
template <class T, class Id>
SYCC_SPIRV(T, GroupBroadcast, std::uint32_t, T, Id)

// The value of another member of the sub-group, by its number (SPV_INTEL_subgroups).
template <class T>
SYCC_SPIRV(T, SubgroupShuffleINTEL, T, std::uint32_t)

// Scope, __spv::GroupOperation, value.
#define SYCC_X(name) template <class T> SYCC_SPIRV(T, Group##name, std::uint32_t, std::uint32_t, T)
SYCC_X(IAdd) SYCC_X(FAdd) SYCC_X(SMin) SYCC_X(UMin) SYCC_X(FMin) SYCC_X(SMax) SYCC_X(UMax) SYCC_X(FMax)
#undef SYCC_X

// ---- atomics on integers: pointer, scope, semantics, value ----------------------------------------

#define SYCC_X(pointer)                                                                                      \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicLoad, pointer, std::uint32_t, std::uint32_t)                                           \
  template <class T>                                                                                         \
  SYCC_SPIRV(void, AtomicStore, pointer, std::uint32_t, std::uint32_t, T)                                    \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicExchange, pointer, std::uint32_t, std::uint32_t, T)                                    \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicCompareExchange, pointer, std::uint32_t, std::uint32_t, std::uint32_t, T, T)           \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicIAdd, pointer, std::uint32_t, std::uint32_t, T)                                        \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicISub, pointer, std::uint32_t, std::uint32_t, T)                                        \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicSMin, pointer, std::uint32_t, std::uint32_t, T)                                        \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicUMin, pointer, std::uint32_t, std::uint32_t, T)                                        \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicSMax, pointer, std::uint32_t, std::uint32_t, T)                                        \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicUMax, pointer, std::uint32_t, std::uint32_t, T)                                        \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicAnd, pointer, std::uint32_t, std::uint32_t, T)                                         \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicOr, pointer, std::uint32_t, std::uint32_t, T)                                          \
  template <class T>                                                                                         \
  SYCC_SPIRV(T, AtomicXor, pointer, std::uint32_t, std::uint32_t, T)
    SYCC_X(T *)
#ifdef SYCC_DEVICE
        SYCC_X(SYCC_GLOBAL T *) SYCC_X(SYCC_LOCAL T *)
#endif
#undef SYCC_X

    // ---- images: handle, coordinates ------------------------------------------------------------------

    template <class Result, class Image, class Coords>
    SYCC_SPIRV(Result, ImageRead, Image, Coords)
    template <class Image, class Coords, class Value>
    SYCC_SPIRV(void, ImageWrite, Image, Coords, Value)
    template <class SampledImage, class Image>
    SYCC_SPIRV(SampledImage, SampledImage, Image, __spv::sampler_t)
    // The last two: __spv::ImageOperands::Lod, level of detail.
    template <class SampledImage, class Result, class Coords>
    SYCC_SPIRV(Result, ImageSampleExplicitLod, SampledImage, Coords, int, float)

    // ---- pointers -------------------------------------------------------------------------------------

    // Generic to named: null where the pointer points elsewhere. The storage class once more as a number.
    SYCC_SPIRV_PURE(SYCC_GLOBAL void *, GenericCastToPtrExplicit_ToGlobal, void *, int)
        SYCC_SPIRV_PURE(SYCC_LOCAL void *, GenericCastToPtrExplicit_ToLocal, void *, int)
            SYCC_SPIRV_PURE(SYCC_PRIVATE void *, GenericCastToPtrExplicit_ToPrivate, void *, int)
                SYCC_SPIRV(void, ocl_prefetch, const SYCC_GLOBAL char *, std::size_t)

#endif
