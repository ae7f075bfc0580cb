// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variants of a module for the devices there may be, where conditions of if_device_has are left in it
// (docs/device-if.md).
#ifndef SY_PASSES_IMAGES_DEVICE_IF_H
#define SY_PASSES_IMAGES_DEVICE_IF_H

#include "base/diag.h"
#include "base/mem.h"
#include "devices/conditions.h"

#include <llvm-c/Core.h>

enum { SY_MOST_VARIANTS = 64 };

typedef struct sy_device_variant {
  LLVMModuleRef m;
  sy_cases cases; // devices it is for: those of any of these; empty: all devices
  uint32_t number;
} sy_device_variant;

typedef SY_VEC(sy_device_variant) sy_device_variants;

// Appends the variants of a linked module. Entry points without conditions are together in one, for all
// devices; each set of entry points that ask for the same aspects has one variant for each answer that makes
// a difference. In all of them functions know again what they use. A module without conditions gives nothing:
// it is as it is. False: reported in d; what was made is still to be freed.
bool sy_device_if_variants(LLVMModuleRef m, sy_device_variants *out, sy_diag *d);
void sy_device_variants_free(sy_device_variants *v);

#endif
