// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilation databases for clangd, clang-tidy and their like. These tools parse a file with a clang of their
// own, without our plugin and without the integration header, and they know none of our options. So an entry
// is an ordinary C++ compilation of the source by LLVM's clang++, which the SYCL headers have a form for.
#ifndef SY_DRIVER_COMPDB_H
#define SY_DRIVER_COMPDB_H

#include "driver/install.h"
#include "driver/targets.h"

// -MJ: writes the entries of the command's sources, each a line that ends with a comma, as clang does.
bool sy_compdb_write(const sy_command_line *c, const sy_goals *g, const sy_install *in, sy_arena *a,
                     sy_diag *d);
// --plain-commands=: prints a database, or writes it to the file of -o, with such entries in place of those
// that call sycc.
bool sy_compdb_convert(const sy_command_line *c, const sy_install *in, sy_arena *a, sy_diag *d);

#endif
