// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for tools, driver and passes. The arena is a list of blocks; a request that does not fit into
// the newest block opens another, and a large one gets a block of its own behind the newest, so that
// the room left there is not lost.
#include "base/mem.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

enum { BLOCK = 64 * 1024 };

struct sy_arena_block {
  struct sy_arena_block *next;
  size_t used, size; // of the bytes that follow
  alignas(max_align_t) unsigned char bytes[];
};

void sy_out_of_memory(void) {
  fputs("fatal: out of memory\n", stderr);
  exit(1);
}

void *sy_alloc(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    sy_out_of_memory();
  return p;
}

void *sy_realloc(void *p, size_t n) {
  p = realloc(p, n ? n : 1);
  if (!p)
    sy_out_of_memory();
  return p;
}

char *sy_strdup(const char *s) {
  size_t n = strlen(s) + 1;
  return memcpy(sy_realloc(NULL, n), s, n);
}

static struct sy_arena_block *new_block(size_t size) {
  if (size > SIZE_MAX / 2)
    sy_out_of_memory();
  struct sy_arena_block *b = sy_alloc(sizeof *b + size);
  b->size = size;
  return b;
}

void *sy_arena_alloc(sy_arena *a, size_t n) {
  const size_t align = alignof(max_align_t);
  if (n > SIZE_MAX / 2)
    sy_out_of_memory();
  n = (n + align - 1) / align * align;
  struct sy_arena_block *b = a->top;
  if (b && n <= b->size - b->used) {
    b->used += n;
    return b->bytes + b->used - n;
  }
  bool large = n > BLOCK / 4;
  struct sy_arena_block *fresh = new_block(large ? n : BLOCK);
  fresh->used = n;
  if (large && b) {
    fresh->next = b->next;
    b->next = fresh;
  } else {
    fresh->next = b;
    a->top = fresh;
  }
  return fresh->bytes;
}

char *sy_arena_strdup(sy_arena *a, const char *s) {
  return sy_arena_strndup(a, s, strlen(s));
}

char *sy_arena_strndup(sy_arena *a, const char *s, size_t n) {
  char *copy = sy_arena_alloc(a, n + 1);
  if (n)
    memcpy(copy, s, n);
  return copy;
}

char *sy_arena_vprintf(sy_arena *a, const char *fmt, va_list ap) {
  sy_str text = SY_STR_INIT;
  sy_str_addv(&text, fmt, ap);
  char *copy = sy_arena_strndup(a, sy_str_c(&text), text.n);
  sy_str_free(&text);
  return copy;
}

char *sy_arena_printf(sy_arena *a, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  char *text = sy_arena_vprintf(a, fmt, ap);
  va_end(ap);
  return text;
}

void sy_arena_free(sy_arena *a) {
  for (struct sy_arena_block *b = a->top, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  a->top = NULL;
}

void *sy_vec_grow(void *data, size_t elem, size_t need, size_t *cap) {
  size_t n = *cap < 8 ? 8 : *cap;
  while (n < need || n == *cap) {
    if (n > SIZE_MAX / 2 / elem)
      sy_out_of_memory();
    n *= 2;
  }
  data = sy_realloc(data, n * elem);
  *cap = n;
  return data;
}

void sy_strs_add(sy_strs *v, const char *s) {
  sy_vec_push(v, s);
}

void sy_strs_addf(sy_strs *v, sy_arena *a, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sy_vec_push(v, sy_arena_vprintf(a, fmt, ap));
  va_end(ap);
}
