// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From one linked module to the images it becomes: which entry points go together, what each image needs of
// a device, and its module.
#ifndef SY_PASSES_IMAGES_IMAGE_H
#define SY_PASSES_IMAGES_IMAGE_H

#include "devices/devices.h"
#include "passes/analysis/function_facts.h"
#include "passes/analysis/use_graph.h"

enum sy_split { SY_SPLIT_AUTO, SY_SPLIT_SOURCE, SY_SPLIT_KERNEL, SY_SPLIT_OFF };

// -Wsycl-external: SYCL_EXTERNAL functions that need more than their callers know.
enum sy_severity { SY_IGNORED, SY_WARNING, SY_ERROR };

// Where a requirement comes from.
typedef struct sy_origin {
  const char *function; // readable
  const char *file;     // null if not known
  uint32_t line, col;
} sy_origin;

typedef struct sy_needed_aspect {
  uint32_t number;
  sy_origin origin;
} sy_needed_aspect;

typedef struct sy_split_image {
  SY_VEC(uint32_t) entries; // nodes: kernels and exported functions, in the order of the module
  SY_VEC(uint32_t) nodes;   // everything they use, themselves included, in the order of the module
  // What it needs, sorted.
  SY_VEC(sy_needed_aspect) aspects;
  SY_VEC(uint32_t) sub_groups;
  sy_numbers work_group;
  bool fixed; // for certain targets only
  sy_strs fixed_targets;
} sy_split_image;

typedef struct sy_images {
  LLVMModuleRef m;
  sy_arena arena;
  sy_use_graph g;
  sy_function_facts *facts; // of each function
  SY_VEC(sy_split_image) list;
  enum sy_severity external;
  bool no_exports; // SYCL_EXTERNAL functions are no entry points
} sy_images;

// Fills *out, which is {0} but for `external` and `no_exports`.
void sy_images_make(sy_images *out, LLVMModuleRef m, enum sy_split how, sy_diag *d);
void sy_images_free(sy_images *s);
// The same in steps, for images that are grouped in another way: read the module; then put entry points into
// `list`, and find what each of these images holds.
void sy_images_open(sy_images *out, LLVMModuleRef m, sy_diag *d);
void sy_images_close_over_uses(sy_images *s);

// A module with what the image holds; all but its entry points and device_globals is internal.
LLVMModuleRef sy_image_module(const sy_images *s, const sy_split_image *i);

// Where the need of an entry point for an aspect comes from.
sy_origin sy_entry_origin(sy_images *s, uint32_t node, uint32_t aspect);

#endif
