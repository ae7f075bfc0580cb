// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A property of a kernel arrives as a string attribute with numbers in it:
//
//   define spir_kernel void @K() #0     attributes #0 = { "sycl-work-group-size"="4,8" }
// becomes
//   define spir_kernel void @K() #0 !sycc_reqd_work_group_size !{i32 4, i32 8}
//                                   !reqd_work_group_size !{i32 8, i32 4, i32 1}
//
// which is what [[sycl::reqd_work_group_size(4, 8)]] gives. From there on nothing knows which of the two a
// user wrote. Any program may define a property of such a name, so its text can be anything.
#include "passes/images/kernel_properties.h"

#include "base/count.h"
#include "devices/devices.h"
#include "passes/analysis/function_facts.h"
#include "passes/common/module.h"

#include <string.h>

enum { DIMENSIONS = 3 };

typedef struct kernel_property_row {
  const char *property, *attribute;
  const char *takes; // in messages
  const char *listed,
      *x_first;      // kinds of metadata: numbers as they are; three numbers, SYCL's last dimension first
  const char *other; // metadata that says something else about the same, by a name
  unsigned least, most;
  bool aspects; // numbers of aspects, a set; otherwise sizes
} kernel_property_row;

static const kernel_property_row rows[] = {
    {"sycl-device-has", "device_has", "numbers of aspects", "intel_declared_aspects", NULL, NULL, 0, ~0u,
     true},
    {"sycl-sub-group-size", "reqd_sub_group_size", "one number from 1 up", "intel_reqd_sub_group_size", NULL,
     "sycc_named_sub_group_size", 1, 1, false},
    {"sycl-work-group-size", "reqd_work_group_size", "one to three numbers from 1 up",
     "sycc_reqd_work_group_size", "reqd_work_group_size", NULL, 1, DIMENSIONS, false},
    {"sycl-work-group-size-hint", "work_group_size_hint", "one to three numbers from 1 up", NULL,
     "work_group_size_hint", NULL, 1, DIMENSIONS, false},
};

typedef struct kernel_property_context {
  LLVMValueRef kernel;
  const kernel_property_row *row;
  const char *text; // of the property
  sy_arena *a;
  sy_diag *d;
} kernel_property_context;

// ---- numbers ---------------------------------------------------------------------------------------

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static sy_numbers sorted_set(uint32_t *v, unsigned n) {
  unsigned kept = 0;
  qsort(v, n, sizeof *v, by_number);
  for (unsigned i = 0; i < n; i++)
    if (!kept || v[kept - 1] != v[i])
      v[kept++] = v[i];
  return (sy_numbers){v, kept, true};
}

static sy_numbers as_given(const kernel_property_row *r, uint32_t *v, unsigned n) {
  return r->aspects ? sorted_set(v, n) : (sy_numbers){v, n, true};
}

static bool parse(const kernel_property_context *x, sy_numbers *out) {
  size_t length = strlen(x->text);
  sy_view rest = sy_view_c(x->text), piece;
  uint32_t *v = sy_arena_alloc(x->a, (length / 2 + 2) * sizeof *v);
  unsigned n = 0;
  unsigned long long value;
  if (length && x->text[length - 1] == ',')
    return false;
  while (sy_view_split(&rest, ',', &piece)) {
    if (!sy_view_u64(piece, &value) || (x->row->aspects ? value > INT32_MAX : !value))
      return false;
    v[n++] = value > INT32_MAX ? INT32_MAX : (uint32_t)value; // a size that no device has, in either case
  }
  *out = as_given(x->row, v, n);
  return n >= x->row->least && n <= x->row->most;
}

static sy_numbers x_first(sy_numbers given, sy_arena *a) {
  uint32_t *v = sy_arena_alloc(a, DIMENSIONS * sizeof *v);
  for (unsigned i = 0; i < DIMENSIONS; i++)
    v[i] = i < given.n ? given.v[given.n - 1 - i] : 1;
  return (sy_numbers){v, DIMENSIONS, true};
}

static sy_numbers from_x_first(sy_numbers node, sy_arena *a) {
  sy_numbers turned = x_first(node, a);
  for (; turned.n > 1 && turned.v[0] == 1; turned.n--) // dimensions that there may not be
    turned.v++;
  return turned;
}

static bool equal(sy_numbers a, sy_numbers b) {
  return a.n == b.n && (!a.n || !memcmp(a.v, b.v, a.n * sizeof *a.v));
}

// ---- what attributes say ---------------------------------------------------------------------------

static unsigned kind_id(const kernel_property_context *x, const char *kind) {
  return LLVMGetMDKindIDInContext(LLVMGetModuleContext(LLVMGetGlobalParent(x->kernel)), kind,
                                  (unsigned)strlen(kind));
}

