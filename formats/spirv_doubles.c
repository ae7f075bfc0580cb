// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two walks over the instructions. The first finds the types of 64 and 32 bits; the second copies each
// instruction to the place it moves to, as none becomes longer: constants are narrowed, conversions between
// the two types become OpCopyObject, and one declaration of the narrow type stays.
#include "formats/spirv_doubles.h"

#include "formats/spirv_header.h"

#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct floats {
  uint32_t wide, narrow; // ids of the types; 0: none
  bool declared;         // narrow, as far as the module is written
} floats;

static bool find_types(const uint32_t *w, size_t n, floats *f) {
  size_t i = SY_SPIRV_HEADER;
  while (i < n) {
    uint32_t op = w[i] & 0xffff, length = w[i] >> 16;
    if (!length || length > n - i)
      return false;
    if (op == SpvOpTypeFloat && length >= 3 && w[i + 2] == 64)
      f->wide = w[i + 1];
    if (op == SpvOpTypeFloat && length >= 3 && w[i + 2] == 32)
      f->narrow = w[i + 1];
    i += length;
  }
  return f->wide;
}

static uint32_t float_bits(const uint32_t *words) {
  double wide;
  memcpy(&wide, words, sizeof wide);
  float narrow = (float)wide;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  return bits;
}

// Writes what an instruction becomes, which is not longer, to where it may stand itself; returns its length
// in words.
static uint32_t rewrite(floats *f, const uint32_t *w, uint32_t *out) {
  uint32_t op = w[0] & 0xffff, length = w[0] >> 16, bits;
  bool of_wide = length >= 2 && w[1] == f->wide;
  if ((op == SpvOpCapability && length >= 2 && w[1] == SpvCapabilityFloat64) || (op == SpvOpName && of_wide))
    return 0;
  if (op == SpvOpTypeFloat && length >= 3 && (of_wide || w[1] == f->narrow)) {
    if (f->declared)
      return 0;
    f->declared = true;
    out[0] = 3 << 16 | SpvOpTypeFloat;
    out[1] = f->narrow;
    out[2] = 32;
    return 3;
  }
  bits = op == SpvOpConstant && length == 5 ? float_bits(w + 3) : 0;
  memmove(out, w, length * sizeof *w);
  if (!of_wide || !(op == SpvOpConstant || op == SpvOpConstantNull || op == SpvOpFConvert))
    return length;
  out[1] = f->narrow;
  if (op == SpvOpFConvert)
    out[0] = length << 16 | SpvOpCopyObject;
  if (op != SpvOpConstant || length < 4)
    return length;
  out[0] = 4 << 16 | SpvOpConstant;
  out[3] = bits;
  return 4;
}

size_t sy_spirv_pass_floats(void *spirv, size_t size) {
  uint32_t *w = spirv;
  size_t n = size / sizeof *w, m = SY_SPIRV_HEADER;
  floats f = {0};
  if (n < SY_SPIRV_HEADER || w[0] != SY_SPIRV_MAGIC || !find_types(w, n, &f))
    return size;
  if (!f.narrow)
    f.narrow = f.wide;
  for (size_t i = SY_SPIRV_HEADER, length; i < n; i += length) {
    length = w[i] >> 16;
    m += rewrite(&f, w + i, w + m);
  }
  return m * sizeof *w;
}
