// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the AST side found out, written into the module: metadata on functions, the named list of types that
// use aspects, string attributes for properties (docs/ir-contract.md lists them all).
//
// Metadata may stand on declarations too: a SYCL_EXTERNAL function's declared aspects are known to its
// callers before the link.
#include "frontend/unit.h"

#include "base/count.h"
#include "base/map.h"
#include "passes/analysis/kernel_identity.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 3 };

typedef LLVMMetadataRef make_node(LLVMContextRef c, const sy_fact *f);

static LLVMMetadataRef md_number(LLVMContextRef c, uint32_t value) {
  return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c), value, 0));
}

static LLVMMetadataRef md_text(LLVMContextRef c, const char *s) {
  return LLVMMDStringInContext2(c, s, strlen(s));
}

static LLVMMetadataRef as_listed(LLVMContextRef c, const sy_fact *f) {
  LLVMMetadataRef *ops = sy_alloc((f->count + 1) * sizeof *ops);
  for (unsigned i = 0; i < f->count; i++)
    ops[i] = md_number(c, f->values[i]);
  LLVMMetadataRef node = LLVMMDNodeInContext2(c, ops, f->count);
  free(ops);
  return node;
}

// SYCL's last dimension is x. Three numbers always, as SPIR-V and LLVM's verifier want it.
static LLVMMetadataRef x_first(LLVMContextRef c, const sy_fact *f) {
  LLVMMetadataRef ops[DIMENSIONS];
  for (unsigned i = 0; i < DIMENSIONS; i++)
    ops[i] = md_number(c, i < f->count ? f->values[f->count - 1 - i] : 1);
  return LLVMMDNodeInContext2(c, ops, DIMENSIONS);
}

static LLVMMetadataRef sub_group_name(LLVMContextRef c, const sy_fact *f) {
  static const char *const names[] = {[SY_SUB_GROUP_AUTOMATIC] = "automatic",
                                      [SY_SUB_GROUP_PRIMARY] = "primary"};
  LLVMMetadataRef name = md_text(c, names[f->values[0]]);
  return LLVMMDNodeInContext2(c, &name, 1);
}

static LLVMTypeRef lane_type(LLVMContextRef c, unsigned bits, enum sy_lane_kind kind) {
  if (kind != SY_LANE_FLOATING)
    return LLVMIntTypeInContext(c, bits);
  return bits == 16   ? LLVMHalfTypeInContext(c)
         : bits == 32 ? LLVMFloatTypeInContext(c)
                      : LLVMDoubleTypeInContext(c);
}

// As OpenCL has it: an undefined value of the type, and whether it is signed.
static LLVMMetadataRef vector_type(LLVMContextRef c, const sy_fact *f) {
  LLVMTypeRef type = lane_type(c, f->values[1], (enum sy_lane_kind)f->values[2]);
  if (f->values[0] > 1)
    type = LLVMVectorType(type, f->values[0]);
  LLVMMetadataRef ops[] = {LLVMValueAsMetadata(LLVMGetPoison(type)),
                           md_number(c, f->values[2] == SY_LANE_SIGNED)};
  return LLVMMDNodeInContext2(c, ops, 2);
}

static const struct {
  enum sy_fact_kind kind;
  const char *name;
  make_node *make;
} nodes[] = {
    {SY_FACT_DECLARED_ASPECTS, "intel_declared_aspects", as_listed},
    {SY_FACT_USED_ASPECTS, "intel_used_aspects", as_listed},
    {SY_FACT_DIMENSIONS, "sycc_dimensions", as_listed},
    {SY_FACT_SUB_GROUP_SIZE, "intel_reqd_sub_group_size", as_listed},
    {SY_FACT_NAMED_SUB_GROUP_SIZE, "sycc_named_sub_group_size", sub_group_name},
    {SY_FACT_WORK_GROUP_SIZE, "reqd_work_group_size", x_first},
    {SY_FACT_WORK_GROUP_SIZE, "sycc_reqd_work_group_size", as_listed},
    {SY_FACT_WORK_GROUP_SIZE_HINT, "work_group_size_hint", x_first},
    {SY_FACT_VEC_TYPE_HINT, "vec_type_hint", vector_type},
};

static void describe_function(LLVMModuleRef m, const sy_fact *f) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef function = LLVMGetNamedFunction(m, f->name);
  if (!function)
    return;
  for (size_t i = 0; i < SY_COUNT(nodes); i++)
    if (nodes[i].kind == f->kind)
      LLVMGlobalSetMetadata(function,
                            LLVMGetMDKindIDInContext(c, nodes[i].name, (unsigned)strlen(nodes[i].name)),
                            nodes[i].make(c, f));
}

