// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a kernel can run on a device, for those who only want to know.
#ifndef SY_RUNTIME_KERNEL_H
#define SY_RUNTIME_KERNEL_H

#include "runtime/registry.h"

// The kernel's code for d (runtime/choice.h), for any launch there: with all that is known before something is built. The caller
// releases it. *out is null for a kernel of plain C++, and after a failure.
sycc_status sy_kernel_check(sycc_device *d, const char *symbol, sy_kernel **out);

#endif
