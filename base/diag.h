// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics: what is wrong, where, what to do.
//
//   file-table-tform: in.table:3:7: error: unknown column 'Cod'
//   note: columns here are 'Code', 'Properties'
//   help: ...
//
// Wording: the fault first, lower case, no full stop. Libraries report into a sy_diag and return
// false; only main() prints and exits.
#ifndef SY_BASE_DIAG_H
#define SY_BASE_DIAG_H

#include "base/str.h"

enum { SY_EXIT_OK = 0, SY_EXIT_INPUT = 1, SY_EXIT_USAGE = 2 };

typedef struct sy_diag {
  sy_str text;       // the finished lines
  unsigned errors;   // how many errors were reported
  unsigned warnings; // how many warnings
} sy_diag;

// Where something is wrong. file null: nowhere in particular; line 0: the file as a whole.
typedef struct sy_where {
  const char *file;
  unsigned line, col;
} sy_where;

#define SY_NOWHERE ((sy_where){0})
static inline sy_where sy_at(const char *file, unsigned line, unsigned col) {
  return (sy_where){file, line, col};
}

// All of these accept a null d, and then say nothing.
// Reports an error; always returns false, so that `return sy_error(...)` reads well.
bool sy_error(sy_diag *d, sy_where w, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void sy_warning(sy_diag *d, sy_where w, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void sy_note(sy_diag *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sy_help(sy_diag *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// Writes what was reported to standard error, each error and warning with "tool: " in front, and empties
// the text. The counts stay. A null tool: nothing in front.
void sy_diag_flush(sy_diag *d, const char *tool);
void sy_diag_free(sy_diag *d);

#endif
