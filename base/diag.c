// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics. Each report is one line that starts with its place or its kind. A message of several
// lines (what a child printed, say) is kept together: its further lines are indented by two blanks,
// which is how sy_diag_flush tells them from the head of a report.
#include "base/diag.h"

#include <stdio.h>
#include <string.h>

static void add_indented(sy_str *out, const char *message) {
  for (; *message; message++) {
    sy_str_addc(out, *message);
    if (*message == '\n' && message[1])
      sy_str_add(out, "  ");
  }
  if (out->n == 0 || out->s[out->n - 1] != '\n')
    sy_str_addc(out, '\n');
}

static void add_place(sy_str *out, sy_where w) {
  if (!w.file)
    return;
  sy_str_addf(out, "%s:", w.file);
  if (w.line)
    sy_str_addf(out, "%u:", w.line);
  if (w.line && w.col)
    sy_str_addf(out, "%u:", w.col);
  sy_str_addc(out, ' ');
}

__attribute__((format(printf, 4, 0))) static void report(sy_diag *d, sy_where w, const char *kind,
                                                         const char *fmt, va_list ap) {
  sy_str message = SY_STR_INIT;
  sy_str_addv(&message, fmt, ap);
  add_place(&d->text, w);
  sy_str_addf(&d->text, "%s: ", kind);
  add_indented(&d->text, sy_str_c(&message));
  sy_str_free(&message);
}

bool sy_error(sy_diag *d, sy_where w, const char *fmt, ...) {
  if (!d)
    return false;
  va_list ap;
  va_start(ap, fmt);
  report(d, w, "error", fmt, ap);
  va_end(ap);
  d->errors++;
  return false;
}

void sy_warning(sy_diag *d, sy_where w, const char *fmt, ...) {
  if (!d)
    return;
  va_list ap;
  va_start(ap, fmt);
  report(d, w, "warning", fmt, ap);
  va_end(ap);
  d->warnings++;
}

void sy_note(sy_diag *d, const char *fmt, ...) {
  if (!d)
    return;
  va_list ap;
  va_start(ap, fmt);
  report(d, SY_NOWHERE, "note", fmt, ap);
  va_end(ap);
}

void sy_help(sy_diag *d, const char *fmt, ...) {
  if (!d)
    return;
  va_list ap;
  va_start(ap, fmt);
  report(d, SY_NOWHERE, "help", fmt, ap);
  va_end(ap);
}

void sy_diag_flush(sy_diag *d, const char *tool) {
  sy_str out = SY_STR_INIT;
  sy_view rest = sy_view_of(&d->text), line;
  while (sy_view_split(&rest, '\n', &line)) {
    bool head =
        !sy_view_starts(line, "note: ") && !sy_view_starts(line, "help: ") && !sy_view_starts(line, "  ");
    if (head && tool)
      sy_str_addf(&out, "%s: ", tool);
    sy_str_addn(&out, line.s, line.n);
    sy_str_addc(&out, '\n');
  }
  fflush(stdout);
  fwrite(sy_str_c(&out), 1, out.n, stderr);
  fflush(stderr);
  sy_str_free(&out);
  sy_str_clear(&d->text);
}

void sy_diag_free(sy_diag *d) {
  sy_str_free(&d->text);
  *d = (sy_diag){0};
}
