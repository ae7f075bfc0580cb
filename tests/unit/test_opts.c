// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/opts: matching, did-you-mean, response files, help.
#include "base/opts.h"

#include <stdlib.h>

#include "base/file.h"
#include "tests/unit/check.h"

enum { ID_O, ID_V, ID_TARGET, ID_INC, ID_INCLUDE, ID_HIDDEN };
static const sy_opt opts[] = {
    {"-o", SY_OPT_SEPARATE, "<file>", "write to <file>", ID_O},
    {"-v", SY_OPT_FLAG, NULL, "say what is done", ID_V},
    {"-target=", SY_OPT_JOINED, "<triple>", "device to compile for", ID_TARGET},
    {"-I", SY_OPT_EITHER, "<folder>", "look for headers there", ID_INC},
    {"-Include=", SY_OPT_JOINED, "<file-with-a-very-long-name>", "two\nlines", ID_INCLUDE},
    {"-secret", SY_OPT_FLAG, NULL, NULL, ID_HIDDEN},
};
static const sy_opt_table table = {"tool", "tool [options] <file>",    "Does it.",
                                   opts,   sizeof opts / sizeof *opts, NULL};

static sy_arena arena;

// Parses and writes the result as "id=value;"; "error" when it failed.
static void parse(const char *const *argv, const char *expected, const char *diagnostic) {
  sy_diag d = {0};
  sy_opt_matches m = {0};
  sy_str got = SY_STR_INIT;
  int argc = 0;
  while (argv[argc])
    argc++;
  if (!sy_opts_parse(&table, argc, (char **)argv, &arena, &m, &d))
    sy_str_add(&got, "error");
  else
    for (size_t i = 0; i < m.n; i++)
      sy_str_addf(&got, "%d=%s;", m.data[i].opt ? m.data[i].opt->id : -1,
                  m.data[i].value ? m.data[i].value : "");
  CHECK_STR(sy_str_c(&got), expected);
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_vec_free(&m);
  sy_str_free(&got);
  sy_diag_free(&d);
}
#define ARGS(...) ((const char *const[]){"tool", ##__VA_ARGS__, NULL})

static void test_parse(void) {
  parse(ARGS(), "", "");
  parse(ARGS("-v", "in", "-o", "out"), "1=;-1=in;0=out;", "");
  parse(ARGS("-target=spir64", "-target="), "2=spir64;2=;", "");
  parse(ARGS("-I", "a", "-Ib", "-Include=c"), "3=a;3=b;4=c;", "");
  parse(ARGS("-", "-o", "-"), "-1=-;0=-;", "");
  parse(ARGS("-v", "--", "-v", "--"), "1=;-1=-v;-1=--;", "");
  parse(ARGS("-secret", "@"), "5=;-1=@;", "");
  parse(ARGS(""), "-1=;", "");
}

static void test_errors(void) {
  parse(ARGS("-o"), "error", "error: option '-o' needs a value: <file>\n");
  parse(ARGS("-I"), "error", "error: option '-I' needs a value: <folder>\n");
  parse(ARGS("-tagret=x"), "error", "error: unknown option '-tagret=x'\nhelp: did you mean '-target='?\n");
  parse(ARGS("-target"), "error", "error: unknown option '-target'\nhelp: did you mean '-target='?\n");
  parse(ARGS("--o"), "error", "error: unknown option '--o'\nhelp: did you mean '-o'?\n");
  parse(ARGS("-x", "-zzzzzzzz"), "error", "error: unknown option '-x'\nerror: unknown option '-zzzzzzzz'\n");
  parse(ARGS("-secre"), "error", "error: unknown option '-secre'\n");
  parse(ARGS("-vv"), "error", "error: unknown option '-vv'\nhelp: did you mean '-v'?\n");
}

static void split(const char *text, const char *expected, const char *diagnostic) {
  sy_diag d = {0};
  sy_strs out = {0};
  sy_str got = SY_STR_INIT;
  sy_opts_split(sy_view_c(text), "rsp", &arena, &out, &d);
  for (size_t i = 0; i < out.n; i++)
    sy_str_addf(&got, "[%s]", out.data[i]);
  CHECK_STR(sy_str_c(&got), expected);
  CHECK_STR(sy_str_c(&d.text), diagnostic);
  sy_str_free(&got);
  sy_vec_free(&out);
  sy_diag_free(&d);
}

