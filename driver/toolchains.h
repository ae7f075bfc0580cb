// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fsycl-help: the ahead-of-time compilers, whether they are there, and what they say about themselves.
#ifndef SY_DRIVER_TOOLCHAINS_H
#define SY_DRIVER_TOOLCHAINS_H

// Prints to standard output. which: the help_name of a family, or "all".
void sy_toolchains_help(const char *which);

#endif
