// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether an OpenCL driver survives being opened, tried in a process of its own.
#ifndef SY_OPENCL_DRIVER_TRIAL_H
#define SY_OPENCL_DRIVER_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

// file: the .icd file that names the library. True: the driver ends or holds up the process that opens it;
// why says how. False: it works, or that can't be known.
bool sy_cl_driver_dies(const char *file, const char *library, char *why, size_t room);

#endif
