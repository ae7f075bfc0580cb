// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// file-table-tform: transforms file tables.
//
//   file-table-tform -extract=Code,Symbols -rename=Code,File -o b.table a.table
//   file-table-tform -replace=Code,0 -o c.table a.table list.txt
//
// The first input is the table that is transformed. Operations run in the order they are given; `replace` and
// `replace_cell` take the next input each. Names, order and arguments are those of DPC++'s tool of this name.
//
// An input without a header line, as -drop_titles writes it, has columns "0", "1", ...; a column of any table
// can be given by its number too. Rows are numbered from 0. Time and memory grow with the size of the inputs,
// and with nothing else.
#include "base/count.h"
#include "base/file.h"
#include "base/tool.h"
#include "formats/file_table.h"
#include "formats/text.h"

#include <stdio.h>
#include <string.h>

typedef enum op_kind {
  OP_EXTRACT,
  OP_RENAME,
  OP_REPLACE,
  OP_REPLACE_CELL,
  OP_MERGE,
  OP_COPY,
  OP_KINDS
} op_kind;
enum { OPT_OUTPUT = OP_KINDS, OPT_DROP_TITLES };

static const sy_opt options[] = {
    {"-o", SY_OPT_SEPARATE, "<file>", "the file to write", OPT_OUTPUT},
    {"-extract=", SY_OPT_JOINED, "<column>,...", "keep these columns, in this order", OP_EXTRACT},
    {"-rename=", SY_OPT_JOINED, "<old>,<new>", "rename a column", OP_RENAME},
    {"-replace=", SY_OPT_JOINED, "<column>,<from>", "take a column from column <from> of the next input",
     OP_REPLACE},
    {"-replace_cell=", SY_OPT_JOINED, "<column>,<row>", "put the name of the next input into a cell",
     OP_REPLACE_CELL},
    {"-merge=", SY_OPT_JOINED, "<column>", "the rows of all tables that a column names", OP_MERGE},
    {"-copy_single_file=", SY_OPT_JOINED, "<column>,<row>",
     "write a copy of the file that a cell names, not a table;\nthe last operation", OP_COPY},
    {"-drop_titles", SY_OPT_FLAG, NULL, "write no header line", OPT_DROP_TITLES},
    SY_TOOL_OPTIONS,
    // the same with two dashes
    {"--extract=", SY_OPT_JOINED, NULL, NULL, OP_EXTRACT},
    {"--rename=", SY_OPT_JOINED, NULL, NULL, OP_RENAME},
    {"--replace=", SY_OPT_JOINED, NULL, NULL, OP_REPLACE},
    {"--replace_cell=", SY_OPT_JOINED, NULL, NULL, OP_REPLACE_CELL},
    {"--merge=", SY_OPT_JOINED, NULL, NULL, OP_MERGE},
    {"--copy_single_file=", SY_OPT_JOINED, NULL, NULL, OP_COPY},
    {"--drop_titles", SY_OPT_FLAG, NULL, NULL, OPT_DROP_TITLES},
};

static const sy_opt_table command = {
    .tool = "file-table-tform",
    .usage = "file-table-tform -o <file> [operations] <table> [<input>...]",
    .summary =
        "Transforms a file table: operations run in order, and take further inputs from left to right.",
    .opts = options,
    .n = SY_COUNT(options),
};

typedef struct op {
  op_kind kind;
  const char *text;  // as given
  sy_strs words;     // text, split at commas
  const char *input; // of replace and replace_cell
} op;

typedef struct transform {
  const char *input, *output;
  SY_VEC(op) ops;
  sy_strs others; // further inputs
  bool drop_titles;
  sy_table table; // as it is transformed
  sy_arena *a;
  sy_diag *d;
} transform;

// ---- reading ------------------------------------------------------------------------------------------

