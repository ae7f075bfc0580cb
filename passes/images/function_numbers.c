// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No device has pointers to functions, and std::visit has tables of them for several variants and for many
// alternatives. A function whose address is taken gets a number, which stands for its address, in tables and
// elsewhere; a call through a pointer becomes a switch over all functions of its type:
//
//   @table = constant [2 x ptr] [ptr @f, ptr @g]        @table = constant [2 x i64] [i64 16, i64 32]
//   %r = call i32 %p(i32 1)                             switch i64 (ptrtoint %p), %none
//                                                         [16: %f.call 32: %g.call]
//
// The type is that of C++, which metadata has (frontend/function_types.c).
// LLVM's is the same for nearly all visitors: one that visits again would call itself, as far as a compiler
// sees.
//
// A kernel has the address of a function only from what it reaches itself. So a call can be of those
// functions alone that a kernel reaches which also reaches the call: what the others need of a device is no
// need of it.
//
// All of the program must be there: a function of a header may be called with other functions by each file.
#include "passes/images/function_numbers.h"

#include "base/mem.h"
#include "passes/analysis/aspect_sets.h"
#include "passes/analysis/use_graph.h"
#include "passes/common/module.h"
#include "passes/common/values.h"
#include "passes/shim/flow.h"
#include "passes/shim/shim.h"

#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

// Pointers to members have the lowest bits for themselves.
enum { STEP = 16 };

// Of device-lib/failures.inc: what is called is none of the program's functions.
#define NONE "__sycc_no_function"

typedef struct numbering {
  LLVMModuleRef m;
  LLVMBuilderRef b;
  LLVMTypeRef number;
  unsigned type, callee_type; // kinds of metadata
  sy_values functions;        // the number of functions.data[i] is (i + 1) * STEP
  sy_use_graph graph;         // of the module as it was
  size_t words;               // of a set of functions
  uint64_t *callable;         // for each node the functions that calls in it can be of
} numbering;

static numbering numbering_of(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  return (numbering){.m = m,
                     .b = LLVMCreateBuilderInContext(c),
                     .number = LLVMInt64TypeInContext(c),
                     .type = LLVMGetMDKindIDInContext(c, SY_FUNCTION_TYPE, sizeof SY_FUNCTION_TYPE - 1),
                     .callee_type = LLVMGetMDKindIDInContext(c, SY_CALLEE_TYPE, sizeof SY_CALLEE_TYPE - 1)};
}

static void free_numbering(numbering *n) {
  LLVMDisposeBuilder(n->b);
  sy_vec_free(&n->functions);
  sy_use_graph_free(&n->graph);
  free(n->callable);
}

static LLVMValueRef number_of(const numbering *n, LLVMValueRef f) {
  for (size_t i = 0; i < n->functions.n; i++)
    if (n->functions.data[i] == f)
      return LLVMConstInt(n->number, (i + 1) * STEP, false);
  return NULL;
}

// ---- what calls can be of --------------------------------------------------------------------------

// Entry points, and what nothing uses.
static void mark_roots(const numbering *n, bool *roots) {
  for (uint32_t i = 0; i < n->graph.functions; i++)
    roots[i] = true;
  for (size_t u = 0; u < n->graph.uses.n; u++)
    roots[n->graph.uses.data[u].to] = false;
  for (uint32_t i = 0; i < n->graph.functions; i++)
    roots[i] |= sy_is_kernel(n->graph.nodes[i]) || sy_is_exported(n->graph.nodes[i]);
}

// What roots reach, spread over all that they reach.
static void find_callable(numbering *n) {
  sy_use_graph *g = &n->graph;
  sy_use_graph_build(g, n->m);
  n->words = n->functions.n / 64 + 1;
  n->callable = sy_alloc((g->n + 1) * n->words * sizeof *n->callable);
  bool *roots = sy_alloc((g->n + 1) * sizeof *roots);
  for (uint32_t i = 0, node; i < n->functions.n; i++)
    if (sy_pointer_map_get(&g->index, n->functions.data[i], &node))
      sy_bits_add(n->callable + node * n->words, i);
  sy_use_graph_spread(g, n->callable, n->words);
  mark_roots(n, roots);
  for (uint32_t i = 0; i < g->n; i++)
    if (!roots[i])
      memset(n->callable + i * n->words, 0, n->words * sizeof *n->callable);
  sy_use_graph_spread_down(g, n->callable, n->words);
  free(roots);
}

static bool is_callable(const numbering *n, LLVMValueRef call, uint32_t function) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  uint32_t node;
  return sy_pointer_map_get(&n->graph.index, caller, &node) &&
         sy_bits_have(n->callable + node * n->words, function);
}

static void find_calls(LLVMModuleRef m, sy_values *calls) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (sy_is_call_through_pointer(i))
          sy_vec_push(calls, i);
}

// ---- tables ----------------------------------------------------------------------------------------

