// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first pass of the front end: what no kernel reaches goes.
#ifndef SY_PASSES_IMAGES_KEEP_DEVICE_CODE_H
#define SY_PASSES_IMAGES_KEEP_DEVICE_CODE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

// Removes everything from a module that kernels, SYCL_EXTERNAL functions and device_globals do not reach.
// What goes need not be valid. Returns whether anything is left.
bool sy_keep_device_code(LLVMModuleRef m);
void sy_drop_device_code(LLVMModuleRef m); // removes all of it

#endif
