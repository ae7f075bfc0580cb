// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns device IR into code for the machine the program runs on.
#ifndef SY_PASSES_CPU_NATIVE_CPU_H
#define SY_PASSES_CPU_NATIVE_CPU_H

#include "passes/common/module.h"

// Gives every kernel a function with the calling convention of include/sycc/native_cpu.h and the name that
// sy_native_symbol gives it for the target (formats/native_symbol.h): the kernel in loops over work-items.
// The module must be for spirv64; afterwards it is for tm's machine. Variables of kernels stay variables
// unless `optimise`. `sanitizers` is a set of SY_SANITIZE_* (sanitize.h): with any, kernels stay as they are
// written, without versions in rows, and say which work-item runs.
bool sy_native_cpu_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *target, bool optimise,
                         unsigned sanitizers, sy_diag *d);

// The passes of -O1 to -O3 over what it made; with versions for the levels above tm's CPU if `all_levels`
// (levels.h).
bool sy_native_cpu_optimise(LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned level, bool all_levels,
                            sy_diag *d);

// Whether the host's C library has this function in a form that kernels can call: mathematics on numbers, and
// what LLVM itself calls.
bool sy_native_cpu_knows(const char *name);

#endif
