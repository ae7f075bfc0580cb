// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of base/diag.
#include "base/diag.h"

#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/check.h"

static void test_places(void) {
  sy_diag d = {0};
  CHECK(!sy_error(&d, sy_at("in.table", 3, 7), "unknown column '%s'", "Cod"));
  sy_note(&d, "columns here are '%s'", "Code");
  sy_help(&d, "write 'Code'");
  sy_warning(&d, sy_at("f", 2, 0), "odd");
  sy_error(&d, sy_at("f", 0, 9), "whole file");
  sy_error(&d, SY_NOWHERE, "nowhere");
  CHECK_STR(sy_str_c(&d.text), "in.table:3:7: error: unknown column 'Cod'\n"
                               "note: columns here are 'Code'\n"
                               "help: write 'Code'\n"
                               "f:2: warning: odd\n"
                               "f: error: whole file\n"
                               "error: nowhere\n");
  CHECK_EQ(d.errors, 3);
  CHECK_EQ(d.warnings, 1);
  sy_diag_free(&d);
  CHECK(!d.errors && !d.text.s);
}

static void test_null(void) {
  CHECK(!sy_error(NULL, SY_NOWHERE, "x"));
  sy_warning(NULL, SY_NOWHERE, "x");
  sy_note(NULL, "x");
  sy_help(NULL, "x");
}

// What sy_diag_flush writes, read back through a temporary file in place of standard error.
static void flushed(sy_diag *d, const char *tool, const char *expected) {
  char path[] = "/tmp/sy-test-diag-XXXXXX";
  int fd = mkstemp(path), old = dup(STDERR_FILENO);
  dup2(fd, STDERR_FILENO);
  sy_diag_flush(d, tool);
  dup2(old, STDERR_FILENO);
  close(old);
  char got[1000];
  ssize_t n = pread(fd, got, sizeof got - 1, 0);
  got[n > 0 ? n : 0] = 0;
  close(fd);
  unlink(path);
  CHECK_STR(got, expected);
}

static void test_flush(void) {
  sy_diag d = {0};
  sy_error(&d, sy_at("a", 1, 2), "bad");
  sy_note(&d, "why");
  sy_warning(&d, SY_NOWHERE, "careful");
  flushed(&d, "tool", "tool: a:1:2: error: bad\nnote: why\ntool: warning: careful\n");
  CHECK_STR(sy_str_c(&d.text), "");
  CHECK_EQ(d.errors, 1);
  flushed(&d, "tool", "");
  sy_error(&d, SY_NOWHERE, "child said:\nline one\nline two\n");
  flushed(&d, "t", "t: error: child said:\n  line one\n  line two\n");
  sy_error(&d, SY_NOWHERE, "x");
  flushed(&d, NULL, "error: x\n");
  sy_diag_free(&d);
}

int main(void) {
  RUN(test_places);
  RUN(test_null);
  RUN(test_flush);
  return check_summary();
}
