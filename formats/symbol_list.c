// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbol lists.
#include "formats/symbol_list.h"

#include <string.h>

#include "formats/text.h"

bool sy_symbols_read(sy_view text, const char *file, sy_arena *a, sy_strs *out, sy_diag *d) {
  if (!sy_text_check(text, file, d))
    return false;
  sy_lines l = {.rest = text};
  while (sy_lines_next(&l))
    sy_strs_add(out, sy_arena_strndup(a, l.line.s, l.line.n));
  return true;
}

bool sy_symbols_write(const sy_strs *symbols, sy_str *out, sy_diag *d) {
  for (size_t i = 0; i < symbols->n; i++) {
    if (!*symbols->data[i] || strchr(symbols->data[i], '\n'))
      return sy_error(d, SY_NOWHERE, "symbol '%s' cannot be written to a symbol list", symbols->data[i]);
    sy_str_addf(out, "%s\n", symbols->data[i]);
  }
  return true;
}
