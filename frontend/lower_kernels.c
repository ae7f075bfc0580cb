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
//     %copy = alloca %closure; memcpy
//     store %acc0 into its place in %copy; likewise every other object that has a parameter of its own
//     body, with %copy for %c }
//
// and with a closure above the parameter limit the first parameter is ptr addrspace(1) instead. -O2
// folds the copy away. weak_odr, because a kernel in a header exists in every file that includes it.
//
// For AMD's GPUs clang's kernel takes a reference into the constant memory that arguments are in, or the one
// member of a small closure, and copies it itself: the stores go behind that copy.
#include "frontend/unit.h"

#include "base/count.h"
#include "devices/families.h"
#include "passes/analysis/function_facts.h"
#include "passes/common/module.h"
#include "passes/shim/shim.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { AS_GLOBAL = 1, AS_LOCAL = 3 }; // everywhere

typedef struct kernel_lowering {
  LLVMModuleRef m;
  LLVMContextRef c;
  const sy_unit_kernel *k;
  LLVMValueRef old, new;
  const sy_family *on;
  LLVMTypeRef closure; // its IR type; null where the first parameter is its one member
} kernel_lowering;

static unsigned attr_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool closure_in_buffer(const sy_unit_kernel *k) {
  return k->params.data[0].info.kind == SYCC_PARAM_CLOSURE_BUFFER;
}

static bool by_value(const sy_param *p) {
  return p->info.kind == SYCC_PARAM_CLOSURE || p->info.kind == SYCC_PARAM_VALUE;
}

static LLVMTypeRef param_type(const kernel_lowering *l, unsigned i) {
  const sy_param *p = &l->k->params.data[i];
  unsigned space = by_value(p) ? l->on->value_space : p->info.kind == SYCC_PARAM_LOCAL ? AS_LOCAL : AS_GLOBAL;
  if (!i && !l->closure)
    return LLVMTypeOf(LLVMGetParam(l->old, 0));
  return LLVMPointerTypeInContext(l->c, space);
}

// Returns a type of bytes with the alignment of the object that they are. They are in a structure, because
// Intel's OpenCL takes a kernel's parameter that is an array for a pointer.
static LLVMTypeRef value_type(LLVMContextRef c, const sy_param *p) {
  LLVMTypeRef bytes = LLVMArrayType2(LLVMIntTypeInContext(c, p->align * 8), p->info.size / p->align);
  return LLVMStructTypeInContext(c, &bytes, 1, 0);
}

static void describe_param(kernel_lowering *l, LLVMValueRef f, unsigned i) {
  const sy_param *p = &l->k->params.data[i];
  if (!i && !l->closure) {
    // A number or a pointer needs no description.
  } else if (by_value(p)) {
    LLVMTypeRef type = i ? value_type(l->c, p) : l->closure;
    unsigned align = i ? p->align : l->k->closure_align;
    LLVMAddAttributeAtIndex(f, i + 1, LLVMCreateTypeAttribute(l->c, attr_kind(l->on->by_value), type));
    LLVMAddAttributeAtIndex(f, i + 1, LLVMCreateEnumAttribute(l->c, attr_kind("align"), align));
  } else if (l->k->restrict_args && i)
    LLVMAddAttributeAtIndex(f, i + 1, LLVMCreateEnumAttribute(l->c, attr_kind("noalias"), 0));
  for (size_t j = 0; j < p->properties.n; j++) {
    const char *name = p->properties.data[j].name, *value = p->properties.data[j].value;
    LLVMAddAttributeAtIndex(
        f, i + 1,
        LLVMCreateStringAttribute(l->c, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
  }
}

static LLVMValueRef declare_kernel(kernel_lowering *l) {
  size_t n = l->k->params.n;
  LLVMTypeRef *types = sy_alloc(n * sizeof *types);
  for (unsigned i = 0; i < n; i++)
    types[i] = param_type(l, i);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->c), types, (unsigned)n, 0);
  free(types);
  LLVMValueRef f = LLVMAddFunction(l->m, "", type);
  LLVMSetFunctionCallConv(f, LLVMGetFunctionCallConv(l->old));
  LLVMSetLinkage(f, LLVMWeakODRLinkage);
  for (unsigned i = 0; i < n; i++)
    describe_param(l, f, i);
  return f;
}

// Moves the attributes and metadata of the function, debug information included.
static void move_description(kernel_lowering *l) {
  unsigned n = LLVMGetAttributeCountAtIndex(l->old, LLVMAttributeFunctionIndex);
  LLVMAttributeRef *attrs = sy_alloc((n + 1) * sizeof *attrs);
  LLVMGetAttributesAtIndex(l->old, LLVMAttributeFunctionIndex, attrs);
  for (unsigned i = 0; i < n; i++)
    LLVMAddAttributeAtIndex(l->new, LLVMAttributeFunctionIndex, attrs[i]);
  free(attrs);

  size_t count;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(l->old, &count);
  for (unsigned i = 0; i < count; i++)
    LLVMGlobalSetMetadata(l->new, LLVMValueMetadataEntriesGetKind(md, i),
                          LLVMValueMetadataEntriesGetMetadata(md, i));
  LLVMDisposeValueMetadataEntries(md);
  LLVMSetSubprogram(l->old, NULL);
}

