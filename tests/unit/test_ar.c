// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/ar, on archives written here; test_fat_object.c has those of the real tools.
#include "formats/ar.h"

#include "tests/unit/check.h"

static sy_arena arena;

// Appends a member: header, and data with its padding.
static void member(sy_str *s, const char *name, const char *data, size_t size) {
  sy_str_addf(s, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", name, 0, 0, 0, 0644u, size);
  if (data)
    sy_str_addn(s, data, size);
  if (data && size % 2)
    sy_str_addc(s, '\n');
}

// Reads the archive and compares "name=data[path@origin];" of each member.
static void members(sy_str *s, const char *expected, const char *diagnostic) {
  sy_ar_members m = {0};
  sy_diag d = {0};
  sy_str got = SY_STR_INIT;
  CHECK_EQ(sy_ar_read(sy_view_of(s), "lib/x.a", &arena, &m, &d), *diagnostic == 0);
  for (size_t i = 0; i < m.n; i++) {
    sy_str_addf(&got, "%s=%.*s", m.data[i].name, (int)m.data[i].bytes.n,
                m.data[i].bytes.s ? m.data[i].bytes.s : "");
    if (m.data[i].path)
      sy_str_addf(&got, "[%s@%llu]", m.data[i].path, (unsigned long long)m.data[i].origin);
    sy_str_addc(&got, ';');
  }
  CHECK_STR(sy_str_c(&got), expected);
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_str_free(&got);
  sy_vec_free(&m);
  sy_diag_free(&d);
  sy_str_free(s);
}

static sy_str archive(const char *magic) {
  sy_str s = SY_STR_INIT;
  sy_str_add(&s, magic);
  return s;
}

static void test_gnu(void) {
  sy_str s = archive("!<arch>\n");
  member(&s, "/", "symbols!", 8);
  member(&s, "//", "a_long_member_name.o/\nother_long_name.o/\n", 41);
  member(&s, "a.o/", "odd", 3);
  member(&s, "/22", "two", 3);
  member(&s, "/0", "", 0);
  member(&s, "with blank.o/", "z", 1);
  members(&s, "a.o=odd;other_long_name.o=two;a_long_member_name.o=;with blank.o=z;", "");
  s = archive("!<arch>\n");
  member(&s, "/SYM64/", "x", 1);
  members(&s, "", "");
}

static void test_bsd(void) {
  sy_str s = archive("!<arch>\n");
  member(&s, "__.SYMDEF SORTED", "12", 2);
  member(&s, "#1/12", "__.SYMDEF\0\0\0data", 16);
  member(&s, "plain.o", "p", 1);
  member(&s, "#1/20", "a_long_member.o\0\0\0\0\0data", 24);
  members(&s, "plain.o=p;a_long_member.o=data;", "");
}

static void test_thin(void) {
  sy_str s = archive("!<thin>\n");
  member(&s, "/", "sy", 2);
  member(&s, "//", "sub/f.o/\n/abs/g.o/\nin.a/\n", 25);
  member(&s, "/0", NULL, 1000);
  member(&s, "/9", NULL, 1000);
  member(&s, "/19:176", NULL, 7);
  members(&s, "sub/f.o=[lib/sub/f.o@0];/abs/g.o=[/abs/g.o@0];in.a=[lib/in.a@176];", "");
}

static void test_offset(void) {
  sy_str s = archive("!<arch>\n");
  member(&s, "a.o/", "x", 1);
  member(&s, "b.o/", "y", 1);
  sy_ar_members m = {0};
  CHECK(sy_ar_read(sy_view_of(&s), "x.a", &arena, &m, NULL));
  CHECK(m.n == 2 && m.data[0].offset == 8 && m.data[1].offset == 70);
  sy_vec_free(&m);
  sy_str_free(&s);
}

static void test_edges(void) {
  sy_str s = archive("!<arch>\n");
  members(&s, "", "");
  s = archive("!<arch>\n");
  member(&s, "a.o/", "odd", 3);
  s.n--; // the padding of the last member may be missing
  members(&s, "a.o=odd;", "");
  s = archive("!<arch>");
  members(&s, "", "lib/x.a: error: not an archive\n");
}

static void broken(const char *name, const char *data, size_t size, const char *diagnostic) {
  sy_str s = archive("!<arch>\n");
  member(&s, "//", "name.o/\n", 8);
  member(&s, name, data, size);
  members(&s, "", diagnostic);
}

static void test_errors(void) {
  const char *name = "lib/x.a: error: archive member at offset 76: its name is out of bounds\n";
  const char *invalid = "lib/x.a: error: archive member at offset 76: invalid name\n";
  broken("/8", "x", 1, name);
  broken("/99999999999", "x", 1, name);
  broken("/x", "x", 1, invalid);
  broken("/0:x", "x", 1, invalid);
  broken("/:0", "x", 1, invalid);
  broken("#1/2", "x", 1, name);
  broken("#1/", "x", 1, name);
  broken("#1/999999999999", "x", 1, name);
  broken("a.o/", NULL, 2, "lib/x.a: error: archive member at offset 76: truncated\n");
  sy_str s = archive("!<arch>\nshort");
  members(&s, "", "lib/x.a: error: archive member at offset 8: truncated in its header\n");
  const char *header = "lib/x.a: error: archive member at offset 8: invalid header\n";
  s = archive("!<arch>\n");
  member(&s, "a.o/", "x", 1);
  s.s[8 + 58] = 'x';
  members(&s, "", header);
  s = archive("!<arch>\n");
  member(&s, "a.o/", "x", 1);
  s.s[8 + 48] = '-';
  members(&s, "", header);
}

int main(void) {
  RUN(test_gnu);
  RUN(test_bsd);
  RUN(test_thin);
  RUN(test_offset);
  RUN(test_edges);
  RUN(test_errors);
  sy_arena_free(&arena);
  return check_summary();
}
