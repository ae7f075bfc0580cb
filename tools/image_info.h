// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sycl-image-info has read, and its three forms: text, JSON, and a page of HTML.
#ifndef SY_TOOLS_IMAGE_INFO_H
#define SY_TOOLS_IMAGE_INFO_H

#include "devices/conditions.h"
#include "devices/requirements.h"
#include "formats/fat_object.h"

typedef struct info_image {
  const char *file;   // where it was found
  const char *target; // null if not known
  const char *kind;
  size_t size;
  sy_strs kernels;
  sy_props props;
  sy_requirements needs;
  sy_cases cases; // of if_device_has
} info_image;

enum { INFO_TEXT, INFO_JSON, INFO_HTML };

typedef struct info_command {
  sy_strs inputs;
  int form;
  sy_arena *a;
  SY_VEC(info_image) images;
  sy_fat_images modules;
} info_command;

// image_info_words.c: what all forms say. Text is in the arena or constant.
const char *sy_info_readable(const info_command *c, const char *symbol);
const char *sy_info_aspect(const info_command *c, uint32_t number);
const char *sy_info_architecture(const info_command *c, uint32_t aspect);
const char *sy_info_origin(const info_command *c, const info_image *i, uint32_t aspect); // null: not known
const char *sy_info_bytes_kind(sy_view code);
const char *sy_info_module_kind(const sy_offload_image *m);
// Whether the forms have words of their own for what is in this set of properties.
bool sy_info_is_explained(const char *set);
// What the target lacks, in lines; nothing for an image that can run.
sy_view sy_info_rejection(const info_image *i);
void sy_info_add_hex(sy_str *out, sy_view bytes);
// "with fp64, without fp16"
void sy_info_add_case(const info_command *c, const sy_u32s *one, sy_str *out);
// "x 8"; of a property that is a number or bytes.
void sy_info_add_property(const sy_prop *p, sy_str *out);

void sy_info_json(info_command *c, sy_str *out); // image_info_json.c
void sy_info_html(info_command *c, sy_str *out); // image_info_html.c

// image_info_devices.c: which image of a kernel a device of this machine gets; null: none, and why says so.
typedef struct sycc_device sycc_device;
const info_image *sy_info_image_for(const info_command *c, const char *symbol, const sycc_device *d,
                                    sy_str *why);
// Whether devices of the target can run the image; a line for each reason why not.
bool sy_info_target_can(const info_image *i, const sy_target *t, sy_str *why);

#endif
