// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What bundles and specialization constants need of each other.
#ifndef SY_RUNTIME_BUNDLE_H
#define SY_RUNTIME_BUNDLE_H

#include "sycc/rt.h"

#include <pthread.h>
#include <stdbool.h>

extern pthread_mutex_t sy_plain_kernels_mutex, sy_spec_blocks_mutex; // for fork only

struct sy_device_image;
// Whether the image has the constant; with a null name, whether it has any.
bool sy_spec_constant_in(const struct sy_device_image *image, const sycc_spec_id *id);

#endif
