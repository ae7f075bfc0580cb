// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of NVIDIA's GPUs.
//
//   define ptx_kernel void @K(ptr byval(%closure) %c, ptr addrspace(1) %acc, ptr addrspace(3) %local)
// becomes
//   @__sycc_dynamic_shared = external addrspace(3) global [0 x i8]
//   define ptx_kernel void @K(ptr byval(%closure) %c, ptr addrspace(1) %acc, i64 %local,
//                             ptr byval([7 x i64]) %range) {
//     if the groups do not fill the range and this work-item is outside of it, return
//     %l = getelementptr i8, ptr addrspace(3) @__sycc_dynamic_shared, i64 %local
//     body, with %l for %local and %range for what asks for the global size and offset }
//
// Local memory: a launch has one piece of it, whose size the host says; pointers into it can't be passed, so
// each local accessor gets the offset of its part.
//
// Range: the hardware knows groups and their size alone. The last parameter holds the global size and the
// offset of the launch, x first, and whether the groups fill the range. A range need not be a multiple of the
// group, which the runtime may choose: work-items that are too many do nothing. Most launches are filled, and
// reading nine registers to see that would take as long as a small kernel: hence the word. A variable in
// constant memory instead would be shared by launches that run at the same time; work-item functions are
// inlined into the kernel because only there the parameter is.
//
// Functions of other libraries have no such parameter: global size and offset travel behind their own. As
// values, since the address of a kernel's parameter would mean a copy of it in local memory.
//   int f(int x);  ... f(1)   ->  declare i32 @f(i32, i64, i64, i64, i64, i64, i64)
//   int f(int x) { body }     ->  define weak i32 @f(i32 %x, i64 %size0, ... i64 %offset2) { body }
#include "passes/gpu/nvptx.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/analysis/function_facts.h"
#include "passes/analysis/undefined.h"
#include "passes/common/far_calls.h"
#include "passes/common/pass_list.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/gpu/nvptx_atomics.h"
#include "passes/gpu/ptx_stores.h"
#include "passes/shim/shim.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

enum { DIMS = 3, SPACE_SHARED = 3, SHARED_ALIGN = 128 };
enum { WORD_SIZE = 0, WORD_OFFSET = DIMS, WORD_FILLED = 2 * DIMS, WORDS }; // of the last parameter

// A function of another library, as the program calls it and with all its parameters.
typedef struct import {
  LLVMValueRef near, far;
} import;
typedef SY_VEC(import) imports;

// ---- the form of a kernel -------------------------------------------------------------------------

typedef struct kernel {
  LLVMModuleRef m;
  LLVMContextRef c;
  LLVMBuilderRef b;
  LLVMTypeRef i64;
  LLVMValueRef old, new, range;
  LLVMBasicBlockRef entry; // the old one's
} kernel;

static unsigned attr_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

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
    LLVMGlobalSetMetadata(k->new, LLVMValueMetadataEntriesGetKind(md, i),
                          LLVMValueMetadataEntriesGetMetadata(md, i));
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
  LLVMValueRef id =
      LLVMBuildNUWAdd(k->b, LLVMBuildNUWMul(k->b, group, size, ""), special_register(k, "tid", dim), "");
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
  LLVMBuildCondBr(k->b, LLVMBuildICmp(k->b, LLVMIntNE, filled, LLVMConstInt(k->i64, 0, 0), ""), k->entry,
                  look);
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
  sy_numbers size = sy_function_facts_read(f, &a, d).code_group;
  uint32_t xyz[DIMS] = {1, 1, 1};
  for (unsigned i = 0; i < size.n && i < DIMS; i++)
    xyz[i] = size.v[size.n - 1 - i];
  if (size.n)
    sy_set_function_attribute(f, "nvvm.reqntid", sy_arena_printf(&a, "%u,%u,%u", xyz[0], xyz[1], xyz[2]));
  sy_arena_free(&a);
}

// ---- denormal numbers -----------------------------------------------------------------------------

// -ffast-math flushes them, as nvcc does with --use_fast_math: square roots and the like are one instruction
// then. Functions that do not flush are not inlined into those that do, and fast ones are not fast any more
// after others were inlined into them: so which functions flush is noted first, and told to LLVM's code
// generator last.
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

// ---- functions of other libraries -----------------------------------------------------------------

