// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device images in what a linker is given: fat objects and static libraries (thin ones too), shared
// libraries, programs, and bare offload binaries.
#ifndef SY_FORMATS_FAT_OBJECT_H
#define SY_FORMATS_FAT_OBJECT_H

#include "formats/offload_binary.h"

typedef struct sy_fat_image {
  const char *origin; // "a.o", "lib.a(b.o)"
  sy_offload_image image;
} sy_fat_image;

// A device module with this text in it holds no device code: its source has none.
#define SY_NO_DEVICE_CODE "sycc: this module holds no device code"
bool sy_fat_is_empty(const sy_offload_image *image);

// A shared library or program: it has images of its own.
bool sy_fat_is_linked(const char *path);

typedef SY_VEC(sy_fat_image) sy_fat_images;

// Appends the images of a file to *out (the caller frees the vector); all they point to lives in the arena. A
// file of another kind (host-only object, linker script, bitcode) has none, which is no error.
bool sy_fat_read(const char *path, sy_arena *a, sy_fat_images *out, sy_diag *d);

#endif
