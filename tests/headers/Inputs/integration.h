// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An integration header without kernels, to compile in the mode of a host compiler.
#define __SYCC_INTEGRATION_HEADER__ 1
#include <sycc/kernel_info.h>
namespace {
namespace sycc_integration {
constexpr sycc_kernel_info kernels[] = {{nullptr, nullptr, nullptr, 0, 0, 0, nullptr, 0, nullptr}};
inline const sycc_kernel_info *kernels_here() { return kernels; }
inline unsigned kernel_count_here() { return 0; }
inline const char *unit_here() { return ""; }
} // namespace sycc_integration
} // namespace