static bool known(const char *name) {
  static const char *const names[] = {"__assertfail", "vprintf", "malloc", "free",
                                      "__nvvm_reflect"}; // the driver's
  for (size_t i = 0; i < SY_COUNT(names); i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

static bool is_import(LLVMValueRef f) {
  size_t n;
  const char *name = LLVMGetValueName2(f, &n);
  return sy_is_imported(f) && LLVMGetFirstUse(f) && !strstr(name, "__spirv_") && !known(name);
}

static sy_far_params range_params(LLVMModuleRef m) {
  return (sy_far_params){LLVMInt64TypeInContext(LLVMGetModuleContext(m)), WORD_FILLED};
}

static void set_name(LLVMValueRef f, const char *name) {
  LLVMSetValueName2(f, name, strlen(name));
}

// Weak: libraries that are linked for one kernel may export the same function.
static void make_exports(LLVMModuleRef m, sy_values *exports) {
  sy_values found = {0};
  sy_arena a = {0};
  size_t n;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_exported(f))
      sy_vec_push(&found, f);
  for (size_t i = 0; i < found.n; i++) {
    LLVMValueRef f = found.data[i];
    const char *name = sy_arena_strdup(&a, LLVMGetValueName2(f, &n));
    set_name(f, sy_arena_printf(&a, "%s.near", name));
    LLVMValueRef export = sy_far_export(m, f, name, range_params(m));
    LLVMSetLinkage(export, LLVMWeakAnyLinkage);
    if (get_flag(f, FLUSHES))
      sy_set_function_attribute(export, FLUSHES, "true");
    sy_vec_push(exports, export);
  }
  sy_vec_free(&found);
  sy_arena_free(&a);
}

// What is called may wait for other work-items.
static void declare_imports(LLVMModuleRef m, imports *all) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (is_import(f))
      sy_vec_push(all, ((import){.near = f}));
  LLVMAttributeRef convergent = LLVMCreateEnumAttribute(LLVMGetModuleContext(m), attr_kind("convergent"), 0);
  for (size_t i = 0; i < all->n; i++) {
    import *it = &all->data[i];
    it->far = sy_far_declare(m, it->near, "", range_params(m));
    LLVMAddAttributeAtIndex(it->far, LLVMAttributeFunctionIndex, convergent);
    sy_set_function_attribute(it->far, "sycl-external", "");
  }
}

static void call_import(kernel *k, const import *it) {
  for (LLVMUseRef u = LLVMGetFirstUse(it->near), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u), words[WORD_FILLED];
    if (sy_caller_of(u) != k->new || !LLVMIsACallInst(call) || LLVMGetCalledValue(call) != it->near)
      continue;
    LLVMPositionBuilderBefore(k->b, call);
    for (unsigned i = 0; i < WORD_FILLED; i++)
      words[i] = range_word(k, LLVMConstInt(k->i64, i, 0));
    sy_far_call(k->b, it->near, call, it->far, range_params(k->m), words);
  }
}

// What still calls the import as the program does has no range to give it.
static bool finish_import(const import *it, sy_diag *d) {
  sy_arena a = {0};
  size_t n;
  bool ok = !LLVMGetFirstUse(it->near);
  if (ok) {
    const char *name = sy_arena_strdup(&a, LLVMGetValueName2(it->near, &n));
    LLVMDeleteFunction(it->near);
    set_name(it->far, name);
  } else {
    char *name = sy_readable_name(it->near);
    sy_error(d, SY_NOWHERE,
             "on NVIDIA's GPUs '%s', which no device code of this link defines, can be called only where the "
             "caller is inlined into the kernel: not in a recursive function, nor through a pointer",
             name);
    free(name);
  }
  sy_arena_free(&a);
  return ok;
}

// ---- the module -----------------------------------------------------------------------------------

// What asks for the range finds it in k's.
static void use_range(kernel *k, const imports *all) {
  replace_calls(k, sy_work_item_function(k->m, "GlobalSize"), WORD_SIZE);
  replace_calls(k, sy_work_item_function(k->m, "GlobalOffset"), WORD_OFFSET);
  for (size_t i = 0; i < all->n; i++)
    call_import(k, &all->data[i]);
}

static kernel start_kernel(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  return (kernel){.m = m, .c = c, .b = LLVMCreateBuilderInContext(c), .i64 = LLVMInt64TypeInContext(c)};
}

