// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which aspects each function needs, its callees included, and warnings where that contradicts what the user
// said. The front end runs this as the first pass over a translation unit; sycl-post-link runs it over the
// linked module, before it is split.
#ifndef SY_PASSES_ANALYSIS_PROPAGATE_ASPECTS_H
#define SY_PASSES_ANALYSIS_PROPAGATE_ASPECTS_H

#include "base/diag.h"
#include "devices/devices.h"

#include <llvm-c/Core.h>

// Groups of warnings: -Wsycl-device-has, -Wsycl-fixed-targets, -Wsycl-external.
enum sy_aspect_warning { SY_WARN_DEVICE_HAS, SY_WARN_FIXED_TARGETS, SY_WARN_EXTERNAL };

typedef struct sy_propagation {
  const sy_target *const *targets; // of -fsycl-fixed-targets
  size_t target_count;
  // The module is made of several that were propagated each by itself: metadata says all about a function but
  // what its callees of other files need. Warnings are about those, and recursion through them is an error.
  bool linked;
  const char *folder; // that the compiler runs in, as it is in debug information; null: that of the program
  // text has several lines; `at` has no file if the module has no debug information.
  void (*warn)(void *user, enum sy_aspect_warning group, sy_where at, const char *text);
  void *user;
  bool of_source; // the module comes from clang, whose front end has seen the uses in the source: variables
                  // without uses count for nothing
} sy_propagation;

// Sets on every definition that has any: !intel_used_aspects (all) and, unless linked, !sycc_own_aspects (the
// function's own). On entry points, and on functions under a condition, also what else docs/ir-contract.md
// lists. Malformed metadata is reported to d.
void sy_propagate_aspects(LLVMModuleRef m, const sy_propagation *how, sy_diag *d);

#endif
