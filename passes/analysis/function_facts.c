// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table names each kind of metadata, the member of sy_function_facts that it goes to, and how many operands
// it may have. What does not fit is reported once and removed.
#include "passes/analysis/function_facts.h"

#include "devices/native_symbol.h"

#include "base/count.h"

#include <stddef.h>
#include <string.h>

typedef struct facts_reader {
  LLVMContextRef c;
  LLVMValueRef f;
  sy_arena *a;
  sy_diag *d;
  sy_function_facts facts;
} facts_reader;

static unsigned kind_id(LLVMContextRef c, const char *name) {
  return LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name));
}

// It goes, so that it is not reported again.
static void bad(facts_reader *r, const char *kind, const char *why) {
  size_t n;
  sy_warning(r->d, SY_NOWHERE, "metadata '!%s' of function '%s' %s; it is ignored", kind,
             LLVMGetValueName2(r->f, &n), why);
  LLVMGlobalEraseMetadata(r->f, kind_id(r->c, kind));
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The operands of a node, or false. Operands of a node may be null.
static bool operands(facts_reader *r, LLVMValueRef node, LLVMValueRef **ops, unsigned *n) {
  if (!LLVMIsAMDNode(node))
    return false;
  *n = LLVMGetMDNodeNumOperands(node);
  *ops = sy_arena_alloc(r->a, (*n + 1) * sizeof **ops);
  LLVMGetMDNodeOperands(node, *ops);
  return true;
}

bool sy_metadata_number(LLVMValueRef v, uint32_t *out) {
  if (!v || !LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64 ||
      LLVMConstIntGetZExtValue(v) > INT32_MAX)
    return false;
  *out = (uint32_t)LLVMConstIntGetZExtValue(v);
  return true;
}

typedef struct metadata_kind {
  const char *name;
  size_t field; // in sy_function_facts
  unsigned least, most;
  bool set; // order and repetition mean nothing
} metadata_kind;

static bool read_numbers(facts_reader *r, const metadata_kind *k, LLVMValueRef node) {
  LLVMValueRef *ops;
  unsigned n;
  if (!operands(r, node, &ops, &n))
    return false;
  uint32_t *v = sy_arena_alloc(r->a, (n + 1) * sizeof *v);
  for (unsigned i = 0; i < n; i++)
    if (!sy_metadata_number(ops[i], &v[i]))
      return false;
  if (k->set) {
    qsort(v, n, sizeof *v, by_number);
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
      if (!kept || v[kept - 1] != v[i])
        v[kept++] = v[i];
    n = kept;
  }
  if (n < k->least || n > k->most)
    return false;
  *(sy_numbers *)((char *)&r->facts + k->field) = (sy_numbers){v, n, true};
  return true;
}

static bool read_targets(facts_reader *r, LLVMValueRef node) {
  LLVMValueRef *ops;
  unsigned n;
  if (!operands(r, node, &ops, &n))
    return false;
  const char **v = sy_arena_alloc(r->a, (n + 1) * sizeof *v);
  for (unsigned i = 0; i < n; i++) {
    unsigned length;
    if (!ops[i] || !LLVMIsAMDString(ops[i]))
      return false;
    const char *s = LLVMGetMDString(ops[i], &length);
    v[i] = sy_arena_strndup(r->a, s, length);
  }
  qsort(v, n, sizeof *v, by_text);
  unsigned kept = 0;
  for (unsigned i = 0; i < n; i++)
    if (!kept || strcmp(v[kept - 1], v[i]))
      v[kept++] = v[i];
  r->facts.targets = v;
  r->facts.target_count = kept;
  r->facts.has_targets = true;
  return true;
}

static const metadata_kind kinds[] = {
    {"intel_declared_aspects", offsetof(sy_function_facts, declared), 0, ~0u, true},
    {"intel_used_aspects", offsetof(sy_function_facts, used), 0, ~0u, true},
    {"sycc_needed_aspects", offsetof(sy_function_facts, needed), 0, ~0u, true},
    {"sycc_asked_aspects", offsetof(sy_function_facts, asked), 0, ~0u, true},
    {"sycc_own_aspects", offsetof(sy_function_facts, own), 0, ~0u, true},
    {"sycc_dimensions", offsetof(sy_function_facts, dimensions), 1, 1, false},
    {"intel_reqd_sub_group_size", offsetof(sy_function_facts, sub_group), 1, 1, false},
    {"sycc_reqd_work_group_size", offsetof(sy_function_facts, work_group), 1, 3, false},
    {"reqd_work_group_size", offsetof(sy_function_facts, opencl_work_group), 1, 3, false},
};
static const char targets_kind[] = "intel_fixed_targets", groups_kind[] = "sycc_called_sub_groups";

// Rows of {size, function}.
static bool read_groups(facts_reader *r, LLVMValueRef node) {
  LLVMValueRef *rows, *row;
  unsigned n, fields;
  if (!operands(r, node, &rows, &n))
    return false;
  uint32_t *v = sy_arena_alloc(r->a, (n + 1) * sizeof *v);
  for (unsigned i = 0; i < n; i++)
    if (!rows[i] || !operands(r, rows[i], &row, &fields) || fields != 2 || !sy_metadata_number(row[0], &v[i]))
      return false;
  r->facts.called_sub_groups = (sy_numbers){v, n, true};
  return true;
}

static void read_entry(facts_reader *r, unsigned id, LLVMValueRef node) {
  for (size_t i = 0; i < SY_COUNT(kinds); i++)
    if (id == kind_id(r->c, kinds[i].name) && !read_numbers(r, &kinds[i], node))
      bad(r, kinds[i].name, "is not the list of numbers it should be");
  if (id == kind_id(r->c, targets_kind) && !read_targets(r, node))
    bad(r, targets_kind, "is not a list of strings");
  if (id == kind_id(r->c, groups_kind) && !read_groups(r, node))
    bad(r, groups_kind, "is not a list of sizes and functions");
}

// OpenCL's list has x first, which is SYCL's last dimension. sycc's front end pads it and writes its own
// beside it.
static void take_opencl_size(facts_reader *r) {
  sy_numbers given = r->facts.opencl_work_group;
  if (r->facts.work_group.present || !given.n)
    return;
  uint32_t *v = sy_arena_alloc(r->a, given.n * sizeof *v);
  for (unsigned i = 0; i < given.n; i++)
    v[i] = given.v[given.n - 1 - i];
  r->facts.work_group = (sy_numbers){v, given.n, true};
}

sy_function_facts sy_function_facts_read(LLVMValueRef f, sy_arena *a, sy_diag *d) {
  facts_reader r = {.c = LLVMGetModuleContext(LLVMGetGlobalParent(f)), .f = f, .a = a, .d = d};
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(f, &n);
  for (unsigned i = 0; i < n; i++)
    read_entry(&r, LLVMValueMetadataEntriesGetKind(all, i),
               LLVMMetadataAsValue(r.c, LLVMValueMetadataEntriesGetMetadata(all, i)));
  LLVMDisposeValueMetadataEntries(all);
  take_opencl_size(&r);
  if (!LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, SY_OWN_GROUPS, strlen(SY_OWN_GROUPS)))
    r.facts.code_group = r.facts.work_group;
  return r.facts;
}

