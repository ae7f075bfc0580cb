// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/file_table.
#include "formats/file_table.h"

#include "tests/unit/check.h"

static void check_written(const sy_table *t, bool titles, const char *expected) {
  sy_str s = SY_STR_INIT;
  CHECK(sy_table_write(t, titles, &s, NULL));
  CHECK_STR(sy_str_c(&s), expected);
  sy_str_free(&s);
}

static void test_read(void) {
  sy_table t = {0};
  CHECK(
      sy_table_read(sy_view_c("\n[Code|Properties|Symbols]\na.bc|a.prop|a.sym\n\nb.bc||\n"), "t", &t, NULL));
  CHECK_EQ(t.columns.n, 3);
  CHECK_EQ(t.rows.n, 2);
  CHECK_STR(t.rows.data[0][2], "a.sym");
  CHECK_STR(t.rows.data[1][1], "");
  CHECK_EQ(sy_table_column(&t, "Properties"), 1);
  CHECK_EQ(sy_table_column(&t, "properties"), SY_TABLE_NONE);
  check_written(&t, true, "[Code|Properties|Symbols]\na.bc|a.prop|a.sym\nb.bc||\n");
  check_written(&t, false, "a.bc|a.prop|a.sym\nb.bc||\n");
  sy_table_free(&t);
}

static void test_no_rows(void) {
  sy_table t = {0};
  CHECK(sy_table_read(sy_view_c("[Code]"), "t", &t, NULL));
  CHECK_EQ(t.rows.n, 0);
  check_written(&t, true, "[Code]\n");
  sy_table_free(&t);
}

static void test_change(void) {
  sy_table t = {0};
  CHECK(sy_table_add_column(&t, "Code") && sy_table_add_column(&t, "Symbols"));
  CHECK(!sy_table_add_column(&t, "Code"));
  sy_table_add_row(&t, (const char *const[]){"a", "b"});
  sy_table_add_row(&t, NULL);
  sy_table_set(&t, 1, 0, "c");
  CHECK(sy_table_add_column(&t, "Properties"));
  sy_table_set(&t, 0, 2, "p");
  check_written(&t, true, "[Code|Symbols|Properties]\na|b|p\nc||\n");
  sy_table_free(&t);
}

static void test_need(void) {
  sy_table t = {0};
  sy_diag d = {0};
  CHECK(sy_table_read(sy_view_c("[Code|Properties]"), "t", &t, &d));
  CHECK_EQ(sy_table_need(&t, "Code", SY_NOWHERE, &d), 0);
  CHECK_EQ(sy_table_need(&t, "Cod", sy_at("in.table", 3, 7), &d), SY_TABLE_NONE);
  CHECK_STR(sy_str_c(&d.text),
            "in.table:3:7: error: unknown column 'Cod'\nnote: columns here are 'Code', 'Properties'\n");
  sy_table_free(&t);
  sy_diag_free(&d);
}

static void bad(sy_view text, const char *diagnostic) {
  sy_table t = {0};
  sy_diag d = {0};
  CHECK(!sy_table_read(text, "f", &t, &d));
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_table_free(&t);
  sy_diag_free(&d);
}

static void test_errors(void) {
  const char *header = "f:1:1: error: table has no header\n"
                       "note: the first line names the columns: [Code|Properties|Symbols]\n";
  bad(sy_view_c(""), "f:1:1: error: table is empty, without even a header\n");
  bad(sy_view_c("a|b\n"), header);
  bad(sy_view_c("["), header);
  bad(sy_view_c("]"), header);
  bad(sy_view_c("[a|b"), header);
  bad(sy_view_c("[]"), "f:1:2: error: column without a name\n");
  bad(sy_view_c("[a|]"), "f:1:4: error: column without a name\n");
  bad(sy_view_c("[a|b|a]"), "f:1:6: error: column 'a' occurs twice\n");
  bad(sy_view_c("[a|b]\n1|2\n1\n"), "f:3:2: error: row has 1 cells, but the header has 2 columns\n");
  bad(sy_view_c("[a|b]\n1|2|3\n"), "f:2:5: error: row has more cells than the header has columns (2)\n");
  bad((sy_view){"[a]\nx\0y", 7}, "f:2:2: error: NUL byte in a text file\n");
}

static void test_many_columns(void) {
  sy_str text = SY_STR_INIT;
  for (int i = 0; i <= 1000; i++)
    sy_str_addf(&text, "%c%d", i ? '|' : '[', i);
  sy_str_addc(&text, ']');
  bad(sy_view_of(&text), "f:1:3892: error: more than 1000 columns\n");
  sy_str_free(&text);
}

static void test_unwritable(void) {
  const char *cells[] = {"a|b", "a\nb", ""};
  for (size_t i = 0; i < 3; i++) {
    sy_table t = {0};
    sy_str s = SY_STR_INIT;
    sy_diag d = {0};
    sy_table_add_column(&t, "Code");
    sy_table_add_row(&t, &cells[i]);
    CHECK(!sy_table_write(&t, true, &s, &d));
    CHECK_EQ(d.errors, 1);
    sy_table_free(&t);
    sy_str_free(&s);
    sy_diag_free(&d);
  }
}

int main(void) {
  RUN(test_read);
  RUN(test_no_rows);
  RUN(test_change);
  RUN(test_need);
  RUN(test_errors);
  RUN(test_many_columns);
  RUN(test_unwritable);
  return check_summary();
}