// Its range is made of its last parameters.
static void lower_export(LLVMModuleRef m, LLVMValueRef f, const imports *all) {
  kernel k = start_kernel(m);
  k.new = f;
  LLVMPositionBuilderBefore(k.b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
  k.range = LLVMBuildAlloca(k.b, LLVMArrayType2(k.i64, WORDS), "range");
  for (unsigned i = 0; i < WORD_FILLED; i++) {
    LLVMValueRef at = LLVMConstInt(k.i64, i, 0), word = LLVMGetParam(f, LLVMCountParams(f) - WORD_FILLED + i);
    LLVMBuildStore(k.b, word, LLVMBuildInBoundsGEP2(k.b, k.i64, k.range, &at, 1, ""));
  }
  use_range(&k, all);
  LLVMDisposeBuilder(k.b);
}

static LLVMValueRef lower_kernel(LLVMModuleRef m, LLVMValueRef f, const imports *all, sy_diag *d) {
  size_t n;
  char *name = sy_strdup(LLVMGetValueName2(f, &n));
  kernel k = start_kernel(m);
  k.old = f;
  declare_kernel(&k);
  move_body(&k);
  LLVMPositionBuilderBefore(k.b, LLVMGetFirstInstruction(k.entry));
  replace_params(&k);
  guard(&k);
  use_range(&k, all);
  set_bounds(k.new, d);
  LLVMReplaceAllUsesWith(k.old, k.new);
  LLVMDeleteFunction(k.old);
  LLVMSetValueName2(k.new, name, n);
  LLVMDisposeBuilder(k.b);
  free(name);
  return k.new;
}

// What the passes of the list below share.
typedef struct nvptx_lowering {
  bool keep_exports;
  sy_values kernels, exports;
  imports imports;
} nvptx_lowering;

static bool hide_functions(const sy_pass_job *job) {
  sy_module_internalize(job->m, ((const nvptx_lowering *)job->state)->keep_exports);
  return true;
}

static bool extend_exports(const sy_pass_job *job) {
  make_exports(job->m, &((nvptx_lowering *)job->state)->exports);
  return true;
}

static void mark_range(LLVMModuleRef m) {
  static const char *const names[] = {"GlobalSize", "GlobalOffset"};
  for (size_t i = 0; i < SY_COUNT(names); i++) {
    LLVMValueRef f = sy_work_item_function(m, names[i]);
    if (f)
      sy_inline_users(&f, 1);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (is_import(f))
      sy_inline_users(&f, 1);
}

static bool extend_imports(const sy_pass_job *job) {
  declare_imports(job->m, &((nvptx_lowering *)job->state)->imports);
  return true;
}

static bool lower_kernels(const sy_pass_job *job) {
  nvptx_lowering *l = job->state;
  sy_values kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(job->m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      sy_vec_push(&kernels, f);
  for (size_t i = 0; i < kernels.n; i++)
    sy_vec_push(&l->kernels, lower_kernel(job->m, kernels.data[i], &l->imports, job->d));
  sy_vec_free(&kernels);
  return true;
}

static bool is_linked(const void *state) {
  const nvptx_lowering *l = state;
  return l->exports.n || l->imports.n;
}

// Libraries that are linked may have the same kernel, or the same variable.
static bool weaken(const sy_pass_job *job) {
  const nvptx_lowering *l = job->state;
  for (size_t i = 0; i < l->kernels.n; i++)
    LLVMSetLinkage(l->kernels.data[i], LLVMWeakAnyLinkage);
  for (LLVMValueRef g = LLVMGetFirstGlobal(job->m); g; g = LLVMGetNextGlobal(g))
    if (sy_is_device_global(g))
      LLVMSetLinkage(g, LLVMWeakAnyLinkage);
  return true;
}

static bool lower_exports(const sy_pass_job *job) {
  const nvptx_lowering *l = job->state;
  for (size_t i = 0; i < l->exports.n; i++)
    lower_export(job->m, l->exports.data[i], &l->imports);
  return true;
}

static bool finish_imports(const sy_pass_job *job) {
  const nvptx_lowering *l = job->state;
  bool ok = true;
  for (size_t i = 0; ok && i < l->imports.n; i++)
    ok = finish_import(&l->imports.data[i], job->d);
  return ok;
}

static bool check_built_ins(LLVMModuleRef m, sy_diag *d) {
  return sy_check_builtins(m, "NVIDIA's GPUs", d);
}
static bool check_functions(LLVMModuleRef m, sy_diag *d) {
  return sy_check_defined(m, known, d);
}

static const sy_pass passes[] = {
    {"linkage", .with_state = hide_functions},
    {"attributes of other machines", .change = sy_module_forget_machines},
    {"functions that flush denormal numbers", .change = note_flushes},
    {"exported functions", .with_state = extend_exports},
    {"what asks for the range", .change = mark_range},
    {"inlining into kernels", .llvm = "always-inline,globaldce"},
    {"imported functions", .with_state = extend_imports},
    {"kernels", .with_state = lower_kernels},
    {"linkage of kernels and variables", .with_state = weaken, .when = is_linked},
    {"range of exported functions", .with_state = lower_exports},
    {"calls of imported functions", .with_state = finish_imports},
    {"built-ins left over", .lower = check_built_ins},
    {"undefined functions", .lower = check_functions},
};

bool sy_nvptx_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, bool exports, sy_diag *d) {
  nvptx_lowering l = {.keep_exports = exports};
  bool ok = sy_passes_run(passes, SY_COUNT(passes), &(sy_pass_job){m, tm, &l, d});
  sy_vec_free(&l.kernels);
  sy_vec_free(&l.exports);
  sy_vec_free(&l.imports);
  return ok;
}

// ---- code -----------------------------------------------------------------------------------------

bool sy_nvptx_emit(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *path, sy_diag *d) {
  flush_denormals(m);
  sy_nvptx_lower_atomics(m);
  return sy_module_emit_assembly(m, tm, path, d) && sy_ptx_mend_stores(path, d);
}