static bool is_pointer_as_number(LLVMValueRef c) {
  return LLVMIsAConstantExpr(c) &&
         (LLVMGetConstOpcode(c) == LLVMPtrToInt || LLVMGetConstOpcode(c) == LLVMAddrSpaceCast);
}

static LLVMValueRef with_numbers(const numbering *n, LLVMValueRef c);

// Null where nothing changes.
static LLVMValueRef aggregate_with_numbers(const numbering *n, LLVMValueRef c) {
  unsigned count = (unsigned)LLVMGetNumOperands(c);
  LLVMTypeRef type = LLVMTypeOf(c);
  LLVMValueRef *parts = sy_alloc((count + 1) * sizeof(LLVMValueRef)), made = NULL;
  bool changed = false, same = true;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef part = with_numbers(n, LLVMGetOperand(c, i));
    changed |= part != NULL;
    parts[i] = part ? part : LLVMGetOperand(c, i);
    same &= LLVMTypeOf(parts[i]) == LLVMTypeOf(parts[0]);
  }
  // An array of which some elements change their type is a structure, in which they are at the same places.
  if (changed && LLVMIsAConstantArray(c) && same)
    made = LLVMConstArray2(LLVMTypeOf(parts[0]), parts, count);
  else if (changed)
    made = LLVMConstStructInContext(LLVMGetTypeContext(type), parts, count,
                                    LLVMIsAConstantStruct(c) && LLVMIsPackedStruct(type));
  free(parts);
  return made;
}

static LLVMValueRef with_numbers(const numbering *n, LLVMValueRef c) {
  if (LLVMIsAFunction(c))
    return number_of(n, c);
  if (is_pointer_as_number(c))
    return with_numbers(n, LLVMGetOperand(c, 0));
  return LLVMIsAConstantStruct(c) || LLVMIsAConstantArray(c) ? aggregate_with_numbers(n, c) : NULL;
}

static LLVMValueRef variable_like(LLVMModuleRef m, LLVMValueRef old, LLVMValueRef initial) {
  size_t length;
  char *name = sy_strdup(LLVMGetValueName2(old, &length));
  LLVMSetValueName2(old, "", 0);
  LLVMValueRef made =
      LLVMAddGlobalInAddressSpace(m, LLVMTypeOf(initial), name, LLVMGetPointerAddressSpace(LLVMTypeOf(old)));
  LLVMSetInitializer(made, initial);
  LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(old));
  LLVMSetLinkage(made, LLVMGetLinkage(old));
  LLVMSetVisibility(made, LLVMGetVisibility(old));
  LLVMSetUnnamedAddress(made, LLVMGetUnnamedAddress(old));
  LLVMSetAlignment(made, LLVMGetAlignment(old));
  LLVMSetComdat(made, LLVMGetComdat(old));
  free(name);
  return made;
}

static void number_table(const numbering *n, LLVMValueRef table) {
  LLVMValueRef old = LLVMGetInitializer(table), made = old ? with_numbers(n, old) : NULL;
  if (!made)
    return;
  LLVMReplaceAllUsesWith(table, variable_like(n->m, table, made));
  LLVMDeleteGlobal(table);
}

// ---- addresses in code -----------------------------------------------------------------------------

static void put_number(const numbering *n, LLVMValueRef user, unsigned operand, LLVMValueRef number) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(user, operand));
  LLVMValueRef before =
      LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand)) : user;
  LLVMPositionBuilderBefore(n->b, before);
  LLVMSetOperand(user, operand, LLVMBuildIntToPtr(n->b, number, type, ""));
}

static void number_in_instruction(const numbering *n, LLVMValueRef i, LLVMValueRef f, LLVMValueRef number) {
  unsigned count = (unsigned)LLVMGetNumOperands(i), data = LLVMIsACallInst(i) ? count - 1 : count;
  for (unsigned k = 0; k < data; k++) // the last of a call's is what it calls
    if (LLVMGetOperand(i, k) == f)
      put_number(n, i, k, number);
}

static void number_in_code(const numbering *n, LLVMValueRef f, LLVMValueRef in) {
  LLVMValueRef number = number_of(n, f);
  sy_llvm_expand_constants(f, in);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(in); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      number_in_instruction(n, i, f, number);
}

// ---- calls -----------------------------------------------------------------------------------------

// Whether metadata says that the call is of another type. Optimisations may have lost it.
static bool has_other_type(const numbering *n, LLVMValueRef call, LLVMValueRef f) {
  LLVMValueRef types = LLVMGetMetadata(call, n->callee_type), operand = NULL;
  if (!types || LLVMGetMDNodeNumOperands(types) != 1)
    return false;
  LLVMGetMDNodeOperands(types, &operand);
  size_t count = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(f, &count);
  bool typed = false, same = false;
  for (unsigned i = 0; i < count; i++)
    if (LLVMValueMetadataEntriesGetKind(all, i) == n->type) {
      typed = true;
      same |= LLVMValueMetadataEntriesGetMetadata(all, i) == LLVMValueAsMetadata(operand);
    }
  LLVMDisposeValueMetadataEntries(all);
  return typed && !same;
}

