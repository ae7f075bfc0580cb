// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependency files of make, as compilers write them.
#ifndef SY_DRIVER_DEPFILE_H
#define SY_DRIVER_DEPFILE_H

#include "base/diag.h"

// Takes a file out of the rules in `text`: as a prerequisite, and as the empty rule that -MP makes of it.
void sy_depfile_remove(sy_view text, const char *file, sy_str *out);
// sycc --clean-depfile <from> <to> <file>...; the exit status.
int sy_depfile_main(int argc, char **argv);

#endif
