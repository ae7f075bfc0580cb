// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's offload binaries. All numbers are little-endian, all offsets count from the start of the binary:
//
//   header   0  10 FF 10 AD, u32 version, u64 size of all, u64 offset of entry, u64 size of entry
//   entry       u16 content, u16 kind, u32 flags, u64 offset and u64 number of strings,
//               u64 offset and u64 size of image
//   strings     { u64 offset of key, u64 offset of value } ..., then the characters, each with its NUL
//   image       at a multiple of 8, padded with zero bytes to a multiple of 8
#include "formats/offload_binary.h"

#include <string.h>

#include "formats/le.h"

enum {
  HEADER = 32,
  ENTRY = 40,
  STRING = 16,
  MAX_STRINGS = 1000, // far more than any compiler writes; all may lead to one long text
};

static const char magic[4] = {0x10, (char)0xff, 0x10, (char)0xad};

bool sy_offload_is(sy_view bytes) {
  return bytes.n >= sizeof magic && memcmp(bytes.s, magic, sizeof magic) == 0;
}

typedef struct offload_reader {
  sy_view bytes; // of this binary
  size_t offset; // of this binary, for diagnostics
  const char *file;
  sy_arena *a;
  sy_diag *d;
} offload_reader;

static bool offload_fail(const offload_reader *r, const char *what) {
  return sy_error(r->d, sy_at(r->file, 0, 0), "offload binary at offset %zu: %s", r->offset, what);
}

// The string at an offset; null when it does not end inside the binary: behind the last NUL in it.
static const char *string_at(const offload_reader *r, uint64_t offset, const char *last_nul) {
  bool inside = last_nul && offset <= (uint64_t)(last_nul - r->bytes.s);
  return inside ? r->bytes.s + offset : NULL;
}

static bool read_strings(const offload_reader *r, uint64_t offset, uint64_t n, sy_offload_image *out) {
  sy_view table;
  if (n > MAX_STRINGS)
    return offload_fail(r, "too many strings");
  if (!sy_slice(r->bytes, offset, n * STRING, &table))
    return offload_fail(r, "the table of strings is out of bounds");
  sy_offload_string *strings = sy_arena_alloc(r->a, (size_t)n * sizeof *strings);
  const char *last_nul = memrchr(r->bytes.s, 0, r->bytes.n);
  for (size_t i = 0; i < n; i++) {
    strings[i].key = string_at(r, sy_le64(table.s + i * STRING), last_nul);
    strings[i].value = string_at(r, sy_le64(table.s + i * STRING + 8), last_nul);
    if (!strings[i].key || !strings[i].value)
      return offload_fail(r, "a string is out of bounds");
  }
  out->strings = strings;
  out->n_strings = (size_t)n;
  return true;
}

// The bytes of the binary at the start of `rest`, by its own word on its size.
static bool read_header(offload_reader *r, sy_view rest) {
  if (!sy_offload_is(rest))
    return offload_fail(r, "there is none (the first bytes are not 10 FF 10 AD)");
  if (rest.n < HEADER)
    return offload_fail(r, "truncated in its header");
  uint32_t version = sy_le32(rest.s + 4);
  if (version != SY_OFFLOAD_VERSION)
    return sy_error(r->d, sy_at(r->file, 0, 0),
                    "offload binary at offset %zu: unknown version %u, this is made for %d", r->offset,
                    version, SY_OFFLOAD_VERSION);
  uint64_t size = sy_le64(rest.s + 8);
  if (size < HEADER + ENTRY)
    return offload_fail(r, "its size is too small");
  if (!sy_slice(rest, 0, size, &r->bytes))
    return offload_fail(r, "truncated");
  return true;
}

static bool read_binary(const offload_reader *r, sy_offload_image *out) {
  sy_view entry;
  uint64_t offset = sy_le64(r->bytes.s + 16), size = sy_le64(r->bytes.s + 24);
  if (size < ENTRY || !sy_slice(r->bytes, offset, size, &entry))
    return offload_fail(r, "its entry is out of bounds");
  *out = (sy_offload_image){
      .content = sy_le16(entry.s), .kind = sy_le16(entry.s + 2), .flags = sy_le32(entry.s + 4)};
  if (!sy_slice(r->bytes, sy_le64(entry.s + 24), sy_le64(entry.s + 32), &out->bytes))
    return offload_fail(r, "its image is out of bounds");
  return read_strings(r, sy_le64(entry.s + 8), sy_le64(entry.s + 16), out);
}

bool sy_offload_read(sy_view bytes, const char *file, sy_arena *a, sy_offload_images *out, sy_diag *d) {
  offload_reader r = {.file = file, .a = a, .d = d};
  while (r.offset < bytes.n) {
    sy_view rest = {bytes.s + r.offset, bytes.n - r.offset};
    if (*rest.s == 0) { // padding
      r.offset++;
      continue;
    }
    sy_offload_image image;
    if (!read_header(&r, rest) || !read_binary(&r, &image))
      return false;
    sy_vec_push(out, image);
    r.offset += r.bytes.n;
  }
  return true;
}

const char *sy_offload_get(const sy_offload_image *image, const char *key) {
  for (size_t i = image->n_strings; i-- > 0;)
    if (strcmp(image->strings[i].key, key) == 0)
      return image->strings[i].value;
  return NULL;
}