void sy_function_set_numbers(LLVMValueRef f, const char *kind, const uint32_t *v, unsigned n) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMMetadataRef *ops = sy_alloc((n + 1) * sizeof *ops);
  for (unsigned i = 0; i < n; i++)
    ops[i] = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c), v[i], 0));
  LLVMGlobalSetMetadata(f, kind_id(c, kind), LLVMMDNodeInContext2(c, ops, n));
  free(ops);
}

uint64_t sy_group_items(sy_numbers sizes) {
  uint64_t items = sizes.n > 0;
  for (unsigned i = 0; i < sizes.n; i++)
    if (__builtin_mul_overflow(items, (uint64_t)sizes.v[i], &items))
      return UINT64_MAX;
  return items;
}

bool sy_numbers_have(sy_numbers set, uint32_t value) {
  for (unsigned i = 0; i < set.n; i++)
    if (set.v[i] == value)
      return true;
  return false;
}

// The node of a kind on a function, or null.
static LLVMValueRef find_node(LLVMValueRef f, const char *kind) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  unsigned id = kind_id(c, kind);
  LLVMValueRef found = NULL;
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(f, &n);
  for (unsigned i = 0; i < n; i++)
    if (LLVMValueMetadataEntriesGetKind(all, i) == id)
      found = LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, i));
  LLVMDisposeValueMetadataEntries(all);
  return found && LLVMIsAMDNode(found) ? found : NULL;
}

