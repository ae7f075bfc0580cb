// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of class device_global: one of each on every device, whichever images use it.
#ifndef SY_RUNTIME_DEVICE_GLOBALS_H
#define SY_RUNTIME_DEVICE_GLOBALS_H

#include "formats/image_desc.h"
#include "runtime/registry.h"

typedef struct sy_global sy_global;

// A variable in one image.
typedef struct sy_image_global {
  struct sy_image_global *next; // of its sy_global
  sy_global *global;            // null once the image is gone
  sy_image *image;
  void *variable; // in host memory; null: elsewhere
} sy_image_global;

extern pthread_mutex_t sy_device_globals_mutex; // for fork only

// An image comes: e is one of its entries, desc the library's. False: no memory.
bool sy_device_globals_join(sy_image_global *v, sy_image *image, const sy_bin_desc *desc,
                            const sy_image_entry *e);
// It goes. None of its kernels runs, and its memory is still there.
void sy_device_globals_leave(sy_image_global *v, size_t n);
// Before a kernel of the image runs on d: its variables get their memory. Does nothing for an image that is
// gone. whole: the image that it was linked to, and whose code has the variables; null: its own.
sycc_status sy_device_globals_prepare(sy_image_global *v, size_t n, sycc_device *d, sy_image *whole);
// A library goes: variables in it that only copies have used.
void sy_device_globals_forget(const sy_bin_desc *desc);
void sy_device_globals_release(sy_global *g); // what a command got by sycc_group_device_global; null is fine

#endif
