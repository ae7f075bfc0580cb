// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The structures are those of image_desc.h, with addresses of the file in place of pointers. They are
// followed from the descriptor down. In a file made to do harm many of them could lead to the same place;
// what is read in all is limited by the size of the file.
#include "formats/image_file.h"

#include <string.h>

#include "formats/elf_memory.h"
#include "formats/elf_sections.h"
#include "formats/le.h"

enum { MOST_READS = 16 }; // times the size of the file

typedef struct image_file_reader {
  sy_elf_memory memory;
  uint64_t left; // bytes that may still be read
  const char *fault;
} image_file_reader;

static bool image_file_fail(image_file_reader *r, const char *fault) {
  r->fault = fault;
  return false;
}

static bool spend(image_file_reader *r, uint64_t bytes) {
  if (bytes > r->left)
    return image_file_fail(r, "the tables of the device images overlap");
  r->left -= bytes;
  return true;
}

static bool bytes_at(image_file_reader *r, uint64_t address, uint64_t n, sy_view *out) {
  *out = (sy_view){"", 0};
  return !n || (sy_elf_memory_read(&r->memory, address, n, out) && spend(r, n)) ||
         image_file_fail(r, r->fault ? r->fault : "an address of the device images is outside of the file");
}

static bool string_at(image_file_reader *r, uint64_t place, const char **out) {
  uint64_t address;
  *out = "";
  return (sy_elf_memory_pointer(&r->memory, place, &address) &&
          sy_elf_memory_string(&r->memory, address, out) && spend(r, strlen(*out))) ||
         image_file_fail(r, r->fault ? r->fault : "a name of the device images is outside of the file");
}

// Two pointers one after the other: an array of elements of that size.
static bool range_at(image_file_reader *r, uint64_t place, uint64_t element, uint64_t *begin, uint64_t *n) {
  uint64_t end;
  sy_view all;
  if (!sy_elf_memory_pointer(&r->memory, place, begin) ||
      !sy_elf_memory_pointer(&r->memory, place + 8, &end) || end < *begin || (end - *begin) % element)
    return image_file_fail(r, "the bounds of a table of the device images are inconsistent");
  *n = (end - *begin) / element;
  return bytes_at(r, *begin, end - *begin, &all);
}

static bool read_property(image_file_reader *r, uint64_t at, const char *set, sy_props *out) {
  const char *name;
  sy_view fields, value;
  uint64_t address;
  if (!string_at(r, at + offsetof(sy_image_property, name), &name) ||
      !bytes_at(r, at, sizeof(sy_image_property), &fields) ||
      !sy_elf_memory_pointer(&r->memory, at + offsetof(sy_image_property, value), &address))
    return image_file_fail(r, r->fault ? r->fault : "a property is outside of the file");
  uint32_t type = sy_le32(fields.s + offsetof(sy_image_property, type));
  uint64_t size = sy_le64(fields.s + offsetof(sy_image_property, size));
  if (type == SY_IMAGE_PROPERTY_UINT32) {
    sy_props_put_u32(out, set, name, (uint32_t)size);
    return true;
  }
  if (type != SY_IMAGE_PROPERTY_BYTES)
    return image_file_fail(r, "a property has an unknown type");
  if (!bytes_at(r, address, size, &value))
    return false;
  sy_props_put_bytes(out, set, name, value.s, value.n);
  return true;
}

static bool read_set(image_file_reader *r, uint64_t at, sy_props *out) {
  const char *name;
  uint64_t begin, n;
  bool ok = string_at(r, at + offsetof(sy_image_property_set, name), &name) &&
            range_at(r, at + offsetof(sy_image_property_set, begin), sizeof(sy_image_property), &begin, &n);
  if (ok)
    sy_props_add(out, name);
  for (uint64_t i = 0; ok && i < n; i++)
    ok = read_property(r, begin + i * sizeof(sy_image_property), name, out);
  return ok;
}

