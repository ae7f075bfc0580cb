// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-devices: what rt.h says of them.
#ifndef SY_RUNTIME_SUB_DEVICES_H
#define SY_RUNTIME_SUB_DEVICES_H

#include <pthread.h>

extern pthread_mutex_t sy_sub_devices_mutex; // for fork only

#endif
