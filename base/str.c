// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Byte strings, borrowed slices, and the edit distance behind every "did you mean".
#include "base/str.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

// Makes room for n more bytes and the NUL.
static void reserve(sy_str *s, size_t n) {
  if (n < s->cap && s->n < s->cap - n)
    return;
  if (n > SIZE_MAX / 2 - 64 - s->n)
    sy_out_of_memory();
  size_t cap = (s->n + n) * 3 / 2 + 32;
  if (cap < s->n + n + 1)
    cap = s->n + n + 1;
  s->s = sy_realloc(s->s, cap);
  s->cap = cap;
}

void sy_str_free(sy_str *s) {
  free(s->s);
  *s = SY_STR_INIT;
}

void sy_str_clear(sy_str *s) {
  s->n = 0;
  if (s->s)
    s->s[0] = 0;
}

const char *sy_str_c(const sy_str *s) {
  return s->s ? s->s : "";
}

char *sy_str_take(sy_str *s) {
  reserve(s, 0);
  s->s[s->n] = 0;
  char *bytes = s->s;
  *s = SY_STR_INIT;
  return bytes;
}

void sy_str_add(sy_str *s, const char *text) {
  sy_str_addn(s, text, strlen(text));
}

void sy_str_addn(sy_str *s, const void *bytes, size_t n) {
  reserve(s, n);
  if (n)
    memcpy(s->s + s->n, bytes, n);
  s->n += n;
  s->s[s->n] = 0;
}

void sy_str_addc(sy_str *s, char c) {
  sy_str_addn(s, &c, 1);
}

void sy_str_addf(sy_str *s, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sy_str_addv(s, fmt, ap);
  va_end(ap);
}

void sy_str_addv(sy_str *s, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap);
  reserve(s, n > 0 ? (size_t)n : 0);
  s->s[s->n] = 0;
  if (n > 0) {
    vsnprintf(s->s + s->n, (size_t)n + 1, fmt, again);
    s->n += (size_t)n;
  }
  va_end(again);
}

// Characters no POSIX shell gives a meaning to, anywhere in a word. '~' and '#' only matter in front, but are
// quoted too.
static bool shell_plain(const char *arg) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  return *arg && !arg[strspn(arg, plain)];
}

void sy_str_add_literal(sy_str *s, const char *text) {
  sy_str_addc(s, '"');
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c < 0x20 || *c >= 0x7f)
      sy_str_addf(s, "\\%03o", *c);
    else if (*c == '"' || *c == '\\')
      sy_str_addf(s, "\\%c", *c);
    else
      sy_str_addc(s, (char)*c);
  sy_str_addc(s, '"');
}

void sy_str_add_shell(sy_str *s, const char *arg) {
  const char *eq = strchr(arg, '=');
  bool assignment = eq && arg[0] != '-'; // FOO=bar in front of a command would be read as an assignment
  if (shell_plain(arg) && !assignment) {
    sy_str_add(s, arg);
    return;
  }
  sy_str_addc(s, '\'');
  for (; *arg; arg++) {
    if (*arg == '\'')
      sy_str_add(s, "'\\''");
    else
      sy_str_addc(s, *arg);
  }
  sy_str_addc(s, '\'');
}

sy_view sy_view_c(const char *text) {
  return (sy_view){text, strlen(text)};
}

sy_view sy_view_of(const sy_str *s) {
  return (sy_view){sy_str_c(s), s->n};
}

bool sy_view_eq(sy_view a, const char *b) {
  size_t n = strlen(b);
  return a.n == n && (n == 0 || memcmp(a.s, b, n) == 0);
}

bool sy_view_starts(sy_view a, const char *prefix) {
  size_t n = strlen(prefix);
  return a.n >= n && (n == 0 || memcmp(a.s, prefix, n) == 0);
}

bool sy_view_split(sy_view *rest, char sep, sy_view *piece) {
  if (rest->n == 0)
    return false;
  const char *hit = memchr(rest->s, sep, rest->n);
  size_t n = hit ? (size_t)(hit - rest->s) : rest->n;
  size_t skip = hit ? n + 1 : n;
  *piece = (sy_view){rest->s, n};
  *rest = (sy_view){rest->s + skip, rest->n - skip};
  return true;
}

bool sy_view_u64(sy_view a, unsigned long long *out) {
  unsigned long long v = 0;
  if (a.n == 0)
    return false;
  for (size_t i = 0; i < a.n; i++) {
    if (a.s[i] < '0' || a.s[i] > '9')
      return false;
    unsigned digit = (unsigned)(a.s[i] - '0');
    if (v > (ULLONG_MAX - digit) / 10)
      return false;
    v = v * 10 + digit;
  }
  *out = v;
  return true;
}

bool sy_starts(const char *s, const char *prefix) {
  return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool sy_ends(const char *s, const char *suffix) {
  size_t n = strlen(s), m = strlen(suffix);
  return n >= m && memcmp(s + n - m, suffix, m) == 0;
}

static unsigned least(unsigned a, unsigned b) {
  return a < b ? a : b;
}

// Inserted, deleted and replaced characters and swapped neighbours cost one each ("optimal string
// alignment").
unsigned sy_edit_distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  unsigned *rows = sy_alloc(3 * (m + 1) * sizeof *rows);
  unsigned *two_up = rows, *up = rows + (m + 1), *row = rows + 2 * (m + 1);
  for (size_t j = 0; j <= m; j++)
    up[j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      row[j] = least(least(up[j] + 1, row[j - 1] + 1), up[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = least(row[j], two_up[j - 2] + 1);
    }
    unsigned *oldest = two_up;
    two_up = up, up = row, row = oldest;
  }
  unsigned distance = up[m];
  free(rows);
  return distance;
}
