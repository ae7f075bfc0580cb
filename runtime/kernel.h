// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a kernel can run on a device, for callers that only want to know; and the checks of a launch that
// do not depend on where its kernel comes from.
#ifndef SY_RUNTIME_KERNEL_H
#define SY_RUNTIME_KERNEL_H

#include "runtime/backends/backend.h"

// The kernel's code for d (runtime/choice.h), for any launch there: with all that is known before something
// is built. The caller releases it. *out is null for a kernel of plain C++, and after a failure.
sycc_status sy_kernel_check(sycc_device *d, const char *symbol, sy_kernel **out);

sycc_status sy_kernel_check_range(const sycc_device *d, const sycc_range *r);
bool sy_kernel_range_empty(const sycc_range *r); // there is nothing to run
// Parameter i, which is not the closure itself. Adds its local memory to *local.
sycc_status sy_kernel_check_argument(const sycc_group *g, const sy_kernel_call *call, uint32_t i,
                                     size_t *local);

#endif
