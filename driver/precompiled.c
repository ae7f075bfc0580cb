// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers. They are for the host: the device compilation reads the header itself.
//
// For "-include x.hpp" clang's driver takes x.hpp.pch or x.hpp.gch where there is one, for any machine. Its
// compiler proper does not, so the device compilation hands the option to that one (-Xclang). On the host the
// integration header comes first, and clang would not look any further; so the file is named.
//
// An x.hpp.gch may also be g++'s, a file or a folder of them. Such a one is left alone, as clang does.
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/count.h"
#include "base/file.h"
#include "driver/plan.h"

static const char *const suffixes[] = {".pch", ".gch"};
enum { SUFFIXES = SY_COUNT(suffixes) };

// The header that "-include x.hpp" or "-includex.hpp" names; null: it is another option.
static const char *included(const sy_command_item *item) {
  static const char option[] = "-include";
  const char *word = item->words[0];
  if (item->is_input || !sy_starts(word, option) || sy_starts(word, "-include-pch"))
    return NULL;
  return item->words[1] ? item->words[1] : word + strlen(option);
}

static bool begins_as_clangs(const char *path) {
  char head[4];
  FILE *f = fopen(path, "rb");
  bool its = f && fread(head, 1, sizeof head, f) == sizeof head && memcmp(head, "CPCH", sizeof head) == 0;
  if (f)
    fclose(f);
  return its;
}

static bool is_clangs(const char *path, sy_arena *a) {
  DIR *folder = opendir(path);
  bool its = !folder && begins_as_clangs(path);
  for (struct dirent *e; !its && folder && (e = readdir(folder));)
    its = begins_as_clangs(sy_path_join(path, e->d_name, a));
  if (folder)
    closedir(folder);
  return its;
}

static const char *beside(const sy_plan *p, const char *header) {
  for (size_t i = 0; header && i < SUFFIXES; i++) {
    const char *path = sy_arena_printf(p->a, "%s%s", header, suffixes[i]);
    if (sy_file_exists(path))
      return path;
  }
  return NULL;
}

// What clang can read of them.
static const char *usable_beside(const sy_plan *p, const char *header) {
  const char *path = beside(p, header);
  return path && (!sy_ends(path, ".gch") || is_clangs(path, p->a)) ? path : NULL;
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

static const sy_command_item *first_precompiled(const sy_plan *p) {
  for (size_t i = 0; i < p->c->items.n; i++)
    if (usable_beside(p, included(&p->c->items.data[i])))
      return &p->c->items.data[i];
  return NULL;
}

static void include_as_text(sy_plan *p, size_t job, const char *header) {
  sy_plan_add_pair(p, job, "-Xclang", "-include");
  sy_plan_add_pair(p, job, "-Xclang", header);
}

bool sy_plan_include_device(sy_plan *p, size_t job, const sy_command_item *item) {
  const char *header = included(item);
  if (!item->is_input && strcmp(item->words[0], "-include-pch") == 0) {
    header = original(p, item->words[1]);
    if (header)
      include_as_text(p, job, header);
    return true;
  }
  if (!header || (!first_precompiled(p) && !beside(p, header)))
    return false;
  include_as_text(p, job, header);
  return true;
}

bool sy_plan_include_host(sy_plan *p, size_t job, const sy_command_item *item) {
  const char *header = included(item);
  if (p->c->host_compiler || !beside(p, header))
    return false;
  if (item == first_precompiled(p))
    sy_plan_add_pair(p, job, "-include-pch", usable_beside(p, header));
  else
    include_as_text(p, job, header);
  return true;
}
