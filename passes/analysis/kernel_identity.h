// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of one name in several files of a program: whether they are one.
#ifndef SY_PASSES_ANALYSIS_KERNEL_IDENTITY_H
#define SY_PASSES_ANALYSIS_KERNEL_IDENTITY_H

#include "base/diag.h"

#include <llvm-c/Core.h>

// Named metadata: a row for each kernel that other files may know,
// {symbol, file, line, column, "included" or "source", hash of the closure's layout, hash of the code}.
#define SY_KERNEL_IDENTITIES "sycc_kernel_identities"

// Reports kernels of one name that are different, each name once, and takes the rows out of the module.
// False: there are some.
bool sy_check_kernel_identities(LLVMModuleRef m, sy_diag *d);

#endif
