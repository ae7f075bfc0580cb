// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preloaded in place of the runtime's function: prints where in the program's memory its descriptors lie, as "address size" relative to where
// it is loaded, and ends it. Addresses of code are left out: they are the host linker's.
#define _GNU_SOURCE
#include "formats/image_desc.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int first(struct dl_phdr_info *info, size_t size, void *base) {
  *(uintptr_t *)base = info->dlpi_addr;
  return 1;
}

static uintptr_t base;
static void region(const void *p, size_t n) {
  if (n)
    printf("%zx %zx\n", (uintptr_t)p - base, n);
}
static void text(const char *s) {
  if (s)
    region(s, strlen(s) + 1);
}
static void entries(const sy_image_entry *e, const sy_image_entry *end) {
  for (; e != end; e++) {
    region(&e->name, sizeof *e - offsetof(sy_image_entry, name));
    text(e->name);
  }
}

static void image(const sy_device_image *i) {
  region(i, sizeof *i);
  text(i->target);
  text(i->compile_options);
  region(i->manifest_begin, (size_t)(i->manifest_end - i->manifest_begin));
  entries(i->entries_begin, i->entries_end);
  for (const sy_image_property_set *s = i->sets_begin; s != i->sets_end; s++) {
    region(s, sizeof *s);
    text(s->name);
    for (const sy_image_property *p = s->begin; p != s->end; p++) {
      region(p, sizeof *p);
      text(p->name);
      if (p->value)
        region(p->value, p->size);
    }
  }
}

void __tgt_register_lib(const sy_bin_desc *d) {
  dl_iterate_phdr(first, &base);
  region(d, sizeof *d);
  entries(d->host_begin, d->host_end);
  for (unsigned i = 0; i < d->number_of_images; i++)
    image(&d->images[i]);
  fflush(stdout);
  _Exit(0);
}
