// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder that names some of the machine's OpenCL drivers to the ICD loader, in place of all
// (OCL_ICD_VENDORS).
#ifndef SY_OPENCL_VENDORS_H
#define SY_OPENCL_VENDORS_H

#include <stdbool.h>
#include <stddef.h>

#define SY_CL_VENDORS "OCL_ICD_VENDORS" // what loaders read

enum { SY_CL_PATH = 1024 };

// Makes a folder with links to these files, in TMPDIR or, where that can't be, in /tmp; writes its name.
// False: it can't be made.
bool sy_cl_vendors_make(char folder[SY_CL_PATH], const char *const *files, size_t n);
void sy_cl_vendors_remove(const char *folder);

#endif
