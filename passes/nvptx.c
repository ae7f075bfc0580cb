// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of NVIDIA's GPUs.
//
//   define ptx_kernel void @K(ptr byval(%closure) %c, ptr addrspace(1) %acc, ptr addrspace(3) %local)
// becomes
//   @__sycc_dynamic_shared = external addrspace(3) global [0 x i8]
//   define ptx_kernel void @K(ptr byval(%closure) %c, ptr addrspace(1) %acc, i64 %local, ptr byval([7 x i64]) %range) {
//     if the groups do not fill the range and this work-item is outside of it, return
//     %l = getelementptr i8, ptr addrspace(3) @__sycc_dynamic_shared, i64 %local
//     body, with %l for %local and %range for what asks for the global size and offset }
//
// Local memory: a launch has one piece of it, whose size the host says; pointers into it can't be passed, so each
// local accessor gets the offset of its part.
//
// Range: the hardware knows groups and their size alone. The last parameter holds the global size and the offset of
// the launch, x first, and whether the groups fill the range. A range need not be a multiple of the group, which the
// runtime may choose: work-items that are too many do nothing. Most launches are filled, and reading nine registers to
// see that would take as long as a small kernel: hence the word. A variable in constant memory instead would be shared by launches that run at the same
// time; work-item functions are inlined into the kernel because only there the parameter is.
#include "passes/nvptx.h"

#include "base/mem.h"
#include "passes/function_facts.h"
#include "passes/ptx_stores.h"
#include "passes/shim/shim.h"
#include "passes/undefined.h"
#include "passes/work_items.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

enum { DIMS = 3, SPACE_SHARED = 3, SHARED_ALIGN = 128 };
enum { WORD_SIZE = 0, WORD_OFFSET = DIMS, WORD_FILLED = 2 * DIMS, WORDS }; // of the last parameter

typedef SY_VEC(LLVMValueRef) values;

// ---- the form of a kernel -------------------------------------------------------------------------

typedef struct kernel {
  LLVMModuleRef m;
  LLVMContextRef c;
  LLVMBuilderRef b;
  LLVMTypeRef i64;
  LLVMValueRef old, new, range;
  LLVMBasicBlockRef entry; // the old one's
} kernel;

static unsigned attr_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

static bool is_local(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == SPACE_SHARED;
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at) {
  unsigned n = LLVMGetAttributeCountAtIndex(from, at);
  LLVMAttributeRef *attrs = sy_alloc((n + 1) * sizeof *attrs);
  LLVMGetAttributesAtIndex(from, at, attrs);
  for (unsigned i = 0; i < n; i++)
    LLVMAddAttributeAtIndex(to, at, attrs[i]);
  free(attrs);
}

static void declare_kernel(kernel *k) {
  unsigned n = LLVMCountParams(k->old);
  LLVMTypeRef *types = sy_alloc((n + 1) * sizeof *types);
  for (unsigned i = 0; i < n; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(k->old, i));
    types[i] = is_local(type) ? k->i64 : type;
  }
  types[n] = LLVMPointerTypeInContext(k->c, 0);
  k->new = LLVMAddFunction(k->m, "", LLVMFunctionType(LLVMVoidTypeInContext(k->c), types, n + 1, 0));
  free(types);
  LLVMSetFunctionCallConv(k->new, SY_CC_PTX_KERNEL);
  copy_attributes(k->old, k->new, LLVMAttributeFunctionIndex);
  for (unsigned i = 0; i < n; i++) {
    copy_attributes(k->old, k->new, i + 1);
    if (is_local(LLVMTypeOf(LLVMGetParam(k->old, i))))
      sy_llvm_drop_misfit_attributes(k->new);
  }
  LLVMTypeRef words = LLVMArrayType2(k->i64, WORDS);
  LLVMAddAttributeAtIndex(k->new, n + 1, LLVMCreateTypeAttribute(k->c, attr_kind("byval"), words));
  LLVMAddAttributeAtIndex(k->new, n + 1, LLVMCreateEnumAttribute(k->c, attr_kind("align"), 8));
  k->range = LLVMGetParam(k->new, n);
}

static void move_body(kernel *k) {
  k->entry = LLVMGetEntryBasicBlock(k->old);
  for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(k->old));) {
    LLVMRemoveBasicBlockFromParent(block);
    LLVMAppendExistingBasicBlock(k->new, block);
  }
  size_t n;
  LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(k->old, &n);
  for (unsigned i = 0; i < n; i++)
    LLVMGlobalSetMetadata(k->new, LLVMValueMetadataEntriesGetKind(md, i), LLVMValueMetadataEntriesGetMetadata(md, i));
  LLVMDisposeValueMetadataEntries(md);
  LLVMSetSubprogram(k->old, NULL);
}

static LLVMValueRef dynamic_shared(kernel *k) {
  static const char name[] = "__sycc_dynamic_shared";
  LLVMValueRef g = LLVMGetNamedGlobal(k->m, name);
  if (!g) {
    g = LLVMAddGlobalInAddressSpace(k->m, LLVMArrayType2(LLVMInt8TypeInContext(k->c), 0), name, SPACE_SHARED);
    LLVMSetAlignment(g, SHARED_ALIGN);
  }
  return g;
}

