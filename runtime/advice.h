// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a refused kernel's message says of the machine's other devices.
#ifndef SY_RUNTIME_ADVICE_H
#define SY_RUNTIME_ADVICE_H

#include "runtime/devices.h"

// The targets of the images that d runs, the best first, null at the end. own: room for the case that there
// is one.
const char *const *sy_device_targets(const sycc_device *d, const char *own[2]);

// Adds to this thread's message which devices could run the kernel that `refused` can't, or that none can.
// Returns s, so that `return sy_advise(...)` reads well.
sycc_status sy_advise(sycc_status s, const sycc_kernel_info *kernel, const sycc_device *refused);

#endif
