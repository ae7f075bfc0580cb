// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device images of the program and its libraries, and the kernels in them.
#ifndef SY_RUNTIME_REGISTRY_H
#define SY_RUNTIME_REGISTRY_H

#include "sycc/rt.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct sy_image sy_image;
typedef struct sy_device_link sy_device_link; // device_link.h

// A kernel in one image. A holder keeps it, not the image's code, alive.
typedef struct sy_kernel sy_kernel;

extern pthread_mutex_t sy_registry_mutex; // for fork only

// An image that holds a kernel.
typedef struct sy_candidate {
  sy_kernel *kernel; // the caller releases it
  bool rejected;     // the target can't run it, and so there is no code: it is to be asked for its image only
} sy_candidate;

// All of them for these targets, which end with a null: in the order of the targets, then of registration.
// Variants for other devices than d (runtime/variants.h) are left out; *others tells whether any of them has
// code. Returns their number, at most `room`. If the text of the symbol is in a program or shared library
// that has such an image, only images of that file count: libraries may have different kernels of one name.
// readable is copied the first time: it is the name for messages, also after an unload.
size_t sy_registry_candidates(const char *symbol, const char *const *targets, const char *readable,
                              const sycc_device *d, sy_candidate *out, size_t room, bool *others);
void sy_registry_release(sy_kernel *k);

// What was found once, with everything about it checked that does not depend on the launch, need not be found
// and checked again. Null: not known; then *since is for sy_registry_remember, to be asked for before the
// look-up. The caller releases it. What is remembered is forgotten when an image comes or goes.
sy_kernel *sy_registry_recall(const sycc_kernel_info *info, const sycc_device *d, uint64_t *since);
void sy_registry_remember(const sycc_kernel_info *info, const sycc_device *d, sy_kernel *k, uint64_t since);
// Whether it is known that the kernel runs in groups of any size.
bool sy_registry_any_group(const sy_kernel *k);
// Writes the targets of all images that hold the kernel to buf, "spir64, nvptx64"; false when there are none.
bool sy_registry_targets(const char *symbol, char *buf, size_t size);

// Whether there is code of the program's, of any kernel, for one of these targets, or the program has no
// images at all.
bool sy_registry_has_code(const char *const *targets);
// Calls each(data, symbol) for every kernel of every image, one symbol maybe several times, with the lock
// held.
void sy_registry_symbols(void (*each)(void *data, const char *symbol), void *data);

const char *sy_registry_name(sy_kernel *k); // readable, as far as it is known
const char *sy_registry_symbol(const sy_kernel *k);
void *sy_registry_address(const sy_kernel *k); // of the code; between sy_image_enter and _leave
// That it is in; what else there is to ask, the image is asked.
sy_image *sy_registry_image(const sy_kernel *k);

// What a back end made of an image for one device. It is kept as long as the image is used.
typedef struct sy_image_program {
  struct sy_image_program *next;
  const sycc_device *device;
  _Atomic bool stale; // what it was linked with is gone: only its holders use it still
  void (*destroy)(struct sy_image_program *p);
} sy_image_program;
sy_image_program *sy_image_program_on(const sy_image *i, const sycc_device *d); // null: none so far
void sy_image_keep_program(sy_image *i, sy_image_program *p);
const struct sy_device_image *sy_image_descriptor(const sy_image *i); // may be called between enter and leave

// Before a launch on d: what the image's device_globals need there.
sycc_status sy_image_prepare(sy_image *i, sycc_device *d);
// The same in what `whole`, which is entered, was linked to.
sycc_status sy_image_prepare_in(sy_image *i, sy_image *whole, sycc_device *d);

// For device_link.c.
// Whether the image calls functions of other images.
bool sy_image_has_imports(const sy_image *i);
// Returns the name of the image's file. The image exports functions.
const char *sy_image_library(const sy_image *i);
// Returns the image registered first that exports the function for the target, or null. Where target is null
// any will do. Of the variants of an image it is the one for d. The caller releases it.
sy_image *sy_registry_exporter(const char *symbol, const char *target, const sycc_device *d);
// Returns the newest link of the image on the device, or null.
sy_device_link *sy_image_link(const sy_image *i, const sycc_device *d);
// Makes the link the newest. It is the image's from then on, and the image's programs for its device become
// stale. device_link.c's mutex is held.
void sy_image_add_link(sy_image *i, sy_device_link *link);
// Whether the image is unregistered.
bool sy_image_is_gone(const sy_image *i);
// Whether it is, and no thread is between enter and leave.
bool sy_image_is_left(const sy_image *i);
// Waits for that. The image is gone.
void sy_image_wait_until_left(sy_image *i);

const char *sy_image_target(const sy_image *i);
void sy_image_retain(sy_image *i);
void sy_image_release(sy_image *i);
// Around running the image's code, or using a variable of it: unregistering the image waits for leave().
// False: the image is gone already.
bool sy_image_enter(sy_image *i);
void sy_image_leave(sy_image *i);

#endif
