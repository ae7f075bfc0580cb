// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/unit.h"

#include <stdlib.h>

sy_unit *sy_unit_new(void) { return sy_alloc(sizeof(sy_unit)); }

void sy_unit_free(sy_unit *u) {
  if (!u)
    return;
  for (size_t i = 0; i < u->kernels.n; i++)
    sy_vec_free(&u->kernels.data[i].params);
  sy_vec_free(&u->kernels);
  sy_arena_free(&u->arena);
  free(u);
}

sy_kernel *sy_unit_add_kernel(sy_unit *u, const char *stable_name, const char *tu_suffix, const char *readable,
                              uint32_t closure_size, uint32_t closure_align) {
  sy_kernel k = {
      .stable_name = sy_arena_strdup(&u->arena, stable_name),
      .symbol = sy_arena_printf(&u->arena, "%s%s", stable_name, tu_suffix ? tu_suffix : ""),
      .readable = sy_arena_strdup(&u->arena, readable),
      .closure_size = closure_size,
      .closure_align = closure_align,
  };
  sycc_kernel_param closure = {SYCC_PARAM_CLOSURE, 0, closure_size};
  sy_vec_push(&k.params, closure);
  sy_vec_push(&u->kernels, k);
  return &u->kernels.data[u->kernels.n - 1];
}

void sy_kernel_add_param(sy_kernel *k, enum sycc_param_kind kind, uint32_t offset, uint32_t size) {
  sycc_kernel_param p = {kind, offset, size};
  sy_vec_push(&k->params, p);
}

static int by_offset(const void *a, const void *b) {
  const sycc_kernel_param *x = a, *y = b;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

void sy_kernel_finish(sy_kernel *k) {
  size_t pointers = k->params.n - 1;
  qsort(k->params.data + 1, pointers, sizeof *k->params.data, by_offset);
  if (k->closure_size + pointers * sizeof(void *) > SYCC_PARAM_LIMIT)
    k->params.data[0].kind = SYCC_PARAM_CLOSURE_BUFFER;
}
