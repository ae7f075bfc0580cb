// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the line-based formats share: lines with their numbers, and the check that no byte is a NUL, so
// that every name is an ordinary C string afterwards.
#ifndef SY_FORMATS_TEXT_H
#define SY_FORMATS_TEXT_H

#include "base/diag.h"

// Walks over the lines of a text: sy_lines l = {.rest = text}; while (sy_lines_next(&l)) use l.line;
typedef struct sy_lines {
  sy_view rest;
  sy_view line;    // without its line feed
  unsigned number; // from 1
} sy_lines;

bool sy_lines_next(sy_lines *l); // skips empty lines
// How much of a piece of input a diagnostic quotes, for "%.*s".
static inline int sy_clip(sy_view v) {
  return (int)(v.n < 200 ? v.n : 200);
}
// Reports a NUL byte at its place.
bool sy_text_check(sy_view text, const char *file, sy_diag *d);

#endif
