// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of linked device modules.
#include "formats/linked_record.h"

#include "base/file.h"
#include "formats/elf_sections.h"

const char *sy_linked_line(sy_view module, sy_arena *a) {
  return sy_arena_printf(a, "%016llx %zu", (unsigned long long)sy_hash(module.s, module.n), module.n);
}

static void add_lines(sy_view text, sy_map *out) {
  sy_arena a = {0};
  sy_view line;
  while (sy_view_split(&text, '\n', &line))
    if (line.n)
      sy_map_put(out, sy_arena_strndup(&a, line.s, line.n));
  sy_arena_free(&a);
}

static bool read_section(const char *path, const char *section, sy_map *out) {
  sy_str text = SY_STR_INIT;
  sy_diag ignored = {0};
  sy_views sections = {0};
  bool found = sy_file_read(path, &text, &ignored) && sy_elf_is(sy_view_of(&text)) &&
               sy_elf_find(sy_view_of(&text), path, section, &sections, &ignored) && sections.n > 0;
  for (size_t i = 0; found && out && i < sections.n; i++)
    add_lines(sections.data[i], out);
  sy_vec_free(&sections);
  sy_str_free(&text);
  sy_diag_free(&ignored);
  return found;
}

bool sy_linked_read(const char *path, sy_map *out) {
  return read_section(path, SY_LINKED_SECTION, out);
}

bool sy_linked_targets(const char *path, sy_map *out) {
  return read_section(path, SY_LINKED_TARGETS, out);
}
