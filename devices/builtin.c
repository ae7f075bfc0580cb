// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in tables and look-ups in them. This file needs nothing but libc's memory and string functions,
// so that the runtime can use it as well.
#include "devices/devices.h"

#include "base/count.h"

#include <string.h>

#define GET_TargetTable_IMPL
#define GET_AspectTable_IMPL
#define GET_AspectNumberTable_IMPL
#include "device_config_file.inc"

// The row that a key names, or -1.
static ptrdiff_t find_key(const DynamicTableKey *keys, size_t n, const char *key) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(key, keys[middle].key);
    if (order == 0)
      return (ptrdiff_t)keys[middle].row;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return -1;
}

const sy_aspect *sy_aspect_find(const char *name) {
  ptrdiff_t row = find_key(AspectTableKeys, SY_COUNT(AspectTableKeys), name);
  return row < 0 ? NULL : &AspectTable[row];
}

const sy_aspect *sy_aspect_get(uint32_t number) {
  size_t low = 0, high = SY_COUNT(AspectNumberTable);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    uint32_t here = (uint32_t)AspectNumberTable[middle].Number;
    if (here == number)
      return &AspectNumberTable[middle];
    if (number < here)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

size_t sy_aspect_count(void) {
  return SY_COUNT(AspectNumberTable);
}

const sy_aspect *sy_aspect_at(size_t i) {
  return &AspectNumberTable[i];
}

const sy_target *sy_target_find(const char *name) {
  ptrdiff_t row = find_key(TargetTableKeys, SY_COUNT(TargetTableKeys), name);
  return row < 0 ? NULL : &TargetTable[row];
}

// For diagnostics, so a walk over the rows will do. The target that is called like its architecture comes
// first: spir64_x86_64 has the architecture of x86_64.
const sy_target *sy_target_of_arch(uint32_t aspect) {
  const sy_target *found = NULL;
  for (size_t i = 0; i < SY_COUNT(TargetTable); i++) {
    const sy_target *t = &TargetTable[i];
    bool same = t->archAspect >= 0 && (uint32_t)t->archAspect == aspect;
    if (same && (!found || strlen(t->TargetName) < strlen(found->TargetName)))
      found = t;
  }
  return found;
}

size_t sy_target_count(void) {
  return SY_COUNT(TargetTable);
}

const sy_target *sy_target_at(size_t i) {
  return &TargetTable[i];
}

static bool contains(const DynamicTableInts *list, uint32_t value) {
  for (size_t i = 0; i < list->n; i++)
    if ((uint32_t)list->data[i] == value)
      return true;
  return false;
}

bool sy_target_has(const sy_target *t, uint32_t aspect) {
  return contains(&t->aspectNumbers, aspect);
}

bool sy_target_has_sub_group(const sy_target *t, uint32_t size) {
  return contains(&t->subGroupSizes, size);
}

unsigned sy_target_lanes(const char *name) {
  enum { FLOAT_BITS = 32, FEWEST = 8 };
  static const struct {
    const char *cpu;
    unsigned bits;
  } levels[] = {
#define LEVEL(architecture, name, bits, aspect) {name, bits},
#include "devices/cpu_levels.def"
#undef LEVEL
  };
  const sy_target *t = sy_target_find(name);
  unsigned lanes = FEWEST;
  for (size_t i = 0; t && i < SY_COUNT(levels); i++)
    if (!strcmp(t->cpu, levels[i].cpu) && levels[i].bits / FLOAT_BITS > lanes)
      lanes = levels[i].bits / FLOAT_BITS;
  return lanes;
}

bool sy_target_is_generic(const sy_target *t) {
  return !strcmp(t->TargetName, t->family->name);
}
