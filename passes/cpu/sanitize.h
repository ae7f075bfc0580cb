// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the native CPU under clang's sanitizers (docs/sanitizers.md).
#ifndef SY_PASSES_CPU_SANITIZE_H
#define SY_PASSES_CPU_SANITIZE_H

#include "passes/common/module.h"

// What code is made for; a set.
enum { SY_SANITIZE_ADDRESS = 1, SY_SANITIZE_THREAD = 2, SY_SANITIZE_UNDEFINED = 4 };

// Before kernels are split: kernels tell the runtime which work-item runs and which barrier it comes to.
void sy_sanitize_mark_items(LLVMModuleRef m);
// Instruments the finished code, as clang does for the host: LLVM's passes for the address sanitizer and for
// the thread sanitizer.
bool sy_sanitize_instrument(LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned sanitizers, sy_diag *d);
// For all other targets: takes out the checks that the front end has put in for the undefined-behaviour
// sanitizer.
bool sy_sanitize_drop(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d);
// Whether it is a function of the undefined-behaviour sanitizer's run-time library.
bool sy_sanitize_is_handler(const char *name);

#endif
