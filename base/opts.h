// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command lines from a table. A tool describes its options once; parsing, --help and the
// did-you-mean come from the description.
#ifndef SY_BASE_OPTS_H
#define SY_BASE_OPTS_H

#include "base/diag.h"
#include "base/mem.h"

typedef enum sy_opt_form {
  SY_OPT_FLAG,     // -v
  SY_OPT_JOINED,   // -target=x       (name holds the '=')
  SY_OPT_SEPARATE, // -o x
  SY_OPT_EITHER,   // -I x or -Ix
} sy_opt_form;

typedef struct sy_opt {
  const char *name; // with its dashes
  sy_opt_form form;
  const char *value; // what --help calls the value: "<file>"; null for a flag
  const char *help;  // null: not shown in --help
  int id;            // what the tool switches on
} sy_opt;

typedef struct sy_opt_match {
  const sy_opt *opt; // null: a plain argument
  const char *value; // the option's value, or the plain argument; null for a flag
} sy_opt_match;

typedef SY_VEC(sy_opt_match) sy_opt_matches;

typedef struct sy_opt_table {
  const char *tool;    // "sycl-post-link"
  const char *usage;   // "sycl-post-link [options] <file>"
  const char *summary; // one or two sentences for --help
  const sy_opt *opts;
  size_t n;
  const char *manual; // further sections of the manual page, in roff; null: none
} sy_opt_table;

// The entry that arg (at argv[i]) matches, longest name first; null when none does.
const sy_opt *sy_opt_find(const sy_opt_table *t, const char *arg);
// The option name nearest to arg, or null when nothing is near.
const char *sy_opt_nearest(const sy_opt_table *t, const char *arg);
// Strict parsing for the tools: an unknown option or a missing value is an error with a did-you-mean.
// "--" ends the options. "-" is a plain argument. @file arguments are read as response files.
bool sy_opts_parse(const sy_opt_table *t, int argc, char **argv, sy_arena *a, sy_opt_matches *out,
                   sy_diag *d);
void sy_opts_help(const sy_opt_table *t, sy_str *out);
// Replaces @file arguments by their contents (GNU quoting rules), also inside such files; argv may or may
// not start with the program. Strings live in the arena or are those of argv.
bool sy_opts_expand(int argc, char **argv, sy_arena *a, sy_strs *out, sy_diag *d);
// Splits the text of a response file into arguments; `file` is its name in diagnostics.
bool sy_opts_split(sy_view text, const char *file, sy_arena *a, sy_strs *out, sy_diag *d);
// Appends arg and a line feed, quoted so that sy_opts_split, clang and GNU tools read it back as it is.
void sy_opts_quote(sy_str *out, const char *arg);

#endif
