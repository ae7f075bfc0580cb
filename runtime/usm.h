// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory; the functions are rt.h's.
#ifndef SY_RUNTIME_USM_H
#define SY_RUNTIME_USM_H

#include <pthread.h>

extern pthread_mutex_t sy_usm_mutex; // for fork only

#endif
