// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory; the functions of the API are rt.h's.
#ifndef SY_RUNTIME_USM_H
#define SY_RUNTIME_USM_H

#include "sycc/rt.h"

#include <pthread.h>

// Whether so many bytes lie in the allocation that holds the address, or in the address space if none does:
// errc::invalid if not. Says what kind of memory it is and whose; null: no device's.
sycc_status sy_usm_check_range(const char *what, const void *ptr, size_t bytes, sycc_usm_kind *kind,
                               sycc_device **owner);

extern pthread_mutex_t sy_usm_mutex; // for fork only

#endif
