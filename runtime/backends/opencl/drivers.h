// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SY_OPENCL_DRIVERS_H
#define SY_OPENCL_DRIVERS_H

#include <stdbool.h>
#include <stddef.h>

// Whether drivers can't be opened, which ones, and why. It opens them all.
bool sy_cl_driver_problem(char *text, size_t room);
// Whether a driver would end this program when it is opened, and why.
bool sy_cl_driver_ends_program(char *text, size_t room);

#endif
