// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of file-table-tform, on any table: the first line of the input holds options as on the
// command line, the rest is the table, which also serves as the second one. What comes out can be written and
// read back.
#define main tool_main
#include "tools/file_table_tform.c"
#undef main

#include "tests/fuzz/fuzz.h"

// The operations that read no file.
static bool apply_one(transform *f, const op *o, const sy_table *other) {
  switch (o->kind) {
  case OP_EXTRACT:
    return do_extract(f, o);
  case OP_RENAME:
    return do_rename(f, o);
  case OP_REPLACE:
    return replace_column(f, o, other);
  default:
    return find_column(&f->table, f->input, o->words.data[0], f->d) != SY_TABLE_NONE;
  }
}

// Other options and arguments are passed over.
static bool parse_options(transform *f, sy_view line) {
  sy_strs args = {0};
  bool ok = sy_opts_split(line, "options", f->a, &args, f->d);
  for (size_t i = 0; ok && i < args.n; i++) {
    sy_opt_match m = {.opt = sy_opt_find(&command, args.data[i])};
    if (!m.opt || m.opt->id < 0 || m.opt->id >= OP_KINDS)
      continue;
    m.value = args.data[i] + strlen(m.opt->name);
    ok = parse_op(f, &m);
  }
  sy_vec_free(&args);
  return ok;
}

static void round_trip(const transform *f) {
  sy_str once = SY_STR_INIT, twice = SY_STR_INIT;
  sy_table again = {0};
  if (sy_table_write(&f->table, true, &once, NULL)) { // a cell may hold what a table can't
    fuzz_require(sy_table_read(sy_view_of(&once), "again", &again, NULL), "what was written can be read");
    fuzz_require(sy_table_write(&again, true, &twice, NULL) && fuzz_same(&once, &twice), "it is the same");
  }
  sy_table_free(&again);
  sy_str_free(&once);
  sy_str_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_arena a = {0};
  sy_diag d = {0};
  sy_table other = {0};
  transform f = {.input = "input", .a = &a, .d = &d};
  sy_view rest = {(const char *)data, n}, line = {"", 0};
  sy_view_split(&rest, '\n', &line);
  bool ok = parse_options(&f, line) && read_text(rest, "input", &f.table, NULL, &d) &&
            read_text(rest, "other", &other, NULL, &d);
  for (size_t i = 0; ok && i < f.ops.n; i++)
    ok = apply_one(&f, &f.ops.data[i], &other);
  fuzz_diag(ok, &d);
  if (ok)
    round_trip(&f);
  free_ops(&f);
  sy_table_free(&f.table);
  sy_table_free(&other);
  sy_arena_free(&a);
  return 0;
}
