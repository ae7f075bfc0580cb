// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File tables: reader, writer and the operations the tools are made of.
#include "formats/file_table.h"

#include <string.h>

#include "formats/text.h"

enum { MAX_COLUMNS = 1000 }; // far more than any tool has; adding one looks at those there are

typedef struct file_table_reader {
  sy_table *t;
  const char *file;
  sy_lines lines;
  sy_diag *d;
} file_table_reader;

static sy_where at(const file_table_reader *r, const char *c) {
  return sy_at(r->file, r->lines.number, (unsigned)(c - r->lines.line.s) + 1);
}

// The next cell of a line; unlike sy_view_split also the empty one after a trailing '|'. *rest is done when s
// is null.
static bool next_cell(sy_view *rest, sy_view *cell) {
  if (!rest->s)
    return false;
  const char *bar = rest->n ? memchr(rest->s, '|', rest->n) : NULL;
  *cell = (sy_view){rest->s, bar ? (size_t)(bar - rest->s) : rest->n};
  *rest = bar ? (sy_view){bar + 1, rest->n - cell->n - 1} : (sy_view){NULL, 0};
  return true;
}

static bool read_header(file_table_reader *r) {
  sy_view line = r->lines.line;
  if (line.s[0] != '[' || line.s[line.n - 1] != ']' || line.n < 2) {
    sy_error(r->d, at(r, line.s), "table has no header");
    sy_note(r->d, "the first line names the columns: [Code|Properties|Symbols]");
    return false;
  }
  sy_view rest = {line.s + 1, line.n - 2}, cell;
  while (next_cell(&rest, &cell)) {
    const char *name = sy_arena_strndup(&r->t->arena, cell.s, cell.n);
    if (!*name)
      return sy_error(r->d, at(r, cell.s), "column without a name");
    if (r->t->columns.n == MAX_COLUMNS)
      return sy_error(r->d, at(r, cell.s), "more than %d columns", MAX_COLUMNS);
    if (!sy_table_add_column(r->t, name))
      return sy_error(r->d, at(r, cell.s), "column '%s' occurs twice", name);
  }
  return true;
}

static bool read_row(file_table_reader *r) {
  size_t columns = r->t->columns.n, n = 0;
  sy_view rest = r->lines.line, cell;
  const char **cells = sy_arena_alloc(&r->t->arena, columns * sizeof *cells);
  while (next_cell(&rest, &cell)) {
    if (n == columns)
      return sy_error(r->d, at(r, cell.s), "row has more cells than the header has columns (%zu)", columns);
    cells[n++] = sy_arena_strndup(&r->t->arena, cell.s, cell.n);
  }
  if (n < columns)
    return sy_error(r->d, at(r, r->lines.line.s + r->lines.line.n),
                    "row has %zu cells, but the header has %zu columns", n, columns);
  sy_vec_push(&r->t->rows, cells);
  return true;
}

bool sy_table_read(sy_view text, const char *file, sy_table *out, sy_diag *d) {
  file_table_reader r = {.t = out, .file = file, .lines = {.rest = text}, .d = d};
  if (!sy_text_check(text, file, d))
    return false;
  if (!sy_lines_next(&r.lines))
    return sy_error(d, sy_at(file, 1, 1), "table is empty, without even a header");
  bool ok = read_header(&r);
  while (ok && sy_lines_next(&r.lines))
    ok = read_row(&r);
  return ok;
}

static bool write_line(const char *const *cells, size_t n, sy_str *out, sy_diag *d) {
  if (n == 1 && !*cells[0])
    return sy_error(d, SY_NOWHERE, "the only cell of a row is empty and cannot be written to a file table");
  for (size_t i = 0; i < n; i++) {
    if (strpbrk(cells[i], "|\n"))
      return sy_error(d, SY_NOWHERE, "'%s' cannot be written to a file table", cells[i]);
    sy_str_addf(out, "%s%s", i ? "|" : "", cells[i]);
  }
  return true;
}

bool sy_table_write(const sy_table *t, bool titles, sy_str *out, sy_diag *d) {
  if (titles) {
    sy_str_addc(out, '[');
    if (!write_line(t->columns.data, t->columns.n, out, d))
      return false;
    sy_str_add(out, "]\n");
  }
  for (size_t r = 0; r < t->rows.n; r++) {
    if (!write_line(t->rows.data[r], t->columns.n, out, d))
      return false;
    sy_str_addc(out, '\n');
  }
  return true;
}

void sy_table_free(sy_table *t) {
  sy_vec_free(&t->columns);
  sy_vec_free(&t->rows);
  sy_arena_free(&t->arena);
}

int sy_table_column(const sy_table *t, const char *name) {
  for (size_t i = 0; i < t->columns.n; i++)
    if (strcmp(t->columns.data[i], name) == 0)
      return (int)i;
  return SY_TABLE_NONE;
}

int sy_table_need(const sy_table *t, const char *name, sy_where where, sy_diag *d) {
  int column = sy_table_column(t, name);
  if (column != SY_TABLE_NONE)
    return column;
  sy_str all = SY_STR_INIT;
  for (size_t i = 0; i < t->columns.n; i++)
    sy_str_addf(&all, "%s'%s'", i ? ", " : "", t->columns.data[i]);
  sy_error(d, where, "unknown column '%s'", name);
  sy_note(d, "columns here are %s", sy_str_c(&all));
  sy_str_free(&all);
  return SY_TABLE_NONE;
}

bool sy_table_add_column(sy_table *t, const char *name) {
  if (sy_table_column(t, name) != SY_TABLE_NONE)
    return false;
  size_t n = t->columns.n;
  sy_strs_add(&t->columns, sy_arena_strdup(&t->arena, name));
  for (size_t r = 0; r < t->rows.n; r++) {
    const char **cells = sy_arena_alloc(&t->arena, (n + 1) * sizeof *cells);
    memcpy(cells, t->rows.data[r], n * sizeof *cells);
    cells[n] = "";
    t->rows.data[r] = cells;
  }
  return true;
}

const char **sy_table_add_row(sy_table *t, const char *const *cells) {
  const char **row = sy_arena_alloc(&t->arena, t->columns.n * sizeof *row);
  for (size_t i = 0; i < t->columns.n; i++)
    row[i] = cells ? sy_arena_strdup(&t->arena, cells[i]) : "";
  sy_vec_push(&t->rows, row);
  return row;
}

void sy_table_set(sy_table *t, size_t row, int column, const char *cell) {
  t->rows.data[row][column] = sy_arena_strdup(&t->arena, cell);
}
