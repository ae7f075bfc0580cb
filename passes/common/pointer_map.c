// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Open addressing with linear probing and a multiplicative hash; the table doubles when it is half full, and
// nothing is ever taken out.
#include "passes/common/pointer_map.h"

#include "base/mem.h"

typedef struct sy_pointer_entry {
  const void *key; // null: free
  uint32_t value;
} pointer_map_entry;

static pointer_map_entry *slot(const sy_pointer_map *m, const void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
  for (size_t i = h >> 20;; i++) {
    pointer_map_entry *e = &m->entries[i & (m->size - 1)];
    if (!e->key || e->key == key)
      return e;
  }
}

static void grow(sy_pointer_map *m) {
  sy_pointer_map bigger = {.size = m->size ? m->size * 2 : 64, .n = m->n};
  bigger.entries = sy_alloc(bigger.size * sizeof *bigger.entries);
  for (size_t i = 0; i < m->size; i++)
    if (m->entries[i].key)
      *slot(&bigger, m->entries[i].key) = m->entries[i];
  free(m->entries);
  *m = bigger;
}

bool sy_pointer_map_get(const sy_pointer_map *m, const void *key, uint32_t *out) {
  const pointer_map_entry *e = m->size ? slot(m, key) : NULL;
  if (!e || !e->key)
    return false;
  *out = e->value;
  return true;
}

uint32_t *sy_pointer_map_put(sy_pointer_map *m, const void *key, bool *added) {
  if (m->n * 2 >= m->size)
    grow(m);
  pointer_map_entry *e = slot(m, key);
  *added = !e->key;
  m->n += !e->key;
  e->key = key;
  return &e->value;
}

void sy_pointer_map_free(sy_pointer_map *m) {
  free(m->entries);
  *m = (sy_pointer_map){0};
}
