// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is made of a table of options beside --help, while sycc is built: the manual page and the completion
// of command lines in bash.
#ifndef SY_BASE_MANUAL_H
#define SY_BASE_MANUAL_H

#include "base/opts.h"

void sy_manual_page(const sy_opt_table *t, sy_str *out);
void sy_manual_completion(const sy_opt_table *t, sy_str *out);

#endif
