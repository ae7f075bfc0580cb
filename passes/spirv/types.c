// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles become target types.
//
//   %e = call ptr addrspace(64) @__spirv_GroupAsyncCopy(..., ptr addrspace(64) null)
//   %e = call target("spirv.Event") @__spirv_GroupAsyncCopy(..., target("spirv.Event") zeroinitializer)
//
// A pointer can do more than a handle: it can be compared, become a number, be selected. Selects become
// branches; the rest is an error. What flows through which function does not matter: the address space is in
// every type.
#include "passes/spirv/types.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/analysis/debug_place.h"
#include "passes/common/values.h"
#include "passes/shim/shim.h"
#include "sycc/spirv_types.h"

#include <string.h>

typedef struct spirv_types_row {
  const char *name, *llvm_name;
  int dimension;
  unsigned access;
} spirv_types_row;

static const spirv_types_row rows[] = {
#define ROW(name, space, llvm_name, dimension, access)                                                       \
  [space - SYCC_SPIRV_FIRST_SPACE] = {"__ocl_" #name, llvm_name, dimension, access},
    SYCC_SPIRV_TYPES(ROW)
#undef ROW
};
enum { ROWS = SY_COUNT(rows) };

// ---- types ----------------------------------------------------------------------------------------

typedef struct struct_pair {
  LLVMTypeRef from, to;
} struct_pair;

typedef struct mapping {
  LLVMContextRef c;
  // Structures with a name whose members changed: a name makes each one a type of its own.
  SY_VEC(struct_pair) named;
} mapping;

static const spirv_types_row *row_of(LLVMTypeRef t) {
  if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
    return NULL;
  unsigned n = LLVMGetPointerAddressSpace(t) - SYCC_SPIRV_FIRST_SPACE;
  return n < ROWS ? &rows[n] : NULL;
}

// Images are those of OpenCL: sampled type void, not depth, arrayed or multisampled, any format.
static LLVMTypeRef target_type(LLVMContextRef c, const spirv_types_row *r) {
  LLVMTypeRef sampled = LLVMVoidTypeInContext(c);
  unsigned image[] = {(unsigned)r->dimension, 0, 0, 0, 0, 0, r->access};
  bool is_image = r->dimension >= 0;
  return LLVMTargetExtTypeInContext(c, r->llvm_name, &sampled, is_image, image, is_image ? 7 : 0);
}

static LLVMTypeRef map_type(LLVMTypeRef t, void *state);

// Whether a type changed.
static bool map_types(mapping *m, LLVMTypeRef *types, unsigned n) {
  bool changed = false;
  for (unsigned i = 0; i < n; i++) {
    LLVMTypeRef to = map_type(types[i], m);
    changed |= to != types[i];
    types[i] = to;
  }
  return changed;
}

static LLVMTypeRef map_function(mapping *m, LLVMTypeRef t) {
  unsigned n = LLVMCountParamTypes(t);
  LLVMTypeRef *types = sy_alloc((n + 1) * sizeof *types);
  LLVMGetParamTypes(t, types);
  types[n] = LLVMGetReturnType(t);
  if (map_types(m, types, n + 1))
    t = LLVMFunctionType(types[n], types, n, LLVMIsFunctionVarArg(t));
  free(types);
  return t;
}

static LLVMTypeRef changed_struct(mapping *m, LLVMTypeRef t, LLVMTypeRef *members, unsigned n) {
  const char *name = LLVMGetStructName(t);
  if (!name)
    return LLVMStructTypeInContext(m->c, members, n, LLVMIsPackedStruct(t));
  for (size_t i = 0; i < m->named.n; i++)
    if (m->named.data[i].from == t)
      return m->named.data[i].to;
  struct_pair pair = {t, LLVMStructCreateNamed(m->c, name)};
  LLVMStructSetBody(pair.to, members, n, LLVMIsPackedStruct(t));
  sy_vec_push(&m->named, pair);
  return pair.to;
}

static LLVMTypeRef map_struct(mapping *m, LLVMTypeRef t) {
  unsigned n = LLVMCountStructElementTypes(t);
  if (LLVMIsOpaqueStruct(t) || n == 0)
    return t;
  LLVMTypeRef *members = sy_alloc(n * sizeof *members);
  LLVMGetStructElementTypes(t, members);
  if (map_types(m, members, n))
    t = changed_struct(m, t, members, n);
  free(members);
  return t;
}

static LLVMTypeRef map_type(LLVMTypeRef t, void *state) {
  mapping *m = state;
  const spirv_types_row *r;
  switch (LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind:
    r = row_of(t);
    return r ? target_type(m->c, r) : t;
  case LLVMArrayTypeKind:
    return LLVMArrayType2(map_type(LLVMGetElementType(t), m), LLVMGetArrayLength2(t));
  case LLVMStructTypeKind:
    return map_struct(m, t);
  case LLVMFunctionTypeKind:
    return map_function(m, t);
  default:
    return t;
  }
}

// ---- what handles may be used for -----------------------------------------------------------------

static LLVMValueRef function_of(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static bool misused(LLVMValueRef i, const spirv_types_row *r, sy_diag *d) {
  sy_arena a = {0};
  char *user = sy_readable_name(function_of(i));
  sy_error(d, sy_debug_place(i, NULL, &a), "'%s' uses a value of type '%s' as a pointer or a number", user,
           r->name);
  sy_help(d, "it can only be copied and passed to functions");
  sy_arena_free(&a);
  free(user);
  return false;
}

// What a value of a target type may be made by, and what it may be used in.
static bool may_handle(LLVMOpcode op) {
  static const LLVMOpcode copies[] = {LLVMLoad, LLVMStore,        LLVMCall,        LLVMPHI,   LLVMSelect,
                                      LLVMRet,  LLVMExtractValue, LLVMInsertValue, LLVMFreeze};
  for (size_t i = 0; i < SY_COUNT(copies); i++)
    if (op == copies[i])
      return true;
  return false;
}

// The handle that i makes, copies or uses; null: none. *wrong: it can't be used so.
static const spirv_types_row *handle_of(LLVMValueRef i, bool *wrong) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  const spirv_types_row *found = row_of(LLVMTypeOf(i));
  *wrong = found && !may_handle(op);
  for (int k = 0, n = LLVMGetNumOperands(i); k < n && !*wrong; k++) {
    const spirv_types_row *r = row_of(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)));
    bool address = (op == LLVMLoad && k == 0) || (op == LLVMStore && k == 1);
    *wrong = r && (address || !may_handle(op));
    found = r ? r : found;
  }
  return found;
}

