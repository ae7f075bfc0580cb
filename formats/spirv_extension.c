// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the instructions for the decoration UserSemantic and inserts the OpExtension that names what it is
// of, behind capabilities and other extensions; or finds that instruction and closes the gap that it leaves.
#include "formats/spirv_extension.h"

#include "formats/spirv_header.h"

#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WORDS = sizeof SY_SPIRV_SEMANTIC / 4 + (sizeof SY_SPIRV_SEMANTIC % 4 != 0) };

static bool names_it(const uint32_t *w, uint32_t length) {
  return (w[0] & 0xffff) == SpvOpExtension && length == 1 + NAME_WORDS &&
         memcmp(w + 1, SY_SPIRV_SEMANTIC, sizeof SY_SPIRV_SEMANTIC) == 0;
}

static bool is_semantic(const uint32_t *w, uint32_t length) {
  uint32_t op = w[0] & 0xffff, at = op == SpvOpMemberDecorate ? 3 : 2;
  return (op == SpvOpDecorate || op == SpvOpMemberDecorate) && length > at &&
         w[at] == SpvDecorationUserSemantic;
}

// Extensions stand behind the capabilities.
size_t sy_spirv_add_semantic(uint32_t **words, size_t n) {
  const uint32_t *w = *words;
  size_t place = SY_SPIRV_HEADER;
  bool used = false;
  for (size_t i = SY_SPIRV_HEADER, length; i < n && (length = w[i] >> 16) && length <= n - i; i += length) {
    used |= is_semantic(w + i, (uint32_t)length);
    if ((w[i] & 0xffff) == SpvOpCapability || (w[i] & 0xffff) == SpvOpExtension)
      place = i + length;
  }
  uint32_t *more = used ? realloc(*words, (n + 1 + NAME_WORDS) * sizeof *more) : NULL;
  if (!more)
    return n;
  memmove(more + place + 1 + NAME_WORDS, more + place, (n - place) * sizeof *more);
  memset(more + place, 0, (1 + NAME_WORDS) * sizeof *more);
  more[place] = (1 + NAME_WORDS) << 16 | SpvOpExtension;
  memcpy(more + place + 1, SY_SPIRV_SEMANTIC, sizeof SY_SPIRV_SEMANTIC);
  *words = more;
  return n + 1 + NAME_WORDS;
}

size_t sy_spirv_drop_semantic(void *spirv, size_t size) {
  uint32_t *w = spirv;
  size_t n = size / sizeof *w;
  if (size % sizeof *w || n < SY_SPIRV_HEADER || w[0] != SY_SPIRV_MAGIC)
    return size;
  size_t kept = SY_SPIRV_HEADER;
  for (size_t i = SY_SPIRV_HEADER; i < n;) {
    uint32_t length = w[i] >> 16;
    if (!length || length > n - i) // no instruction: the rest stays
      length = (uint32_t)(n - i);
    else if (names_it(w + i, length)) {
      i += length;
      continue;
    }
    if (kept != i)
      memmove(w + kept, w + i, length * sizeof *w);
    kept += length;
    i += length;
  }
  return kept * sizeof *w;
}
