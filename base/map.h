// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hash map from strings to pointers. Keys are copied; values belong to the caller.
// Iteration is in order of insertion, so what is printed from it is reproducible.
#ifndef SY_BASE_MAP_H
#define SY_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sy_map_entry {
  char *key;
  uint64_t hash;
  void *value;
} sy_map_entry;

typedef struct sy_map {
  sy_map_entry *entries; // 0 .. n-1 in order of insertion
  size_t n, cap;
  uint32_t *index; // open addressing; entry number + 1, 0 is free
  size_t index_size;
} sy_map;

uint64_t sy_hash(const void *bytes, size_t n); // FNV-1a, the same on every machine

void *sy_map_get(const sy_map *m, const char *key); // null when absent
bool sy_map_has(const sy_map *m, const char *key);
// Returns the address of the value for key, added as null when it was absent. Valid until the next call.
void **sy_map_put(sy_map *m, const char *key);
void sy_map_free(sy_map *m); // frees keys, not values

#endif
