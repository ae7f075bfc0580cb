// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row of the table says how one property, or one value of it, reaches LLVM and SPIR-V. LLVM's back end
// writes some of the decorations by itself, from LLVM's attributes, and none twice.
//
//   parameter  ptr addrspace(1) "sycl-alignment"="64" %p
//     becomes  align 64, and !spirv.ParameterDecorations of the kernel
//   variable   @v = ... "sycl-alignment"="64"
//     becomes  align 64, and !spirv.Decorations of the variable
//   member     %m = call ptr @llvm.ptr.annotation(ptr %member, ptr @"sycl-properties:sycl-alignment=64", ...)
//              %p = load ptr, ptr %m
//     becomes  %p = load ptr, ptr %member, !spirv.Decorations
//
// The properties of a member that is a pointer are about the memory it leads to, so they decorate the pointer
// that is loaded. They are hints: an optimisation that replaces the load may lose them. What it replaces the
// load by is mostly a parameter, which has the same ones.
//
// The call is taken out before the first optimisation, which it would block. Only the calls with a property
// that the headers do not have stay, since what it means is known to the reader of the code alone: in SPIR-V
// the text is the UserSemantic of the member's address, and other targets have no use for it.
//
// Of a parameter or a variable, what is not in the table means nothing here. A property gets a row when LLVM
// writes it, spirv-val takes it and a driver does too.
#include "passes/spirv/properties.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <stdint.h>
#include <string.h>

enum { PARAMETER = 1, VARIABLE = 2, MEMBER = 4 };

// Numbers of the SPIR-V specification.
enum { NON_READABLE = 25, FUNC_PARAM_ATTR = 38, ALIGNMENT = 44, USER_SEMANTIC = 5635 };
enum { NO_ALIAS = 4, NO_WRITE = 6 };
enum { NONE = -1, FROM_VALUE = -2 };

typedef struct spirv_properties_row {
  const char *property;
  const char *value; // null: a power of two
  unsigned where;
  const char *attribute; // LLVM's, for parameters
  uint32_t decoration;
  int operand; // of the decoration: a number, NONE or FROM_VALUE
} spirv_properties_row;

static const spirv_properties_row rows[] = {
    {"sycl-no-alias", "", PARAMETER, "noalias", FUNC_PARAM_ATTR, NO_ALIAS},
    {"sycl-restrict", "", PARAMETER, "noalias", FUNC_PARAM_ATTR, NO_ALIAS},
    {"sycl-read-write-mode", "0", PARAMETER, "readonly", FUNC_PARAM_ATTR, NO_WRITE}, // access::read
    {"sycl-read-write-mode", "1", PARAMETER, "writeonly", NON_READABLE, NONE},       // access::write
    {"sycl-alignment", NULL, PARAMETER | VARIABLE | MEMBER, "align", ALIGNMENT, FROM_VALUE},
};

// Those that the headers put on members, with a row or without.
static const char *const of_headers[] = {"sycl-alignment", "sycl-restrict", "sycl-read-write-mode",
                                         "sycl-buffer-location"};

static const char node_kind[] = "spirv.Decorations", parameter_kind[] = "spirv.ParameterDecorations";

// ---- one property ----------------------------------------------------------------------------------

typedef struct match {
  const spirv_properties_row *row;
  uint32_t number; // the value, where it is one
} match;

typedef enum outcome { UNKNOWN, KNOWN, MALFORMED } outcome;

static outcome find_property(sy_view name, sy_view value, unsigned where, match *out) {
  for (size_t i = 0; i < SY_COUNT(rows); i++) {
    const spirv_properties_row *r = &rows[i];
    unsigned long long n = 0;
    if (!(r->where & where) || !sy_view_eq(name, r->property) || (r->value && !sy_view_eq(value, r->value)))
      continue;
    if (!r->value && (!sy_view_u64(value, &n) || n == 0 || n > INT32_MAX || (n & (n - 1))))
      return MALFORMED;
    *out = (match){r, (uint32_t)n};
    return KNOWN;
  }
  return UNKNOWN;
}

typedef SY_VEC(LLVMMetadataRef) metadata_nodes;

static LLVMMetadataRef md_number(LLVMContextRef c, uint32_t value) {
  return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c), value, 0));
}

