// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the command for what the host link will take from archives: whether the rules of
// formats/host_members.h hold for this link, and which symbols its options ask for.
#include "driver/host_link.h"

#include "base/count.h"
#include "formats/ar.h"

#include <stdio.h>
#include <string.h>

// Whether an option changes what the linker takes in a way that host_members.h does not know.
static bool is_beyond(const char *word) {
  return strstr(word, "whole-archive") || strstr(word, "undefined-glob") || sy_starts(word, "-T") ||
         strstr(word, "--script");
}

static bool is_archive(const char *path) {
  char head[8] = {0};
  FILE *f = fopen(path, "rb");
  size_t n = f ? fread(head, 1, sizeof head, f) : 0;
  if (f)
    fclose(f);
  return sy_ar_is((sy_view){head, n});
}

bool sy_host_link_known(const sy_command_line *c, const sy_strs *files) {
  bool archives = false;
  for (size_t i = 0; i < files->n; i++)
    archives |= is_archive(files->data[i]);
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_command_item *item = &c->items.data[i];
    if (!item->is_input && (item->where & SY_TO_LINK) &&
        (is_beyond(item->words[0]) || (item->words[1] && is_beyond(item->words[1]))))
      return false;
  }
  return archives && !c->lto && !c->link_device;
}

// Words of linker options may be symbols that it needs: -Wl,-u,main, --undefined=f, -e start.
static void add_symbols(const char *words, sy_arena *a, sy_strs *out) {
  sy_view rest = sy_view_c(words), word;
  while (sy_view_split(&rest, ',', &word)) {
    const char *equal = memchr(word.s, '=', word.n);
    if (equal)
      word = (sy_view){equal + 1, word.n - (size_t)(equal + 1 - word.s)};
    if (word.n && word.s[0] != '-')
      sy_strs_add(out, sy_arena_strndup(a, word.s, word.n));
  }
}

void sy_host_link_roots(const sy_command_line *c, sy_arena *a, sy_strs *out) {
  static const char *const options[] = {"-Wl,", "-Xlinker", "-u", "-e"};
  sy_strs_add(out, "main");
  for (size_t i = 0; i < c->items.n; i++) {
    const sy_command_item *item = &c->items.data[i];
    for (size_t k = 0; !item->is_input && k < SY_COUNT(options); k++)
      if (sy_starts(item->words[0], options[k]))
        add_symbols(item->words[1] ? item->words[1] : item->words[0] + strlen(options[k]), a, out);
  }
}