// Puts a parameter into its place in the closure.
static void store_param(kernel_lowering *l, LLVMBuilderRef b, LLVMValueRef copy, unsigned index) {
  const sy_param *p = &l->k->params.data[index];
  LLVMTypeRef i8 = LLVMInt8TypeInContext(l->c), i64 = LLVMInt64TypeInContext(l->c);
  LLVMValueRef offset = LLVMConstInt(i64, p->info.offset, 0), param = LLVMGetParam(l->new, index);
  LLVMValueRef slot = LLVMBuildInBoundsGEP2(b, i8, copy, &offset, 1, "slot");
  if (by_value(p))
    LLVMBuildMemCpy(b, slot, p->align, param, p->align, LLVMConstInt(i64, p->info.size, 0));
  else
    LLVMBuildStore(
        b, LLVMBuildAddrSpaceCast(b, param, LLVMPointerTypeInContext(l->c, l->on->generic_space), ""), slot);
}

static void store_params(kernel_lowering *l, LLVMBuilderRef b, LLVMValueRef copy) {
  for (unsigned i = 1; i < l->k->params.n; i++)
    store_param(l, b, copy, i);
}

// Returns the instruction that copies the closure out of v, and in *to where it copies to. Returns null when
// the closure is not read.
static LLVMValueRef find_copy(LLVMValueRef v, LLVMValueRef *to) {
  LLVMValueRef found = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u && !found; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsACastInst(user)) {
      found = find_copy(user, to);
    } else if (LLVMIsAStoreInst(user) || LLVMIsAMemCpyInst(user)) {
      *to = LLVMGetOperand(user, LLVMIsAStoreInst(user) ? 1 : 0);
      found = user;
    }
  }
  return found;
}

// clang's kernel copies its closure: the pointers go into that copy.
static void complete_copy(kernel_lowering *l) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(l->c);
  LLVMValueRef from = LLVMGetParam(l->old, 0), param = LLVMGetParam(l->new, 0), to;
  LLVMValueRef copying = find_copy(from, &to);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->old)));
  if (LLVMTypeOf(param) !=
      LLVMTypeOf(from)) // in a buffer: global memory, which is as good as constant memory
    param = LLVMBuildAddrSpaceCast(b, param, LLVMTypeOf(from), "");
  LLVMReplaceAllUsesWith(from, param);
  if (copying) {
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(copying));
    store_params(l, b, to);
  }
  LLVMDisposeBuilder(b);
}

// Puts a private copy of the closure at the head of the body, with the accessors' pointers in place. The body
// works on the copy.
static void add_prologue(kernel_lowering *l) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(l->c);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->old)));
  unsigned align = l->k->closure_align;
  LLVMValueRef copy = LLVMBuildAlloca(b, l->closure, "closure");
  LLVMSetAlignment(copy, align);
  LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(l->c), l->k->closure_size, 0);
  LLVMBuildMemCpy(b, copy, align, LLVMGetParam(l->new, 0), align, size);
  store_params(l, b, copy);
  LLVMReplaceAllUsesWith(LLVMGetParam(l->old, 0), copy);
  LLVMDisposeBuilder(b);
}

static void move_body(kernel_lowering *l) {
  for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(l->old));) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(l->new, block);
  }
}

// A kernel whose closure goes by value and holds no accessor is right as clang made it.
static bool is_final(const sy_unit_kernel *k) {
  return k->params.n == 1 && !closure_in_buffer(k);
}

static const sy_family *machine_of(LLVMModuleRef m) {
  const sy_family *f = sy_family_of_triple(LLVMGetTarget(m));
  return f ? f : &sy_family_spir64;
}

// The sizes that the user asked for are those of other groups than the code's. What the device must support
// stays as '!sycc_reqd_work_group_size'.
static void forget_group_sizes(LLVMValueRef f) {
  static const char *const kinds[] = {"reqd_work_group_size", "work_group_size_hint"};
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  for (size_t i = 0; i < SY_COUNT(kinds); i++)
    LLVMGlobalEraseMetadata(f, LLVMGetMDKindIDInContext(c, kinds[i], (unsigned)strlen(kinds[i])));
  sy_set_function_attribute(f, SY_OWN_GROUPS, "");
}

static void lower_kernel(LLVMModuleRef m, const sy_unit_kernel *k) {
  LLVMValueRef f = LLVMGetNamedFunction(m, k->stable_name);
  if (!f || LLVMIsDeclaration(f))
    return;
  if (k->own_groups)
    forget_group_sizes(f);
  LLVMSetValueName2(f, k->symbol, strlen(k->symbol));
  LLVMSetLinkage(f, LLVMWeakODRLinkage);
  const sy_family *on = machine_of(m);
  LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(f, 1, attr_kind(on->by_value));
  if (is_final(k) || !(by_value || on->clang_copies))
    return;
  kernel_lowering l = {.m = m, .c = LLVMGetModuleContext(m), .k = k, .old = f, .on = on};
  l.closure = by_value ? LLVMGetTypeAttributeValue(by_value) : NULL;
  l.new = declare_kernel(&l);
  move_description(&l);
  if (on->clang_copies)
    complete_copy(&l);
  else
    add_prologue(&l);
  move_body(&l);
  LLVMReplaceAllUsesWith(l.old, l.new);
  LLVMDeleteFunction(l.old);
  LLVMSetValueName2(l.new, k->symbol, strlen(k->symbol));
}

void sy_lower_kernels(const sy_unit *u, LLVMModuleRef m) {
  for (size_t i = 0; i < u->kernels.n; i++)
    lower_kernel(m, &u->kernels.data[i]);
}
