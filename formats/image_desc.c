// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Look-up in descriptors, and their check, from the outside in: nothing is followed before what leads there
// is known to be sound as far as that can be told.
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

// ---- the sum ------------------------------------------------------------------------------------------

uint64_t sy_image_sum_bytes(uint64_t sum, const void *bytes, size_t n) { // FNV-1a
  const unsigned char *p = bytes;
  for (size_t i = 0; i < n; i++)
    sum = (sum ^ p[i]) * 0x100000001b3u;
  return sum;
}

uint64_t sy_image_sum_text(uint64_t sum, const char *text) {
  text = text ? text : "";
  return sy_image_sum_bytes(sum, text, strlen(text) + 1);
}

uint64_t sy_image_sum_number(uint64_t sum, uint64_t number) {
  return sy_image_sum_bytes(sum, &number, sizeof number);
}

static uint64_t add_set(uint64_t sum, const sy_image_property_set *s) {
  sum = sy_image_sum_text(sum, s->name);
  for (const sy_image_property *p = s->begin; p != s->end; p++) {
    sum = sy_image_sum_text(sum, p->name);
    sum = sy_image_sum_number(sum, p->type);
    sum = sy_image_sum_number(sum, p->size);
    if (p->type == SY_IMAGE_PROPERTY_BYTES)
      sum = sy_image_sum_bytes(sum, p->value, p->size);
  }
  return sum;
}

uint64_t sy_image_sum_entry(uint64_t sum, const char *name, uint64_t size, int flags) {
  sum = sy_image_sum_text(sum, name);
  sum = sy_image_sum_number(sum, size);
  return sy_image_sum_number(sum, (uint64_t)flags);
}

static uint64_t add_entries(uint64_t sum, const sy_image_entry *e, const sy_image_entry *end) {
  for (; e != end; e++)
    sum = sy_image_sum_entry(sum, e->name, e->size, e->flags);
  return sum;
}

uint64_t sy_image_sum(const sy_bin_desc *desc, const sy_device_image *i) {
  uint64_t sum = sy_image_sum_number(SY_IMAGE_SUM_BEGIN, i->format);
  sum = sy_image_sum_text(sum, i->target);
  sum = sy_image_sum_text(sum, i->compile_options);
  sum = sy_image_sum_number(sum, (uint64_t)(i->image_end - i->image_begin));
  sum = add_entries(sum, i->entries_begin, i->entries_end);
  for (const sy_image_property_set *s = i->sets_begin; s != i->sets_end; s++)
    sum = add_set(sum, s);
  return add_entries(sum, desc->host_begin, desc->host_end);
}

// False: there is one, and it is another.
static bool sum_ok(const sy_bin_desc *desc, const sy_device_image *i) {
  uint64_t sum;
  if (i->manifest_end - i->manifest_begin != SY_IMAGE_MANIFEST_BYTES ||
      memcmp(i->manifest_begin, SY_IMAGE_SUM_MARK, SY_IMAGE_SUM_MARK_BYTES))
    return true;
  memcpy(&sum, i->manifest_begin + SY_IMAGE_SUM_MARK_BYTES, sizeof sum);
  return sum == sy_image_sum(desc, i);
}

// ---- the check ----------------------------------------------------------------------------------------

// The end of the part of the memory that the address is in; 0: it is in none. Without a memory, everything is
// one.
static uintptr_t end_of_memory(const sy_image_memory *m, uintptr_t address) {
  if (!m)
    return UINTPTR_MAX;
  for (size_t i = 0; i < m->n; i++)
    if (address >= m->spans[i].begin && address < m->spans[i].end)
      return m->spans[i].end;
  return 0;
}

static bool text_ok(const sy_image_memory *m, const char *text) {
  uintptr_t end = end_of_memory(m, (uintptr_t)text);
  return text && end && (!m || memchr(text, 0, end - (uintptr_t)text));
}

static bool bytes_ok(const sy_image_memory *m, const void *begin, size_t n) {
  uintptr_t end = end_of_memory(m, (uintptr_t)begin);
  return !n || (end && n <= end - (uintptr_t)begin);
}

// Whether begin .. end is an array of elements of that size: both null, or both not, in order, in whole
// elements.
static bool range_ok(const sy_image_memory *m, const void *begin, const void *end, size_t element,
                     size_t align) {
  uintptr_t b = (uintptr_t)begin, e = (uintptr_t)end;
  if (!b || !e)
    return b == e;
  return b <= e && (e - b) % element == 0 && b % align == 0 && bytes_ok(m, begin, e - b);
}

