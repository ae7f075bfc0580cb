// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics for many work-items at a time: tells LLVM's vectorisers of the vector functions of glibc's
// libmvec.
#ifndef SY_PASSES_CPU_VECTOR_MATH_H
#define SY_PASSES_CPU_VECTOR_MATH_H

#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

// Run it before the vectorisers, on a module for x86-64. True if there was mathematics.
void sy_vector_math(LLVMModuleRef m, LLVMTargetMachineRef tm);

#endif
