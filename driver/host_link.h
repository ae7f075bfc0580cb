// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of the command says which members of archives the host linker takes (formats/host_members.h).
#ifndef SY_DRIVER_HOST_LINK_H
#define SY_DRIVER_HOST_LINK_H

#include "driver/command.h"

// Whether the rules of host_members.h are those of this link, and some of the files are archives.
bool sy_host_link_known(const sy_command_line *c, const sy_strs *files);
// Appends the symbols that the linker needs in any case: main, and those that its options name.
void sy_host_link_roots(const sy_command_line *c, sy_arena *a, sy_strs *out);

#endif