// A table without a header: columns are called by their numbers.
static bool read_untitled(sy_view text, const char *file, sy_table *t, sy_diag *d) {
  sy_lines lines = {.rest = text};
  while (sy_lines_next(&lines)) {
    sy_str row = SY_STR_INIT;
    sy_strs cells = {0};
    sy_str_addn(&row, lines.line.s, lines.line.n);
    for (char *cell = row.s, *bar; cell; cell = bar ? bar + 1 : NULL) {
      bar = strchr(cell, '|');
      if (bar)
        *bar = 0;
      sy_strs_add(&cells, cell);
    }
    char number[24];
    while (!t->rows.n && t->columns.n < cells.n && t->columns.n < 1000) {
      snprintf(number, sizeof number, "%zu", t->columns.n);
      sy_table_add_column(t, number);
    }
    bool ok = cells.n == t->columns.n;
    if (ok)
      sy_table_add_row(t, cells.data);
    else
      sy_error(d, sy_at(file, lines.number, 0), "row has %zu cells, but the table has %zu columns", cells.n,
               t->columns.n);
    sy_vec_free(&cells);
    sy_str_free(&row);
    if (!ok)
      return false;
  }
  return true;
}

// *titled: whether there is a header; may be null.
static bool read_text(sy_view text, const char *file, sy_table *t, bool *titled, sy_diag *d) {
  sy_lines first = {.rest = text};
  bool header = !sy_lines_next(&first) || first.line.s[0] == '[';
  if (titled)
    *titled = header;
  return header ? sy_table_read(text, file, t, d)
                : sy_text_check(text, file, d) && read_untitled(text, file, t, d);
}

static bool read_table(const char *path, sy_table *t, bool *titled, sy_diag *d) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_file_read(path, &text, d) && read_text(sy_view_of(&text), path, t, titled, d);
  sy_str_free(&text);
  return ok;
}

// A column by name, or else by number.
static int find_column(const sy_table *t, const char *file, const char *name, sy_diag *d) {
  unsigned long long number;
  int column = sy_table_column(t, name);
  if (column == SY_TABLE_NONE && sy_view_u64(sy_view_c(name), &number) && number < t->columns.n)
    column = (int)number;
  return column != SY_TABLE_NONE ? column : sy_table_need(t, name, sy_at(file, 1, 0), d);
}

// ---- operations ---------------------------------------------------------------------------------------

// The row numbers in options; null means the only one.
static bool find_row(const transform *f, const char *text, size_t *out) {
  unsigned long long row = 0;
  size_t rows = f->table.rows.n;
  if (text && !sy_view_u64(sy_view_c(text), &row))
    return sy_error(f->d, SY_NOWHERE, "'%s' is not the number of a row", text);
  if (!text && rows != 1)
    return sy_error(f->d, sy_at(f->input, 0, 0), "table has %zu rows, and the option does not say which",
                    rows);
  if (row >= rows) {
    sy_error(f->d, sy_at(f->input, 0, 0), "no row %llu", row);
    sy_note(f->d, "the table has %zu rows, numbered from 0", rows);
    return false;
  }
  *out = (size_t)row;
  return true;
}

static bool do_extract(transform *f, const op *o) {
  size_t n = o->words.n;
  sy_strs names = {0};
  int *from = sy_alloc(n * sizeof *from);
  bool ok = true;
  for (size_t i = 0; ok && i < n; i++) {
    from[i] = find_column(&f->table, f->input, o->words.data[i], f->d);
    ok = from[i] != SY_TABLE_NONE;
    for (size_t k = 0; ok && k < i; k++)
      if (from[k] == from[i])
        ok = sy_error(f->d, SY_NOWHERE, "column '%s' occurs twice in '%s'", o->words.data[i], o->text);
    if (ok)
      sy_strs_add(&names, f->table.columns.data[from[i]]);
  }
  for (size_t r = 0; ok && r < f->table.rows.n; r++) {
    const char **cells = sy_arena_alloc(&f->table.arena, n * sizeof *cells);
    for (size_t i = 0; i < n; i++)
      cells[i] = f->table.rows.data[r][from[i]];
    f->table.rows.data[r] = cells;
  }
  for (size_t i = 0; ok && i < n; i++)
    f->table.columns.data[i] = names.data[i];
  if (ok)
    f->table.columns.n = n;
  sy_vec_free(&names);
  free(from);
  return ok;
}

static bool do_rename(transform *f, const op *o) {
  const char *name = o->words.data[1];
  int column = find_column(&f->table, f->input, o->words.data[0], f->d);
  if (column == SY_TABLE_NONE)
    return false;
  int other = sy_table_column(&f->table, name);
  if (other != SY_TABLE_NONE && other != column)
    return sy_error(f->d, sy_at(f->input, 1, 0), "there is a column '%s' already", name);
  f->table.columns.data[column] = sy_arena_strdup(&f->table.arena, name);
  return true;
}

