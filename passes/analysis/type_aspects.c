// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The set of a type is computed once: that of a number from its kind, that of a class from the module's list
// and its members. An instruction has the sets of its result and of its operands' types; constants that are
// only stored and never read count for nothing, as clang has folded them.
#include "passes/analysis/type_aspects.h"

#include <string.h>

// Values of sycl::aspect.
enum { FP16 = 5, FP64 = 6 };

static const char list_name[] = "intel_types_that_use_aspects";

// One row: a name, then aspects.
static bool read_row(sy_type_aspects *t, LLVMContextRef c, LLVMValueRef row, sy_aspect_sets *all,
                     sy_arena *a) {
  unsigned n = LLVMIsAMDNode(row) ? LLVMGetMDNodeNumOperands(row) : 0, length;
  if (!n)
    return false;
  LLVMValueRef *ops = sy_arena_alloc(a, n * sizeof *ops);
  LLVMGetMDNodeOperands(row, ops);
  if (!ops[0] || !LLVMIsAMDString(ops[0]))
    return false;
  uint32_t *aspects = sy_arena_alloc(a, n * sizeof *aspects);
  for (unsigned i = 1; i < n; i++) {
    if (!sy_metadata_number(ops[i], &aspects[i - 1]))
      return false;
    sy_aspect_sets_add(all, aspects[i - 1]);
  }
  const char *name = LLVMGetMDString(ops[0], &length);
  LLVMTypeRef type = LLVMGetTypeByName2(c, sy_arena_strndup(a, name, length));
  if (type)
    sy_vec_push(&t->listed, ((struct sy_listed_type){type, {aspects, n - 1, true}}));
  return true;
}

void sy_type_aspects_read(sy_type_aspects *t, LLVMModuleRef m, sy_aspect_sets *all, sy_arena *a, sy_diag *d) {
  unsigned n = LLVMGetNamedMetadataNumOperands(m, list_name);
  LLVMValueRef *rows = sy_arena_alloc(a, (n + 1) * sizeof *rows);
  LLVMGetNamedMetadataOperands(m, list_name, rows);
  for (unsigned i = 0; i < n; i++)
    if (!read_row(t, LLVMGetModuleContext(m), rows[i], all, a))
      sy_warning(d, SY_NOWHERE,
                 "entry %u of metadata '!%s' is not a name and a list of aspects; it is ignored", i,
                 list_name);
  sy_aspect_sets_add(all, FP16);
  sy_aspect_sets_add(all, FP64);
  t->sets = all;
}

void sy_type_aspects_free(sy_type_aspects *t) {
  sy_pointer_map_free(&t->index);
  sy_vec_free(&t->bits);
  sy_vec_free(&t->listed);
}

static void add_inner(sy_type_aspects *t, LLVMTypeRef inner, uint64_t *set) {
  sy_bits_union(set, sy_type_aspects_of(t, inner), t->sets->words);
}

static void compute(sy_type_aspects *t, LLVMTypeRef type, uint64_t *set) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMDoubleTypeKind)
    sy_bits_add(set, sy_aspect_sets_bit(t->sets, FP64));
  else if (kind == LLVMHalfTypeKind)
    sy_bits_add(set, sy_aspect_sets_bit(t->sets, FP16));
  else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
    add_inner(t, LLVMGetElementType(type), set);
  else if (kind == LLVMStructTypeKind && !LLVMIsOpaqueStruct(type)) {
    unsigned n = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < n; i++)
      add_inner(t, LLVMStructGetTypeAtIndex(type, i), set);
  }
  for (size_t i = 0; i < t->listed.n; i++)
    if (t->listed.data[i].type == type)
      sy_bits_add_all(t->sets, set, t->listed.data[i].aspects);
}

const uint64_t *sy_type_aspects_of(sy_type_aspects *t, LLVMTypeRef type) {
  size_t words = t->sets->words;
  uint32_t at;
  bool added;
  if (!sy_pointer_map_get(&t->index, type, &at)) {
    uint64_t *set = sy_alloc(words * sizeof *set);
    compute(t, type, set);
    at = (uint32_t)(t->bits.n / words);
    for (size_t i = 0; i < words; i++)
      sy_vec_push(&t->bits, set[i]);
    free(set);
    *sy_pointer_map_put(&t->index, type, &added) = at;
  }
  return &t->bits.data[at * words];
}

static LLVMValueRef without_casts(LLVMValueRef pointer) {
  while (LLVMIsAAddrSpaceCastInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

// Whether constants are all that is stored in a place, and it is not read. *stored: there is one.
static bool only_takes_constants(LLVMValueRef place, bool *stored) {
  for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool is_store =
        LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == place && LLVMIsConstant(LLVMGetOperand(user, 0));
    bool is_cast = LLVMIsAAddrSpaceCastInst(user) && only_takes_constants(user, stored);
    if (!is_store && !is_cast && !LLVMIsAIntrinsicInst(user)) // lifetimes
      return false;
    *stored |= is_store;
  }
  return true;
}

// 'constexpr double k = 2;' in a function: clang folds every use of the constant.
static bool is_folded(LLVMValueRef slot) {
  bool stored = false;
  return LLVMIsAAllocaInst(slot) && only_takes_constants(slot, &stored) && stored;
}

void sy_type_aspects_of_instruction(sy_type_aspects *t, LLVMValueRef i, uint64_t *set) {
  if (is_folded(i) || (LLVMIsAStoreInst(i) && is_folded(without_casts(LLVMGetOperand(i, 1)))))
    return;
  add_inner(t, LLVMTypeOf(i), set);
  if (LLVMIsAAllocaInst(i))
    add_inner(t, LLVMGetAllocatedType(i), set);
  else if (LLVMIsAGetElementPtrInst(i))
    add_inner(t, LLVMGetGEPSourceElementType(i), set);
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n; k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    if (!LLVMIsAFunction(operand))
      add_inner(t, LLVMTypeOf(operand), set);
  }
}

static bool is_empty(const uint64_t *set, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (set[i])
      return false;
  return true;
}

static bool is_unused(LLVMValueRef place) {
  for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u))
    if (!LLVMIsAAddrSpaceCastInst(LLVMGetUser(u)) || !is_unused(LLVMGetUser(u)))
      return false;
  return true;
}

static void erase_with_casts(LLVMValueRef place) {
  for (LLVMUseRef u; (u = LLVMGetFirstUse(place));)
    erase_with_casts(LLVMGetUser(u));
  LLVMInstructionEraseFromParent(place);
}

void sy_type_aspects_drop_unused(sy_type_aspects *t, LLVMValueRef f) {
  SY_VEC(LLVMValueRef) unused = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && is_unused(i) &&
        !is_empty(sy_type_aspects_of(t, LLVMGetAllocatedType(i)), t->sets->words))
      sy_vec_push(&unused, i);
  for (size_t i = 0; i < unused.n; i++)
    erase_with_casts(unused.data[i]);
  sy_vec_free(&unused);
}