// The operands of a kind of metadata; null when there is none.
static LLVMValueRef *read_node(const kernel_property_context *x, const char *kind, unsigned *n) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(x->kernel));
  LLVMValueRef *operands = NULL;
  size_t count;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(x->kernel, &count);
  for (unsigned i = 0; i < count; i++)
    if (LLVMValueMetadataEntriesGetKind(all, i) == kind_id(x, kind)) {
      LLVMValueRef node = LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, i));
      *n = LLVMGetMDNodeNumOperands(node);
      operands = sy_arena_alloc(x->a, (*n + 1) * sizeof *operands);
      LLVMGetMDNodeOperands(node, operands);
    }
  LLVMDisposeValueMetadataEntries(all);
  return operands;
}

static bool read_numbers(const kernel_property_context *x, const char *kind, sy_numbers *out) {
  unsigned n = 0;
  LLVMValueRef *operands = read_node(x, kind, &n);
  uint32_t *v = sy_arena_alloc(x->a, (n + 1) * sizeof *v);
  for (unsigned i = 0; i < n; i++)
    v[i] =
        operands[i] && LLVMIsAConstantInt(operands[i]) ? (uint32_t)LLVMConstIntGetZExtValue(operands[i]) : 0;
  *out = as_given(x->row, v, n);
  return operands != NULL;
}

// ---- messages --------------------------------------------------------------------------------------

static const char *in_words(const kernel_property_context *x, sy_numbers numbers) {
  sy_str text = SY_STR_INIT;
  for (unsigned i = 0; i < numbers.n; i++) {
    const sy_aspect *aspect = x->row->aspects ? sy_aspect_get(numbers.v[i]) : NULL;
    sy_str_add(&text, i ? ", " : "");
    if (aspect)
      sy_str_add(&text, aspect->Name);
    else
      sy_str_addf(&text, "%u", numbers.v[i]);
  }
  const char *kept = numbers.n ? sy_arena_strdup(x->a, sy_str_c(&text)) : "nothing";
  sy_str_free(&text);
  return kept;
}

static bool kernel_property_malformed(const kernel_property_context *x) {
  char *name = sy_short_name(x->kernel);
  sy_error(x->d, SY_NOWHERE, "property '%s' of kernel '%s' is '%s'; it takes %s", x->row->property, name,
           x->text, x->row->takes);
  free(name);
  return false;
}

static bool conflict(const kernel_property_context *x, sy_numbers given, const char *attribute,
                     const char *says) {
  char *name = sy_short_name(x->kernel);
  sy_error(x->d, SY_NOWHERE,
           "property '%s' of kernel '%s' says %s, its attribute '%s' says %s; leave one of them out",
           x->row->property, name, in_words(x, given), attribute, says);
  free(name);
  return false;
}

// ----------------------------------------------------------------------------------------------------

static bool agrees(const kernel_property_context *x, sy_numbers given) {
  const kernel_property_row *r = x->row;
  sy_numbers said;
  unsigned n;
  LLVMValueRef *word = r->other ? read_node(x, r->other, &n) : NULL;
  if (word && n == 1 && word[0] && LLVMIsAMDString(word[0])) {
    const char *s = LLVMGetMDString(word[0], &n);
    return conflict(x, given, "named_sub_group_size", sy_arena_strndup(x->a, s, n));
  }
  if (r->listed && read_numbers(x, r->listed, &said) && !equal(said, given))
    return conflict(x, given, r->attribute, in_words(x, said));
  if (!r->listed && read_numbers(x, r->x_first, &said) && !equal(said, x_first(given, x->a)))
    return conflict(x, given, r->attribute, in_words(x, from_x_first(said, x->a)));
  return true;
}

static bool apply_properties(const kernel_property_context *x) {
  const kernel_property_row *r = x->row;
  sy_numbers given;
  if (!parse(x, &given))
    return kernel_property_malformed(x);
  if (!agrees(x, given))
    return false;
  sy_numbers turned = x_first(given, x->a);
  if (r->x_first)
    sy_function_set_numbers(x->kernel, r->x_first, turned.v, turned.n);
  if (r->listed)
    sy_function_set_numbers(x->kernel, r->listed, given.v, given.n);
  return true;
}

bool sy_kernel_properties(LLVMValueRef kernel, sy_diag *d) {
  sy_arena a = {0};
  bool ok = true;
  for (size_t i = 0; ok && i < SY_COUNT(rows); i++) {
    kernel_property_context x = {kernel, &rows[i], sy_function_string(kernel, rows[i].property, &a), &a, d};
    ok = !x.text || apply_properties(&x);
  }
  sy_arena_free(&a);
  return ok;
}