// Nodes are unique, so that of two properties with one meaning one counts.
static void add_node(metadata_nodes *to, LLVMMetadataRef node) {
  for (size_t i = 0; i < to->n; i++)
    if (to->data[i] == node)
      return;
  sy_vec_push(to, node);
}

// {number of the decoration, its operand}
static void add_decoration(LLVMContextRef c, match m, metadata_nodes *to) {
  uint32_t operand = m.row->operand == FROM_VALUE ? m.number : (uint32_t)m.row->operand;
  LLVMMetadataRef ops[] = {md_number(c, m.row->decoration), md_number(c, operand)};
  add_node(to, LLVMMDNodeInContext2(c, ops, m.row->operand == NONE ? 1 : 2));
}

static unsigned kind_id(LLVMContextRef c, const char *kind) {
  return LLVMGetMDKindIDInContext(c, kind, (unsigned)strlen(kind));
}

static bool spirv_properties_malformed(LLVMValueRef of, const char *what, sy_view name, sy_view value,
                                       sy_diag *d) {
  char *readable = sy_short_name(of);
  sy_error(d, SY_NOWHERE, "property '%.*s' of %s '%s' is '%.*s'; it takes a power of two", (int)name.n,
           name.s, what, readable, (int)value.n, value.s);
  free(readable);
  return false;
}

// ---- parameters ------------------------------------------------------------------------------------

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

// Not the copies of objects, of which no property is true.
static bool leads_to_memory(LLVMValueRef f, unsigned i) {
  return LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f, i))) == LLVMPointerTypeKind &&
         !LLVMGetEnumAttributeAtIndex(f, i + 1, attribute_kind("byval"));
}

typedef SY_VEC(match) matches;

static bool match_parameter(LLVMValueRef f, unsigned i, matches *out, sy_diag *d) {
  unsigned n = leads_to_memory(f, i) ? LLVMGetAttributeCountAtIndex(f, i + 1) : 0;
  LLVMAttributeRef *attributes = sy_alloc((n + 1) * sizeof *attributes);
  bool ok = true;
  if (n)
    LLVMGetAttributesAtIndex(f, i + 1, attributes);
  for (unsigned k = 0; ok && k < n; k++) {
    unsigned name_n, value_n;
    match m;
    if (!LLVMIsStringAttribute(attributes[k]))
      continue;
    const char *name = LLVMGetStringAttributeKind(attributes[k], &name_n);
    const char *value = LLVMGetStringAttributeValue(attributes[k], &value_n);
    outcome o = find_property((sy_view){name, name_n}, (sy_view){value, value_n}, PARAMETER, &m);
    if (o == KNOWN)
      sy_vec_push(out, m);
    ok = o != MALFORMED || spirv_properties_malformed(f, "a parameter of kernel", (sy_view){name, name_n},
                                                      (sy_view){value, value_n}, d);
  }
  free(attributes);
  return ok;
}

static bool describe_parameters(LLVMValueRef f, sy_diag *d) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  matches found = {0};
  bool ok = true;
  for (unsigned i = 0; ok && i < LLVMCountParams(f); i++) {
    found.n = 0;
    ok = match_parameter(f, i, &found, d);
    for (size_t k = 0; ok && k < found.n; k++)
      LLVMAddAttributeAtIndex(
          f, i + 1,
          LLVMCreateEnumAttribute(c, attribute_kind(found.data[k].row->attribute), found.data[k].number));
  }
  sy_vec_free(&found);
  return ok;
}

// A list for each parameter, be it empty.
static bool decorate_parameters(LLVMValueRef f, sy_diag *d) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  metadata_nodes lists = {0}, one = {0};
  matches found = {0};
  bool ok = true, any = false;
  for (unsigned i = 0; ok && i < LLVMCountParams(f); i++) {
    found.n = one.n = 0;
    ok = match_parameter(f, i, &found, d);
    for (size_t k = 0; k < found.n; k++)
      add_decoration(c, found.data[k], &one);
    any |= one.n > 0;
    sy_vec_push(&lists, LLVMMDNodeInContext2(c, one.data, one.n));
  }
  if (ok && any)
    LLVMGlobalSetMetadata(f, kind_id(c, parameter_kind), LLVMMDNodeInContext2(c, lists.data, lists.n));
  sy_vec_free(&found);
  sy_vec_free(&one);
  sy_vec_free(&lists);
  return ok;
}