static bool replace_column(transform *f, const op *o, const sy_table *other) {
  int to = find_column(&f->table, f->input, o->words.data[0], f->d);
  int from = to == SY_TABLE_NONE ? SY_TABLE_NONE : find_column(other, o->input, o->words.data[1], f->d);
  if (from == SY_TABLE_NONE)
    return false;
  if (other->rows.n != f->table.rows.n)
    return sy_error(f->d, sy_at(o->input, 0, 0), "table has %zu rows, but '%s' has %zu", other->rows.n,
                    f->input, f->table.rows.n);
  for (size_t r = 0; r < other->rows.n; r++)
    sy_table_set(&f->table, r, to, other->rows.data[r][from]);
  return true;
}

static bool do_replace(transform *f, const op *o) {
  sy_table other = {0};
  bool ok = read_table(o->input, &other, NULL, f->d) && replace_column(f, o, &other);
  sy_table_free(&other);
  return ok;
}

static bool do_replace_cell(transform *f, const op *o) {
  size_t row;
  int column = find_column(&f->table, f->input, o->words.data[0], f->d);
  if (column == SY_TABLE_NONE || !find_row(f, o->words.data[1], &row))
    return false;
  if (!sy_file_exists(o->input))
    return sy_error(f->d, SY_NOWHERE, "no such file: '%s'", o->input);
  sy_table_set(&f->table, row, column, o->input);
  return true;
}

// Adds the rows of one table. The first one also gives the columns.
static bool merge_one(sy_table *all, const sy_table *one, const char *file, bool first, sy_diag *d) {
  for (size_t i = 0; first && i < one->columns.n; i++)
    sy_table_add_column(all, one->columns.data[i]);
  bool same = one->columns.n == all->columns.n;
  for (size_t i = 0; same && i < one->columns.n; i++)
    same = !strcmp(one->columns.data[i], all->columns.data[i]);
  if (!same)
    return sy_error(d, sy_at(file, 1, 0), "the columns of this table are not those of the tables before it");
  for (size_t r = 0; r < one->rows.n; r++)
    sy_table_add_row(all, one->rows.data[r]);
  return true;
}

static bool do_merge(transform *f, const op *o) {
  int column = find_column(&f->table, f->input, o->words.data[0], f->d);
  if (column == SY_TABLE_NONE)
    return false;
  if (!f->table.rows.n)
    return sy_error(f->d, sy_at(f->input, 0, 0), "no tables to merge: there are no rows");
  sy_table all = {0};
  bool ok = true;
  for (size_t r = 0; ok && r < f->table.rows.n; r++) {
    sy_table one = {0};
    const char *file = f->table.rows.data[r][column];
    ok = read_table(file, &one, NULL, f->d) && merge_one(&all, &one, file, r == 0, f->d);
    sy_table_free(&one);
  }
  sy_table_free(&f->table);
  f->table = all;
  return ok;
}

static bool do_copy(transform *f, const op *o) {
  size_t row;
  int column = find_column(&f->table, f->input, o->words.data[0], f->d);
  if (column == SY_TABLE_NONE || !find_row(f, o->words.n > 1 ? o->words.data[1] : NULL, &row))
    return false;
  const char *file = f->table.rows.data[row][column];
  if (!*file)
    return sy_error(f->d, sy_at(f->input, 0, 0), "row %zu has no file in column '%s'", row, o->words.data[0]);
  return sy_file_copy(file, f->output, f->d);
}

// What an operation is given and takes.
static const struct {
  bool (*run)(transform *f, const op *o);
  size_t least, most; // words in its argument
  bool takes_input;
} operations[OP_KINDS] = {
    [OP_EXTRACT] = {do_extract, 1, 1000, false}, [OP_RENAME] = {do_rename, 2, 2, false},
    [OP_REPLACE] = {do_replace, 2, 2, true},     [OP_REPLACE_CELL] = {do_replace_cell, 2, 2, true},
    [OP_MERGE] = {do_merge, 1, 1, false},        [OP_COPY] = {do_copy, 1, 2, false},
};