static const char *check_entries(const sy_image_memory *m, const sy_image_entry *begin,
                                 const sy_image_entry *end) {
  if (!range_ok(m, begin, end, sizeof *begin, ALIGN))
    return "the bounds of the entry table are inconsistent";
  for (const sy_image_entry *e = begin; e != end; e++)
    if (!text_ok(m, e->name))
      return "an entry has no name";
  return NULL;
}

static const char *check_property(const sy_image_memory *m, const sy_image_property *p) {
  if (!text_ok(m, p->name))
    return "a property has no name";
  if (p->type == SY_IMAGE_PROPERTY_UINT32)
    return p->value || p->size > UINT32_MAX ? "a property is not a valid uint32" : NULL;
  if (p->type == SY_IMAGE_PROPERTY_BYTES)
    return p->size && (!p->value || !bytes_ok(m, p->value, p->size)) ? "a byte array property has no data"
                                                                     : NULL;
  return "a property has an unknown type";
}

static const char *check_set(const sy_image_memory *m, const sy_image_property_set *s) {
  if (!text_ok(m, s->name))
    return "a property set has no name";
  if (!range_ok(m, s->begin, s->end, sizeof *s->begin, ALIGN))
    return "the bounds of a property set are inconsistent";
  const char *fault = NULL;
  for (const sy_image_property *p = s->begin; p != s->end && !fault; p++)
    fault = check_property(m, p);
  return fault;
}

static const char *check_sets(const sy_image_memory *m, const sy_image_property_set *begin,
                              const sy_image_property_set *end) {
  if (!range_ok(m, begin, end, sizeof *begin, ALIGN))
    return "the bounds of the property sets are inconsistent";
  const char *fault = NULL;
  for (const sy_image_property_set *s = begin; s != end && !fault; s++)
    fault = check_set(m, s);
  return fault;
}

const char *sy_device_image_check(const sy_bin_desc *desc, const sy_device_image *i,
                                  const sy_image_memory *m) {
  if (i->version != SY_DEVICE_IMAGE_VERSION)
    return "the version of the device image is not 2";
  if (i->offload_kind != SY_DEVICE_IMAGE_KIND_SYCL)
    return "the kind of the device image is not SYCL (4)";
  if (i->format > SY_IMAGE_LLVM_BITCODE)
    return "the format of the device image is unknown";
  if (!text_ok(m, i->target))
    return "the device image has no target";
  if ((i->compile_options && !text_ok(m, i->compile_options)) ||
      (i->link_options && !text_ok(m, i->link_options)))
    return "the options of the device image have no end";
  if (!range_ok(m, i->manifest_begin, i->manifest_end, 1, 1))
    return "the bounds of the manifest are inconsistent";
  if (!range_ok(m, i->image_begin, i->image_end, 1, 1))
    return "the bounds of the device code are inconsistent";
  const char *fault = check_entries(m, i->entries_begin, i->entries_end);
  if (!fault)
    fault = check_sets(m, i->sets_begin, i->sets_end);
  return fault || sum_ok(desc, i) ? fault : "its sum is wrong: the program was changed after it was linked";
}

const char *sy_image_check(const sy_bin_desc *desc, const sy_image_memory *m, unsigned *image) {
  unsigned none;
  image = image ? image : &none;
  *image = 0;
  if (!desc || (uintptr_t)desc % ALIGN || !bytes_ok(m, desc, sizeof *desc))
    return "the descriptor is null or not aligned";
  *image = desc->number_of_images;
  if (desc->version != SY_BIN_DESC_VERSION)
    return "the version of the descriptor is not 1";
  if (desc->number_of_images && (!desc->images || (uintptr_t)desc->images % ALIGN))
    return "the table of device images is null or not aligned";
  if (!bytes_ok(m, desc->images, desc->number_of_images * sizeof *desc->images))
    return "the table of device images does not lie in the file";
  const char *fault = check_entries(m, desc->host_begin, desc->host_end);
  for (unsigned i = 0; i < desc->number_of_images && !fault; i++)
    if ((fault = sy_device_image_check(desc, &desc->images[i], m)))
      *image = i;
  return fault;
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
