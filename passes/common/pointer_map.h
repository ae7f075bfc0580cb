// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hash map from pointers (values and types of LLVM) to numbers.
#ifndef SY_PASSES_COMMON_POINTER_MAP_H
#define SY_PASSES_COMMON_POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sy_pointer_map {
  struct sy_pointer_entry *entries; // open addressing
  size_t n, size;
} sy_pointer_map;

bool sy_pointer_map_get(const sy_pointer_map *m, const void *key, uint32_t *out);
// Returns the place of the value, 0 when it was added by this call (*added tells). Valid until the next call.
uint32_t *sy_pointer_map_put(sy_pointer_map *m, const void *key, bool *added);
void sy_pointer_map_free(sy_pointer_map *m);

#endif
