// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of text files.
#include "formats/text.h"

#include <string.h>

bool sy_lines_next(sy_lines *l) {
  while (sy_view_split(&l->rest, '\n', &l->line)) {
    l->number++;
    if (l->line.n)
      return true;
  }
  return false;
}

bool sy_text_check(sy_view text, const char *file, sy_diag *d) {
  if (!text.n || !memchr(text.s, 0, text.n))
    return true;
  sy_lines l = {.rest = text};
  const char *nul = NULL;
  while (!nul && sy_lines_next(&l))
    nul = memchr(l.line.s, 0, l.line.n);
  unsigned col = nul ? (unsigned)(nul - l.line.s) + 1 : 0;
  return sy_error(d, sy_at(file, l.number, col), "NUL byte in a text file");
}
