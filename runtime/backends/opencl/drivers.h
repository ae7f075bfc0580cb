// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL drivers that the loader would open: those that would end this program are left out, and messages
// say which ones do not work.
#ifndef SY_OPENCL_DRIVERS_H
#define SY_OPENCL_DRIVERS_H

#include "sycc/rt.h"

#include <stdbool.h>
#include <stddef.h>

// Before the loader is called for the first time: lets it see only the drivers that this program survives.
// False: it must not be called.
bool sy_cl_drivers_choose(void);
// After that call.
void sy_cl_drivers_restore(void);
// Where drivers are named: a folder or a file.
const char *sy_cl_drivers_place(void);
// Whether drivers can't be opened or were left out, which ones, and why. It opens them all but the latter.
bool sy_cl_driver_problem(char *text, size_t room);
// What rt.h says of sycc_backend_driver; opens the driver again, unless it was left out.
bool sy_cl_driver_get(size_t index, sycc_driver *out);

#endif