static bool on_kernels(LLVMModuleRef m, bool (*act)(LLVMValueRef, sy_diag *), sy_diag *d) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f) && !act(f, d))
      return false;
  return true;
}

bool sy_parameter_properties(LLVMModuleRef m, sy_diag *d) {
  return on_kernels(m, describe_parameters, d);
}

// ---- variables -------------------------------------------------------------------------------------

// The variable gets the alignment that its decoration promises.
static bool decorate_variable(LLVMValueRef g, const spirv_properties_row *r, metadata_nodes *to, sy_diag *d) {
  size_t n;
  const char *text = sy_llvm_global_attribute(g, r->property, &n);
  match m;
  outcome o = text ? find_property(sy_view_c(r->property), (sy_view){text, n}, VARIABLE, &m) : UNKNOWN;
  if (o == MALFORMED)
    return spirv_properties_malformed(g, "variable", sy_view_c(r->property), (sy_view){text, n}, d);
  if (o == UNKNOWN || m.row != r)
    return true;
  if (r->decoration == ALIGNMENT && LLVMGetAlignment(g) < m.number)
    LLVMSetAlignment(g, m.number);
  m.number = r->decoration == ALIGNMENT ? LLVMGetAlignment(g) : m.number;
  add_decoration(LLVMGetModuleContext(LLVMGetGlobalParent(g)), m, to);
  return true;
}

static bool decorate_variables(LLVMModuleRef m, sy_diag *d) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  metadata_nodes found = {0};
  bool ok = true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); ok && g; g = LLVMGetNextGlobal(g)) {
    found.n = 0;
    for (size_t i = 0; ok && i < SY_COUNT(rows); i++)
      ok = !(rows[i].where & VARIABLE) || decorate_variable(g, &rows[i], &found, d);
    if (found.n)
      LLVMGlobalSetMetadata(g, kind_id(c, node_kind), LLVMMDNodeInContext2(c, found.data, found.n));
  }
  sy_vec_free(&found);
  return ok;
}

// ---- members ---------------------------------------------------------------------------------------

// The text of an annotation: a string in a constant, perhaps behind casts.
static sy_view annotation_text(LLVMValueRef v) {
  while (LLVMIsAConstantExpr(v))
    v = LLVMGetOperand(v, 0);
  LLVMValueRef init = LLVMIsAGlobalVariable(v) ? LLVMGetInitializer(v) : NULL;
  size_t n = 0;
  const char *s = init && LLVMIsAConstantDataSequential(init) && LLVMIsConstantString(init)
                      ? LLVMGetAsString(init, &n)
                      : "";
  return (sy_view){s, n && !s[n - 1] ? n - 1 : n};
}

static bool is_of_headers(sy_view name) {
  for (size_t i = 0; i < SY_COUNT(of_headers); i++)
    if (sy_view_eq(name, of_headers[i]))
      return true;
  return false;
}

// Of "sycl-properties:a,b=32" those that are known. A list of numbers also has commas; its other numbers are
// no properties. Returns whether there are others than those of the headers.
static bool match_annotation(LLVMContextRef c, sy_view text, metadata_nodes *out) {
  static const char head[] = "sycl-properties:";
  sy_view piece;
  bool others = false;
  if (!sy_view_starts(text, head))
    return false;
  text = (sy_view){text.s + sizeof head - 1, text.n - (sizeof head - 1)};
  while (sy_view_split(&text, ',', &piece)) {
    sy_view name, value = piece;
    match m;
    if (sy_view_split(&value, '=', &name) && find_property(name, value, MEMBER, &m) == KNOWN)
      add_decoration(c, m, out);
    others |= !is_of_headers(name);
  }
  return others;
}

static bool is_annotation(LLVMValueRef function) {
  static const char *const names[] = {"llvm.ptr.annotation", "llvm.var.annotation", "llvm.annotation"};
  unsigned id = LLVMGetIntrinsicID(function);
  for (size_t i = 0; id && i < SY_COUNT(names); i++)
    if (id == LLVMLookupIntrinsicID(names[i], strlen(names[i])))
      return true;
  return false;
}

