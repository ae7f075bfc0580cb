// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of kernels, for debuggers.
#ifndef SY_PASSES_CPU_KERNEL_LINES_H
#define SY_PASSES_CPU_KERNEL_LINES_H

#include <llvm-c/Core.h>

// What SYCL's headers do around the user's function, where that was inlined into a kernel, gets its first
// line.
void sy_kernel_lines_join(LLVMModuleRef m);

#endif
