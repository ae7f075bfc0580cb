// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device images in a program or shared library, read from the file: what sycl-offload-wrapper put there.
#ifndef SY_FORMATS_IMAGE_FILE_H
#define SY_FORMATS_IMAGE_FILE_H

#include "formats/image_desc.h"
#include "formats/property_set.h"

typedef struct sy_file_image {
  const char *target;
  uint8_t format; // sy_image_format
  sy_view code;   // points into the file's bytes, as names do
  sy_strs kernels;
  sy_props props;
} sy_file_image;

typedef SY_VEC(sy_file_image) sy_file_images;

// Appends the images of a linked ELF file to *out; one without any is no error. On failure *out holds what
// was read so far, still to be freed. `file` is the name in diagnostics.
bool sy_image_file_read(sy_view bytes, const char *file, sy_file_images *out, sy_diag *d);
void sy_file_images_free(sy_file_images *images);

#endif
