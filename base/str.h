// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A growable byte string. Always NUL-terminated; may hold any bytes.
#ifndef SY_BASE_STR_H
#define SY_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct sy_str {
  char *s;    // never null after the first append; use sy_str_c() before that
  size_t n;   // bytes, without the NUL
  size_t cap; // bytes allocated
} sy_str;

// A borrowed slice: the bytes are not its own.
typedef struct sy_view {
  const char *s;
  size_t n;
} sy_view;

#define SY_STR_INIT ((sy_str){0})

void sy_str_free(sy_str *s);           // releases the bytes, leaves SY_STR_INIT
void sy_str_clear(sy_str *s);          // length 0, keeps the memory
const char *sy_str_c(const sy_str *s); // "" when empty
char *sy_str_take(sy_str *s);          // hands the bytes to the caller (free()), leaves SY_STR_INIT
void sy_str_add(sy_str *s, const char *text);
void sy_str_addn(sy_str *s, const void *bytes, size_t n);
void sy_str_addc(sy_str *s, char c);
void sy_str_addf(sy_str *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sy_str_addv(sy_str *s, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
void sy_str_add_literal(sy_str *s, const char *text); // as a string literal of C
void sy_str_add_shell(sy_str *s, const char *arg); // arg quoted so that a POSIX shell reads it back as it is

sy_view sy_view_c(const char *text);
sy_view sy_view_of(const sy_str *s);
bool sy_view_eq(sy_view a, const char *b);
bool sy_view_starts(sy_view a, const char *prefix);
// Takes the bytes of *rest up to the first `sep` (which is dropped). False when *rest is
// exhausted: "a||b" gives a, nothing, b; a trailing separator does not start another piece.
bool sy_view_split(sy_view *rest, char sep, sy_view *piece);
bool sy_view_u64(sy_view a, unsigned long long *out); // decimal, the whole view, no overflow

bool sy_starts(const char *s, const char *prefix);
bool sy_ends(const char *s, const char *suffix);
// Number of edits from a to b; for "did you mean".
unsigned sy_edit_distance(const char *a, const char *b);

#endif