static bool write_result(transform *f) {
  sy_str text = SY_STR_INIT;
  bool ok = sy_table_write(&f->table, !f->drop_titles, &text, f->d) &&
            sy_file_write(f->output, sy_str_c(&text), text.n, f->d);
  sy_str_free(&text);
  return ok;
}

// Transforms f->table; a copied file is the result, so nothing else is written then.
static bool run_operations(transform *f, bool *copied) {
  *copied = false;
  for (size_t i = 0; i < f->ops.n; i++) {
    const op *o = &f->ops.data[i];
    if (!operations[o->kind].run(f, o))
      return false;
    *copied = o->kind == OP_COPY;
  }
  return true;
}

static bool run_transform(transform *f) {
  bool titled = true, copied;
  bool ok = read_table(f->input, &f->table, &titled, f->d);
  f->drop_titles = f->drop_titles || !titled;
  ok = ok && run_operations(f, &copied) && (copied || write_result(f));
  sy_table_free(&f->table);
  return ok;
}

// ---- command line ---------------------------------------------------------------------------------------

// An argument is names separated by commas, none of them empty.
static bool parse_op(transform *f, const sy_opt_match *m) {
  op o = {.kind = (op_kind)m->opt->id, .text = sy_arena_printf(f->a, "%s%s", m->opt->name, m->value)};
  bool ok = true;
  for (const char *word = m->value, *comma; ok && word; word = comma ? comma + 1 : NULL) {
    comma = strchr(word, ',');
    size_t n = comma ? (size_t)(comma - word) : strlen(word);
    ok = n > 0;
    sy_strs_add(&o.words, sy_arena_strndup(f->a, word, n));
  }
  ok = ok && o.words.n >= operations[o.kind].least && o.words.n <= operations[o.kind].most;
  sy_vec_push(&f->ops, o);
  if (ok)
    return true;
  const sy_opt *shown = options;
  while (shown->id != m->opt->id)
    shown++;
  return sy_error(f->d, SY_NOWHERE, "'%s' should be %s%s", o.text, shown->name, shown->value);
}

static bool take_tform_option(void *state, const sy_opt_match *m, sy_diag *d) {
  transform *f = state;
  f->d = d;
  if (!m->opt && f->input)
    sy_strs_add(&f->others, m->value);
  else if (!m->opt)
    f->input = m->value;
  else if (m->opt->id == OPT_OUTPUT)
    f->output = m->value;
  else if (m->opt->id == OPT_DROP_TITLES)
    f->drop_titles = true;
  else
    return parse_op(f, m);
  return true;
}

// Gives each operation its input, and checks that all inputs have one.
static bool check_command(transform *f) {
  size_t next = 0;
  if (!f->output || !f->input)
    return sy_error(f->d, SY_NOWHERE, "%s", f->output ? "no input table" : "no output: give -o <file>");
  for (size_t i = 0; i < f->ops.n; i++) {
    op *o = &f->ops.data[i];
    if (o->kind == OP_COPY && i + 1 < f->ops.n)
      return sy_error(f->d, SY_NOWHERE, "'%s' must be the last operation", o->text);
    if (!operations[o->kind].takes_input)
      continue;
    if (next == f->others.n)
      return sy_error(f->d, SY_NOWHERE, "no input for '%s'", o->text);
    o->input = f->others.data[next++];
  }
  return next == f->others.n ||
         sy_error(f->d, SY_NOWHERE, "no operation takes input '%s'", f->others.data[next]);
}

static void free_ops(transform *f) {
  for (size_t i = 0; i < f->ops.n; i++)
    sy_vec_free(&f->ops.data[i].words);
  sy_vec_free(&f->ops);
  sy_vec_free(&f->others);
}

static int run_tform(void *state, sy_arena *a, sy_diag *d) {
  transform *f = state;
  (void)a; // what operations keep is in an arena of their own
  f->d = d;
  if (!check_command(f))
    return SY_EXIT_USAGE;
  return run_transform(f) ? SY_EXIT_OK : SY_EXIT_INPUT;
}

int main(int argc, char **argv) {
  sy_arena a = {0};
  transform f = {.a = &a};
  int status = sy_tool_main(&(sy_tool){&command, take_tform_option, run_tform}, &f, argc, argv);
  free_ops(&f);
  sy_arena_free(&a);
  return status;
}
