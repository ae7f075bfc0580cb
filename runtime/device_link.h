// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device functions that a kernel's image calls and other images, of the program or of its libraries, define.
#ifndef SY_RUNTIME_DEVICE_LINK_H
#define SY_RUNTIME_DEVICE_LINK_H

#include "runtime/registry.h"

typedef struct sy_linked_image {
  sy_image *image; // retained
  char *function;  // owned: the import it was found by, readable
  char *library;   // owned: the file it came from
} sy_linked_image;

// All images that an image needs on a device, those they need included.
struct sy_device_link {
  sy_device_link *next; // owned: of the same image on other devices, or from before a library was unloaded
  const sycc_device *device; // variants of a function are for some devices only
  size_t count;
  sy_linked_image *images; // owned
  _Atomic bool bound;
};

// Finds the images for k's imports, where it has some and they are not found yet, or a library was unloaded
// since. Their contents are not touched. k's image is entered. An import that no image exports is an error.
sycc_status sy_device_link_resolve(sy_kernel *k, const sycc_device *d);

// After all checks: what the images' device_globals need on d; for code in host memory, sets the pointers
// that imports are called through.
sycc_status sy_device_link_bind(sy_kernel *k, sycc_device *d);
// After sy_device_link_resolve: whether that would fail because of a function that can't be called. Changes
// nothing.
sycc_status sy_device_link_check(sy_kernel *k, const sycc_device *d);

// sy_image_enter and _leave for k's image and all that it needs on d.
bool sy_device_link_enter(sy_kernel *k, const sycc_device *d);
void sy_device_link_leave(sy_kernel *k, const sycc_device *d);

// Keeps what a back end made of k's image by this link on d, null where it has none. Where there is another
// link by now, only commands that have the program already use it.
void sy_device_link_keep(sy_kernel *k, const sycc_device *d, const sy_device_link *link, sy_image_program *p);

void sy_device_link_free(sy_device_link *link); // and those behind it; null is allowed

#endif
