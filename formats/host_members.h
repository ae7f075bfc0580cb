// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which members of archives the host linker takes.
#ifndef SY_FORMATS_HOST_MEMBERS_H
#define SY_FORMATS_HOST_MEMBERS_H

#include "base/map.h"
#include "base/mem.h"

// Adds the members that a link of these files leaves out to *out, as "lib.a(b.o)". `roots` are symbols that
// are needed in any case. Where a file can't be understood (bitcode, damaged), nothing is left out.
void sy_host_members_left_out(const sy_strs *files, const sy_strs *roots, sy_map *out);

#endif
