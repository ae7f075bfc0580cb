// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first pass over a translation unit's device code: which aspects each function needs, its callees
// included, and warnings where that contradicts what the user said.
#ifndef SY_PASSES_PROPAGATE_ASPECTS_H
#define SY_PASSES_PROPAGATE_ASPECTS_H

#include "base/diag.h"
#include "devices/devices.h"

#include <llvm-c/Core.h>

// Groups of warnings: -Wsycl-device-has, -Wsycl-fixed-targets.
enum sy_aspect_warning { SY_WARN_DEVICE_HAS, SY_WARN_FIXED_TARGETS };

typedef struct sy_propagation {
  const sy_target *const *targets; // of -fsycl-fixed-targets
  size_t target_count;
  // text has several lines; `at` has no file if the module has no debug information.
  void (*warn)(void *user, enum sy_aspect_warning group, sy_where at, const char *text);
  void *user;
} sy_propagation;

// Sets !intel_used_aspects (all) and !sycc_own_aspects (the function's own) on every definition that has any.
// Malformed metadata is reported to d.
void sy_propagate_aspects(LLVMModuleRef m, const sy_propagation *how, sy_diag *d);

#endif
