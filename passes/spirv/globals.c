// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of class device_global in SPIR-V.
//
//   @counter = addrspace(1) global ...
//   define spir_kernel void @K(ptr byval(%closure) %c) { use @counter }
// becomes
//   define spir_kernel void @K(ptr byval(%closure) %c, ptr addrspace(1) %globals) {
//     %counter = load ptr addrspace(1), getelementptr %globals, its number
//     use %counter }
//
// A kernel that reaches any gets one parameter more: a table with the addresses of all of the image, in the
// order of their symbols. Before them stands the address of the record of failures (include/sycc/failure.h),
// which __sycc_failure_record() asks for. The runtime makes variables and table. Variables of a program would
// need OpenCL 2.0, and a way to them from the host that OpenCL does not have; and a driver may have one for
// each kernel, as PoCL.
//
// Functions that use variables are inlined, since only kernels have the table. One that other images may
// import is left out of this one.
#include "passes/spirv/globals.h"

#include "base/mem.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/shim/flow.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { SPACE_GLOBAL = 1 };

#define RECORD "__sycc_failure_record"

// ---- which there are --------------------------------------------------------------------------------------

static int by_name(const void *a, const void *b) {
  size_t n;
  return strcmp(LLVMGetValueName2(*(const LLVMValueRef *)a, &n),
                LLVMGetValueName2(*(const LLVMValueRef *)b, &n));
}

static sy_values spirv_globals_collect(LLVMModuleRef m) {
  sy_values all = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (sy_is_device_global(g))
      sy_vec_push(&all, g);
  if (all.n)
    qsort(all.data, all.n, sizeof *all.data, by_name);
  return all;
}

// So that all users are instructions.
static void expand(LLVMModuleRef m, const sy_values *all) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (size_t i = 0; i < all->n && !LLVMIsDeclaration(f); i++)
      sy_llvm_expand_constants(all->data[i], f);
}

static bool uses(LLVMValueRef f, const sy_values *all) {
  for (size_t i = 0; i < all->n; i++)
    for (LLVMUseRef u = LLVMGetFirstUse(all->data[i]); u; u = LLVMGetNextUse(u))
      if (sy_caller_of(u) == f)
        return true;
  return false;
}

// What is left of functions that used one: they are not called here.
static bool drop_functions(LLVMModuleRef m, const sy_values *all, sy_diag *d) {
  for (LLVMValueRef next, f = LLVMGetFirstFunction(m); f; f = next) {
    next = LLVMGetNextFunction(f);
    if (LLVMIsDeclaration(f) || sy_is_kernel(f) || !uses(f, all))
      continue;
    if (LLVMGetFirstUse(f)) {
      char *name = sy_readable_name(f);
      sy_error(d, SY_NOWHERE,
               "function '%s' uses a device_global and can't be inlined, as it has to be for SPIR-V", name);
      free(name);
      return false;
    }
    LLVMDeleteFunction(f);
  }
  return true;
}

// ---- kernels ----------------------------------------------------------------------------------------------

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at) {
  unsigned n = LLVMGetAttributeCountAtIndex(from, at);
  LLVMAttributeRef *attrs = sy_alloc((n + 1) * sizeof *attrs);
  LLVMGetAttributesAtIndex(from, at, attrs);
  for (unsigned i = 0; i < n; i++)
    LLVMAddAttributeAtIndex(to, at, attrs[i]);
  free(attrs);
}

static LLVMValueRef declare(LLVMModuleRef m, LLVMValueRef old) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  unsigned n = LLVMCountParams(old);
  LLVMTypeRef *types = sy_alloc((n + 1) * sizeof *types);
  LLVMGetParamTypes(LLVMGlobalGetValueType(old), types);
  types[n] = LLVMPointerTypeInContext(c, SPACE_GLOBAL);
  LLVMValueRef new = LLVMAddFunction(m, "", LLVMFunctionType(LLVMVoidTypeInContext(c), types, n + 1, 0));
  free(types);
  LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(old));
  LLVMSetLinkage(new, LLVMGetLinkage(old));
  copy_attributes(old, new, LLVMAttributeFunctionIndex);
  for (unsigned i = 0; i < n; i++)
    copy_attributes(old, new, i + 1);
  return new;
}

static void move_body(LLVMValueRef old, LLVMValueRef new) {
  for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(old));) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(new, block);
  }
  size_t n;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(old, &n);
  for (unsigned i = 0; i < n; i++)
    LLVMGlobalSetMetadata(new, LLVMValueMetadataEntriesGetKind(md, i),
                          LLVMValueMetadataEntriesGetMetadata(md, i));
  LLVMDisposeValueMetadataEntries(md);
  LLVMSetSubprogram(old, NULL);
  for (unsigned i = 0; i < LLVMCountParams(old); i++)
    LLVMReplaceAllUsesWith(LLVMGetParam(old, i), LLVMGetParam(new, i));
}

