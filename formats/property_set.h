// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Property set files (.prop): categories of named values that describe one device image.
//
//   [SYCL/device requirements]
//   aspect=2|gAAAAAAAAAgBAAAA
//   [SYCL/misc properties]
//   optLevel=1|2
//
// Type 1 is a uint32 in decimal. Type 2 is a byte array: its size in bits (8 bytes, little-endian), then its
// data, with the letters of base64 but the bits of each byte taken from the least significant one up. White
// space is significant; empty lines are skipped. A category or a property that occurs twice is an error.
#ifndef SY_FORMATS_PROPERTY_SET_H
#define SY_FORMATS_PROPERTY_SET_H

#include <stdint.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/mem.h"

typedef enum sy_prop_type { SY_PROP_UINT32 = 1, SY_PROP_BYTES = 2 } sy_prop_type;

typedef struct sy_prop {
  const char *name;
  sy_prop_type type;
  uint32_t u32;  // SY_PROP_UINT32
  sy_view bytes; // SY_PROP_BYTES: the data, without the size in front
  uint64_t bits; // SY_PROP_BYTES: the size; bytes.n is this rounded up to bytes
} sy_prop;

typedef struct sy_prop_set {
  const char *name;
  SY_VEC(sy_prop) props; // in order
  sy_map index;          // private
} sy_prop_set;

// All categories of a file. Start with {0}; owns everything in it.
typedef struct sy_props {
  SY_VEC(sy_prop_set *) sets; // in order
  sy_map index;               // private
  sy_arena arena;             // private: names and bytes
} sy_props;

typedef SY_VEC(uint32_t) sy_u32s;

// Reads a file's text into *out, which is empty; `file` is its name in diagnostics. On failure *out holds
// what was read so far, still to be freed.
bool sy_props_read(sy_view text, const char *file, sy_props *out, sy_diag *d);
// Appends the text to *out; false when a name can't be written (empty, with a line feed, '=' in a property).
bool sy_props_write(const sy_props *p, sy_str *out, sy_diag *d);
void sy_props_free(sy_props *p);

// Lookups: null when absent. A null set has no properties. Valid until the next put in the same set.
const sy_prop_set *sy_props_find(const sy_props *p, const char *set);
const sy_prop *sy_prop_set_find(const sy_prop_set *s, const char *name);
// The value of the right type; false when it is absent or of the other type.
bool sy_props_get_u32(const sy_props *p, const char *set, const char *name, uint32_t *out);
bool sy_props_get_bytes(const sy_props *p, const char *set, const char *name, sy_view *out);
// Adds the category when it is not there yet; an empty one is written too.
sy_prop_set *sy_props_add(sy_props *p, const char *set);
// Adds or replaces; names and bytes are copied.
void sy_props_put_u32(sy_props *p, const char *set, const char *name, uint32_t value);
void sy_props_put_bytes(sy_props *p, const char *set, const char *name, const void *bytes, size_t n);
void sy_props_put_bits(sy_props *p, const char *set, const char *name, const void *bytes, uint64_t bits);
void sy_props_put_u32s(sy_props *p, const char *set, const char *name, const uint32_t *values, size_t n);

#endif
