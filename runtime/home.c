// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/home.h"

#include <link.h>

typedef struct search {
  const void *address;
  sy_home found;
} search;

static int look(struct dl_phdr_info *info, size_t size, void *state) {
  search *s = state;
  sy_home h = {UINTPTR_MAX, 0};
  (void)size;
  for (unsigned i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = begin + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type != PT_LOAD)
      continue;
    h.begin = begin < h.begin ? begin : h.begin;
    h.end = end > h.end ? end : h.end;
  }
  if (!sy_home_has(h, s->address))
    return 0;
  s->found = h;
  return 1;
}

sy_home sy_home_of(const void *address) {
  search s = {.address = address};
  dl_iterate_phdr(look, &s);
  return s.found;
}
