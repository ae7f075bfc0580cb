// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How sycl-ls calls devices.
#ifndef SY_TOOLS_DEVICE_TEXT_H
#define SY_TOOLS_DEVICE_TEXT_H

#include "base/str.h"
#include "sycc/rt.h"

const char *sy_device_type_name(const sycc_device *d); // "gpu"
// Appends "[opencl:gpu:0] platform, device", the numbers being those of SYCC_DEVICE_SELECTOR.
void sy_device_add_line(sy_str *out, const sycc_device *d);

// The device that programs with code for all devices get by default; null: there is none.
const sycc_device *sy_device_chosen(void);
// Why d is it, or is not; constant text.
const char *sy_device_why(const sycc_device *d, const sycc_device *chosen);

#endif
