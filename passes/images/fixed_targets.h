// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fsycl-fixed-targets in a linked module.
#ifndef SY_PASSES_IMAGES_FIXED_TARGETS_H
#define SY_PASSES_IMAGES_FIXED_TARGETS_H

#include "base/diag.h"
#include "devices/devices.h"

#include <llvm-c/Core.h>

// Gives each entry point the targets that count for it (!intel_fixed_targets): none where the list has a
// target that is no architecture, and the same whatever the order of the files that have the function. warn
// is called where files say different things. False: there is a target that is not known, and d says so.
bool sy_settle_fixed_targets(LLVMModuleRef m, const sy_devices *devices,
                             void (*warn)(void *user, const char *text), void *user, sy_diag *d);

#endif
