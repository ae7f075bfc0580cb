// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images that hold a variant of their kernels for some devices (docs/device-if.md): exactly one variant fits
// a device.
#ifndef SY_RUNTIME_VARIANTS_H
#define SY_RUNTIME_VARIANTS_H

#include "sycc/rt.h"

#include <stdbool.h>

struct sy_device_image;

bool sy_is_variant(const struct sy_device_image *image);
// Whether the device is one of those the image is for: all devices are, if it is no variant.
bool sy_variant_fits(const struct sy_device_image *image, const sycc_device *d);

#endif
