// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's offload binaries: the container for device modules that clang, llvm-offload-binary and the section
// .llvm.offloading of fat objects use. Each binary holds one image with named strings ("triple", "arch",
// ...); several stand one after the other, zero bytes between them allowed. This is version 1, which LLVM 22
// writes.
#ifndef SY_FORMATS_OFFLOAD_BINARY_H
#define SY_FORMATS_OFFLOAD_BINARY_H

#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"

#define SY_OFFLOAD_SECTION ".llvm.offloading"

enum { SY_OFFLOAD_VERSION = 1 };

typedef enum sy_offload_kind { // which language made the image
  SY_OFFLOAD_NONE = 0,
  SY_OFFLOAD_OPENMP = 1,
  SY_OFFLOAD_CUDA = 2,
  SY_OFFLOAD_HIP = 4,
  SY_OFFLOAD_SYCL = 8,
} sy_offload_kind;

typedef enum sy_offload_content { // what the image is
  SY_CONTENT_NONE = 0,
  SY_CONTENT_OBJECT,
  SY_CONTENT_BITCODE,
  SY_CONTENT_CUBIN,
  SY_CONTENT_FATBINARY,
  SY_CONTENT_PTX,
  SY_CONTENT_SPIRV,
} sy_offload_content;

typedef struct sy_offload_string {
  const char *key, *value;
} sy_offload_string;

typedef struct sy_offload_image {
  uint16_t content; // sy_offload_content, or a number from a later LLVM
  uint16_t kind;    // sy_offload_kind, or a number from a later LLVM
  uint32_t flags;
  const sy_offload_string *strings;
  size_t n_strings;
  sy_view bytes; // the image
} sy_offload_image;

typedef SY_VEC(sy_offload_image) sy_offload_images;

bool sy_offload_is(sy_view bytes); // starts with the magic
// Appends every image in `bytes` to *out (the caller frees the vector). Images and strings point into
// `bytes`, the arrays of strings live in the arena. `file` is the name in diagnostics. On failure *out holds
// the images before the fault.
bool sy_offload_read(sy_view bytes, const char *file, sy_arena *a, sy_offload_images *out, sy_diag *d);

// The value of a key, the last one when it occurs twice; null when absent.
const char *sy_offload_get(const sy_offload_image *image, const char *key);

#endif
