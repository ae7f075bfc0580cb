// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Little-endian numbers in byte strings of any alignment. Bounds are the caller's to check, with sy_slice.
#ifndef SY_FORMATS_LE_H
#define SY_FORMATS_LE_H

#include <stdint.h>

#include "base/str.h"

static inline uint64_t sy_le(const char *p, unsigned bytes) {
  uint64_t v = 0;
  for (unsigned i = 0; i < bytes; i++)
    v |= (uint64_t)(unsigned char)p[i] << (8 * i);
  return v;
}

static inline uint16_t sy_le16(const char *p) {
  return (uint16_t)sy_le(p, 2);
}

static inline uint32_t sy_le32(const char *p) {
  return (uint32_t)sy_le(p, 4);
}

static inline uint64_t sy_le64(const char *p) {
  return sy_le(p, 8);
}

// bytes: at most 8
static inline void sy_str_add_le(sy_str *out, uint64_t v, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    sy_str_addc(out, (char)(v >> (8 * i) & 0xff));
}

// The n bytes of `all` from offset on; false when they are not all there, whatever the numbers.
static inline bool sy_slice(sy_view all, uint64_t offset, uint64_t n, sy_view *out) {
  if (offset > all.n || n > all.n - offset)
    return false;
  *out = (sy_view){all.s + offset, (size_t)n};
  return true;
}

#endif
