// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The descriptors of device images in a program's memory: what the offload wrapper emits and what
// __tgt_register_lib is given. The layout is that of DPC++ on 64-bit machines.
//
// Compiler and runtime both include this, so it needs nothing from base/ and allocates nothing.
#ifndef SY_FORMATS_IMAGE_DESC_H
#define SY_FORMATS_IMAGE_DESC_H

#include <stddef.h>
#include <stdint.h>

// The section of a program or shared library that holds its descriptors, one after the other.
#define SY_DESCRIPTOR_SECTION ".sycl_offloading.descriptors"

enum {
  SY_BIN_DESC_VERSION = 1,
  SY_DEVICE_IMAGE_VERSION = 2,
  SY_DEVICE_IMAGE_KIND_SYCL = 4, // not the number the offload binary container uses, which is 8
};

typedef enum sy_image_format {
  SY_IMAGE_NONE = 0,
  SY_IMAGE_NATIVE = 1,
  SY_IMAGE_SPIRV = 2,
  SY_IMAGE_LLVM_BITCODE = 3,
} sy_image_format;

// A kernel of an image, of size 0, or a variable of class device_global. Addresses are those of native_cpu
// code that is linked into the program, null for other images.
//
// Images of such code also have entries for what they export and import (SY_EXPORTED, SY_IMPORTED): an
// export's address is that of the function, null where it can't be called from other libraries; an import's
// is that of the pointer it is called through, null where nothing calls it.
//
// The descriptor's own entries are the variables' objects on the host. The address of one that the host
// compiler did not need, and so left out, is null.
enum {
  SY_ENTRY_IMAGE_SCOPE = 1,
  SY_ENTRY_EXPORT = 2,
  SY_ENTRY_IMPORT = 4,
  SY_ENTRY_LINK = SY_ENTRY_EXPORT | SY_ENTRY_IMPORT
};
typedef struct sy_image_entry {
  void *addr;
  const char *name;
  size_t size;   // of the user's variable
  int32_t flags; // SY_ENTRY_*
  int32_t reserved;
} sy_image_entry;

enum { SY_IMAGE_PROPERTY_UINT32 = 1, SY_IMAGE_PROPERTY_BYTES = 2 };

typedef struct sy_image_property {
  const char *name;
  const void *value; // null for a uint32
  uint32_t type;
  uint64_t size; // of the value in bytes; for a uint32 the number itself
} sy_image_property;

typedef struct sy_image_property_set {
  const char *name;
  const sy_image_property *begin, *end;
} sy_image_property_set;

// The property set that lists an image's device_globals by their symbols, each with a value of six bytes:
// this.
#define SY_DEVICE_GLOBALS "SYCL/device globals"
typedef struct sy_device_global_facts {
  uint32_t size; // of the user's variable
  uint8_t image_scope;
  uint8_t host_access; // as the enumerators of host_access: read, write, read_write, none
} sy_device_global_facts;
enum { SY_DEVICE_GLOBAL_FACT_BYTES = 6 };
// Beside it: the initial values that are not all zeros, by the same symbols; of no bytes where one is not
// made of numbers alone.
#define SY_DEVICE_GLOBAL_VALUES "SYCC/device global values"

// The property sets that list by their symbols the functions which an image has for others, and those it
// calls and others have; and the imports' names for messages.
#define SY_EXPORTED "SYCL/exported symbols"
enum {
  SY_EXPORT_ASKS_CONSTANTS = 2
}; // in the number of an export: it asks for specialization constants of its own image
#define SY_IMPORTED "SYCL/imported symbols"
#define SY_IMPORT_NAMES "SYCC/import names"
// The property sets of an image with specialization constants: where each is in the block of values that its
// kernels get, by its name, two uint32; and the block as it is when none is set, under SY_SPEC_ALL.
#define SY_SPEC_CONSTANTS "SYCL/specialization constants"
#define SY_SPEC_DEFAULTS "SYCL/specialization constants default values"
#define SY_SPEC_ALL "all"
typedef struct sy_spec_place {
  uint32_t offset, size;
} sy_spec_place;

// The property set of an image that the target it was compiled for can't run, and that has no code therefore:
// what its kernels need (SY_REJECTED_WHY, text in lines) and, of that, the aspects (SY_REJECTED_ASPECTS,
// uint32 numbers). Its entries have no addresses.
#define SY_REJECTED "SYCC/rejected"
#define SY_REJECTED_WHY "why"
#define SY_REJECTED_ASPECTS "aspects"

typedef struct sy_device_image {
  uint16_t version;
  uint8_t offload_kind;
  uint8_t format; // sy_image_format
  const char *target;
  const char *compile_options, *link_options; // may be null
  const char *manifest_begin,
      *manifest_end; // SY_IMAGE_SUM_MARK and the sum, or what another compiler has put there
  const unsigned char *image_begin, *image_end;
  const sy_image_entry *entries_begin, *entries_end;
  const sy_image_property_set *sets_begin, *sets_end;
} sy_device_image;

typedef struct sy_bin_desc {
  uint16_t version;
  uint16_t number_of_images;
  const sy_device_image *images;
  const sy_image_entry *host_begin, *host_end;
} sy_bin_desc;

// A property set of an image by its name, and a property of it; null: not there.
const sy_image_property_set *sy_image_find_set(const sy_device_image *image, const char *set);
const sy_image_property *sy_image_find(const sy_device_image *image, const char *set, const char *name);

// A sum over all that an image says, but for addresses and the bytes of its code, and over the variables on
// the host: the wrapper writes it, the runtime compares. Numbers and texts are added in the order of the
// structures, texts with their final zero, the host's entries at the end.
#define SY_IMAGE_SUM_MARK "sycc sum"
enum { SY_IMAGE_SUM_MARK_BYTES = 8, SY_IMAGE_MANIFEST_BYTES = SY_IMAGE_SUM_MARK_BYTES + 8 };
#define SY_IMAGE_SUM_BEGIN 0xcbf29ce484222325u
uint64_t sy_image_sum_bytes(uint64_t sum, const void *bytes, size_t n);
uint64_t sy_image_sum_text(uint64_t sum, const char *text); // null is ""
uint64_t sy_image_sum_number(uint64_t sum, uint64_t number);
uint64_t sy_image_sum_entry(uint64_t sum, const char *name, uint64_t size, int flags);
uint64_t sy_image_sum(const sy_bin_desc *desc, const sy_device_image *image);

// The memory that a descriptor's parts may lie in: the readable parts of the file that it was loaded from.
typedef struct sy_image_span {
  uintptr_t begin, end;
} sy_image_span;
typedef struct sy_image_memory {
  const sy_image_span *spans;
  size_t n;
} sy_image_memory;

// Whether a descriptor is consistent: the versions and kinds known here, every begin not after its end and a
// whole number of elements before it, arrays aligned, names there, all of it inside of the memory, texts with
// an end, and the sum right where there is one. Returns null when it is, otherwise what is wrong (a constant;
// nothing to free) and, where image is not null, the number of the image it was found in, or number_of_images
// when it is in the descriptor itself.
//
// memory: null where it is not known. Then pointers that lead nowhere or texts without an end crash here as
// they would anywhere else.
const char *sy_image_check(const sy_bin_desc *desc, const sy_image_memory *memory, unsigned *image);

// The same for one image of a descriptor whose own entries are consistent.
const char *sy_device_image_check(const sy_bin_desc *desc, const sy_device_image *image,
                                  const sy_image_memory *memory);

#endif
