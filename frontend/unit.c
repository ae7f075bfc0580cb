// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The structs of unit.h as lists that grow and are freed together; all texts live in the unit's arena. A
// kernel is finished when its accessors are known: they are sorted by their offsets in the closure, and a
// closure that makes all parameters together too long is passed in memory.
#include "frontend/unit.h"

#include <stdlib.h>
#include <string.h>

sy_unit *sy_unit_new(void) {
  return sy_alloc(sizeof(sy_unit));
}

static void free_kernel(sy_unit_kernel *k) {
  for (size_t i = 0; i < k->params.n; i++)
    sy_vec_free(&k->params.data[i].properties);
  sy_vec_free(&k->params);
  sy_vec_free(&k->members);
}

void sy_unit_free(sy_unit *u) {
  if (!u)
    return;
  for (size_t i = 0; i < u->kernels.n; i++)
    free_kernel(&u->kernels.data[i]);
  sy_vec_free(&u->kernels);
  sy_vec_free(&u->functions);
  sy_vec_free(&u->types);
  sy_vec_free(&u->function_properties);
  sy_vec_free(&u->global_properties);
  sy_vec_free(&u->places);
  sy_vec_free(&u->external);
  sy_vec_free(&u->fixed_targets);
  sy_vec_free(&u->local_globals);
  sy_arena_free(&u->arena);
  free(u);
}

sy_unit_kernel *sy_unit_add_kernel(sy_unit *u, const char *stable_name, const char *tu_suffix,
                                   const char *readable, uint32_t closure_size, uint32_t closure_align) {
  sy_unit_kernel k = {
      .stable_name = sy_arena_strdup(&u->arena, stable_name),
      .symbol = sy_arena_printf(&u->arena, "%s%s", stable_name, tu_suffix ? tu_suffix : ""),
      .readable = sy_arena_strdup(&u->arena, readable),
      .closure_size = closure_size,
      .closure_align = closure_align,
      .shared = !tu_suffix,
  };
  sy_kernel_add_param(&k, SYCC_PARAM_CLOSURE, 0, closure_size);
  sy_vec_push(&u->kernels, k);
  return &u->kernels.data[u->kernels.n - 1];
}

sy_param *sy_kernel_add_param(sy_unit_kernel *k, enum sycc_param_kind kind, uint32_t offset, uint32_t size) {
  sy_param p = {.info = {kind, offset, size}};
  sy_vec_push(&k->params, p);
  return &k->params.data[k->params.n - 1];
}

void sy_kernel_add_member(sy_unit *u, sy_unit_kernel *k, sycc_kernel_member m) {
  m.name = sy_arena_strdup(&u->arena, m.name);
  sy_vec_push(&k->members, m);
}

static int by_offset(const void *a, const void *b) {
  const sy_param *x = a, *y = b;
  return (x->info.offset > y->info.offset) - (x->info.offset < y->info.offset);
}

void sy_kernel_finish(sy_unit_kernel *k) {
  qsort(k->params.data + 1, k->params.n - 1, sizeof *k->params.data, by_offset);
  size_t bytes = k->closure_size;
  for (size_t i = 1; i < k->params.n; i++)
    bytes += k->params.data[i].info.kind == SYCC_PARAM_VALUE ? k->params.data[i].info.size : sizeof(void *);
  if (bytes > SYCC_PARAM_LIMIT)
    k->params.data[0].info.kind = SYCC_PARAM_CLOSURE_BUFFER;
}

static sy_fact make_fact(sy_unit *u, const char *name, enum sy_fact_kind kind, const uint32_t *v,
                         unsigned n) {
  uint32_t *values = sy_arena_alloc(&u->arena, (n + 1) * sizeof *values);
  if (n)
    memcpy(values, v, n * sizeof *values);
  return (sy_fact){sy_arena_strdup(&u->arena, name), kind, values, n};
}

void sy_unit_add_function(sy_unit *u, const char *symbol, enum sy_fact_kind kind, const uint32_t *v,
                          unsigned n) {
  sy_fact f = make_fact(u, symbol, kind, v, n);
  sy_vec_push(&u->functions, f);
}

void sy_unit_add_type(sy_unit *u, const char *name, const uint32_t *aspects, unsigned n) {
  sy_fact f = make_fact(u, name, SY_FACT_USED_ASPECTS, aspects, n);
  sy_vec_push(&u->types, f);
}

void sy_unit_add_property(sy_unit *u, sy_properties *to, const char *symbol, const char *name,
                          const char *value) {
  sy_property p = {symbol ? sy_arena_strdup(&u->arena, symbol) : NULL, sy_arena_strdup(&u->arena, name),
                   sy_arena_strdup(&u->arena, value)};
  sy_vec_push(to, p);
}

void sy_unit_add_place(sy_unit *u, sy_unit_place p) {
  p.symbol = sy_arena_strdup(&u->arena, p.symbol);
  p.file = sy_arena_strdup(&u->arena, p.file);
  sy_vec_push(&u->places, p);
}

void sy_unit_add_call(sy_unit *u, sy_call c) {
  c.symbol = sy_arena_strdup(&u->arena, c.symbol);
  c.caller = sy_arena_strdup(&u->arena, c.caller);
  c.file = sy_arena_strdup(&u->arena, c.file);
  sy_vec_push(&u->calls, c);
}

void sy_unit_add_external(sy_unit *u, const char *symbol) {
  sy_strs_add(&u->external, sy_arena_strdup(&u->arena, symbol));
}

void sy_unit_set_suffix(sy_unit *u, const char *suffix) {
  if (!u->suffix)
    u->suffix = sy_arena_strdup(&u->arena, suffix);
}

void sy_unit_add_local_global(sy_unit *u, const char *symbol, const char *suffix) {
  sy_unit_set_suffix(u, suffix);
  for (size_t i = 0; i < u->local_globals.n; i++)
    if (!strcmp(u->local_globals.data[i], symbol))
      return;
  sy_strs_add(&u->local_globals, sy_arena_strdup(&u->arena, symbol));
}

void sy_unit_add_fixed_target(sy_unit *u, const char *target) {
  sy_strs_add(&u->fixed_targets, sy_arena_strdup(&u->arena, target));
}
