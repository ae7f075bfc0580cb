// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels for the machine at hand: versions of a kernel for the levels of its architecture, one of which
// runs.
#ifndef SY_PASSES_CPU_LEVELS_H
#define SY_PASSES_CPU_LEVELS_H

#include "passes/common/module.h"

// Says that f has the calling convention of include/sycc/native_cpu.h.
void sy_cpu_levels_mark(LLVMValueRef f);

// Says that f gets no versions: what is seldom run, or for what wider vectors do nothing.
void sy_cpu_levels_keep_baseline(LLVMValueRef f);

// Gives each function so marked, and what it calls, versions for the levels above tm's CPU, the baseline:
// LLVM optimises each for its own CPU. Under the function's name there is then one that asks the launch for
// the level and calls the version.
void sy_cpu_levels_add(LLVMModuleRef m);

// Where tm's CPU is one of the levels, and all code is for it: tunes the functions as those of that level
// are.
void sy_cpu_levels_tune(LLVMModuleRef m, LLVMTargetMachineRef tm);

#endif
