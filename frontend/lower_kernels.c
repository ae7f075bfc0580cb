// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each kernel the form that back ends and runtime expect.
//
// clang's kernel takes the closure by value. An accessor in it holds a pointer that only the device's
// driver knows, so it has to come in as a parameter. Closures can't be taken apart in the headers (they
// reject structured bindings) and the AST offers no hook to rebuild them, so it happens here, in IR:
//
//   define spir_kernel void @K(ptr byval(%closure) %c) { body }
// becomes
//   define weak_odr spir_kernel void @K(ptr byval(%closure) %c, ptr addrspace(1) %acc0, ...) {
//     %copy = alloca %closure; memcpy; store %acc0 into its place in %copy
//     body, with %copy for %c }
//
// and with a closure above the parameter limit the first parameter is ptr addrspace(1) instead. -O2
// folds the copy away. weak_odr, because a kernel in a header exists in every file that includes it.
#include "frontend/unit.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { AS_PRIVATE = 0, AS_GLOBAL = 1, AS_LOCAL = 3, AS_GENERIC = 4 };

typedef struct lowering {
  LLVMModuleRef m;
  LLVMContextRef c;
  const sy_kernel *k;
  LLVMValueRef old, new;
  LLVMTypeRef closure; // its IR type
  LLVMAttributeRef align;
} lowering;

static unsigned attr_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool closure_in_buffer(const sy_kernel *k) {
  return k->params.data[0].kind == SYCC_PARAM_CLOSURE_BUFFER;
}

// In the order of enum sycc_param_kind.
static const unsigned param_space[] = {AS_PRIVATE, AS_GLOBAL, AS_GLOBAL, AS_LOCAL};

static LLVMValueRef declare_kernel(lowering *l) {
  size_t n = l->k->params.n;
  LLVMTypeRef *types = sy_alloc(n * sizeof *types);
  for (size_t i = 0; i < n; i++)
    types[i] = LLVMPointerTypeInContext(l->c, param_space[l->k->params.data[i].kind]);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->c), types, (unsigned)n, 0);
  free(types);
  LLVMValueRef f = LLVMAddFunction(l->m, "", type);
  LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(l->old));
  LLVMSetLinkage(f, LLVMWeakODRLinkage);
  if (!closure_in_buffer(l->k)) {
    LLVMAddAttributeAtIndex(f, 1, LLVMCreateTypeAttribute(l->c, attr_kind("byval"), l->closure));
    LLVMAddAttributeAtIndex(f, 1, l->align);
  }
  return f;
}

// Function attributes and metadata, debug information included.
static void move_description(lowering *l) {
  unsigned n = LLVMGetAttributeCountAtIndex(l->old, LLVMAttributeFunctionIndex);
  LLVMAttributeRef *attrs = sy_alloc((n + 1) * sizeof *attrs);
  LLVMGetAttributesAtIndex(l->old, LLVMAttributeFunctionIndex, attrs);
  for (unsigned i = 0; i < n; i++)
    LLVMAddAttributeAtIndex(l->new, LLVMAttributeFunctionIndex, attrs[i]);
  free(attrs);

  size_t count;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(l->old, &count);
  for (unsigned i = 0; i < count; i++)
    LLVMGlobalSetMetadata(l->new, LLVMValueMetadataEntriesGetKind(md, i), LLVMValueMetadataEntriesGetMetadata(md, i));
  LLVMDisposeValueMetadataEntries(md);
  LLVMSetSubprogram(l->old, NULL);
}

static void store_pointer(lowering *l, LLVMBuilderRef b, LLVMValueRef copy, unsigned index) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(l->c), i64 = LLVMInt64TypeInContext(l->c);
  LLVMValueRef offset = LLVMConstInt(i64, l->k->params.data[index].offset, 0);
  LLVMValueRef slot = LLVMBuildInBoundsGEP2(b, i8, copy, &offset, 1, "slot");
  LLVMTypeRef generic = LLVMPointerTypeInContext(l->c, AS_GENERIC);
  LLVMBuildStore(b, LLVMBuildAddrSpaceCast(b, LLVMGetParam(l->new, index), generic, ""), slot);
}

// At the head of the body: a private copy of the closure with the accessors' pointers in place. The body
// works on the copy.
static void add_prologue(lowering *l) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(l->c);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->old)));
  unsigned align = l->k->closure_align;
  LLVMValueRef copy = LLVMBuildAlloca(b, l->closure, "closure");
  LLVMSetAlignment(copy, align);
  LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(l->c), l->k->closure_size, 0);
  LLVMBuildMemCpy(b, copy, align, LLVMGetParam(l->new, 0), align, size);
  for (unsigned i = 1; i < l->k->params.n; i++)
    store_pointer(l, b, copy, i);
  LLVMReplaceAllUsesWith(LLVMGetParam(l->old, 0), copy);
  LLVMDisposeBuilder(b);
}

static void move_body(lowering *l) {
  for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(l->old));) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(l->new, block);
  }
}

// A kernel whose closure goes by value and holds no accessor is right as clang made it.
static bool is_final(const sy_kernel *k) { return k->params.n == 1 && !closure_in_buffer(k); }

static bool lower_kernel(LLVMModuleRef m, const sy_kernel *k) {
  LLVMValueRef f = LLVMGetNamedFunction(m, k->stable_name);
  if (!f || LLVMIsDeclaration(f))
    return false;
  LLVMSetValueName2(f, k->symbol, strlen(k->symbol));
  LLVMSetLinkage(f, LLVMWeakODRLinkage);
  LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(f, 1, attr_kind("byval"));
  if (is_final(k) || !byval)
    return true;
  lowering l = {.m = m, .c = LLVMGetModuleContext(m), .k = k, .old = f};
  l.align = LLVMGetEnumAttributeAtIndex(f, 1, attr_kind("align"));
  l.closure = LLVMGetTypeAttributeValue(byval);
  l.new = declare_kernel(&l);
  move_description(&l);
  add_prologue(&l);
  move_body(&l);
  LLVMReplaceAllUsesWith(l.old, l.new);
  LLVMDeleteFunction(l.old);
  LLVMSetValueName2(l.new, k->symbol, strlen(k->symbol));
  return true;
}

bool sy_lower_kernels(const sy_unit *u, LLVMModuleRef m) {
  bool changed = false;
  for (size_t i = 0; i < u->kernels.n; i++)
    changed |= lower_kernel(m, &u->kernels.data[i]);
  // clang's record of annotations keeps inlined functions alive and would end up in the SPIR-V.
  LLVMValueRef notes = LLVMGetNamedGlobal(m, "llvm.global.annotations");
  if (notes) {
    LLVMDeleteGlobal(notes);
    changed = true;
  }
  return changed;
}
