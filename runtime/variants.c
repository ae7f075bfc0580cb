// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The property set "SYCC/device if" of images (devices/conditions.h). Its arrays are of little-endian uint32,
// as this machine's are.
#include "runtime/variants.h"

#include "devices/conditions.h"
#include "formats/image_desc.h"

bool sy_is_variant(const sy_device_image *image) {
  return sy_image_find_set(image, SY_DEVICE_IF);
}

static bool is_case_of(const sy_image_property *p, const sycc_device *d) {
  const uint32_t *words = p->value;
  if (p->size % sizeof *words)
    return false;
  for (size_t i = 0; i < p->size / sizeof *words; i++)
    if ((bool)sycc_device_has(d, words[i] & ~SY_LACKS) == (bool)(words[i] & SY_LACKS))
      return false;
  return true;
}

bool sy_variant_fits(const sy_device_image *image, const sycc_device *d) {
  const sy_image_property_set *set = sy_image_find_set(image, SY_DEVICE_IF);
  for (const sy_image_property *p = set ? set->begin : NULL; set && p != set->end; p++)
    if (p->type == SY_IMAGE_PROPERTY_BYTES && is_case_of(p, d))
      return true;
  return !set;
}
