// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File tables (.table): one row per device module, the columns name its files.
//
//   [Code|Properties|Symbols]
//   a_0.bc|a_0.prop|a_0.sym
//
// The first line is the header. Empty lines are skipped; a cell may be empty, except the only one of a row.
#ifndef SY_FORMATS_FILE_TABLE_H
#define SY_FORMATS_FILE_TABLE_H

#include "base/diag.h"
#include "base/mem.h"

// Start with {0}; owns everything in it. Cells are rows.data[r][c].
typedef struct sy_table {
  sy_strs columns;
  SY_VEC(const char **) rows; // each with columns.n cells
  sy_arena arena;             // names and cells; put replacements there
} sy_table;

enum { SY_TABLE_NONE = -1 };

// Reads a file's text into *out, which is empty. On failure *out holds what was read so far, still to be
// freed.
bool sy_table_read(sy_view text, const char *file, sy_table *out, sy_diag *d);
// Appends the text to *out, without the header line when titles is false; false when a name or cell can't be
// written (with a line feed or '|').
bool sy_table_write(const sy_table *t, bool titles, sy_str *out, sy_diag *d);
void sy_table_free(sy_table *t);

int sy_table_column(const sy_table *t, const char *name); // SY_TABLE_NONE when absent
// The same, and reports an unknown column with those there are; `where` is the place of the name that was
// asked for.
int sy_table_need(const sy_table *t, const char *name, sy_where where, sy_diag *d);
// Adds a column whose cells are all empty; names are unique, so false when it is there already.
bool sy_table_add_column(sy_table *t, const char *name);
// Adds a row of columns.n copied cells, and returns it; cells null: all empty.
const char **sy_table_add_row(sy_table *t, const char *const *cells);
void sy_table_set(sy_table *t, size_t row, int column, const char *cell); // copied

#endif
