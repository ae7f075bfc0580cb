// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files of a link that may carry device code, and what they were compiled for.
#ifndef SY_DRIVER_CARRIERS_H
#define SY_DRIVER_CARRIERS_H

#include "driver/command.h"

// Appends objects, archives and shared libraries of the command, in its order: inputs, libraries of -l in the
// user's folders, and what linker scripts among them name.
void sy_carriers(const sy_command_line *c, sy_arena *a, sy_strs *out);
// The targets that the objects of a link were compiled for, separated by commas; null if none of them holds
// device code.
const char *sy_carriers_targets(const sy_command_line *c, const char *default_targets, sy_arena *a);

// Between the targets of a source in a fat object ("targets"); there if the user named some.
#define SY_TARGETS_SEPARATOR ':'

#endif
