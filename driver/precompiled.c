// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers. They are for the host: the device compilation reads the header itself.
//
// For "-include x.hpp" clang's driver takes x.hpp.pch or x.hpp.gch where there is one, for any machine. Its compiler proper does
// not, so the device compilation hands the option to that one (-Xclang). On the host the integration header comes
// first, and clang would not look any further; so the file is named.
#include <string.h>

#include "base/file.h"
#include "driver/plan.h"

static const char *const suffixes[] = {".pch", ".gch"};
enum { SUFFIXES = sizeof suffixes / sizeof *suffixes };

// The header that "-include x.hpp" or "-includex.hpp" names; null: it is another option.
static const char *included(const sy_item *item) {
  static const char option[] = "-include";
  const char *word = item->words[0];
  if (item->is_input || !sy_starts(word, option) || sy_starts(word, "-include-pch"))
    return NULL;
  return item->words[1] ? item->words[1] : word + strlen(option);
}

static const char *beside(const sy_plan *p, const char *header) {
  for (size_t i = 0; header && i < SUFFIXES; i++) {
    const char *path = sy_arena_printf(p->a, "%s%s", header, suffixes[i]);
    if (sy_file_exists(path))
      return path;
  }
  return NULL;
}

// The header that a precompiled one was made of, by its name; null: no such file.
static const char *original(const sy_plan *p, const char *precompiled) {
  for (size_t i = 0; i < SUFFIXES; i++) {
    size_t n = strlen(precompiled) - (sy_ends(precompiled, suffixes[i]) ? strlen(suffixes[i]) : 0);
    const char *path = sy_arena_printf(p->a, "%.*s", (int)n, precompiled);
    if (n < strlen(precompiled) && sy_file_exists(path))
      return path;
  }
  return NULL;
}

static const sy_item *first_precompiled(const sy_plan *p) {
  for (size_t i = 0; i < p->c->items.n; i++)
    if (beside(p, included(&p->c->items.data[i])))
      return &p->c->items.data[i];
  return NULL;
}

static void include_as_text(sy_plan *p, size_t job, const char *header) {
  sy_plan_add_pair(p, job, "-Xclang", "-include");
  sy_plan_add_pair(p, job, "-Xclang", header);
}

bool sy_plan_include_device(sy_plan *p, size_t job, const sy_item *item) {
  const char *header = included(item);
  if (!item->is_input && strcmp(item->words[0], "-include-pch") == 0) {
    header = original(p, item->words[1]);
    if (header)
      include_as_text(p, job, header);
    return true;
  }
  if (!header || !first_precompiled(p))
    return false;
  include_as_text(p, job, header);
  return true;
}

bool sy_plan_include_host(sy_plan *p, size_t job, const sy_item *item) {
  const char *precompiled = p->c->host_compiler ? NULL : beside(p, included(item));
  if (!precompiled)
    return false;
  if (item == first_precompiled(p))
    sy_plan_add_pair(p, job, "-include-pch", precompiled);
  else
    include_as_text(p, job, included(item));
  return true;
}
