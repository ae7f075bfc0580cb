// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of kernels that mean what an attribute means: they become the attribute's metadata.
#ifndef SY_PASSES_IMAGES_KERNEL_PROPERTIES_H
#define SY_PASSES_IMAGES_KERNEL_PROPERTIES_H

#include "base/diag.h"

#include <llvm-c/Core.h>

// "sycl-device-has", "sycl-sub-group-size", "sycl-work-group-size" and "sycl-work-group-size-hint" of one
// kernel. False, with one error reported, when a value is not what it should be or an attribute says
// something else.
bool sy_kernel_properties(LLVMValueRef kernel, sy_diag *d);

#endif
