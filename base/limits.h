// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits of processes (ulimit) that may be why a child has ended or has not started. Each function adds a
// line of help that names the limit and says true, or false where no limit is known to have done it.
#ifndef SY_BASE_LIMITS_H
#define SY_BASE_LIMITS_H

#include "base/diag.h"

// Of a child that was ended by this signal and waited for.
bool sy_limits_help_signal(int signal, sy_diag *d);
// Of a child that could not start, or a file that could not be opened, because of this error.
bool sy_limits_help_error(int error, sy_diag *d);
// A process can't be forked: the error, from errno, and its help. Returns false.
bool sy_limits_no_child(sy_diag *d);

#endif
