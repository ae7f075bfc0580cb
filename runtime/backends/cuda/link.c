// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image that calls functions of others is linked with them by the driver, from PTX: machine code as ptxas
// makes it for whole programs can't be linked.
//
// The result has the variables of device_globals of all images, one of each: they are weak. With
// device_image_scope the variable is the memory, of which an image that is loaded by itself has another one:
// so functions of images with such variables are refused.
#include "runtime/backends/cuda/cuda.h"

#include "formats/image_desc.h"
#include "runtime/device_link.h"
#include "runtime/error.h"

#include <stdlib.h>
#include <string.h>

bool sy_cuda_link_enter(const sy_device_link *l) {
  for (size_t i = 0; l && i < l->count; i++)
    if (!sy_image_enter(l->images[i].image)) {
      while (i)
        sy_image_leave(l->images[--i].image);
      return false;
    }
  return true;
}

void sy_cuda_link_leave(const sy_device_link *l) {
  for (size_t i = l ? l->count : 0; i; i--)
    sy_image_leave(l->images[i - 1].image);
}

// ---- parts: the image itself, then those it needs --------------------------------------------------

typedef struct part {
  const sy_device_image *image;
  const char *library; // for messages
} part;

static part part_at(const sy_image *image, const sy_device_link *l, size_t i) {
  if (!i)
    return (part){sy_image_descriptor(image), "this program"};
  return (part){sy_image_descriptor(l->images[i - 1].image), l->images[i - 1].library};
}

// A variable with device_image_scope.
static const char *variable_in(const sy_device_image *image) {
  for (const sy_image_entry *e = image->entries_begin; e != image->entries_end; e++)
    if (e->size && e->flags & SY_ENTRY_IMAGE_SCOPE)
      return e->name;
  return NULL;
}

static sycc_status check_part(const sy_cuda_device *d, part p, bool is_own) {
  const char *variable = is_own ? NULL : variable_in(p.image);
  if (variable)
    return sy_error_set(SYCC_kernel_not_supported,
                        "functions can't be linked for device '%s' from images that hold device_globals with "
                        "device_image_scope, as that of '%s' does ('%s'); define the functions that kernels "
                        "call in the program itself",
                        d->name, p.library, variable);
  if (sy_cuda_is_binary(p.image))
    return sy_error_set(
        SYCC_build,
        "the code of '%s' for target '%s' is machine code, which can't be linked for device '%s'; link that "
        "library with -fsycl-allow-device-image-dependencies",
        p.library, p.image->target, d->name);
  return SYCC_success;
}

// The driver wants the 0 behind the text.
static sycc_status add_part(sy_cuda_device *d, sy_cu_link state, part p, const char *log) {
  char *text = sy_cuda_ptx_text(p.image);
  if (!text)
    return sy_error_no_memory("the PTX of an image");
  sy_cu_result r = sy_cu.link_add(state, SY_CU_INPUT_PTX, text, strlen(text) + 1, p.library, 0, NULL, NULL);
  free(text);
  return r ? sy_cuda_code_error(d, p.image, r, log) : SYCC_success;
}

static sycc_status finish_link(sy_cuda_device *d, sy_cu_link state, const sy_device_image *image,
                               const char *log, sy_cu_module *out) {
  void *code;
  size_t bytes;
  sy_cu_result r = sy_cu.link_complete(state, &code, &bytes);
  if (!r)
    r = sy_cu.module_load(out, code, 0, NULL, NULL); // the code goes with the state
  return r ? sy_cuda_code_error(d, image, r, log) : SYCC_success;
}

sycc_status sy_cuda_link(sy_cuda_device *d, const sy_image *image, const sy_device_link *l,
                         sy_cu_module *out) {
  char log[SY_CUDA_LOG_BYTES] = "";
  int options[] = {SY_CU_JIT_ERROR_LOG, SY_CU_JIT_ERROR_LOG_BYTES};
  void *values[] = {log, (void *)(size_t)(sizeof log - 1)};
  sy_cu_link state;
  size_t parts = 1 + (l ? l->count : 0);
  sycc_status s = SYCC_success;
  for (size_t i = 0; i < parts && !s; i++)
    s = check_part(d, part_at(image, l, i), !i);
  if (s)
    return s;
  sy_cu_result r = sy_cu.link_create(2, options, values, &state);
  if (r)
    return sy_cuda_code_error(d, sy_image_descriptor(image), r, log);
  for (size_t i = 0; i < parts && !s; i++)
    s = add_part(d, state, part_at(image, l, i), log);
  if (!s)
    s = finish_link(d, state, sy_image_descriptor(image), log, out);
  sy_cu.link_destroy(state);
  for (size_t i = 0; i < parts && !s; i++)
    sy_cuda_note_prints(d, part_at(image, l, i).image);
  return s;
}
