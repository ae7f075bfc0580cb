// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which code a kernel has on a device: asked by launches, and by those who only want to know.
#ifndef SY_RUNTIME_KERNEL_H
#define SY_RUNTIME_KERNEL_H

#include "runtime/registry.h"

// The kernel's code for d, which the caller releases; else SYCC_kernel_not_supported with the reason. readable may be
// null. Requirements of code that is there are not checked.
sycc_status sy_kernel_find(const sycc_device *d, const char *symbol, const char *readable, const sycc_range *range,
                           sy_kernel **out);
// The same for any launch of it on d: with all that is known before something is built. *out is null for a kernel of plain C++.
sycc_status sy_kernel_check(sycc_device *d, const char *symbol, sy_kernel **out);

#endif
