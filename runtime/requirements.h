// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an image needs of a device, checked when a kernel is submitted.
#ifndef SY_RUNTIME_REQUIREMENTS_H
#define SY_RUNTIME_REQUIREMENTS_H

#include "runtime/registry.h"

// SYCC_kernel_not_supported with a message that names the kernel, what it needs, and where the need comes
// from, if the device lacks something; SYCC_nd_range if the range has another work-group size than the one
// required.
sycc_status sy_requirements_check(sy_kernel *k, const sycc_device *d, const sycc_range *r);
// The same for a kernel whose image was rejected when the program was compiled: what the device lacks or,
// where it has all of it, what the target lacks. Always an error.
sycc_status sy_requirements_rejected(sy_kernel *k, const sycc_device *d, const sycc_range *r);
// Whether d has what an image needs, whichever kernel of it is submitted; nothing is said of those it calls.
bool sy_requirements_of_image_met(const struct sy_device_image *image, const sycc_device *d);

// Whether the kernel runs in work-groups of any size: then the range does not matter to the check.
bool sy_requirements_any_group(sy_kernel *k);

// The work-group size that kernels of the image are compiled for, x first; false: none.
bool sy_requirements_work_group(const struct sy_device_image *image, size_t local[3]);
// The sub-group size that they require, or the user for them; 0: none, or not one.
uint32_t sy_requirements_sub_group(const struct sy_device_image *image);

#endif