// Collects the selects of handles.
static bool check_body(LLVMValueRef f, mapping *m, bool *any, sy_values *selects, sy_diag *d) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      bool wrong;
      const spirv_types_row *r = handle_of(i, &wrong);
      if (wrong)
        return misused(i, r, d);
      if (r && LLVMGetInstructionOpcode(i) == LLVMSelect)
        sy_vec_push(selects, i);
      LLVMTypeRef memory = LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : NULL;
      *any |= r || (memory && map_type(memory, m) != memory);
    }
  return true;
}

static LLVMAttributeRef type_attribute(LLVMValueRef f, unsigned param, const char *name) {
  return LLVMGetEnumAttributeAtIndex(f, param + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

// The host has no handles to give: none in a closure.
static bool check_closure(LLVMValueRef f, mapping *m, sy_diag *d) {
  for (unsigned i = 0; sy_is_kernel(f) && i < LLVMCountParams(f); i++) {
    LLVMAttributeRef a = type_attribute(f, i, "byval");
    if (!a || map_type(LLVMGetTypeAttributeValue(a), m) == LLVMGetTypeAttributeValue(a))
      continue;
    char *kernel = sy_readable_name(f);
    sy_error(d, SY_NOWHERE, "kernel '%s' captures an event, a sampler or an image of SPIR-V", kernel);
    sy_help(d, "these exist on the device only: make them in the kernel");
    free(kernel);
    return false;
  }
  return true;
}

static bool check_variables(LLVMModuleRef module, mapping *m, sy_diag *d) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    if (map_type(t, m) == t)
      continue;
    char *variable = sy_readable_name(g);
    sy_error(d, SY_NOWHERE, "variable '%s' holds an event, a sampler or an image of SPIR-V", variable);
    sy_help(d, "make it a variable of a function: these can't be in memory that work-items share");
    free(variable);
    return false;
  }
  return true;
}

// ---- the module -----------------------------------------------------------------------------------

static void map_type_attributes(LLVMValueRef f, mapping *m) {
  static const char *const names[] = {"byval", "sret"};
  for (unsigned i = 0; i < LLVMCountParams(f); i++)
    for (size_t k = 0; k < SY_COUNT(names); k++) {
      LLVMAttributeRef a = type_attribute(f, i, names[k]);
      if (!a)
        continue;
      LLVMTypeRef to = map_type(LLVMGetTypeAttributeValue(a), m);
      LLVMAddAttributeAtIndex(f, i + 1, LLVMCreateTypeAttribute(m->c, LLVMGetEnumAttributeKind(a), to));
    }
}

static void fix_attributes(LLVMValueRef f, mapping *m) {
  map_type_attributes(f, m);
  sy_llvm_drop_misfit_attributes(f);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i))
        sy_llvm_drop_misfit_attributes(i);
}

// No handle: null, or as clang writes it, null of the generic address space or of private memory cast.
static void remap(LLVMModuleRef module, mapping *m) {
  enum { GENERIC = 4, FORMS = 3 };
  LLVMValueRef from[ROWS * FORMS], to[ROWS * FORMS];
  unsigned n = 0;
  for (unsigned i = 0; i < ROWS; i++) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->c, SYCC_SPIRV_FIRST_SPACE + i);
    LLVMValueRef generic = LLVMConstNull(LLVMPointerTypeInContext(m->c, GENERIC));
    LLVMValueRef private = LLVMConstNull(LLVMPointerTypeInContext(m->c, 0));
    LLVMValueRef forms[FORMS] = {LLVMConstNull(pointer), LLVMConstAddrSpaceCast(generic, pointer),
                                 LLVMConstAddrSpaceCast(private, pointer)};
    for (unsigned k = 0; k < FORMS; k++, n++) {
      from[n] = forms[k];
      to[n] = LLVMConstNull(target_type(m->c, &rows[i]));
    }
  }
  sy_llvm_remap_types(module, map_type, m, from, to, n);
}

static bool spirv_types_lower(LLVMModuleRef module, mapping *m, sy_values *selects, sy_diag *d) {
  bool any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMTypeRef t = LLVMGlobalGetValueType(f);
    any |= map_type(t, m) != t;
    if (!check_closure(f, m, d) || !check_body(f, m, &any, selects, d))
      return false;
  }
  if (!check_variables(module, m, d))
    return false;
  if (!any)
    return true;
  for (size_t i = 0; i < selects->n; i++)
    sy_llvm_select_to_branch(selects->data[i]);
  remap(module, m);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    fix_attributes(f, m);
  return sy_module_verify(module, "SPIR-V's types", d);
}

bool sy_spirv_types(LLVMModuleRef module, sy_diag *d) {
  mapping m = {.c = LLVMGetModuleContext(module)};
  sy_values selects = {0};
  bool ok = spirv_types_lower(module, &m, &selects, d);
  sy_vec_free(&selects);
  sy_vec_free(&m.named);
  return ok;
}
