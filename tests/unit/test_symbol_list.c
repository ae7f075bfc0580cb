// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/symbol_list.
#include "formats/symbol_list.h"

#include "tests/unit/check.h"

static void test_round_trip(void) {
  sy_arena a = {0};
  sy_strs list = {0};
  sy_str text = SY_STR_INIT;
  CHECK(sy_symbols_read(sy_view_c("\n_ZTS1A\n_ZTS1B\n\n_ZTS1A"), "s", &a, &list, NULL));
  CHECK_EQ(list.n, 3);
  CHECK_STR(list.data[2], "_ZTS1A");
  CHECK(sy_symbols_write(&list, &text, NULL));
  CHECK_STR(sy_str_c(&text), "_ZTS1A\n_ZTS1B\n_ZTS1A\n");
  sy_vec_free(&list);
  sy_str_free(&text);
  CHECK(sy_symbols_read(sy_view_c(""), "s", &a, &list, NULL) && list.n == 0);
  sy_arena_free(&a);
}

static void test_errors(void) {
  sy_arena a = {0};
  sy_strs list = {0};
  sy_str text = SY_STR_INIT;
  sy_diag d = {0};
  CHECK(!sy_symbols_read((sy_view){"\nab\n\nc\0d", 8}, "s", &a, &list, &d));
  CHECK_STR(sy_str_c(&d.text), "s:4:2: error: NUL byte in a text file\n");
  sy_strs_add(&list, "");
  CHECK(!sy_symbols_write(&list, &text, &d));
  list.data[0] = "a\nb";
  CHECK(!sy_symbols_write(&list, &text, &d));
  CHECK_EQ(d.errors, 3);
  sy_vec_free(&list);
  sy_str_free(&text);
  sy_diag_free(&d);
  sy_arena_free(&a);
}

int main(void) {
  RUN(test_round_trip);
  RUN(test_errors);
  return check_summary();
}
