// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unit tests of formats/spirv_extension: the name comes where the decoration is, and goes again; nothing else
// changes.
#include "formats/spirv_extension.h"

#include "formats/spirv_header.h"
#include "tests/unit/check.h"

#include <stdlib.h>

enum { WORDS = 8 };

#define HEAD SY_SPIRV_MAGIC, 0x10200, 0, 9, 0
#define OP(op, words) ((words) << 16 | (op))

static uint32_t *copy(const uint32_t *words, size_t n) {
  uint32_t *own = malloc(n * sizeof *own);
  return memcpy(own, words, n * sizeof *own);
}

static void check_added(const uint32_t *module, size_t n, size_t place) {
  uint32_t *w = copy(module, n);
  size_t more = sy_spirv_add_semantic(&w, n);
  CHECK_EQ(more, n + 1 + WORDS);
  CHECK(w[place] == OP(10, 1 + WORDS) && strcmp((const char *)(w + place + 1), SY_SPIRV_SEMANTIC) == 0);
  CHECK(!memcmp(w, module, place * sizeof *w) &&
        !memcmp(w + place + 1 + WORDS, module + place, (n - place) * sizeof *w));
  CHECK_EQ(sy_spirv_drop_semantic(w, more * sizeof *w), n * sizeof *w);
  CHECK(!memcmp(w, module, n * sizeof *w));
  free(w);
}

static void check_same(const uint32_t *module, size_t n) {
  uint32_t *w = copy(module, n);
  CHECK_EQ(sy_spirv_add_semantic(&w, n), n);
  CHECK_EQ(sy_spirv_drop_semantic(w, n * sizeof *w), n * sizeof *w);
  CHECK(!memcmp(w, module, n * sizeof *w));
  free(w);
}

int main(void) {
  static const uint32_t decorated[] = {HEAD, OP(17, 2), 6, OP(14, 3), 2, 2, OP(71, 4), 7, 5635, 'x'};
  static const uint32_t member[] = {HEAD, OP(17, 2), 6, OP(10, 2), 'e',  OP(14, 3), 2,
                                    2,    OP(72, 5), 7, 0,         5635, 'x'};
  static const uint32_t none[] = {HEAD, OP(17, 2), 6, OP(14, 3), 2, 2, OP(71, 4), 7, 44, 5635};
  static const uint32_t cut[] = {HEAD, OP(17, 2), 6, OP(71, 40), 7};
  static const uint32_t empty[] = {HEAD, 0, 0};
  check_added(decorated, sizeof decorated / 4, 7);
  check_added(member, sizeof member / 4, 9);
  check_same(none, sizeof none / 4);
  CHECK_EQ(sy_spirv_drop_semantic((void *)(uintptr_t)cut, sizeof cut), sizeof cut);
  CHECK_EQ(sy_spirv_drop_semantic((void *)(uintptr_t)empty, sizeof empty), sizeof empty);
  CHECK_EQ(sy_spirv_drop_semantic((void *)(uintptr_t)empty, 6), 6);
  return check_summary();
}