// The offset is a multiple of the alignment, which loads and stores of vectors need to know: hence the and.
static LLVMValueRef local_part(kernel *k, LLVMValueRef offset) {
  LLVMValueRef aligned = LLVMBuildAnd(k->b, offset, LLVMConstInt(k->i64, -(uint64_t)SHARED_ALIGN, 0), "");
  return LLVMBuildGEP2(k->b, LLVMInt8TypeInContext(k->c), dynamic_shared(k), &aligned, 1, "local");
}

// At the head of the body.
static void replace_params(kernel *k) {
  for (unsigned i = 0; i < LLVMCountParams(k->old); i++) {
    LLVMValueRef from = LLVMGetParam(k->old, i), to = LLVMGetParam(k->new, i);
    if (is_local(LLVMTypeOf(from)))
      to = local_part(k, to);
    LLVMReplaceAllUsesWith(from, to);
  }
}

// ---- the range ------------------------------------------------------------------------------------

static LLVMValueRef special_register(kernel *k, const char *name, unsigned dim) {
  char text[60];
  snprintf(text, sizeof text, "llvm.nvvm.read.ptx.sreg.%s.%c", name, "xyz"[dim]);
  unsigned id = LLVMLookupIntrinsicID(text, strlen(text));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(k->m, id, NULL, 0);
  return LLVMBuildZExt(k->b, LLVMBuildCall2(k->b, LLVMGlobalGetValueType(f), f, NULL, 0, ""), k->i64, "");
}

// A word of the last parameter.
static LLVMValueRef range_word(kernel *k, LLVMValueRef index) {
  return LLVMBuildLoad2(k->b, k->i64, LLVMBuildInBoundsGEP2(k->b, k->i64, k->range, &index, 1, ""), "");
}

static LLVMValueRef is_outside(kernel *k, unsigned dim) {
  LLVMValueRef group = special_register(k, "ctaid", dim), size = special_register(k, "ntid", dim);
  LLVMValueRef id = LLVMBuildNUWAdd(k->b, LLVMBuildNUWMul(k->b, group, size, ""), special_register(k, "tid", dim), "");
  return LLVMBuildICmp(k->b, LLVMIntUGE, id, range_word(k, LLVMConstInt(k->i64, WORD_SIZE + dim, 0)), "");
}

// Private variables stay in the first block, or they would be allocated each time the code comes by.
static void move_variables(kernel *k, LLVMBasicBlockRef to) {
  LLVMPositionBuilderAtEnd(k->b, to);
  for (LLVMValueRef i = LLVMGetFirstInstruction(k->entry), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsAAllocaInst(i) || !LLVMIsConstant(LLVMGetOperand(i, 0)))
      continue;
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(k->b, i);
  }
}

static void guard(kernel *k) {
  LLVMBasicBlockRef look = LLVMInsertBasicBlockInContext(k->c, k->entry, "look");
  LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(k->c, look, "guard");
  LLVMBasicBlockRef none = LLVMAppendBasicBlockInContext(k->c, k->new, "none");
  LLVMPositionBuilderAtEnd(k->b, none);
  LLVMBuildRetVoid(k->b);
  move_variables(k, first);
  LLVMValueRef filled = range_word(k, LLVMConstInt(k->i64, WORD_FILLED, 0));
  LLVMBuildCondBr(k->b, LLVMBuildICmp(k->b, LLVMIntNE, filled, LLVMConstInt(k->i64, 0, 0), ""), k->entry, look);
  LLVMPositionBuilderAtEnd(k->b, look);
  LLVMValueRef outside = is_outside(k, 0);
  for (unsigned d = 1; d < DIMS; d++)
    outside = LLVMBuildOr(k->b, outside, is_outside(k, d), "");
  LLVMBuildCondBr(k->b, outside, none, k->entry);
}

// The calls of `builtin` in the kernel become words of the range, from `first` on.
static void replace_calls(kernel *k, LLVMValueRef builtin, unsigned first) {
  for (LLVMUseRef u = builtin ? LLVMGetFirstUse(builtin) : NULL, next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (sy_caller_of(u) != k->new || !LLVMIsACallInst(call))
      continue;
    LLVMPositionBuilderBefore(k->b, call);
    LLVMValueRef dim = LLVMBuildZExt(k->b, LLVMGetArgOperand(call, 0), k->i64, "");
    LLVMReplaceAllUsesWith(call, range_word(k, LLVMBuildAdd(k->b, dim, LLVMConstInt(k->i64, first, 0), "")));
    LLVMInstructionEraseFromParent(call);
  }
}

// ---- launch bounds --------------------------------------------------------------------------------

