// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Property set files: reader, writer, lookups.
//
// The encoding of byte arrays is not RFC 4648: there the first letter holds the upper six bits of the
// first byte, here the lower six, and there is no padding:
//
//   bytes   20 00 00 ...          (32 bits follow: 0x20)
//   letters 'g' = 32 = lower six bits of 0x20, 'A' = the upper two, with the lower four of the next byte
#include "formats/property_set.h"

#include <string.h>

#include "formats/le.h"
#include "formats/text.h"

enum { SIZE_PREFIX = 8 };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *bytes, size_t n, sy_str *out) {
  unsigned bits = 0, held = 0;
  for (size_t i = 0; i < n; i++) {
    bits |= (unsigned)bytes[i] << held;
    for (held += 8; held >= 6; held -= 6, bits >>= 6)
      sy_str_addc(out, letters[bits & 63]);
  }
  if (held)
    sy_str_addc(out, letters[bits & 63]);
}

// The bytes that `text` stands for, and what is wrong with it (null: nothing) at *bad.
static const char *decode(sy_view text, sy_str *out, size_t *bad) {
  unsigned bits = 0, held = 0;
  for (*bad = 0; *bad < text.n; ++*bad) {
    const char *letter = memchr(letters, text.s[*bad], sizeof letters - 1);
    if (!letter)
      return "invalid character in a byte array";
    bits |= (unsigned)(letter - letters) << held;
    held += 6;
    if (held >= 8) {
      sy_str_addc(out, (char)(bits & 0xff));
      held -= 8;
      bits >>= 8;
    }
  }
  *bad = text.n ? text.n - 1 : 0;
  if (held >= 6)
    return "byte array ends with a letter too many";
  if (bits)
    return "byte array ends with stray bits";
  return NULL;
}

const sy_prop_set *sy_props_find(const sy_props *p, const char *set) {
  return sy_map_get(&p->index, set);
}

// The map holds position + 1, so that it stays right when the vector moves.
static sy_prop *find_prop(const sy_prop_set *s, const char *name) {
  size_t number = s ? (size_t)(uintptr_t)sy_map_get(&s->index, name) : 0;
  return number ? &s->props.data[number - 1] : NULL;
}

const sy_prop *sy_prop_set_find(const sy_prop_set *s, const char *name) {
  return find_prop(s, name);
}

bool sy_props_get_u32(const sy_props *p, const char *set, const char *name, uint32_t *out) {
  const sy_prop *v = find_prop(sy_props_find(p, set), name);
  if (!v || v->type != SY_PROP_UINT32)
    return false;
  *out = v->u32;
  return true;
}

bool sy_props_get_bytes(const sy_props *p, const char *set, const char *name, sy_view *out) {
  const sy_prop *v = find_prop(sy_props_find(p, set), name);
  if (!v || v->type != SY_PROP_BYTES)
    return false;
  *out = v->bytes;
  return true;
}

sy_prop_set *sy_props_add(sy_props *p, const char *set) {
  void **slot = sy_map_put(&p->index, set);
  if (!*slot) {
    sy_prop_set *fresh = sy_alloc(sizeof *fresh);
    fresh->name = sy_arena_strdup(&p->arena, set);
    sy_vec_push(&p->sets, fresh);
    *slot = fresh;
  }
  return *slot;
}

static void property_put(sy_props *p, sy_prop_set *s, const char *name, sy_prop value) {
  sy_prop *old = find_prop(s, name);
  value.name = old ? old->name : sy_arena_strdup(&p->arena, name);
  if (old) {
    *old = value;
    return;
  }
  sy_vec_push(&s->props, value);
  *sy_map_put(&s->index, name) = (void *)(uintptr_t)s->props.n;
}

static sy_prop bytes_value(sy_props *p, const void *bytes, uint64_t bits) {
  size_t n = (size_t)(bits / 8 + (bits % 8 != 0));
  return (sy_prop){.type = SY_PROP_BYTES, .bytes = {sy_arena_strndup(&p->arena, bytes, n), n}, .bits = bits};
}

void sy_props_put_u32(sy_props *p, const char *set, const char *name, uint32_t value) {
  property_put(p, sy_props_add(p, set), name, (sy_prop){.type = SY_PROP_UINT32, .u32 = value});
}

void sy_props_put_bits(sy_props *p, const char *set, const char *name, const void *bytes, uint64_t bits) {
  property_put(p, sy_props_add(p, set), name, bytes_value(p, bytes, bits));
}

void sy_props_put_bytes(sy_props *p, const char *set, const char *name, const void *bytes, size_t n) {
  sy_props_put_bits(p, set, name, bytes, (uint64_t)n * 8);
}

void sy_props_put_u32s(sy_props *p, const char *set, const char *name, const uint32_t *values, size_t n) {
  sy_str bytes = SY_STR_INIT;
  for (size_t i = 0; i < n; i++)
    sy_str_add_le(&bytes, values[i], 4);
  sy_props_put_bytes(p, set, name, sy_str_c(&bytes), bytes.n);
  sy_str_free(&bytes);
}

typedef struct property_reader {
  sy_props *p;
  sy_prop_set *set; // null before the first category
  const char *file;
  sy_lines lines;
  sy_diag *d;
} property_reader;

// The place of a character of the current line.
static sy_where at(const property_reader *r, const char *c) {
  return sy_at(r->file, r->lines.number, (unsigned)(c - r->lines.line.s) + 1);
}

static bool read_category(property_reader *r) {
  sy_view line = r->lines.line;
  if (line.s[line.n - 1] != ']')
    return sy_error(r->d, at(r, line.s + line.n), "category line does not end with ']'");
  if (line.n == 2)
    return sy_error(r->d, at(r, line.s + 1), "category without a name");
  const char *name = sy_arena_strndup(&r->p->arena, line.s + 1, line.n - 2);
  if (sy_props_find(r->p, name))
    return sy_error(r->d, at(r, line.s + 1), "category '%s' occurs twice", name);
  r->set = sy_props_add(r->p, name);
  return true;
}

