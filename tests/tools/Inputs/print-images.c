// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A runtime that prints what it is given: link it with a wrapper object and formats/image_desc.c.
#include <stdio.h>

#include "formats/image_desc.h"

static void print_property(const sy_image_property *p) {
  printf("    %s = type %u", p->name, p->type);
  if (p->type == SY_IMAGE_PROPERTY_UINT32)
    printf(" number %llu value %s\n", (unsigned long long)p->size, p->value ? "set" : "null");
  else
    for (uint64_t i = 0; i < p->size; i++)
      printf("%s%02x%s", i ? "" : " bytes ", ((const unsigned char *)p->value)[i],
             i + 1 == p->size ? "\n" : "");
}

static void print_image(const sy_device_image *i) {
  printf("image version %u kind %u format %u target '%s' options '%s' '%s' manifest %s\n", i->version,
         i->offload_kind, i->format, i->target, i->compile_options, i->link_options,
         !i->manifest_begin && !i->manifest_end ? "null" : "set");
  printf("  %ld bytes at %s: %.*s\n", (long)(i->image_end - i->image_begin),
         i->image_begin ? "somewhere" : "null", (int)(i->image_end - i->image_begin),
         (const char *)i->image_begin);
  for (const sy_image_entry *e = i->entries_begin; e != i->entries_end; e++) {
    printf("  entry %s size %zu flags %d %d ", e->name, e->size, e->flags, e->reserved);
    if (e->addr)
      printf("returns %d\n", ((int (*)(void))e->addr)());
    else
      printf("without address\n");
  }
  for (const sy_image_property_set *s = i->sets_begin; s != i->sets_end; s++) {
    printf("  set %s\n", s->name);
    for (const sy_image_property *p = s->begin; p != s->end; p++)
      print_property(p);
  }
}

void __tgt_register_lib(const sy_bin_desc *d) {
  const char *wrong = sy_image_check(d, NULL, NULL);
  printf("register: version %u, %u images, %s\n", d->version, d->number_of_images,
         wrong ? wrong : "consistent");
  for (unsigned i = 0; i < d->number_of_images; i++)
    print_image(&d->images[i]);
}

void __tgt_unregister_lib(const sy_bin_desc *d) {
  printf("unregister: %u images\n", d->number_of_images);
}