static void describe_type(LLVMModuleRef m, const sy_fact *f) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMMetadataRef *ops = sy_alloc((f->count + 1) * sizeof *ops);
  ops[0] = md_text(c, f->name);
  for (unsigned i = 0; i < f->count; i++)
    ops[i + 1] = md_number(c, f->values[i]);
  LLVMMetadataRef node = LLVMMDNodeInContext2(c, ops, f->count + 1);
  LLVMAddNamedMetadataOperand(m, "intel_types_that_use_aspects", LLVMMetadataAsValue(c, node));
  free(ops);
}

static void add_string(LLVMValueRef f, const char *name, const char *value) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMAttributeRef a =
      LLVMCreateStringAttribute(c, name, (unsigned)strlen(name), value, (unsigned)strlen(value));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, a);
}

// What kernels and SYCL_EXTERNAL functions say about their translation unit. The list of targets is there
// when it is empty too: it tells such functions from those that some pass makes up.
static void describe_origin(const sy_unit *u, LLVMModuleRef m, const char *symbol) {
  static const char targets[] = "intel_fixed_targets";
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef f = LLVMGetNamedFunction(m, symbol);
  if (!f || LLVMIsDeclaration(f))
    return;
  add_string(f, "sycl-module-id", u->id);
  size_t n = u->fixed_targets.n;
  LLVMMetadataRef *ops = sy_alloc((n + 1) * sizeof *ops);
  for (size_t i = 0; i < n; i++)
    ops[i] = md_text(c, u->fixed_targets.data[i]);
  LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(c, targets, sizeof targets - 1),
                        LLVMMDNodeInContext2(c, ops, n));
  free(ops);
}

// The linker keeps one of the functions of a name, and all rows of this list (passes/images/fixed_targets.c).
static void list_targets(const sy_unit *u, LLVMModuleRef m, const char *symbol) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  size_t n = u->fixed_targets.n;
  LLVMMetadataRef *ops = sy_alloc((n + 1) * sizeof *ops);
  ops[0] = md_text(c, symbol);
  for (size_t i = 0; i < n; i++)
    ops[i + 1] = md_text(c, u->fixed_targets.data[i]);
  LLVMAddNamedMetadataOperand(m, "sycc_fixed_targets",
                              LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, ops, n + 1)));
  free(ops);
}

static void describe_kernel(const sy_unit *u, LLVMModuleRef m, const sy_unit_kernel *k) {
  describe_origin(u, m, k->stable_name);
  if (!strcmp(k->symbol, k->stable_name)) // others are in this file alone
    list_targets(u, m, k->symbol);
}

static void describe_external(const sy_unit *u, LLVMModuleRef m, const char *symbol) {
  LLVMValueRef f = LLVMGetNamedFunction(m, symbol);
  if (f)
    add_string(f, "sycl-external", "");
  describe_origin(u, m, symbol);
  if (f && !LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMExternalLinkage)
    list_targets(u, m, symbol);
}

typedef SY_VEC(LLVMMetadataRef) metadata_rows;

// Frees the rows.
static void attach_rows(LLVMModuleRef m, const char *symbol, const char *kind, metadata_rows *rows) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef f = LLVMGetNamedFunction(m, symbol);
  if (f)
    LLVMGlobalSetMetadata(f, LLVMGetMDKindIDInContext(c, kind, (unsigned)strlen(kind)),
                          LLVMMDNodeInContext2(c, rows->data, rows->n));
  sy_vec_free(rows);
}

// The places of one function, which come first of n: {aspect, file, line, column} each. Returns how many.
static size_t describe_places(LLVMModuleRef m, const sy_unit_place *p, size_t n) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  metadata_rows rows = {0};
  size_t i = 0;
  for (; i < n && !strcmp(p[i].symbol, p->symbol); i++) {
    LLVMMetadataRef row[] = {md_number(c, p[i].aspect), md_text(c, p[i].file), md_number(c, p[i].line),
                             md_number(c, p[i].col)};
    sy_vec_push(&rows, LLVMMDNodeInContext2(c, row, SY_COUNT(row)));
  }
  attach_rows(m, p->symbol, "sycc_use_places", &rows);
  return i;
}

// The calls on the way to one function, which come first of n: {number, caller, file, line, column} each.
// Returns how many.
static size_t describe_calls(LLVMModuleRef m, const sy_call *p, size_t n) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  metadata_rows rows = {0};
  size_t i = 0;
  for (; i < n && !strcmp(p[i].symbol, p->symbol); i++) {
    LLVMMetadataRef row[] = {md_number(c, (uint32_t)i), md_text(c, p[i].caller), md_text(c, p[i].file),
                             md_number(c, p[i].line), md_number(c, p[i].col)};
    sy_vec_push(&rows, LLVMMDNodeInContext2(c, row, SY_COUNT(row)));
  }
  attach_rows(m, p->symbol, "sycc_calls", &rows);
  return i;
}

