// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes offload binaries, for tests of what reads them.
#ifndef TESTS_UNIT_OFFLOAD_WRITE_H
#define TESTS_UNIT_OFFLOAD_WRITE_H

#include <string.h>

#include "formats/le.h"
#include "formats/offload_binary.h"

enum { OFFLOAD_HEADER = 32, OFFLOAD_ENTRY = 40, OFFLOAD_STRING = 16, OFFLOAD_ALIGN = 8 }; // bytes

static inline uint64_t align_offload(uint64_t n) {
  return (n + OFFLOAD_ALIGN - 1) / OFFLOAD_ALIGN * OFFLOAD_ALIGN;
}

// Appends one binary to *out, which holds nothing or other binaries: its length is a multiple of 8.
static inline void write_offload_binary(const sy_offload_image *image, sy_str *out) {
  uint64_t table = OFFLOAD_HEADER + OFFLOAD_ENTRY, chars = table + image->n_strings * OFFLOAD_STRING;
  sy_str places = SY_STR_INIT, text = SY_STR_INIT;
  for (size_t i = 0; i < image->n_strings; i++) {
    sy_str_add_le(&places, chars + text.n, 8);
    sy_str_addn(&text, image->strings[i].key, strlen(image->strings[i].key) + 1);
    sy_str_add_le(&places, chars + text.n, 8);
    sy_str_addn(&text, image->strings[i].value, strlen(image->strings[i].value) + 1);
  }
  uint64_t data = align_offload(chars + text.n), size = align_offload(data + image->bytes.n);
  sy_str_addn(out, "\x10\xff\x10\xad", 4);
  sy_str_add_le(out, SY_OFFLOAD_VERSION, 4);
  const uint64_t header[] = {size, OFFLOAD_HEADER, OFFLOAD_ENTRY};
  for (int i = 0; i < 3; i++)
    sy_str_add_le(out, header[i], 8);
  sy_str_add_le(out, image->content, 2);
  sy_str_add_le(out, image->kind, 2);
  sy_str_add_le(out, image->flags, 4);
  const uint64_t entry[] = {table, image->n_strings, data, image->bytes.n};
  for (int i = 0; i < 4; i++)
    sy_str_add_le(out, entry[i], 8);
  sy_str_addn(out, sy_str_c(&places), places.n);
  sy_str_addn(out, sy_str_c(&text), text.n);
  sy_str_add_le(out, 0, (unsigned)(data - chars - text.n));
  sy_str_addn(out, image->bytes.s, image->bytes.n);
  sy_str_add_le(out, 0, (unsigned)(size - data - image->bytes.n));
  sy_str_free(&places);
  sy_str_free(&text);
}

#endif
