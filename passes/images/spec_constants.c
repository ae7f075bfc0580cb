// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A question for a specialization constant is a call:
//
//   %p = call ptr @__sycc_spec_value(ptr %block, ptr @id, ptr @name)
//
// and becomes an address, with the place that the constant gets in the block of the image's values:
//
//   %p = getelementptr i8, ptr %block, i64 16
//
// The block never changes while kernels run, so loads from it are invariant: what they read can be kept
// across the kernel's stores, and is the same for all work-items.
#include "passes/images/spec_constants.h"

#include "passes/common/module.h"
#include "passes/common/work_items.h"
#include "passes/shim/shim.h"

#include <llvm-c/Target.h>
#include <string.h>

LLVMValueRef sy_constant_variable(LLVMValueRef v) {
  while (LLVMIsAConstantExpr(v) || LLVMIsACastInst(v))
    v = LLVMGetOperand(v, 0);
  return LLVMIsAGlobalVariable(v);
}

const char *sy_constant_text(LLVMValueRef pointer, size_t *n) {
  LLVMValueRef variable = sy_constant_variable(pointer),
               text = variable ? LLVMGetInitializer(variable) : NULL;
  if (!text || !LLVMIsConstantString(text))
    return NULL;
  const char *s = LLVMGetAsString(text, n);
  while (*n && !s[*n - 1])
    --*n;
  return s;
}

static const sy_spec_constant *find_constant(const sy_spec_constants *all, const char *name, size_t n) {
  for (size_t i = 0; i < all->list.n; i++)
    if (strlen(all->list.data[i].name) == n && !memcmp(all->list.data[i].name, name, n))
      return &all->list.data[i];
  return NULL;
}

static void pad(sy_str *s, size_t align) {
  while (s->n % align)
    sy_str_addc(s, 0);
}

static const sy_spec_constant *add_constant(sy_spec_constants *all, LLVMModuleRef m, LLVMValueRef id,
                                            const char *name, size_t n) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(id);
  size_t size = (size_t)LLVMABISizeOfType(layout, type), align = LLVMGetAlignment(id);
  pad(&all->defaults, align ? align : LLVMABIAlignmentOfType(layout, type));
  sy_spec_constant c = {sy_arena_strndup(&all->arena, name, n), {(uint32_t)all->defaults.n, (uint32_t)size}};
  unsigned char *bytes = sy_arena_alloc(&all->arena, size + 1);
  sy_llvm_constant_bytes(id, bytes, size);
  sy_str_addn(&all->defaults, (const char *)bytes, size);
  sy_vec_push(&all->list, c);
  return &all->list.data[all->list.n - 1];
}

static void mark_loads(LLVMValueRef pointer) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(pointer));
  unsigned kind = LLVMGetMDKindIDInContext(c, "invariant.load", 14);
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
    if (LLVMIsALoadInst(LLVMGetUser(u)))
      LLVMSetMetadata(LLVMGetUser(u), kind, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
    else if (LLVMIsACastInst(LLVMGetUser(u)) || LLVMIsAGetElementPtrInst(LLVMGetUser(u)))
      mark_loads(LLVMGetUser(u));
}

static void spec_constants_replace(LLVMValueRef call, uint32_t offset) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderBefore(b, call);
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(c), offset, 0);
  LLVMValueRef address =
      LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), LLVMGetOperand(call, 0), &index, 1, "constant");
  LLVMReplaceAllUsesWith(call, address);
  LLVMInstructionEraseFromParent(call);
  mark_loads(address);
  LLVMDisposeBuilder(b);
}

static bool place(LLVMModuleRef m, LLVMValueRef call, sy_spec_constants *out, sy_diag *d) {
  LLVMValueRef id = sy_constant_variable(LLVMGetOperand(call, 1)),
               text = sy_constant_variable(LLVMGetOperand(call, 2));
  size_t n = 0;
  const char *name = sy_constant_text(LLVMGetOperand(call, 2), &n);
  if (!id || !LLVMGetInitializer(id) || !name)
    return sy_error(d, SY_NOWHERE,
                    "a call of " SY_SPEC_VALUE " does not say which specialization constant it asks for");
  const sy_spec_constant *c = find_constant(out, name, n);
  if (!c)
    c = add_constant(out, m, id, name, n);
  spec_constants_replace(call, c->at.offset);
  for (int i = 0; i < 2; i++, id = id == text ? NULL : text)
    if (id && sy_llvm_is_unused(id))
      LLVMDeleteGlobal(id);
  return true;
}

static void mark_users(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef caller = sy_caller_of(u);
    if (!caller || sy_asks_constants(caller))
      continue;
    sy_set_function_attribute(caller, SY_ASKS_CONSTANTS, "");
    mark_users(caller);
  }
}

bool sy_asks_constants(LLVMValueRef f) {
  return LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, SY_ASKS_CONSTANTS,
                                       sizeof SY_ASKS_CONSTANTS - 1);
}

bool sy_spec_constants_place(LLVMModuleRef m, sy_spec_constants *out, sy_diag *d) {
  LLVMValueRef question = LLVMGetNamedFunction(m, SY_SPEC_VALUE);
  bool ok = true;
  if (question)
    mark_users(question);
  for (LLVMUseRef u; ok && question && (u = LLVMGetFirstUse(question));) {
    LLVMValueRef call = LLVMGetUser(u);
    ok = LLVMIsACallInst(call)
             ? place(m, call, out, d)
             : sy_error(d, SY_NOWHERE, SY_SPEC_VALUE " is not called, but used in another way");
  }
  if (ok && question)
    LLVMDeleteFunction(question);
  return ok;
}

void sy_spec_constants_free(sy_spec_constants *s) {
  sy_vec_free(&s->list);
  sy_str_free(&s->defaults);
  sy_arena_free(&s->arena);
}
