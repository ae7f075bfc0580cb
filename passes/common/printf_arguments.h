// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ promotes a float that printf is given to double, which not all devices have.
#ifndef SY_PASSES_COMMON_PRINTF_ARGUMENTS_H
#define SY_PASSES_COMMON_PRINTF_ARGUMENTS_H

#include <llvm-c/Core.h>

// Arguments that were promoted, and constants that are floats as well, become floats: no double is left.
void sy_printf_keep_floats(LLVMModuleRef m);
// Promotes them again, for code that calls a printf of C, or OpenCL's of a device that has double.
void sy_printf_promote_floats(LLVMModuleRef m);

#endif
