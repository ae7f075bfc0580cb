// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-up in descriptors, and their check, from the outside in: nothing is followed before what leads there is known to be
// sound as far as that can be told.
#include "formats/image_desc.h"

#include <stdbool.h>
#include <string.h>

// Other compilers emit these structs too: the layout is an interface.
#define AT(type, field, offset) _Static_assert(offsetof(type, field) == (offset), #type "." #field)
#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type)
AT(sy_image_entry, addr, 0);
AT(sy_image_entry, name, 8);
AT(sy_image_entry, size, 16);
AT(sy_image_entry, flags, 24);
AT(sy_image_entry, reserved, 28);
SIZE(sy_image_entry, 32);
AT(sy_image_property, name, 0);
AT(sy_image_property, value, 8);
AT(sy_image_property, type, 16);
AT(sy_image_property, size, 24);
SIZE(sy_image_property, 32);
AT(sy_image_property_set, name, 0);
AT(sy_image_property_set, begin, 8);
AT(sy_image_property_set, end, 16);
SIZE(sy_image_property_set, 24);
AT(sy_device_image, version, 0);
AT(sy_device_image, offload_kind, 2);
AT(sy_device_image, format, 3);
AT(sy_device_image, target, 8);
AT(sy_device_image, compile_options, 16);
AT(sy_device_image, link_options, 24);
AT(sy_device_image, manifest_begin, 32);
AT(sy_device_image, manifest_end, 40);
AT(sy_device_image, image_begin, 48);
AT(sy_device_image, image_end, 56);
AT(sy_device_image, entries_begin, 64);
AT(sy_device_image, entries_end, 72);
AT(sy_device_image, sets_begin, 80);
AT(sy_device_image, sets_end, 88);
SIZE(sy_device_image, 96);
AT(sy_bin_desc, version, 0);
AT(sy_bin_desc, number_of_images, 2);
AT(sy_bin_desc, images, 8);
AT(sy_bin_desc, host_begin, 16);
AT(sy_bin_desc, host_end, 24);
SIZE(sy_bin_desc, 32);
#undef AT
#undef SIZE

enum { ALIGN = 8 };
_Static_assert(_Alignof(sy_device_image) == ALIGN && _Alignof(sy_image_entry) == ALIGN, "alignment");

// Whether begin .. end is an array of elements of that size: both null, or both not, in order, in whole
// elements.
static bool range_ok(const void *begin, const void *end, size_t element, size_t align) {
  uintptr_t b = (uintptr_t)begin, e = (uintptr_t)end;
  if (!b || !e)
    return b == e;
  return b <= e && (e - b) % element == 0 && b % align == 0;
}

static bool bytes_ok(const void *begin, const void *end) {
  return range_ok(begin, end, 1, 1);
}

static const char *check_entries(const sy_image_entry *begin, const sy_image_entry *end) {
  if (!range_ok(begin, end, sizeof *begin, ALIGN))
    return "the bounds of the entry table are inconsistent";
  for (const sy_image_entry *e = begin; e != end; e++)
    if (!e->name)
      return "an entry has no name";
  return NULL;
}

static const char *check_property(const sy_image_property *p) {
  if (!p->name)
    return "a property has no name";
  if (p->type == SY_IMAGE_PROPERTY_UINT32)
    return p->value || p->size > UINT32_MAX ? "a property is not a valid uint32" : NULL;
  if (p->type == SY_IMAGE_PROPERTY_BYTES)
    return !p->value && p->size ? "a byte array property has no data" : NULL;
  return "a property has an unknown type";
}

static const char *check_sets(const sy_image_property_set *begin, const sy_image_property_set *end) {
  if (!range_ok(begin, end, sizeof *begin, ALIGN))
    return "the bounds of the property sets are inconsistent";
  for (const sy_image_property_set *s = begin; s != end; s++) {
    if (!s->name)
      return "a property set has no name";
    if (!range_ok(s->begin, s->end, sizeof *s->begin, ALIGN))
      return "the bounds of a property set are inconsistent";
    for (const sy_image_property *p = s->begin; p != s->end; p++) {
      const char *fault = check_property(p);
      if (fault)
        return fault;
    }
  }
  return NULL;
}

const char *sy_device_image_check(const sy_device_image *i) {
  if (i->version != SY_DEVICE_IMAGE_VERSION)
    return "the version of the device image is not 2";
  if (i->offload_kind != SY_DEVICE_IMAGE_KIND_SYCL)
    return "the kind of the device image is not SYCL (4)";
  if (i->format > SY_IMAGE_LLVM_BITCODE)
    return "the format of the device image is unknown";
  if (!i->target)
    return "the device image has no target";
  if (!bytes_ok(i->manifest_begin, i->manifest_end))
    return "the bounds of the manifest are inconsistent";
  if (!bytes_ok(i->image_begin, i->image_end))
    return "the bounds of the device code are inconsistent";
  const char *fault = check_entries(i->entries_begin, i->entries_end);
  return fault ? fault : check_sets(i->sets_begin, i->sets_end);
}

const char *sy_image_check(const sy_bin_desc *desc, unsigned *image) {
  unsigned none;
  image = image ? image : &none;
  *image = 0;
  if (!desc || (uintptr_t)desc % ALIGN)
    return "the descriptor is null or not aligned";
  *image = desc->number_of_images;
  if (desc->version != SY_BIN_DESC_VERSION)
    return "the version of the descriptor is not 1";
  if (desc->number_of_images && (!desc->images || (uintptr_t)desc->images % ALIGN))
    return "the table of device images is null or not aligned";
  const char *fault = check_entries(desc->host_begin, desc->host_end);
  if (fault)
    return fault;
  for (unsigned i = 0; i < desc->number_of_images; i++) {
    fault = sy_device_image_check(&desc->images[i]);
    if (fault) {
      *image = i;
      return fault;
    }
  }
  return NULL;
}

const sy_image_property_set *sy_image_find_set(const sy_device_image *image, const char *set) {
  for (const sy_image_property_set *s = image->sets_begin; s != image->sets_end; s++)
    if (!strcmp(s->name, set))
      return s;
  return NULL;
}

const sy_image_property *sy_image_find(const sy_device_image *image, const char *set, const char *name) {
  const sy_image_property_set *s = sy_image_find_set(image, set);
  for (const sy_image_property *p = s ? s->begin : NULL; s && p != s->end; p++)
    if (!strcmp(p->name, name))
      return p;
  return NULL;
}
