// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for tools, driver and passes: one arena per run, typed vectors, allocation that ends the
// process with a plain message when the machine has no memory left. The runtime, which must report
// that as an error instead, does not use this header.
#ifndef SY_BASE_MEM_H
#define SY_BASE_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

void *sy_alloc(size_t n);                              // zeroed; free()
void *sy_realloc(void *p, size_t n);                   // n > 0
char *sy_strdup(const char *s);                        // free()
__attribute__((noreturn)) void sy_out_of_memory(void); // "fatal: out of memory", exit 1

// Bump allocator. Everything in it lives until sy_arena_free.
typedef struct sy_arena {
  struct sy_arena_block *top;
} sy_arena;

void *sy_arena_alloc(sy_arena *a, size_t n); // zeroed, aligned for any type
char *sy_arena_strdup(sy_arena *a, const char *s);
char *sy_arena_strndup(sy_arena *a, const char *s, size_t n);
char *sy_arena_printf(sy_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *sy_arena_vprintf(sy_arena *a, const char *fmt, va_list ap);
void sy_arena_free(sy_arena *a);

// SY_VEC(int) v = {0}; sy_vec_push(&v, 3); v.data[0]; sy_vec_free(&v);
#define SY_VEC(T)                                                                                            \
  struct {                                                                                                   \
    T *data;                                                                                                 \
    size_t n, cap;                                                                                           \
  }
void *sy_vec_grow(void *data, size_t elem, size_t need, size_t *cap);
#define sy_vec_push(v, x)                                                                                    \
  ((v)->data =                                                                                               \
       (v)->n < (v)->cap ? (v)->data : sy_vec_grow((v)->data, sizeof *(v)->data, (v)->n + 1, &(v)->cap),     \
   (v)->data[(v)->n++] = (x))
#define sy_vec_free(v) (free((v)->data), (v)->data = NULL, (v)->n = (v)->cap = 0)

typedef SY_VEC(const char *) sy_strs; // an argument vector; the strings are not its own
void sy_strs_add(sy_strs *v, const char *s);
void sy_strs_addf(sy_strs *v, sy_arena *a, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif
