// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the main() functions of the tools share: the command line, --help and --version, diagnostics and the
// exit status.
#ifndef SY_BASE_TOOL_H
#define SY_BASE_TOOL_H

#include "base/opts.h"

// Closes a tool's list of options; sy_tool_main answers these itself.
enum { SY_TOOL_HELP = -1, SY_TOOL_VERSION = -2, SY_TOOL_MANUAL = -3, SY_TOOL_COMPLETION = -4 };
#define SY_TOOL_OPTIONS                                                                                      \
  {"--help", SY_OPT_FLAG, NULL, "print this", SY_TOOL_HELP},                                                 \
      {"--version", SY_OPT_FLAG, NULL, "print the version", SY_TOOL_VERSION},                                \
      {"--print-manual", SY_OPT_FLAG, NULL, NULL, SY_TOOL_MANUAL}, {                                         \
    "--print-completion", SY_OPT_FLAG, NULL, NULL, SY_TOOL_COMPLETION                                        \
  }

typedef struct sy_tool {
  const sy_opt_table *table;
  // Takes one option or plain argument into the tool's state. False: wrong usage, reported in d.
  bool (*take)(void *state, const sy_opt_match *m, sy_diag *d);
  // Checks what was taken and does the work; returns an exit status. The arena holds the command line.
  int (*run)(void *state, sy_arena *a, sy_diag *d);
} sy_tool;

int sy_tool_main(const sy_tool *t, void *state, int argc, char **argv);
// For work that reads a module of LLVM IR from the file, on which LLVM's reader crashes if it is damaged.
// True in a child process, which does the work and ends like any tool; that costs a millisecond. In the
// parent, *status is that of the child, or its crash is reported.
bool sy_tool_in_child(const char *file, int *status, sy_diag *d);
// For a plain argument of a tool that has one input: keeps it in *input, or reports that there are two.
bool sy_tool_take_input(const char **input, const char *value, sy_diag *d);

#endif