static void describe_functions(const sy_unit *u, LLVMModuleRef m) {
  for (size_t i = 0; i < u->functions.n; i++)
    describe_function(m, &u->functions.data[i]);
  for (size_t i = 0; i < u->function_properties.n; i++) {
    const sy_property *p = &u->function_properties.data[i];
    LLVMValueRef f = LLVMGetNamedFunction(m, p->symbol);
    if (f && !LLVMIsDeclaration(f))
      add_string(f, p->name, p->value);
  }
  for (size_t i = 0; i < u->kernels.n; i++)
    describe_kernel(u, m, &u->kernels.data[i]);
  for (size_t i = 0; i < u->external.n; i++)
    describe_external(u, m, u->external.data[i]);
  for (size_t i = 0; i < u->places.n;)
    i += describe_places(m, &u->places.data[i], u->places.n - i);
  for (size_t i = 0; i < u->calls.n;)
    i += describe_calls(m, &u->calls.data[i], u->calls.n - i);
}

static void describe_globals(const sy_unit *u, LLVMModuleRef m) {
  for (size_t i = 0; i < u->global_properties.n; i++) {
    const sy_property *p = &u->global_properties.data[i];
    LLVMValueRef v = LLVMGetNamedGlobal(m, p->symbol);
    if (v)
      sy_llvm_add_global_attribute(v, p->name, p->value);
  }
}

// Whether the kernel has a size, as a number or by name.
static bool has_sub_group_size(LLVMValueRef kernel) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
  unsigned number =
      LLVMGetMDKindIDInContext(c, "intel_reqd_sub_group_size", strlen("intel_reqd_sub_group_size"));
  unsigned name =
      LLVMGetMDKindIDInContext(c, "sycc_named_sub_group_size", strlen("sycc_named_sub_group_size"));
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(kernel, &n);
  bool found = false;
  for (unsigned i = 0; i < n; i++)
    found |=
        LLVMValueMetadataEntriesGetKind(all, i) == number || LLVMValueMetadataEntriesGetKind(all, i) == name;
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

void sy_default_sub_group_size(LLVMModuleRef m, const char *size) {
  uint32_t value = (uint32_t)strtoul(size, NULL, 10);
  sy_fact fact = {.kind = SY_FACT_SUB_GROUP_SIZE, .values = &value, .count = 1};
  if (!value) { // by name
    value = SY_SUB_GROUP_PRIMARY;
    fact.kind = SY_FACT_NAMED_SUB_GROUP_SIZE;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    fact.name = LLVMGetValueName2(f, &length);
    if (sy_is_kernel(f) && !has_sub_group_size(f))
      describe_function(m, &fact);
  }
}

// Alike in all files that have the same closure.
static uint64_t layout_hash(const sy_unit_kernel *k) {
  sy_str s = SY_STR_INIT;
  sy_str_addf(&s, "%u %u", k->closure_size, k->closure_align);
  for (size_t i = 0; i < k->params.n; i++) {
    const sycc_kernel_param *p = &k->params.data[i].info;
    sy_str_addf(&s, "|%u %u %u", p->kind, p->offset, p->size);
  }
  for (size_t i = 0; i < k->members.n; i++) {
    const sycc_kernel_member *m = &k->members.data[i];
    sy_str_addf(&s, "|%u %u %u", m->offset, m->size, m->layout);
  }
  uint64_t hash = sy_hash(sy_str_c(&s), s.n);
  sy_str_free(&s);
  return hash;
}

// The link puts the rows of all modules together, so that it sees every kernel of a name
// (passes/analysis/kernel_identity.c).
static void describe_identity(LLVMModuleRef m, const sy_unit_kernel *k) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  char code[24], layout[24];
  if (!k->shared || !k->identity.file)
    return;
  snprintf(code, sizeof code, "%016llx", (unsigned long long)k->identity.code);
  snprintf(layout, sizeof layout, "%016llx", (unsigned long long)layout_hash(k));
  LLVMMetadataRef row[] = {md_text(c, k->symbol),
                           md_text(c, k->identity.file),
                           md_number(c, k->identity.line),
                           md_number(c, k->identity.col),
                           md_text(c, k->identity.included ? "included" : "source"),
                           md_text(c, layout),
                           md_text(c, code)};
  LLVMMetadataRef node = LLVMMDNodeInContext2(c, row, SY_COUNT(row));
  LLVMAddNamedMetadataOperand(m, SY_KERNEL_IDENTITIES, LLVMMetadataAsValue(c, node));
}

void sy_describe_module(const sy_unit *u, LLVMModuleRef m) {
  describe_functions(u, m);
  describe_globals(u, m);
  for (size_t i = 0; i < u->kernels.n; i++)
    describe_identity(m, &u->kernels.data[i]);
  for (size_t i = 0; i < u->types.n; i++)
    describe_type(m, &u->types.data[i]);
}