static bool may_call(const numbering *n, LLVMValueRef call, LLVMValueRef f) {
  return LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(f) &&
         LLVMGetInstructionCallConv(call) == LLVMGetFunctionCallConv(f) && !has_other_type(n, call, f);
}

static LLVMValueRef none_function(LLVMModuleRef m, LLVMTypeRef *type, unsigned convention) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMValueRef f = LLVMGetNamedFunction(m, NONE);
  *type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false);
  if (!f) {
    f = LLVMAddFunction(m, NONE, *type);
    LLVMSetFunctionCallConv(f, convention);
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("noreturn", 8), 0));
  }
  return f;
}

static void call_none(const numbering *n, LLVMBasicBlockRef in, unsigned convention) {
  LLVMTypeRef type;
  LLVMValueRef none = none_function(n->m, &type, convention);
  LLVMPositionBuilderAtEnd(n->b, in);
  LLVMSetInstructionCallConv(LLVMBuildCall2(n->b, type, none, NULL, 0, ""), LLVMGetFunctionCallConv(none));
  LLVMBuildUnreachable(n->b);
}

// The call in a block of its own, of a function that is known.
static LLVMBasicBlockRef call_known(const numbering *n, LLVMValueRef call, LLVMValueRef f,
                                    LLVMBasicBlockRef after, LLVMValueRef *result) {
  LLVMBasicBlockRef block = LLVMInsertBasicBlockInContext(LLVMGetModuleContext(n->m), after, "known");
  LLVMPositionBuilderAtEnd(n->b, block);
  *result = LLVMInstructionClone(call);
  LLVMSetMetadata(*result, n->callee_type, NULL);
  LLVMInsertIntoBuilder(n->b, *result);
  LLVMSetOperand(*result, (unsigned)LLVMGetNumOperands(call) - 1, f);
  LLVMBuildBr(n->b, after);
  return block;
}

static void call_by_number(const numbering *n, LLVMValueRef call) {
  LLVMValueRef pointer = LLVMGetCalledValue(call), next = LLVMGetNextInstruction(call);
  LLVMBasicBlockRef after = sy_llvm_split_block(next), before = LLVMGetInstructionParent(call);
  LLVMBasicBlockRef none = LLVMInsertBasicBlockInContext(LLVMGetModuleContext(n->m), after, "none");
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(before));
  LLVMPositionBuilderAtEnd(n->b, before);
  LLVMValueRef number = LLVMBuildPtrToInt(n->b, pointer, n->number, "");
  LLVMValueRef which = LLVMBuildSwitch(n->b, number, none, 0);
  LLVMPositionBuilderBefore(n->b, LLVMGetFirstInstruction(after));
  bool has_result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
  LLVMValueRef all = has_result ? LLVMBuildPhi(n->b, LLVMTypeOf(call), "") : NULL;
  for (size_t i = 0; i < n->functions.n; i++) {
    LLVMValueRef f = n->functions.data[i], result;
    if (!is_callable(n, call, (uint32_t)i) || !may_call(n, call, f))
      continue;
    LLVMBasicBlockRef block = call_known(n, call, f, after, &result);
    LLVMAddCase(which, number_of(n, f), block);
    if (all)
      LLVMAddIncoming(all, &result, &block, 1);
  }
  call_none(n, none, LLVMGetInstructionCallConv(call));
  if (all)
    LLVMReplaceAllUsesWith(call, LLVMCountIncoming(all) ? all : LLVMGetPoison(LLVMTypeOf(call)));
  LLVMInstructionEraseFromParent(call);
  if (all && !LLVMCountIncoming(all))
    LLVMInstructionEraseFromParent(all);
}

// ---- the module ------------------------------------------------------------------------------------

void sy_number_functions(LLVMModuleRef m) {
  numbering n = numbering_of(m);
  sy_values calls = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if ((!LLVMIsDeclaration(f) || sy_is_imported(f)) && sy_llvm_is_address_taken(f))
      sy_vec_push(&n.functions, f);
  if (n.functions.n)
    find_callable(&n);
  for (LLVMValueRef next, g = n.functions.n ? LLVMGetFirstGlobal(m) : NULL; g; g = next) {
    next = LLVMGetNextGlobal(g);
    number_table(&n, g);
  }
  for (size_t i = 0; i < n.functions.n; i++)
    for (LLVMValueRef f = sy_llvm_is_address_taken(n.functions.data[i]) ? LLVMGetFirstFunction(m) : NULL; f;
         f = LLVMGetNextFunction(f))
      number_in_code(&n, n.functions.data[i], f);
  find_calls(m, &calls);
  for (size_t i = 0; i < calls.n; i++)
    call_by_number(&n, calls.data[i]);
  for (size_t i = 0; i < n.functions.n; i++)
    LLVMGlobalEraseMetadata(n.functions.data[i], n.type);
  sy_vec_free(&calls);
  free_numbering(&n);
}
