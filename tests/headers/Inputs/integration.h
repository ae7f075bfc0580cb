// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An integration header without kernels, to compile in the mode of a host compiler.
#define __SYCC_INTEGRATION_HEADER__ 1
#include <sycc/kernel_info.h>
namespace {
namespace sycc_integration {
constexpr sycc_kernel_info kernels[] = {{nullptr, nullptr, nullptr, 0, 0, 0, nullptr, 0, nullptr}};
constexpr unsigned kernel_count = 0;
[[maybe_unused]] constexpr char unit[] = "";
} // namespace sycc_integration
} // namespace