static bool read_u32(property_reader *r, sy_view text, sy_prop *out) {
  unsigned long long v;
  if (!sy_view_u64(text, &v) || v > UINT32_MAX) {
    sy_error(r->d, at(r, text.s), "invalid value '%.*s'", sy_clip(text), text.s);
    sy_note(r->d, "a property of type 1 is a number from 0 to 4294967295");
    return false;
  }
  *out = (sy_prop){.type = SY_PROP_UINT32, .u32 = (uint32_t)v};
  return true;
}

static bool read_bytes(property_reader *r, sy_view text, sy_prop *out) {
  sy_str bytes = SY_STR_INIT;
  size_t bad;
  bool ok = false;
  const char *fault = decode(text, &bytes, &bad);
  uint64_t bits = bytes.n >= SIZE_PREFIX ? sy_le64(bytes.s) : 0;
  if (fault) {
    sy_error(r->d, at(r, text.s + bad), "%s", fault);
  } else if (bytes.n < SIZE_PREFIX) {
    sy_error(r->d, at(r, text.s), "byte array is too short to hold its size");
  } else if (bits / 8 + (bits % 8 != 0) != bytes.n - SIZE_PREFIX) {
    sy_error(r->d, at(r, text.s), "byte array says it has %llu bits, but %zu bytes follow",
             (unsigned long long)bits, bytes.n - SIZE_PREFIX);
  } else {
    *out = bytes_value(r->p, bytes.s + SIZE_PREFIX, bits);
    ok = true;
  }
  sy_str_free(&bytes);
  return ok;
}

static bool read_value(property_reader *r, sy_view type, sy_view value, sy_prop *out) {
  if (sy_view_eq(type, "1"))
    return read_u32(r, value, out);
  if (sy_view_eq(type, "2"))
    return read_bytes(r, value, out);
  sy_error(r->d, at(r, type.s), "unknown property type '%.*s'", sy_clip(type), type.s);
  sy_note(r->d, "types are 1 (uint32) and 2 (byte array)");
  return false;
}

static bool read_property(property_reader *r) {
  sy_view line = r->lines.line;
  const char *end = line.s + line.n;
  if (!r->set)
    return sy_error(r->d, at(r, line.s), "property outside of a category");
  const char *eq = memchr(line.s, '=', line.n);
  const char *bar = eq ? memchr(eq, '|', (size_t)(end - eq)) : NULL;
  if (!bar) {
    sy_error(r->d, at(r, eq ? eq + 1 : end), "missing '%c' in a property", eq ? '|' : '=');
    sy_note(r->d, "a property is written name=type|value");
    return false;
  }
  if (eq == line.s)
    return sy_error(r->d, at(r, line.s), "property without a name");
  const char *name = sy_arena_strndup(&r->p->arena, line.s, (size_t)(eq - line.s));
  if (find_prop(r->set, name))
    return sy_error(r->d, at(r, line.s), "property '%s' occurs twice in category '%s'", name, r->set->name);
  sy_prop value = {0};
  if (!read_value(r, (sy_view){eq + 1, (size_t)(bar - eq - 1)}, (sy_view){bar + 1, (size_t)(end - bar - 1)},
                  &value))
    return false;
  property_put(r->p, r->set, name, value);
  return true;
}

bool sy_props_read(sy_view text, const char *file, sy_props *out, sy_diag *d) {
  property_reader r = {.p = out, .file = file, .lines = {.rest = text}, .d = d};
  bool ok = sy_text_check(text, file, d);
  while (ok && sy_lines_next(&r.lines))
    ok = r.lines.line.s[0] == '[' ? read_category(&r) : read_property(&r);
  return ok;
}

static bool write_property(const sy_prop *v, sy_str *out, sy_diag *d) {
  if (!*v->name || *v->name == '[' || strpbrk(v->name, "=\n"))
    return sy_error(d, SY_NOWHERE, "property name '%s' cannot be written to a property set file", v->name);
  sy_str_addf(out, "%s=%d|", v->name, (int)v->type);
  if (v->type == SY_PROP_UINT32) {
    sy_str_addf(out, "%u", v->u32);
  } else {
    sy_str bytes = SY_STR_INIT;
    sy_str_add_le(&bytes, v->bits, SIZE_PREFIX);
    sy_str_addn(&bytes, v->bytes.s, v->bytes.n);
    encode((const unsigned char *)bytes.s, bytes.n, out);
    sy_str_free(&bytes);
  }
  sy_str_addc(out, '\n');
  return true;
}

bool sy_props_write(const sy_props *p, sy_str *out, sy_diag *d) {
  for (size_t i = 0; i < p->sets.n; i++) {
    const sy_prop_set *s = p->sets.data[i];
    if (!*s->name || strchr(s->name, '\n'))
      return sy_error(d, SY_NOWHERE, "category name '%s' cannot be written to a property set file", s->name);
    sy_str_addf(out, "[%s]\n", s->name);
    for (size_t j = 0; j < s->props.n; j++)
      if (!write_property(&s->props.data[j], out, d))
        return false;
  }
  return true;
}

void sy_props_free(sy_props *p) {
  for (size_t i = 0; i < p->sets.n; i++) {
    sy_vec_free(&p->sets.data[i]->props);
    sy_map_free(&p->sets.data[i]->index);
    free(p->sets.data[i]);
  }
  sy_vec_free(&p->sets);
  sy_map_free(&p->index);
  sy_arena_free(&p->arena);
}
