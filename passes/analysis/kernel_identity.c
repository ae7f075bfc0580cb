// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device link keeps the first of several kernels of one name. That is right if they are one kernel: if
// their closures are laid out alike, and either they come from the same place of a header or their code is
// the same. In a header the code may differ in what macros make of it (NDEBUG), as with any inline function.
#include "passes/analysis/kernel_identity.h"

#include "base/file.h"
#include "base/map.h"
#include "base/mem.h"
#include "passes/analysis/function_facts.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <stdlib.h>
#include <string.h>

typedef struct identity {
  const char *symbol, *file, *layout, *code;
  uint32_t line, col;
  bool included, reported;
} identity;

enum { SYMBOL, FILE_NAME, LINE, COLUMN, ORIGIN, LAYOUT, CODE, OPERANDS };

static const char *text(LLVMValueRef v, sy_arena *a) {
  unsigned n;
  const char *s = v ? LLVMGetMDString(v, &n) : NULL;
  return s ? sy_arena_strndup(a, s, n) : NULL;
}

// False: the row has another form, and is left alone.
static bool read_row(LLVMValueRef row, sy_arena *a, identity *out) {
  LLVMValueRef v[OPERANDS];
  if (LLVMGetMDNodeNumOperands(row) != OPERANDS)
    return false;
  LLVMGetMDNodeOperands(row, v);
  const char *origin = text(v[ORIGIN], a);
  *out = (identity){.symbol = text(v[SYMBOL], a),
                    .file = text(v[FILE_NAME], a),
                    .layout = text(v[LAYOUT], a),
                    .code = text(v[CODE], a)};
  out->included = origin && !strcmp(origin, "included");
  return out->symbol && out->file && out->layout && out->code && sy_metadata_number(v[LINE], &out->line) &&
         sy_metadata_number(v[COLUMN], &out->col);
}

// Folders do not count: one header may be reached by several ways.
static bool same_place(const identity *x, const identity *y) {
  return x->line == y->line && x->col == y->col && !strcmp(sy_path_base(x->file), sy_path_base(y->file));
}

static bool same_kernel(const identity *x, const identity *y) {
  bool header = x->included && y->included && same_place(x, y);
  return !strcmp(x->layout, y->layout) && (header || !strcmp(x->code, y->code));
}

static void kernel_identity_report(const identity *first, const identity *other, sy_diag *d) {
  char *name = sy_readable_symbol(first->symbol, true);
  sy_error(d, sy_at(other->file, other->line, other->col), "another kernel of the program is called '%s' too",
           name);
  sy_note(d, "that one is at %s:%u:%u, and their %s", first->file, first->line, first->col,
          strcmp(first->layout, other->layout) ? "closures are laid out differently" : "code differs");
  sy_help(d,
          "give one of them another name, or declare the class '%s' in an anonymous namespace in both files",
          name);
  free(name);
}

bool sy_check_kernel_identities(LLVMModuleRef m, sy_diag *d) {
  sy_arena a = {0};
  sy_map known = {0};
  unsigned errors = d->errors, n = LLVMGetNamedMetadataNumOperands(m, SY_KERNEL_IDENTITIES);
  LLVMValueRef *rows = sy_alloc((n + 1) * sizeof *rows);
  identity *all = sy_alloc((n + 1) * sizeof *all);
  LLVMGetNamedMetadataOperands(m, SY_KERNEL_IDENTITIES, rows);
  for (unsigned i = 0; i < n; i++) {
    if (!read_row(rows[i], &a, &all[i]))
      continue;
    identity **first = (identity **)sy_map_put(&known, all[i].symbol);
    if (!*first)
      *first = &all[i];
    else if (!(*first)->reported && !same_kernel(*first, &all[i])) {
      (*first)->reported = true;
      kernel_identity_report(*first, &all[i], d);
    }
  }
  free(all);
  free(rows);
  sy_map_free(&known);
  sy_arena_free(&a);
  sy_llvm_drop_named_metadata(m, SY_KERNEL_IDENTITIES);
  return d->errors == errors;
}
