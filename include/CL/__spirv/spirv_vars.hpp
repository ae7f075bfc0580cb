// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR-V's built-in variables, as functions under the names that LLVM's SPIR-V back end knows. They are pure,
// so that an unused index costs nothing. Dimension 0 is x, SYCL's last.
#ifndef CL_SPIRV_VARS_HPP
#define CL_SPIRV_VARS_HPP

#include <sycl/detail/config.hpp>

// A function of the device: declared there; on the host a definition that says what is wrong.
#ifdef SYCC_DEVICE
#define SYCC_SPIRV(result, name, ...) SYCL_EXTERNAL extern result __spirv_##name(__VA_ARGS__) noexcept;
#define SYCC_SPIRV_PURE(result, name, ...)                                                                   \
  SYCL_EXTERNAL extern __attribute__((const)) result __spirv_##name(__VA_ARGS__) noexcept;
#else
#define SYCC_SPIRV(result, name, ...)                                                                        \
  inline result __spirv_##name(__VA_ARGS__) noexcept {                                                       \
    sycc_device_only("__spirv_" #name);                                                                      \
  }
#define SYCC_SPIRV_PURE SYCC_SPIRV
#endif

#define SYCC_X(name) SYCC_SPIRV_PURE(std::size_t, BuiltIn##name, int)
SYCC_X(GlobalInvocationId)
SYCC_X(GlobalSize)
SYCC_X(GlobalOffset)
SYCC_X(LocalInvocationId)
SYCC_X(WorkgroupSize)
SYCC_X(EnqueuedWorkgroupSize)
SYCC_X(NumWorkgroups)
SYCC_X(WorkgroupId)
#undef SYCC_X

#define SYCC_X(type, name) SYCC_SPIRV_PURE(type, BuiltIn##name, )
SYCC_X(std::size_t, GlobalLinearId)
SYCC_X(std::size_t, LocalInvocationIndex)
SYCC_X(std::uint32_t, WorkDim)
SYCC_X(std::uint32_t, SubgroupSize)
SYCC_X(std::uint32_t, SubgroupMaxSize)
SYCC_X(std::uint32_t, SubgroupId)
SYCC_X(std::uint32_t, SubgroupLocalInvocationId)
SYCC_X(std::uint32_t, NumSubgroups)
SYCC_X(std::uint32_t, NumEnqueuedSubgroups)
#undef SYCC_X

#endif
