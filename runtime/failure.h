// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item that has failed on a device ends the program when its kernel has ended.
#ifndef SY_RUNTIME_FAILURE_H
#define SY_RUNTIME_FAILURE_H

#include "sycc/failure.h"

__attribute__((noreturn)) void sy_failure_report(const sycc_failure *f); // something has happened

#endif
