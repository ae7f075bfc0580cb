// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code is what kernels, SYCL_EXTERNAL functions and device_globals reach. clang emits some things of
// the host beside it: the virtual table of a class whose key function is defined here, and with it the
// class's virtual functions and all they call; static members of explicit instantiations with their
// constructors; aliases; lists such as llvm.used. That code was never checked for devices, and clang makes
// invalid IR of some of it, since a function and the parameter it is passed to differ in their address
// spaces:
//
//   declare void @__cxa_throw(ptr addrspace(4), ptr addrspace(1), ptr addrspace(4))
//   call void @__cxa_throw(ptr addrspace(4) %e, ptr addrspace(1) @_ZTI1E, ptr @_ZN1ED1Ev)
//
// So it goes before any pass looks at it, and bodies go before the functions do.
//
// An object with virtual functions may live in a kernel, so its virtual table may be reached. Nothing reads
// functions and type information out of it, as virtual calls and RTTI are refused; what it says about virtual
// bases is read. So a table keeps its numbers, and its pointers to functions and type information become
// null.
#include "passes/images/keep_device_code.h"

#include "passes/analysis/use_graph.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <string.h>

// ---- virtual tables --------------------------------------------------------------------------------

// A virtual table, or one that objects have while they are being constructed.
static bool is_virtual_table(LLVMValueRef variable) {
  size_t n;
  const char *name = LLVMGetValueName2(variable, &n);
  return LLVMGetInitializer(variable) && (sy_starts(name, "_ZTV") || sy_starts(name, "_ZTC"));
}

// A number in a table is a constant that no global is part of.
static bool refers_to_global(LLVMValueRef constant) {
  bool found = LLVMIsAGlobalValue(constant);
  int n = LLVMGetNumOperands(constant);
  for (int i = 0; !found && i < n; i++)
    found = refers_to_global(LLVMGetOperand(constant, (unsigned)i));
  return found;
}

// A table is a structure of arrays of pointers.
static LLVMValueRef without_functions(LLVMTypeRef type, LLVMValueRef value) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  int n = LLVMGetNumOperands(value);
  if (kind == LLVMPointerTypeKind)
    return refers_to_global(value) ? LLVMConstNull(type) : value;
  if (n <= 0)
    return value;
  LLVMValueRef *parts = sy_alloc((size_t)n * sizeof *parts);
  for (unsigned i = 0; i < (unsigned)n; i++)
    parts[i] = without_functions(kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                            : LLVMGetElementType(type),
                                 LLVMGetOperand(value, i));
  LLVMContextRef c = LLVMGetTypeContext(type);
  LLVMValueRef made = kind == LLVMStructTypeKind
                          ? LLVMConstStructInContext(c, parts, (unsigned)n, LLVMIsPackedStruct(type))
                          : LLVMConstArray2(LLVMGetElementType(type), parts, (uint64_t)n);
  free(parts);
  return made;
}

static void empty_virtual_tables(LLVMModuleRef m) {
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
    if (is_virtual_table(v))
      LLVMSetInitializer(v, without_functions(LLVMGlobalGetValueType(v), LLVMGetInitializer(v)));
}

// ---- what is reached -------------------------------------------------------------------------------

// A SYCL_EXTERNAL constructor has two symbols, one of which may be an alias of the other.
static bool is_root(LLVMValueRef global) {
  LLVMValueRef value = LLVMIsAGlobalAlias(global) ? LLVMAliasGetAliasee(global) : global;
  return LLVMIsAFunction(value) ? sy_is_kernel(value) || sy_is_exported(value) : sy_is_device_global(value);
}

typedef struct reach {
  sy_use_graph graph;
  bool *reached;
  SY_VEC(uint32_t) open;
} reach;

static void reach_node(reach *r, uint32_t node) {
  if (!r->reached[node])
    sy_vec_push(&r->open, node);
  r->reached[node] = true;
}

static void find_reached(reach *r) {
  for (uint32_t i = 0; i < r->graph.n; i++)
    if (is_root(r->graph.nodes[i]))
      reach_node(r, i);
  while (r->open.n) {
    uint32_t node = r->open.data[--r->open.n];
    for (uint32_t u = r->graph.first[node]; u < r->graph.first[node + 1]; u++)
      reach_node(r, r->graph.uses.data[u].to);
  }
}

// Returns whether anything is left.
static bool remove_rest(reach *r) {
  SY_VEC(LLVMValueRef) gone = {0};
  for (uint32_t i = 0; i < r->graph.n; i++)
    if (!r->reached[i])
      sy_vec_push(&gone, r->graph.nodes[i]);
  bool left = gone.n < r->graph.n;
  sy_llvm_delete_globals(gone.data, gone.n);
  sy_vec_free(&gone);
  return left;
}

static bool keep_reached(LLVMModuleRef m, bool roots) {
  reach r = {0};
  sy_use_graph_build(&r.graph, m);
  r.reached = sy_alloc((r.graph.n + 1) * sizeof *r.reached);
  if (roots)
    find_reached(&r);
  bool left = remove_rest(&r);
  sy_vec_free(&r.open);
  free(r.reached);
  sy_use_graph_free(&r.graph);
  return left;
}

bool sy_keep_device_code(LLVMModuleRef m) {
  empty_virtual_tables(m);
  return keep_reached(m, true);
}

void sy_drop_device_code(LLVMModuleRef m) {
  keep_reached(m, false);
}
