// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of images in a program's memory. The input is that memory; a word whose upper half is the mark
// is a pointer into it, by its offset. The checker is told how large the memory is, so whatever it accepts
// can be read from begin to end.
#include "formats/image_desc.h"
#include "tests/fuzz/fuzz.h"

enum { MARK = 0x50545253 };

static void relocate(unsigned char *memory, size_t n) {
  for (size_t at = 0; at + 8 <= n; at += 8) {
    uint64_t word;
    memcpy(&word, memory + at, 8);
    if (word >> 32 != MARK)
      continue;
    word = (uintptr_t)memory + (uint32_t)word;
    memcpy(memory + at, &word, 8);
  }
}

static void touch(const void *begin, const void *end) {
  fuzz_touch((sy_view){begin, (size_t)((const char *)end - (const char *)begin)});
}

static void touch_text(const char *text) {
  if (text)
    touch(text, text + strlen(text));
}

static void read_image(const sy_device_image *i) {
  touch_text(i->target);
  touch_text(i->compile_options);
  touch_text(i->link_options);
  touch(i->image_begin, i->image_end);
  for (const sy_image_entry *e = i->entries_begin; e < i->entries_end; e++)
    touch_text(e->name);
  for (const sy_image_property_set *s = i->sets_begin; s < i->sets_end; s++) {
    touch_text(s->name);
    for (const sy_image_property *p = s->begin; p < s->end; p++) {
      touch_text(p->name);
      if (p->type == SY_IMAGE_PROPERTY_BYTES && p->value)
        touch(p->value, (const char *)p->value + p->size);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  if (n < sizeof(sy_bin_desc))
    return 0;
  unsigned char *memory = malloc(n);
  memcpy(memory, data, n);
  relocate(memory, n);
  const sy_bin_desc *d = (const void *)memory;
  sy_image_span all = {(uintptr_t)memory, (uintptr_t)memory + n};
  unsigned where = 0;
  const char *problem = sy_image_check(d, &(sy_image_memory){&all, 1}, &where);
  fuzz_require(!problem || where <= d->number_of_images, "the fault is in an image or in the descriptor");
  for (unsigned i = 0; !problem && i < d->number_of_images; i++)
    read_image(&d->images[i]);
  free(memory);
  return 0;
}
