// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hash map from strings to pointers: an array of entries in order of insertion, and beside it an
// open-addressing index of a power of two that is kept at most half full.
#include "base/map.h"

#include <string.h>

#include "base/mem.h"

uint64_t sy_hash(const void *bytes, size_t n) {
  const unsigned char *p = bytes;
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ p[i]) * 0x100000001b3u;
  return h;
}

// The index slot that holds key, or the free one where it belongs.
static size_t find_slot(const sy_map *m, const char *key, uint64_t hash) {
  size_t i = hash & (m->index_size - 1);
  for (; m->index[i]; i = (i + 1) & (m->index_size - 1)) {
    const sy_map_entry *e = &m->entries[m->index[i] - 1];
    if (e->hash == hash && strcmp(e->key, key) == 0)
      return i;
  }
  return i;
}

static sy_map_entry *find_entry(const sy_map *m, const char *key) {
  if (m->n == 0)
    return NULL;
  uint32_t number = m->index[find_slot(m, key, sy_hash(key, strlen(key)))];
  return number ? &m->entries[number - 1] : NULL;
}

static void grow_index(sy_map *m) {
  size_t size = m->index_size ? m->index_size * 2 : 16;
  free(m->index);
  m->index = sy_alloc(size * sizeof *m->index);
  m->index_size = size;
  for (size_t e = 0; e < m->n; e++) {
    size_t i = m->entries[e].hash & (size - 1);
    while (m->index[i])
      i = (i + 1) & (size - 1);
    m->index[i] = (uint32_t)e + 1;
  }
}

void *sy_map_get(const sy_map *m, const char *key) {
  sy_map_entry *e = find_entry(m, key);
  return e ? e->value : NULL;
}

bool sy_map_has(const sy_map *m, const char *key) {
  return find_entry(m, key) != NULL;
}

void **sy_map_put(sy_map *m, const char *key) {
  uint64_t hash = sy_hash(key, strlen(key));
  if (m->index_size < 2 * (m->n + 1))
    grow_index(m);
  size_t slot = find_slot(m, key, hash);
  if (!m->index[slot]) {
    if (m->n >= UINT32_MAX - 1)
      sy_out_of_memory();
    if (m->n == m->cap)
      m->entries = sy_vec_grow(m->entries, sizeof *m->entries, m->n + 1, &m->cap);
    m->entries[m->n++] = (sy_map_entry){sy_strdup(key), hash, NULL};
    m->index[slot] = (uint32_t)m->n;
  }
  return &m->entries[m->index[slot] - 1].value;
}

void sy_map_free(sy_map *m) {
  for (size_t i = 0; i < m->n; i++)
    free(m->entries[i].key);
  free(m->entries);
  free(m->index);
  *m = (sy_map){0};
}