static LLVMValueRef add_param(LLVMModuleRef m, LLVMValueRef old) {
  size_t n;
  char *name = sy_strdup(LLVMGetValueName2(old, &n));
  LLVMValueRef new = declare(m, old);
  move_body(old, new);
  LLVMReplaceAllUsesWith(old, new);
  LLVMDeleteFunction(old);
  LLVMSetValueName2(new, name, n);
  free(name);
  return new;
}

static void replace_in(LLVMValueRef user, LLVMValueRef from, LLVMValueRef to) {
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
    if (LLVMGetOperand(user, i) == from)
      LLVMSetOperand(user, i, to);
}

// Behind the private variables of the kernel, which stay first.
static LLVMValueRef first_behind_variables(LLVMValueRef f) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
  while (LLVMIsAAllocaInst(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static void replace_variable(LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef variable, size_t number) {
  LLVMValueRef address = NULL;
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(c, SPACE_GLOBAL);
  for (LLVMUseRef next, u = LLVMGetFirstUse(variable); u; u = next) {
    next = LLVMGetNextUse(u);
    if (sy_caller_of(u) != f)
      continue;
    if (!address) {
      LLVMValueRef table = LLVMGetParam(f, LLVMCountParams(f) - 1),
                   index = LLVMConstInt(LLVMInt64TypeInContext(c), number, 0);
      LLVMPositionBuilderBefore(b, first_behind_variables(f));
      address = LLVMBuildLoad2(b, pointer, LLVMBuildInBoundsGEP2(b, pointer, table, &index, 1, ""), "");
    }
    replace_in(LLVMGetUser(u), variable, address);
    next = LLVMGetFirstUse(variable); // those of the user are gone, and one of them may have been the next
  }
}

// Calls of the function become what the table has in front of all variables.
static void replace_record(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMValueRef record = LLVMGetNamedFunction(m, RECORD);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(m), SPACE_GLOBAL);
  for (LLVMUseRef next, u = record ? LLVMGetFirstUse(record) : NULL; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (sy_caller_of(u) != f)
      continue;
    LLVMPositionBuilderBefore(b, call);
    bool kernel = sy_is_kernel(f);
    LLVMReplaceAllUsesWith(call, kernel
                                     ? LLVMBuildLoad2(b, pointer, LLVMGetParam(f, LLVMCountParams(f) - 1), "")
                                     : LLVMConstNull(pointer));
    LLVMInstructionEraseFromParent(call);
  }
}

static void lower_kernel(LLVMModuleRef m, LLVMValueRef kernel, const sy_values *all) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  LLVMValueRef f = add_param(m, kernel);
  for (size_t i = 0; i < all->n; i++)
    replace_variable(b, f, all->data[i], i + 1);
  replace_record(m, b, f);
  LLVMDisposeBuilder(b);
}

static bool calls_record(LLVMModuleRef m, LLVMValueRef f) {
  LLVMValueRef record = LLVMGetNamedFunction(m, RECORD);
  for (LLVMUseRef u = record ? LLVMGetFirstUse(record) : NULL; u; u = LLVMGetNextUse(u))
    if (sy_caller_of(u) == f)
      return true;
  return false;
}

// Functions for other images have no table: a failure there ends the work-item without a word.
static void forget_record(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!sy_is_kernel(f))
      replace_record(m, b, f);
  LLVMDisposeBuilder(b);
}

// ----------------------------------------------------------------------------------------------------

static void spirv_globals_lower(LLVMModuleRef m, sy_values *all) {
  sy_values kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f) && (uses(f, all) || calls_record(m, f)))
      sy_vec_push(&kernels, f);
  for (size_t i = 0; i < kernels.n; i++)
    lower_kernel(m, kernels.data[i], all);
  for (size_t i = 0; i < all->n; i++)
    if (!LLVMGetFirstUse(all->data[i]))
      LLVMDeleteGlobal(all->data[i]);
  sy_vec_free(&kernels);
}

bool sy_spirv_globals(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  sy_values all = spirv_globals_collect(m);
  bool ok = true;
  forget_record(m);
  if (all.n) {
    expand(m, &all);
    sy_inline_users(all.data, all.n);
    ok = sy_module_run(m, tm, "always-inline", d);
    if (ok)
      expand(m, &all);
    ok = ok && drop_functions(m, &all, d);
  }
  if (ok)
    spirv_globals_lower(m, &all);
  sy_vec_free(&all);
  return ok;
}
