// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbol lists (.sym): one entry-point name per line; file lists have the same form. Empty lines are
// skipped, order and repetitions are kept.
#ifndef SY_FORMATS_SYMBOL_LIST_H
#define SY_FORMATS_SYMBOL_LIST_H

#include "base/diag.h"
#include "base/mem.h"

// Appends the lines of text to *out (the caller frees the vector); they live in the arena.
bool sy_symbols_read(sy_view text, const char *file, sy_arena *a, sy_strs *out, sy_diag *d);
// Appends the text to *out; false when a symbol is empty or has a line feed.
bool sy_symbols_write(const sy_strs *symbols, sy_str *out, sy_diag *d);

#endif
