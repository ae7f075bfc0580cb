// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of aspects as bits. A module mentions few of the aspects there are, so each gets a small number first.
#ifndef SY_PASSES_ANALYSIS_ASPECT_SETS_H
#define SY_PASSES_ANALYSIS_ASPECT_SETS_H

#include "passes/analysis/function_facts.h"

typedef struct sy_aspect_sets {
  SY_VEC(uint32_t) numbers; // bit -> aspect, sorted after sy_aspect_sets_fix
  size_t words;             // of one set
} sy_aspect_sets;

// All aspects are added before the first set is made.
void sy_aspect_sets_add(sy_aspect_sets *s, uint32_t aspect);
void sy_aspect_sets_add_all(sy_aspect_sets *s, sy_numbers aspects);
void sy_aspect_sets_fix(sy_aspect_sets *s);
void sy_aspect_sets_free(sy_aspect_sets *s);

uint32_t sy_aspect_sets_bit(const sy_aspect_sets *s, uint32_t aspect); // of one that was added

static inline bool sy_bits_have(const uint64_t *set, uint32_t bit) {
  return set[bit / 64] >> bit % 64 & 1;
}
static inline void sy_bits_add(uint64_t *set, uint32_t bit) {
  set[bit / 64] |= (uint64_t)1 << bit % 64;
}
static inline void sy_bits_union(uint64_t *to, const uint64_t *from, size_t words) {
  for (size_t i = 0; i < words; i++)
    to[i] |= from[i];
}
void sy_bits_add_all(const sy_aspect_sets *s, uint64_t *set, sy_numbers aspects);
// Writes the aspects of a set to out, sorted; room for s->numbers.n. Returns how many.
unsigned sy_bits_list(const sy_aspect_sets *s, const uint64_t *set, uint32_t *out);

#endif
