// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the images that hold a kernel a device runs: asked by launches, and by callers that only want to
// know.
#ifndef SY_RUNTIME_CHOICE_H
#define SY_RUNTIME_CHOICE_H

#include "runtime/registry.h"

// The kernel's code for d, which the caller releases; else SYCC_kernel_not_supported with the reason.
// readable may be null. The device may lack what the code requires, if it does so of all there is.
sycc_status sy_choice_find(const sycc_device *d, const char *symbol, const char *readable,
                           const sycc_range *range, sy_kernel **out);

#endif
