// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of `ar` archives. Each has a header of 60 printable bytes and starts at an even offset:
//
//   name 16, date 12, owner 6, group 6, mode 8, size 10 (decimal), "`\n"
//
//   GNU    "f.o/"      short name            BSD   "f.o"      short name
//          "/17"       name at 17 of "//"          "#1/20"    name is the first 20 bytes of the data
//          "/17:900"   thin: member at 900 of the archive with that name
//          "/" "/SYM64/" "//"  tables              "__.SYMDEF..."  tables
//
// In a thin archive only the tables have data.
#include "formats/ar.h"

#include <string.h>

#include "base/file.h"
#include "formats/le.h"

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE = 10, END_AT = 58 };

bool sy_ar_is(sy_view bytes) {
  return sy_view_starts(bytes, "!<arch>\n") || sy_view_starts(bytes, "!<thin>\n");
}

typedef struct ar_reader {
  sy_view bytes;
  bool thin;
  sy_view long_names; // the contents of "//"
  size_t offset;      // of the current header
  const char *file;
  sy_arena *a;
  sy_diag *d;
} ar_reader;

static bool ar_fail(const ar_reader *r, const char *what) {
  return sy_error(r->d, sy_at(r->file, 0, 0), "archive member at offset %zu: %s", r->offset, what);
}

static sy_view trimmed(sy_view v) {
  while (v.n && v.s[v.n - 1] == ' ')
    v.n--;
  return v;
}

static bool is_table(sy_view name) {
  return sy_view_eq(name, "/") || sy_view_eq(name, "//") || sy_view_eq(name, "/SYM64/") ||
         sy_view_starts(name, "__.SYMDEF");
}

// "/17" or "/17:900": the name in the table of long names, which ends with "/\n" (or a NUL in archives from
// elsewhere).
static bool long_name(const ar_reader *r, sy_view field, sy_ar_member *m) {
  sy_view rest = {field.s + 1, field.n - 1}, number;
  unsigned long long at, origin = 0;
  if (!sy_view_split(&rest, ':', &number) || !sy_view_u64(number, &at) ||
      (rest.n && !sy_view_u64(rest, &origin)))
    return ar_fail(r, "invalid name");
  if (at >= r->long_names.n)
    return ar_fail(r, "its name is out of bounds");
  const char *s = r->long_names.s + at;
  size_t n = 0, max = r->long_names.n - (size_t)at;
  while (n < max && s[n] != '\n' && s[n] != 0)
    n++;
  if (n && s[n - 1] == '/')
    n--;
  m->name = sy_arena_strndup(r->a, s, n);
  m->origin = origin;
  return true;
}

// "#1/20": the name is in front of the data, padded with NULs.
static bool bsd_name(const ar_reader *r, sy_view field, sy_ar_member *m) {
  unsigned long long n;
  sy_view name;
  if (!sy_view_u64((sy_view){field.s + 3, field.n - 3}, &n) || !sy_slice(m->bytes, 0, n, &name))
    return ar_fail(r, "its name is out of bounds");
  m->bytes = (sy_view){m->bytes.s + n, m->bytes.n - (size_t)n};
  m->name = sy_arena_strndup(r->a, name.s, name.n);
  return true;
}

static bool read_name(const ar_reader *r, sy_view field, sy_ar_member *m) {
  if (field.n && field.s[0] == '/')
    return long_name(r, field, m);
  if (sy_view_starts(field, "#1/"))
    return bsd_name(r, field, m);
  const char *slash = field.n ? memchr(field.s, '/', field.n) : NULL;
  m->name = sy_arena_strndup(r->a, field.s, slash ? (size_t)(slash - field.s) : field.n);
  return true;
}

// Reads the member at r->offset and moves on; *keep says whether it is one of the program's.
static bool read_member(ar_reader *r, sy_ar_member *m, bool *keep) {
  sy_view header;
  unsigned long long size;
  *m = (sy_ar_member){.offset = r->offset};
  if (!sy_slice(r->bytes, r->offset, HEADER, &header))
    return ar_fail(r, "truncated in its header");
  sy_view name = trimmed((sy_view){header.s, NAME});
  if (memcmp(header.s + END_AT, "`\n", 2) != 0 ||
      !sy_view_u64(trimmed((sy_view){header.s + SIZE_AT, SIZE}), &size))
    return ar_fail(r, "invalid header");
  bool has_data = !r->thin || is_table(name);
  if (has_data && !sy_slice(r->bytes, r->offset + HEADER, size, &m->bytes))
    return ar_fail(r, "truncated");
  if (sy_view_eq(name, "//"))
    r->long_names = m->bytes;
  *keep = !is_table(name);
  if (*keep && !read_name(r, name, m))
    return false;
  *keep = *keep && !sy_starts(m->name, "__.SYMDEF");
  if (r->thin && *keep)
    m->path = sy_path_join(sy_path_dir(r->file, r->a), m->name, r->a);
  r->offset += HEADER + (has_data ? (size_t)(size + size % 2) : 0);
  return true;
}

bool sy_ar_read(sy_view bytes, const char *file, sy_arena *a, sy_ar_members *out, sy_diag *d) {
  if (!sy_ar_is(bytes))
    return sy_error(d, sy_at(file, 0, 0), "not an archive");
  ar_reader r = {.bytes = bytes, .thin = bytes.s[2] == 't', .offset = MAGIC, .file = file, .a = a, .d = d};
  while (r.offset < bytes.n) {
    sy_ar_member m;
    bool keep = false;
    if (!read_member(&r, &m, &keep))
      return false;
    if (keep)
      sy_vec_push(out, m);
  }
  return true;
}
