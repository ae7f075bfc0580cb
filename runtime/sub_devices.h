// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-devices: what rt.h says of them.
#ifndef SY_RUNTIME_SUB_DEVICES_H
#define SY_RUNTIME_SUB_DEVICES_H

#include "sycc/rt.h"

#include <pthread.h>
#include <stdbool.h>

// One that fits; null: none does. fits() is called with the lock held.
sycc_device *sy_sub_devices_find(bool (*fits)(const sycc_device *d, const void *what), const void *what);

extern pthread_mutex_t sy_sub_devices_mutex; // for fork only

#endif
