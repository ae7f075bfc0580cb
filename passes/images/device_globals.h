// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of class device_global, known by their attributes (include/sycl/ext/oneapi/device_global.hpp).
#ifndef SY_PASSES_IMAGES_DEVICE_GLOBALS_H
#define SY_PASSES_IMAGES_DEVICE_GLOBALS_H

#include "formats/image_desc.h"
#include "passes/images/image.h"

bool sy_is_image_scoped(LLVMValueRef global); // a device_global with the property device_image_scope

sy_device_global_facts sy_device_global_facts_read(LLVMValueRef variable);

// An image's own, whose contents may come from the host: no pass takes it away or knows what is in it.
void sy_make_visible(LLVMValueRef variable);

// For each function a number that is the same for those that reach an image-scoped variable in common, by
// way of others too, and 0 for those that reach none; null when there is no such variable. The caller frees
// it.
uint32_t *sy_image_scope_groups(const sy_use_graph *g);

// Errors: a variable with image scope in several images; a variable that is nowhere defined.
void sy_check_device_globals(const sy_images *s, sy_diag *d);

#endif
