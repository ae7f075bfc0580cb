// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of aspects is an array of 64-bit words. The aspects that a module mentions are sorted once, and the
// place of an aspect in that list is its bit in every set.
#include "passes/analysis/aspect_sets.h"

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

void sy_aspect_sets_add(sy_aspect_sets *s, uint32_t aspect) {
  for (size_t i = 0; i < s->numbers.n; i++)
    if (s->numbers.data[i] == aspect)
      return;
  sy_vec_push(&s->numbers, aspect);
}

void sy_aspect_sets_add_all(sy_aspect_sets *s, sy_numbers aspects) {
  for (unsigned i = 0; i < aspects.n; i++)
    sy_aspect_sets_add(s, aspects.v[i]);
}

void sy_aspect_sets_fix(sy_aspect_sets *s) {
  if (s->numbers.n)
    qsort(s->numbers.data, s->numbers.n, sizeof *s->numbers.data, by_number);
  s->words = s->numbers.n / 64 + 1;
}

void sy_aspect_sets_free(sy_aspect_sets *s) {
  sy_vec_free(&s->numbers);
}

uint32_t sy_aspect_sets_bit(const sy_aspect_sets *s, uint32_t aspect) {
  const uint32_t *found = bsearch(&aspect, s->numbers.data, s->numbers.n, sizeof aspect, by_number);
  return (uint32_t)(found - s->numbers.data);
}

void sy_bits_add_all(const sy_aspect_sets *s, uint64_t *set, sy_numbers aspects) {
  for (unsigned i = 0; i < aspects.n; i++)
    sy_bits_add(set, sy_aspect_sets_bit(s, aspects.v[i]));
}

unsigned sy_bits_list(const sy_aspect_sets *s, const uint64_t *set, uint32_t *out) {
  unsigned n = 0;
  for (uint32_t bit = 0; bit < s->numbers.n; bit++)
    if (sy_bits_have(set, bit))
      out[n++] = s->numbers.data[bit];
  return n;
}
