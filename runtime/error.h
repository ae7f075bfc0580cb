// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// This thread's last error: the text behind sycc_error_message().
//
// Wording: the fault first, lower case, no full stop; what to do after a semicolon.
#ifndef SY_RUNTIME_ERROR_H
#define SY_RUNTIME_ERROR_H

#include "sycc/rt.h"

// Names of kernels can be pages of template arguments: messages print at most this much of one, so that
// what follows the name is not cut off.
#define SY_NAME_FMT "%.400s"

// Sets this thread's message and returns s, so that `return sy_error_set(...)` reads well.
sycc_status sy_error_set(sycc_status s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
sycc_status sy_error_no_memory(const char *what); // "out of memory: cannot allocate <what>"
const char *sy_error_text(void);                  // never null

#endif