// An entry with a size is a device_global; property sets list those.
static bool read_entry(image_file_reader *r, uint64_t at, sy_file_image *out) {
  sy_view fields;
  const char *name;
  if (!bytes_at(r, at, sizeof(sy_image_entry), &fields) ||
      !string_at(r, at + offsetof(sy_image_entry, name), &name))
    return false;
  uint32_t flags = sy_le32(fields.s + offsetof(sy_image_entry, flags));
  if (!sy_le64(fields.s + offsetof(sy_image_entry, size)) && !(flags & SY_ENTRY_LINK))
    sy_strs_add(&out->kernels, name);
  return true;
}

static bool read_image(image_file_reader *r, uint64_t at, sy_file_image *out) {
  sy_view fields;
  uint64_t begin, n;
  if (!bytes_at(r, at, sizeof(sy_device_image), &fields))
    return false;
  if (sy_le16(fields.s) != SY_DEVICE_IMAGE_VERSION)
    return image_file_fail(r, "the version of a device image is not 2");
  out->format = (uint8_t)fields.s[offsetof(sy_device_image, format)];
  bool ok = string_at(r, at + offsetof(sy_device_image, target), &out->target) &&
            range_at(r, at + offsetof(sy_device_image, image_begin), 1, &begin, &n) &&
            bytes_at(r, begin, n, &out->code) &&
            range_at(r, at + offsetof(sy_device_image, entries_begin), sizeof(sy_image_entry), &begin, &n);
  for (uint64_t i = 0; ok && i < n; i++)
    ok = read_entry(r, begin + i * sizeof(sy_image_entry), out);
  ok = ok &&
       range_at(r, at + offsetof(sy_device_image, sets_begin), sizeof(sy_image_property_set), &begin, &n);
  for (uint64_t i = 0; ok && i < n; i++)
    ok = read_set(r, begin + i * sizeof(sy_image_property_set), &out->props);
  return ok;
}

static bool read_descriptor(image_file_reader *r, uint64_t at, sy_file_images *out) {
  sy_view fields;
  uint64_t images;
  if (!bytes_at(r, at, sizeof(sy_bin_desc), &fields))
    return false;
  if (sy_le16(fields.s) != SY_BIN_DESC_VERSION)
    return image_file_fail(r, "the version of the descriptor is not 1");
  unsigned n = sy_le16(fields.s + offsetof(sy_bin_desc, number_of_images));
  if (!sy_elf_memory_pointer(&r->memory, at + offsetof(sy_bin_desc, images), &images))
    return image_file_fail(r, "the descriptor is outside of the file");
  for (unsigned i = 0; i < n; i++) {
    sy_vec_push(out, ((sy_file_image){.target = ""}));
    if (!read_image(r, images + i * sizeof(sy_device_image), &out->data[out->n - 1]))
      return false;
  }
  return true;
}

static bool read_section(image_file_reader *r, sy_view section, sy_file_images *out) {
  uint64_t at;
  if (section.n % sizeof(sy_bin_desc))
    return image_file_fail(r, "section '" SY_DESCRIPTOR_SECTION "' is not a list of descriptors");
  if (section.n && !sy_elf_memory_address(&r->memory, section.s, &at))
    return image_file_fail(r,
                           "section '" SY_DESCRIPTOR_SECTION "' has no address: the file is not linked yet");
  for (size_t i = 0; i < section.n; i += sizeof(sy_bin_desc))
    if (!read_descriptor(r, at + i, out))
      return false;
  return true;
}

bool sy_image_file_read(sy_view bytes, const char *file, sy_file_images *out, sy_diag *d) {
  image_file_reader r = {.left = (uint64_t)bytes.n * MOST_READS};
  sy_views sections = {0};
  bool ok = sy_elf_find(bytes, file, SY_DESCRIPTOR_SECTION, &sections, d) &&
            sy_elf_memory_open(bytes, file, &r.memory, d);
  for (size_t i = 0; ok && i < sections.n; i++)
    ok = read_section(&r, sections.data[i], out);
  if (r.fault)
    sy_error(d, sy_at(file, 0, 0), "%s", r.fault);
  sy_vec_free(&sections);
  sy_elf_memory_free(&r.memory);
  return ok;
}

void sy_file_images_free(sy_file_images *images) {
  for (size_t i = 0; i < images->n; i++) {
    sy_vec_free(&images->data[i].kernels);
    sy_props_free(&images->data[i].props);
  }
  sy_vec_free(images);
}