// A required size of the work-group: SYCL's order becomes x first.
static void set_bounds(LLVMValueRef f, sy_diag *d) {
  sy_arena a = {0};
  sy_numbers size = sy_function_facts_read(f, &a, d).work_group;
  uint32_t xyz[DIMS] = {1, 1, 1};
  for (unsigned i = 0; i < size.n && i < DIMS; i++)
    xyz[i] = size.v[size.n - 1 - i];
  if (size.n)
    sy_set_function_attribute(f, "nvvm.reqntid", sy_arena_printf(&a, "%u,%u,%u", xyz[0], xyz[1], xyz[2]));
  sy_arena_free(&a);
}

// ---- denormal numbers -----------------------------------------------------------------------------

// -ffast-math flushes them, as nvcc does with --use_fast_math: square roots and the like are one instruction then. Functions that
// do not flush are not inlined into those that do, and fast ones are not fast any more after others were inlined into
// them: so who flushes is noted first, and told to LLVM's code generator last.
#define FLUSHES "sycc-flushes-denormals"

static bool get_flag(LLVMValueRef f, const char *name) {
  return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
}

static void note_flushes(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && get_flag(f, "no-nans-fp-math") && get_flag(f, "no-infs-fp-math"))
      sy_set_function_attribute(f, FLUSHES, "true");
}

// llvm.nvvm.rsqrt.approx.ftz.f for llvm.nvvm.rsqrt.approx.f; null: f is no such instruction.
static LLVMValueRef flushing_form(LLVMModuleRef m, LLVMValueRef f) {
  size_t n;
  const char *name = LLVMGetValueName2(f, &n);
  char flushing[64];
  if (!sy_starts(name, "llvm.nvvm.") || !sy_ends(name, ".f") || n + 5 > sizeof flushing)
    return NULL;
  snprintf(flushing, sizeof flushing, "%.*s.ftz.f", (int)n - 2, name);
  unsigned id = LLVMLookupIntrinsicID(flushing, strlen(flushing));
  bool known = id && !LLVMIntrinsicIsOverloaded(id) && !strcmp(LLVMIntrinsicGetName(id, &n), flushing);
  LLVMValueRef form = known ? LLVMGetIntrinsicDeclaration(m, id, NULL, 0) : NULL;
  return form && LLVMGlobalGetValueType(form) == LLVMGlobalGetValueType(f) ? form : NULL;
}

static void flush_instructions(LLVMModuleRef m, LLVMValueRef f) {
  LLVMValueRef form = LLVMIsDeclaration(f) ? flushing_form(m, f) : NULL;
  for (LLVMUseRef u = form ? LLVMGetFirstUse(f) : NULL, next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u), caller = sy_caller_of(u);
    if (caller && get_flag(caller, FLUSHES))
      LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, form);
  }
}

static void flush_denormals(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    flush_instructions(m, f);
    if (get_flag(f, FLUSHES))
      sy_set_function_attribute(f, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
  }
}

// ---- the module -----------------------------------------------------------------------------------

static void lower_kernel(LLVMModuleRef m, LLVMValueRef f, sy_diag *d) {
  size_t n;
  char *name = sy_strdup(LLVMGetValueName2(f, &n));
  kernel k = {.m = m, .c = LLVMGetModuleContext(m), .old = f};
  k.b = LLVMCreateBuilderInContext(k.c);
  k.i64 = LLVMInt64TypeInContext(k.c);
  declare_kernel(&k);
  move_body(&k);
  LLVMPositionBuilderBefore(k.b, LLVMGetFirstInstruction(k.entry));
  replace_params(&k);
  guard(&k);
  replace_calls(&k, sy_work_item_function(m, "GlobalSize"), WORD_SIZE);
  replace_calls(&k, sy_work_item_function(m, "GlobalOffset"), WORD_OFFSET);
  set_bounds(k.new, d);
  LLVMReplaceAllUsesWith(k.old, k.new);
  LLVMDeleteFunction(k.old);
  LLVMSetValueName2(k.new, name, n);
  LLVMDisposeBuilder(k.b);
  free(name);
}

static bool inline_range(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  static const char *const names[] = {"GlobalSize", "GlobalOffset"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef f = sy_work_item_function(m, names[i]);
    if (f)
      sy_inline_users(&f, 1);
  }
  return sy_module_run(m, tm, "always-inline,globaldce", d);
}

static bool known(const char *name) {
  static const char *const names[] = {"__assertfail", "vprintf", "malloc", "free", "__nvvm_reflect"}; // the driver's
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

bool sy_nvptx_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  values kernels = {0};
  sy_module_internalize(m, false);
  sy_module_forget_machines(m);
  note_flushes(m);
  bool ok = inline_range(m, tm, d);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      sy_vec_push(&kernels, f);
  for (size_t i = 0; ok && i < kernels.n; i++)
    lower_kernel(m, kernels.data[i], d);
  sy_vec_free(&kernels);
  return ok && sy_check_builtins(m, "NVIDIA's GPUs", d) && sy_check_defined(m, known, d);
}

// ---- code -----------------------------------------------------------------------------------------

bool sy_nvptx_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  flush_denormals(m);
  return sy_module_emit_assembly(m, tm, path, d) && sy_ptx_mend_stores(path, d);
}
