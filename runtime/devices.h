// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Platforms and devices: what a back end fills in and rt.h's queries read. They never change after
// discovery and stay for ever, so no lock guards them.
#ifndef SY_RUNTIME_DEVICES_H
#define SY_RUNTIME_DEVICES_H

#include "runtime/backends/backend.h"

enum {
  SY_PLATFORM_TEXTS = SYCC_PLATFORM_EXTENSIONS + 1,
  SY_DEVICE_TEXTS = SYCC_DEVICE_PCI_ADDRESS + 1,
  SY_DEVICE_NUMBERS = SYCC_DEVICE_NUMBER_COUNT,
};

struct sycc_device {
  sycc_platform *platform;
  const sy_backend *backend;
  const char *text[SY_DEVICE_TEXTS];
  uint64_t number[SY_DEVICE_NUMBERS];
  const size_t *sub_group_sizes;
  size_t sub_group_size_count;
  const uint32_t *aspects;
  size_t aspect_count;
  const char *const *targets; // of the images it runs, the best first, null at the end; null: its back end's
  void *own;                  // the back end's
  const char *no_code;        // why it runs no kernel of any program; null: it does
  bool hidden;                // the user's selector leaves it out, or
  bool unlisted;              // it runs no kernel and the selector does not name it, which hides it too
  sycc_device *adopted_from;  // the device that this is in a context of the user's; null: none
  uint32_t queue_flags;       // of the queue it was adopted with
  sycc_device *parent;        // what it is a part of; null: it is no sub-device
};

struct sycc_platform {
  const sy_backend *backend;
  const char *text[SY_PLATFORM_TEXTS];
  sycc_device *devices;
  size_t device_count;
};

// What the back end has left open, and what the environment masks.
void sy_device_complete(sycc_device *d);
// The variable of the environment that hides devices; null: none does.
const char *sy_devices_selector(void);
// Without opening drivers: the device of SY_BACKEND_HOST, null where it is hidden; and whether the variable
// leaves room for other devices.
sycc_device *sy_devices_host(void);
bool sy_devices_may_be_others(void);

#endif