static const char *as_text(LLVMValueRef v, sy_arena *a) {
  unsigned n;
  const char *s = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &n) : NULL;
  return s && n ? sy_arena_strndup(a, s, n) : NULL;
}

// Of a list of rows the one that starts with the aspect and has as many fields; null if there is none.
static LLVMValueRef *find_row(LLVMValueRef f, const char *kind, uint32_t aspect, unsigned fields,
                              sy_arena *a) {
  LLVMValueRef *rows, *row, node = find_node(f, kind);
  facts_reader r = {.a = a};
  unsigned n, found;
  uint32_t number;
  if (!node || !operands(&r, node, &rows, &n))
    return NULL;
  for (unsigned i = 0; i < n; i++)
    if (rows[i] && operands(&r, rows[i], &row, &found) && found == fields &&
        sy_metadata_number(row[0], &number) && number == aspect)
      return row;
  return NULL;
}

bool sy_function_place(LLVMValueRef f, uint32_t aspect, const char **file, uint32_t *line, uint32_t *col,
                       sy_arena *a) {
  LLVMValueRef *row = find_row(f, "sycc_use_places", aspect, 4, a);
  const char *text = row ? as_text(row[1], a) : NULL;
  if (!text || !sy_metadata_number(row[2], line) || !sy_metadata_number(row[3], col))
    return false;
  *file = text;
  return true;
}

bool sy_function_origin(LLVMValueRef f, uint32_t aspect, const char **function, const char **file,
                        uint32_t *line, uint32_t *col, sy_arena *a) {
  LLVMValueRef *row = find_row(f, "sycc_aspect_origins", aspect, 5, a);
  if (!row)
    return false;
  *function = as_text(row[1], a);
  *file = as_text(row[2], a);
  return *function && sy_metadata_number(row[3], line) && sy_metadata_number(row[4], col);
}

bool sy_function_call(LLVMValueRef f, uint32_t i, const char **caller, sy_where *where, sy_arena *a) {
  LLVMValueRef *row = find_row(f, "sycc_calls", i, 5, a);
  uint32_t line, col;
  *caller = row ? as_text(row[1], a) : NULL;
  const char *file = row ? as_text(row[2], a) : NULL;
  if (!*caller || !file || !sy_metadata_number(row[3], &line) || !sy_metadata_number(row[4], &col))
    return false;
  *where = sy_at(file, line, col);
  return true;
}

const char *sy_function_of_sub_group(LLVMValueRef f, uint32_t size, sy_arena *a) {
  LLVMValueRef *row = find_row(f, groups_kind, size, 2, a);
  return row ? as_text(row[1], a) : NULL;
}

const char *sy_function_string(LLVMValueRef f, const char *name, sy_arena *a) {
  LLVMAttributeRef attribute =
      LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
  unsigned n;
  const char *s = attribute ? LLVMGetStringAttributeValue(attribute, &n) : NULL;
  return s ? sy_arena_strndup(a, s, n) : NULL;
}

const char *sy_native_name(LLVMValueRef f, const char *target, sy_arena *a) {
  size_t n;
  const char *symbol = LLVMGetValueName2(f, &n), *variant = sy_function_string(f, SY_VARIANT, a);
  return variant ? sy_native_variant(target, symbol, variant, a) : sy_native_symbol(target, symbol, a);
}
