// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes files out of a dependency file.
//
//   a.o: a.cpp /tmp/sycc-x/a-integration.h \        a.o: a.cpp \
//     b.h                                      ->     b.h
//
// Done on the text, not by parsing and printing again, so that everything else stays as the compiler
// wrote it. Names are written with '\ ' for a blank, '\#' and '$$', in clang and in gcc.
#include "driver/depfile.h"

#include <string.h>

#include "base/file.h"

static void escape(const char *file, sy_str *out) {
  for (; *file; file++) {
    if (*file == ' ' || *file == '#')
      sy_str_addc(out, '\\');
    if (*file == '$')
      sy_str_addc(out, '$');
    sy_str_addc(out, *file);
  }
}

static bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Whether a name can begin here: after a blank that is not part of a name.
static bool begins(sy_view text, size_t at) {
  if (at == 0)
    return true;
  bool escaped = at > 1 && text.s[at - 1] == ' ' && text.s[at - 2] == '\\';
  return blank(text.s[at - 1]) && !escaped;
}

// The length of the name at `at` when it is the one, else 0.
static size_t match_name(sy_view text, size_t at, const sy_str *name) {
  if (!name->n || !begins(text, at) || text.n - at < name->n || memcmp(text.s + at, name->s, name->n) != 0)
    return 0;
  size_t end = at + name->n;
  return end == text.n || blank(text.s[end]) || text.s[end] == ':' ? name->n : 0;
}

// What goes together with the name: the rest of an empty rule, or the line break that follows.
static size_t tail(sy_view text, size_t end) {
  sy_view rest = {text.s + end, text.n - end};
  if (sy_view_starts(rest, ":\n\n"))
    return 3;
  if (sy_view_starts(rest, ":\n"))
    return 2;
  size_t n = sy_view_starts(rest, " \\\n") ? 3 : sy_view_starts(rest, " ") ? 1 : 0;
  while (n >= 3 && n < rest.n && rest.s[n] == ' ')
    n++;
  return n;
}

// clang drops a leading "./".
void sy_depfile_remove(sy_view text, const char *file, sy_str *out) {
  sy_str names[2] = {SY_STR_INIT, SY_STR_INIT};
  escape(file, &names[0]);
  escape(sy_starts(file, "./") ? file + 2 : file, &names[1]);
  for (size_t i = 0; i < text.n;) {
    size_t n = match_name(text, i, &names[0]);
    if (!n)
      n = match_name(text, i, &names[1]);
    if (n)
      i += n + tail(text, i + n);
    else
      sy_str_addc(out, text.s[i++]);
  }
  sy_str_free(&names[0]);
  sy_str_free(&names[1]);
}

static int usage(void) {
  sy_diag d = {0};
  sy_error(&d, SY_NOWHERE, "'--clean-depfile' is followed by <from> <to> <file>...");
  sy_diag_flush(&d, "sycc");
  sy_diag_free(&d);
  return SY_EXIT_USAGE;
}

int sy_depfile_main(int argc, char **argv) {
  sy_str text = SY_STR_INIT;
  sy_diag d = {0};
  if (argc < 5)
    return usage();
  bool ok = sy_file_read(argv[2], &text, &d);
  for (int i = 4; i < argc && ok; i++) {
    sy_str without = SY_STR_INIT;
    sy_depfile_remove(sy_view_of(&text), argv[i], &without);
    sy_str_free(&text);
    text = without;
  }
  ok = ok && sy_file_write(argv[3], sy_str_c(&text), text.n, &d);
  sy_diag_flush(&d, "sycc");
  sy_diag_free(&d);
  sy_str_free(&text);
  return ok ? SY_EXIT_OK : SY_EXIT_INPUT;
}