static void test_split(void) {
  split("", "", "");
  split(" \n\t ", "", "");
  split("a b\nc\r\n", "[a][b][c]", "");
  split("'a b' \"c d\" e'f g'h", "[a b][c d][ef gh]", "");
  split("'' \"\"", "[][]", "");
  split("a\\ b \\\" \\\\ \"x\\\"y\" 'x\\'y'", "[a b][\"][\\][x\"y][x'y]", "");
  split("\"it's\" 'say \"x\"'", "[it's][say \"x\"]", "");
  split("end\\", "[end\\]", "");
  split("a\n  'b c", "[a]", "rsp:2:3: error: quote is not closed\n");
  sy_diag d = {0};
  sy_strs out = {0};
  CHECK(!sy_opts_split((sy_view){"a\nb\0c", 5}, "rsp", &arena, &out, &d));
  CHECK_STR(sy_str_c(&d.text), "rsp:2:2: error: NUL byte\n");
  sy_vec_free(&out);
  sy_diag_free(&d);
}

static void test_quote(void) {
  const char *args[] = {"plain", "", "a b", "\"", "\\", "'", "new\nline", "tab\t", "@x", "\\\"'"};
  sy_str text = SY_STR_INIT;
  sy_strs out = {0};
  for (size_t i = 0; i < sizeof args / sizeof *args; i++)
    sy_opts_quote(&text, args[i]);
  CHECK(sy_opts_split(sy_view_of(&text), "q", &arena, &out, NULL));
  CHECK_EQ(out.n, sizeof args / sizeof *args);
  for (size_t i = 0; i < out.n; i++)
    CHECK_STR(out.data[i], args[i]);
  sy_vec_free(&out);
  sy_str_free(&text);
}

static const char *write_in(const char *dir, const char *name, const char *text) {
  const char *path = sy_path_join(dir, name, &arena);
  CHECK(sy_file_write(path, text, strlen(text), NULL));
  return sy_arena_printf(&arena, "@%s", path);
}

static void test_response_files(void) {
  sy_diag d = {0};
  const char *dir = sy_temp_dir("sy-test-opts", &arena, &d);
  const char *inner = write_in(dir, "inner", "-o 'out file'");
  const char *outer = write_in(dir, "outer", sy_arena_printf(&arena, "-v %s tail", inner));
  parse(ARGS("first", outer, "last"), "-1=first;1=;0=out file;-1=tail;-1=last;", "");
  const char *self = sy_path_join(dir, "self", &arena);
  const char *loop = write_in(dir, "self", sy_arena_printf(&arena, "x @%s", self));
  parse(ARGS(loop), "error",
        sy_arena_printf(&arena, "error: more than 1000 response files, last '%s'\n", self));
  parse(ARGS("@/nonexistent/rsp"), "error",
        "error: cannot read '/nonexistent/rsp': No such file or directory\n");
  char *argv[] = {(char *)inner, "z"};
  sy_strs out = {0};
  CHECK(sy_opts_expand(2, argv, &arena, &out, &d)); // without the program in front
  CHECK_EQ(out.n, 3);
  CHECK_STR(out.data[1], "out file");
  sy_vec_free(&out);
  sy_temp_dir_remove(dir);
  sy_diag_free(&d);
}

static void test_help(void) {
  sy_str s = SY_STR_INIT;
  sy_opts_help(&table, &s);
  CHECK_STR(sy_str_c(&s), "usage: tool [options] <file>\n\nDoes it.\n\noptions:\n"
                          "  -o <file>                   write to <file>\n"
                          "  -v                          say what is done\n"
                          "  -target=<triple>            device to compile for\n"
                          "  -I <folder>                 look for headers there\n"
                          "  -Include=<file-with-a-very-long-name>\n"
                          "                              two\n"
                          "                              lines\n");
  sy_str_free(&s);
}

int main(void) {
  RUN(test_parse);
  RUN(test_errors);
  RUN(test_split);
  RUN(test_quote);
  RUN(test_response_files);
  RUN(test_help);
  sy_arena_free(&arena);
  return check_summary();
}
