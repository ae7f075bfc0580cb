// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the dynamic loader for its list of files (dl_iterate_phdr) and looks for the one whose loaded segments
// hold the address.
#include "runtime/home.h"

#include <link.h>

typedef struct home_search {
  const void *address;
  sy_home found;
  sy_image_span *parts; // null: they are not asked for
  size_t room, n;
} home_search;

static sy_home part_of(const struct dl_phdr_info *info, unsigned i) {
  uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
  return (sy_home){begin, begin + info->dlpi_phdr[i].p_memsz};
}

static void list_parts(home_search *s, const struct dl_phdr_info *info) {
  for (unsigned i = 0; i < info->dlpi_phnum && s->n < s->room; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_R)
      s->parts[s->n++] = (sy_image_span){part_of(info, i).begin, part_of(info, i).end};
}

static int look_at_object(struct dl_phdr_info *info, size_t size, void *state) {
  home_search *s = state;
  sy_home h = {UINTPTR_MAX, 0};
  (void)size;
  for (unsigned i = 0; i < info->dlpi_phnum; i++) {
    sy_home part = part_of(info, i);
    if (info->dlpi_phdr[i].p_type != PT_LOAD)
      continue;
    h.begin = part.begin < h.begin ? part.begin : h.begin;
    h.end = part.end > h.end ? part.end : h.end;
  }
  if (!sy_home_has(h, s->address))
    return 0;
  s->found = h;
  list_parts(s, info);
  return 1;
}

sy_home sy_home_of(const void *address) {
  home_search s = {.address = address};
  dl_iterate_phdr(look_at_object, &s);
  return s.found;
}

size_t sy_home_readable(const void *address, sy_image_span *out, size_t room) {
  home_search s = {.address = address, .parts = out, .room = room};
  dl_iterate_phdr(look_at_object, &s);
  return s.n;
}