// Adds to the decorations that an instruction has.
static void decorate(LLVMContextRef c, LLVMValueRef instruction, const metadata_nodes *what) {
  unsigned kind = kind_id(c, node_kind);
  LLVMValueRef old = LLVMGetMetadata(instruction, kind);
  unsigned had = old ? LLVMGetMDNodeNumOperands(old) : 0;
  LLVMValueRef *operands = sy_alloc((had + 1) * sizeof *operands);
  metadata_nodes all = {0};
  if (had)
    LLVMGetMDNodeOperands(old, operands);
  for (unsigned i = 0; i < had; i++)
    sy_vec_push(&all, LLVMValueAsMetadata(operands[i]));
  for (size_t i = 0; i < what->n; i++)
    add_node(&all, what->data[i]);
  LLVMSetMetadata(instruction, kind, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, all.data, all.n)));
  sy_vec_free(&all);
  free(operands);
}

// A member with several annotations passes through several calls.
static void decorate_loads(LLVMContextRef c, LLVMValueRef member, const metadata_nodes *what) {
  for (LLVMUseRef u = LLVMGetFirstUse(member); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind)
      decorate(c, user, what);
    else if (LLVMIsACallInst(user) && is_annotation(LLVMGetCalledValue(user)))
      decorate_loads(c, user, what);
  }
}

static void drop_annotation(LLVMContextRef c, LLVMValueRef call) {
  (void)c;
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
  LLVMInstructionEraseFromParent(call);
}

// Of an annotation that stays the place in the source goes: it would tell one compilation from the next.
static void take_annotation(LLVMContextRef c, LLVMValueRef call) {
  metadata_nodes what = {0};
  bool others = match_annotation(c, annotation_text(LLVMGetOperand(call, 1)), &what);
  if (what.n)
    decorate_loads(c, call, &what);
  if (others && LLVMIsAConstant(LLVMGetOperand(call, 2)))
    LLVMSetOperand(call, 2, LLVMGetOperand(call, 1));
  if (!others)
    drop_annotation(c, call);
  sy_vec_free(&what);
}

// The text decorates an address of its own, since others than this member may be where the object begins.
// LLVM would decorate too, but leave the text in the code as a variable.
static void show_annotation(LLVMContextRef c, LLVMValueRef call) {
  sy_view text = annotation_text(LLVMGetOperand(call, 1));
  LLVMMetadataRef ops[] = {md_number(c, USER_SEMANTIC), LLVMMDStringInContext2(c, text.s, text.n)};
  metadata_nodes what = {0};
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind) {
    LLVMValueRef zero = LLVMConstNull(LLVMInt32TypeInContext(c));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef address = LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), LLVMGetOperand(call, 0), &zero, 1, "");
    sy_vec_push(&what, LLVMMDNodeInContext2(c, ops, 2));
    decorate(c, address, &what);
    LLVMSetOperand(call, 0, address);
    LLVMDisposeBuilder(b);
  }
  drop_annotation(c, call);
  sy_vec_free(&what);
}

// clang's list of annotated functions and variables keeps inlined functions alive, and its strings would end
// up in the SPIR-V.
static void drop_texts(LLVMModuleRef m) {
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global.annotations");
  if (list)
    LLVMDeleteGlobal(list);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g; g = next) {
    next = LLVMGetNextGlobal(g);
    const char *section = LLVMGetSection(g);
    if (section && !strcmp(section, "llvm.metadata") && sy_llvm_is_unused(g))
      LLVMDeleteGlobal(g);
  }
}

static void on_annotations(LLVMModuleRef m, void (*act)(LLVMContextRef, LLVMValueRef)) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!is_annotation(f))
      continue;
    for (LLVMUseRef u = LLVMGetFirstUse(f), after; u; u = after) {
      after = LLVMGetNextUse(u);
      act(c, LLVMGetUser(u));
    }
    if (!LLVMGetFirstUse(f))
      LLVMDeleteFunction(f);
  }
  drop_texts(m);
}

void sy_take_annotations(LLVMModuleRef m) {
  on_annotations(m, take_annotation);
}
void sy_drop_annotations(LLVMModuleRef m) {
  on_annotations(m, drop_annotation);
}
void sy_spirv_annotations(LLVMModuleRef m) {
  on_annotations(m, show_annotation);
}

// ----------------------------------------------------------------------------------------------------

bool sy_spirv_properties(LLVMModuleRef m, sy_diag *d) {
  sy_take_annotations(m);
  return on_kernels(m, decorate_parameters, d) && decorate_variables(m, d);
}
