// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilation databases (compile_commands.json): how each source of a project is compiled, for tools that
// parse them too.
//
//   [{"directory": "/x", "file": "a.cpp", "command": "clang++ -c a.cpp -o a.o"}, ...]
//
// An entry has the command as a line for a shell, or as "arguments": ["clang++", ...]. It is written the
// second way.
#ifndef SY_FORMATS_COMPILE_COMMANDS_H
#define SY_FORMATS_COMPILE_COMMANDS_H

#include "base/diag.h"
#include "base/mem.h"

typedef struct sy_compile_command {
  const char *directory;
  const char *file;
  const char *output; // null when it is not said
  sy_strs arguments;  // the first is the compiler
} sy_compile_command;

typedef SY_VEC(sy_compile_command) sy_compile_commands;

// Appends the entries to *out, also when it fails; their strings live in the arena.
bool sy_compile_commands_read(sy_view text, const char *file, sy_arena *a, sy_compile_commands *out,
                              sy_diag *d);
void sy_compile_commands_free(sy_compile_commands *all);
// One entry, without a comma or a line feed behind it.
void sy_compile_command_write(const sy_compile_command *c, sy_str *out);

#endif
