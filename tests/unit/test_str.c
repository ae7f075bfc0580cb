// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/str.
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/check.h"

static void test_append(void) {
  sy_str s = SY_STR_INIT;
  CHECK_STR(sy_str_c(&s), "");
  sy_str_add(&s, "abc");
  sy_str_addc(&s, 'd');
  sy_str_addf(&s, "-%d-%s", 42, "x");
  sy_str_addn(&s, "\0z", 2);
  CHECK_MEM(s.s, s.n, "abcd-42-x\0z", 11);
  CHECK_EQ(s.s[s.n], 0);
  sy_str_clear(&s);
  CHECK_STR(sy_str_c(&s), "");
  sy_str_addf(&s, "%s", "");
  CHECK_EQ(s.n, 0);
  sy_str_free(&s);
  CHECK(!s.s && !s.n && !s.cap);
}

static void test_grow(void) {
  sy_str s = SY_STR_INIT;
  for (int i = 0; i < 10000; i++) {
    sy_str_addc(&s, (char)('a' + i % 26));
    if (s.s[s.n] != 0 || s.n >= s.cap)
      CHECK(!"NUL inside the memory");
  }
  CHECK_EQ(s.n, 10000);
  CHECK_EQ(s.s[9999], 'a' + 9999 % 26);
  sy_str big = SY_STR_INIT;
  sy_str_addf(&big, "%5000d|", 7);
  CHECK_EQ(big.n, 5001);
  sy_str_addn(&big, s.s, s.n);
  CHECK_EQ(big.n, 15001);
  sy_str_free(&big);
  sy_str_free(&s);
}

static void test_take(void) {
  sy_str s = SY_STR_INIT;
  char *empty = sy_str_take(&s);
  CHECK_STR(empty, "");
  free(empty);
  sy_str_add(&s, "kept");
  char *kept = sy_str_take(&s);
  CHECK_STR(kept, "kept");
  CHECK(!s.s);
  free(kept);
}

static void shell(const char *arg, const char *expected) {
  sy_str s = SY_STR_INIT;
  sy_str_add_shell(&s, arg);
  CHECK_STR(sy_str_c(&s), expected);
  sy_str_free(&s);
}

static void test_shell(void) {
  shell("a/b-c.cpp", "a/b-c.cpp");
  shell("-DX=1", "-DX=1");
  shell("", "''");
  shell("a b", "'a b'");
  shell("it's", "'it'\\''s'");
  shell("$(rm)", "'$(rm)'");
  shell("X=1", "'X=1'");
  shell("~", "'~'");
}

// What a shell makes of the quoted form.
static void test_shell_reads_back(void) {
  const char *args[] = {"a b",       "it's", "\"q\"", "$HOME", "*",      "back\\slash",
                        "new\nline", "",     "#x",    "!",     ";&|<>()"};
  for (size_t i = 0; i < sizeof args / sizeof *args; i++) {
    sy_str cmd = SY_STR_INIT;
    sy_str_add(&cmd, "printf %s ");
    sy_str_add_shell(&cmd, args[i]);
    char got[100];
    FILE *p = popen(sy_str_c(&cmd), "r");
    size_t n = p ? fread(got, 1, sizeof got - 1, p) : 0;
    got[n] = 0;
    if (p)
      pclose(p);
    CHECK_STR(got, args[i]);
    sy_str_free(&cmd);
  }
}

static void test_views(void) {
  sy_view v = sy_view_c("abc");
  CHECK(sy_view_eq(v, "abc") && !sy_view_eq(v, "ab") && !sy_view_eq(v, "abcd"));
  CHECK(sy_view_starts(v, "ab") && sy_view_starts(v, "") && !sy_view_starts(v, "abcd"));
  CHECK(sy_view_eq((sy_view){0}, ""));
  sy_view rest = sy_view_c("a||b|"), piece;
  const char *expected[] = {"a", "", "b"};
  size_t n = 0;
  for (; sy_view_split(&rest, '|', &piece); n++)
    CHECK(n < 3 && sy_view_eq(piece, expected[n]));
  CHECK_EQ(n, 3);
  CHECK(sy_starts("abc", "ab") && !sy_starts("a", "ab"));
  CHECK(sy_ends("abc", "bc") && sy_ends("abc", "") && !sy_ends("c", "bc"));
}

static void test_u64(void) {
  unsigned long long v = 0;
  CHECK(sy_view_u64(sy_view_c("18446744073709551615"), &v));
  CHECK(v == 18446744073709551615ull);
  CHECK(sy_view_u64(sy_view_c("007"), &v) && v == 7);
  const char *bad[] = {"",  "18446744073709551616", "99999999999999999999", "-1", "+1", " 1", "1 ", "0x1",
                       "1a"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(!sy_view_u64(sy_view_c(bad[i]), &v));
  CHECK(v == 7); // untouched by failures
}

static void test_edit_distance(void) {
  CHECK_EQ(sy_edit_distance("", ""), 0);
  CHECK_EQ(sy_edit_distance("", "abc"), 3);
  CHECK_EQ(sy_edit_distance("abc", ""), 3);
  CHECK_EQ(sy_edit_distance("kitten", "sitting"), 3);
  CHECK_EQ(sy_edit_distance("-target=", "-tagret="), 1); // neighbours swapped
  CHECK_EQ(sy_edit_distance("Cod", "Code"), 1);
}

int main(void) {
  RUN(test_append);
  RUN(test_grow);
  RUN(test_take);
  RUN(test_shell);
  RUN(test_shell_reads_back);
  RUN(test_views);
  RUN(test_u64);
  RUN(test_edit_distance);
  return check_summary();
}
