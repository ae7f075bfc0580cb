// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native CPU device: spirv64 IR compiled for x86-64 with loops over work-items around each kernel.
//
//   void __sycc_cpu_K(void *const *args, const sycc_cpu_launch *launch, size_t first, size_t end) {
//     for (g = first; g < end; g++)            // group number -> group ids
//       for (z...) for (y...) for (x...)       // local ids; x innermost, which is what vectorises
//         K(args...);                          // inlined
//   }
//
// Work-item functions (__spirv_BuiltIn*) become the loop variables. That needs them inside the loops, so
// all functions that reach one are inlined first; the alternative, a hidden parameter through every call,
// costs registers in each function and keeps the vectoriser out. Address spaces of spirv64 are all below
// 256 and thus flat on x86-64: they stay as they are.
//
// A kernel with barriers has the loops over work-items inside, around each part of its code (work_group.c);
// the wrapper then calls it once for each group. One with sub-groups is split twice, into loops over lanes
// (lanes.c) and into loops over sub-groups; where rows of the group are a multiple of the sub-group long, a
// version for just that runs. So do kernels with loops that vectorise this way (lanes_at_loops.c).
#include "passes/cpu/native_cpu.h"

#include "base/count.h"
#include "base/mem.h"
#include "devices/devices.h"
#include "devices/native_symbol.h"
#include "passes/analysis/function_facts.h"
#include "passes/analysis/undefined.h"
#include "passes/common/barriers.h"
#include "passes/common/loops.h"
#include "passes/common/pass_list.h"
#include "passes/common/printf_arguments.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/cpu/exchanges.h"
#include "passes/cpu/group_memory.h"
#include "passes/cpu/group_values.h"
#include "passes/cpu/imports.h"
#include "passes/cpu/kernel_lines.h"
#include "passes/cpu/lanes.h"
#include "passes/cpu/large_variables.h"
#include "passes/cpu/levels.h"
#include "passes/cpu/local_atomics.h"
#include "passes/cpu/parallel.h"
#include "passes/cpu/pointer_spaces.h"
#include "passes/cpu/sanitize.h"
#include "passes/cpu/vector_math.h"
#include "passes/cpu/work_group.h"
#include "passes/shim/flow.h"
#include "passes/shim/shim.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

enum { X, Y, Z, DIMS };

// These are the values that work-item functions ask for.
enum {
  GLOBAL_SIZE,
  GLOBAL_OFFSET,
  LOCAL_SIZE,
  GROUP_COUNT,
  GROUP_ID,
  GROUP_FIRST,
  GROUP_ITEMS,
  LOCAL_ID,
  GLOBAL_ID,
  VALUES
};

static const char *const builtin_names[VALUES] = {
    [GLOBAL_SIZE] = "GlobalSize",    [GLOBAL_OFFSET] = "GlobalOffset", [LOCAL_SIZE] = "WorkgroupSize",
    [GROUP_COUNT] = "NumWorkgroups", [GROUP_ID] = "WorkgroupId",       [LOCAL_ID] = "LocalInvocationId",
    [GROUP_FIRST] = SY_GROUP_FIRST,  [GROUP_ITEMS] = SY_GROUP_ITEMS,   [GLOBAL_ID] = "GlobalInvocationId",
};

// Says where the first four stand in sycc_cpu_launch, in units of size_t[3].
static const unsigned launch_field[] = {
    [GLOBAL_SIZE] = 0, [GLOBAL_OFFSET] = 1, [LOCAL_SIZE] = 2, [GROUP_COUNT] = 3};

static const char *const sub_group_names[] = {"SubgroupSize", "SubgroupMaxSize", "SubgroupId",
                                              "SubgroupLocalInvocationId", "NumSubgroups"};

// Marks every function from which a work-item function or a barrier can be reached.
static void inline_users(LLVMModuleRef m) {
  sy_values all = {0};
  for (int w = 0; w < VALUES; w++) {
    LLVMValueRef f = sy_work_item_function(m, builtin_names[w]);
    if (f)
      sy_vec_push(&all, f);
  }
  for (size_t i = 0; i < SY_COUNT(sub_group_names); i++)
    if (sy_sub_group_function(m, sub_group_names[i]))
      sy_vec_push(&all, sy_sub_group_function(m, sub_group_names[i]));
  if (sy_barrier_function(m))
    sy_vec_push(&all, sy_barrier_function(m));
  sy_inline_users(all.data, all.n);
  sy_vec_free(&all);
}

// ---- the loops around a kernel --------------------------------------------------------------------

typedef struct kernel_wrapper {
  LLVMContextRef c;
  LLVMBuilderRef b;
  const char *target;
  LLVMTypeRef i64, ptr;
  LLVMValueRef kernel, f;
  LLVMValueRef in_rows; // a version of the kernel for rows that are a multiple of `lanes` long; null: none
  LLVMValueRef in_short_rows; // one for groups that are too narrow for it; null: none
  LLVMValueRef from;          // where the loop over x begins: behind what these have done
  unsigned lanes, few_lanes;
  unsigned dims;                // of the range; in all others there is one work-item
  bool of_group;                // kernel and in_rows do the work of a group
  const unsigned *size;         // of groups, x first, if the kernel requires one; else null
  LLVMValueRef v[VALUES][DIMS]; // what the work-item functions return
  LLVMValueRef base[DIMS];      // first work-item of the group
  LLVMValueRef before, after;   // what stands before all groups are run, and after
  sy_values args;
} kernel_wrapper;

static LLVMBasicBlockRef new_block(kernel_wrapper *w, const char *name) {
  return LLVMAppendBasicBlockInContext(w->c, w->f, name);
}

static LLVMValueRef at(kernel_wrapper *w, LLVMTypeRef type, LLVMValueRef array, unsigned index) {
  LLVMValueRef i = LLVMConstInt(w->i64, index, 0);
  return LLVMBuildInBoundsGEP2(w->b, type, array, &i, 1, "");
}

// Debuggers show "__sycc_cpu<app::Foo>" for a symbol that demanglers show as "__sycc_cpu(app::Foo)". Of a
// function's parameters they would show the values.
static char *shown_name(const char *symbol) {
  const char *suffix = strchr(symbol, '.');
  char *mangled = suffix ? strndup(symbol, (size_t)(suffix - symbol)) : strdup(symbol);
  char *name = sy_readable_symbol(mangled, true), *open = strchr(name, '('), *close = strrchr(name, ')');
  if (open && close && !close[1]) {
    *open = '<';
    *close = '>';
  }
  free(mangled);
  return name;
}

static void declare_wrapper(kernel_wrapper *w, LLVMModuleRef m) {
  sy_arena a = {0};
  const char *name = sy_native_name(w->kernel, w->target, &a);
  LLVMTypeRef params[] = {w->ptr, w->ptr, w->i64, w->i64};
  w->f = LLVMAddFunction(m, name, LLVMFunctionType(LLVMVoidTypeInContext(w->c), params, 4, 0));
  sy_arena_free(&a);
  LLVMSetVisibility(w->f, LLVMHiddenVisibility);
  static const char nounwind[] = "nounwind";
  unsigned kind = LLVMGetEnumAttributeKindForName(nounwind, sizeof nounwind - 1);
  LLVMAddAttributeAtIndex(w->f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(w->c, kind, 0));
  sy_cpu_levels_mark(w->f);
}

// The attributes are those of the wrapper and, where it is inlined, of the kernel.
static void name_for_debuggers(kernel_wrapper *w) {
  size_t n;
  char *name = shown_name(LLVMGetValueName2(w->f, &n));
  LLVMSetSubprogram(w->f, sy_llvm_subprogram_like(w->kernel, name));
  sy_llvm_subprogram_rename(w->kernel, name);
  free(name);
}

// A call in a function with debug information needs a place, or inlining drops all places of the callee.
static void place_call(kernel_wrapper *w, LLVMValueRef call) {
  if (!LLVMGetSubprogram(w->f))
    name_for_debuggers(w);
  LLVMMetadataRef own = LLVMGetSubprogram(w->f);
  if (!own)
    return;
  unsigned line = LLVMDISubprogramGetLine(own);
  LLVMInstructionSetDebugLoc(call, LLVMDIBuilderCreateDebugLocation(w->c, line, 0, own, NULL));
}

static bool is_byval(LLVMValueRef f, unsigned param) {
  return LLVMGetEnumAttributeAtIndex(f, param + 1, LLVMGetEnumAttributeKindForName("byval", 5)) != NULL;
}

// In memory of the function's own no store of the kernel can change the closure. So what it holds is loaded
// once, not by each work-item.
static LLVMValueRef copy_closure(kernel_wrapper *w, unsigned param, LLVMValueRef place) {
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5),
           align = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMTypeRef type = LLVMGetTypeAttributeValue(LLVMGetEnumAttributeAtIndex(w->kernel, param + 1, byval));
  LLVMAttributeRef given = LLVMGetEnumAttributeAtIndex(w->kernel, param + 1, align);
  unsigned bytes = given ? (unsigned)LLVMGetEnumAttributeValue(given) : 8;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(w->f));
  LLVMBasicBlockRef here = LLVMGetInsertBlock(w->b), entry = LLVMGetEntryBasicBlock(w->f);
  LLVMPositionBuilderBefore(w->b, LLVMGetFirstInstruction(entry));
  LLVMValueRef copy = LLVMBuildAlloca(w->b, type, "closure");
  LLVMSetAlignment(copy, bytes);
  LLVMPositionBuilderAtEnd(w->b, here);
  LLVMBuildMemCpy(w->b, copy, bytes, place, 1, LLVMConstInt(w->i64, LLVMABISizeOfType(layout, type), 0));
  return copy;
}

// args[i] points to the value. A closure by value is copied once for all groups; a pointer is loaded.
static void load_args(kernel_wrapper *w) {
  LLVMValueRef args = LLVMGetParam(w->f, 0);
  for (unsigned i = 0; i < LLVMCountParams(w->kernel); i++) {
    LLVMValueRef place = LLVMBuildLoad2(w->b, w->ptr, at(w, w->ptr, args, i), "place");
    bool byval = is_byval(w->kernel, i);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(w->kernel, i));
    sy_vec_push(&w->args, byval ? copy_closure(w, i, place) : LLVMBuildLoad2(w->b, type, place, "arg"));
  }
}

static void load_launch(kernel_wrapper *w) {
  LLVMValueRef launch = LLVMGetParam(w->f, 1);
  for (unsigned which = GLOBAL_SIZE; which <= GROUP_COUNT; which++)
    for (unsigned d = 0; d < DIMS; d++)
      w->v[which][d] =
          LLVMBuildLoad2(w->b, w->i64, at(w, w->i64, launch, launch_field[which] * DIMS + d), "");
  for (unsigned d = w->dims; d < DIMS; d++) {
    w->v[GLOBAL_SIZE][d] = w->v[GROUP_COUNT][d] = LLVMConstInt(w->i64, 1, 0);
    w->v[GLOBAL_OFFSET][d] = LLVMConstInt(w->i64, 0, 0);
  }
  for (unsigned d = w->dims ? w->dims : 1; d < DIMS; d++) // a single task may require a group that is larger
    w->v[LOCAL_SIZE][d] = LLVMConstInt(w->i64, 1, 0);
  for (unsigned d = 0; w->size && d < DIMS; d++)
    w->v[LOCAL_SIZE][d] = LLVMConstInt(w->i64, w->size[d], 0);
}

static void split_group_number(kernel_wrapper *w, LLVMValueRef number) {
  LLVMBuilderRef b = w->b;
  LLVMValueRef zero = LLVMConstInt(w->i64, 0, 0), one = LLVMConstInt(w->i64, 1, 0);
  for (unsigned d = w->dims; d < DIMS; d++) {
    w->v[GROUP_ID][d] = w->base[d] = zero;
    w->v[GROUP_ITEMS][d] = w->size && w->of_group ? w->v[LOCAL_SIZE][d] : one;
  }
  for (unsigned d = 0; d < w->dims; d++) {
    LLVMValueRef n = w->v[GROUP_COUNT][d];
    bool last = d + 1 == w->dims;
    w->v[GROUP_ID][d] = last ? number : LLVMBuildURem(b, number, n, "group");
    number = last ? number : LLVMBuildUDiv(b, number, n, "");
    w->base[d] = LLVMBuildMul(b, w->v[GROUP_ID][d], w->v[LOCAL_SIZE][d], "base");
    LLVMValueRef rest = LLVMBuildSub(b, w->v[GLOBAL_SIZE][d], w->base[d], "rest");
    LLVMValueRef whole = LLVMBuildICmp(b, LLVMIntULT, w->v[LOCAL_SIZE][d], rest, "");
    // The size is smaller where the group is cut off, which groups whose work-items know of each other never
    // are.
    LLVMValueRef count = LLVMBuildSelect(b, whole, w->v[LOCAL_SIZE][d], rest, "count");
    w->v[GROUP_ITEMS][d] = w->size && w->of_group ? w->v[LOCAL_SIZE][d] : count;
  }
}

static void call_kernel(kernel_wrapper *w, LLVMValueRef kernel) {
  LLVMValueRef call =
      LLVMBuildCall2(w->b, LLVMGlobalGetValueType(kernel), kernel, w->args.data, (unsigned)w->args.n, "");
  place_call(w, call);
  for (unsigned i = 0; i < w->args.n; i++)
    if (is_byval(kernel, i)) {
      unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5),
               align = LLVMGetEnumAttributeKindForName("align", 5);
      LLVMAddCallSiteAttribute(call, i + 1, LLVMGetEnumAttributeAtIndex(kernel, i + 1, byval));
      LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(kernel, i + 1, align);
      if (a)
        LLVMAddCallSiteAttribute(call, i + 1, a);
    }
}

static void run_items(kernel_wrapper *w) {
  sy_loop items[DIMS];
  static const char *const names[] = {"x", "y", "z"};
  for (int d = Z; d >= X; d--) {
    items[d] = sy_loop_begin(w->b, names[d], d == X && w->from ? w->from : LLVMConstInt(w->i64, 0, 0));
    w->v[LOCAL_ID][d] = items[d].i;
  }
  for (unsigned d = 0; d < DIMS; d++) {
    LLVMValueRef item = LLVMBuildNUWAdd(w->b, w->base[d], w->v[LOCAL_ID][d], "");
    w->v[GLOBAL_ID][d] = LLVMBuildAdd(w->b, item, w->v[GLOBAL_OFFSET][d], "id");
  }
  call_kernel(w, w->kernel);
  for (int d = X; d <= Z; d++) {
    LLVMValueRef branch = sy_loop_end(w->b, items[d], w->v[GROUP_ITEMS][d]);
    d == X ? sy_parallel_loop(branch) : sy_outer_loop(branch);
  }
}

// Builds "if (condition) then(w); else otherwise(w);".
static void native_cpu_choose(kernel_wrapper *w, LLVMValueRef condition, void (*then)(kernel_wrapper *),
                              void (*otherwise)(kernel_wrapper *)) {
  LLVMBasicBlockRef yes = new_block(w, ""), no = new_block(w, ""), join = new_block(w, "");
  LLVMBuildCondBr(w->b, condition, yes, no);
  LLVMPositionBuilderAtEnd(w->b, yes);
  then(w);
  LLVMBuildBr(w->b, join);
  LLVMPositionBuilderAtEnd(w->b, no);
  otherwise(w);
  LLVMBuildBr(w->b, join);
  LLVMPositionBuilderAtEnd(w->b, join);
}

static void run_nothing(kernel_wrapper *w) {
  (void)w;
}
static void run_in_rows(kernel_wrapper *w) {
  call_kernel(w, w->in_rows);
}
static void run_in_short_rows(kernel_wrapper *w) {
  call_kernel(w, w->in_short_rows);
}

static LLVMValueRef multiple_below(kernel_wrapper *w, LLVMValueRef count, unsigned lanes) {
  return LLVMBuildSub(w->b, count, LLVMBuildURem(w->b, count, LLVMConstInt(w->i64, lanes, 0), ""), "from");
}

static void run_wide_or_narrow(kernel_wrapper *w) {
  LLVMValueRef wide =
      LLVMBuildICmp(w->b, LLVMIntUGE, w->v[GROUP_ITEMS][X], LLVMConstInt(w->i64, w->lanes, 0), "");
  native_cpu_choose(w, wide, run_in_rows, run_in_short_rows);
}

// Work-items that wait for each other all run in the same version. Of other work-items in_rows takes as many
// as it can.
static void run_versions(kernel_wrapper *w, void (*run)(kernel_wrapper *w)) {
  LLVMValueRef zero = LLVMConstInt(w->i64, 0, 0), count = w->v[GROUP_ITEMS][X],
               whole = multiple_below(w, count, w->lanes);
  if (w->of_group) {
    native_cpu_choose(w, LLVMBuildICmp(w->b, LLVMIntEQ, whole, count, ""), run_in_rows, run);
    return;
  }
  LLVMValueRef wide = LLVMBuildICmp(w->b, LLVMIntNE, whole, zero, "");
  w->from = LLVMBuildSelect(w->b, wide, whole, multiple_below(w, count, w->few_lanes), "");
  native_cpu_choose(w, LLVMBuildICmp(w->b, LLVMIntNE, w->from, zero, ""), run_wide_or_narrow, run_nothing);
  native_cpu_choose(w, LLVMBuildICmp(w->b, LLVMIntEQ, w->from, count, ""), run_nothing, run);
}

static void run_whole(kernel_wrapper *w) {
  call_kernel(w, w->kernel);
}

static void run_group(kernel_wrapper *w) {
  for (unsigned d = 0; d < DIMS; d++)
    w->v[GROUP_FIRST][d] = LLVMBuildAdd(w->b, w->base[d], w->v[GLOBAL_OFFSET][d], "first");
  void (*run)(kernel_wrapper *w) = w->of_group ? run_whole : run_items;
  w->in_rows ? run_versions(w, run) : run(w);
}

static void build_loops(kernel_wrapper *w) {
  LLVMBasicBlockRef entry = new_block(w, "entry"), some = new_block(w, "some"), none = new_block(w, "none");
  LLVMValueRef first = LLVMGetParam(w->f, 2), end = LLVMGetParam(w->f, 3);
  LLVMPositionBuilderAtEnd(w->b, none);
  LLVMBuildRetVoid(w->b);
  LLVMPositionBuilderAtEnd(w->b, entry);
  LLVMBuildCondBr(w->b, LLVMBuildICmp(w->b, LLVMIntULT, first, end, ""), some, none);
  LLVMPositionBuilderAtEnd(w->b, some);
  load_args(w);
  load_launch(w);
  sy_loop groups = sy_loop_begin(w->b, "group", first);
  w->before = LLVMGetBasicBlockTerminator(some);
  split_group_number(w, groups.i);
  run_group(w);
  sy_outer_loop(sy_loop_end(w->b, groups, end));
  w->after = LLVMBuildRetVoid(w->b);
}

// ---- work-item functions become values ------------------------------------------------------------

static void replace_calls(kernel_wrapper *w, LLVMValueRef builtin, LLVMValueRef *v) {
  for (LLVMUseRef u = LLVMGetFirstUse(builtin), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (sy_caller_of(u) != w->f)
      continue;
    LLVMPositionBuilderBefore(w->b, call);
    LLVMReplaceAllUsesWith(call, sy_choose_dimension(w->b, v, LLVMGetArgOperand(call, 0)));
    LLVMInstructionEraseFromParent(call);
  }
}

// ---- the module -----------------------------------------------------------------------------------

static void retarget(LLVMModuleRef m, LLVMTargetMachineRef tm) {
  char *triple = LLVMGetTargetMachineTriple(tm);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(tm);
  LLVMSetTarget(m, triple);
  LLVMSetModuleDataLayout(m, layout);
  LLVMDisposeTargetData(layout);
  LLVMDisposeMessage(triple);
}

static void use_c_calls(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMSetFunctionCallConv(f, SY_CC_C);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i))
          LLVMSetInstructionCallConv(i, SY_CC_C);
  }
}

// Variables of class device_global get names that the host's objects do not have. All images of a program
// that have one share it, as far as its linker sees them: what the runtime puts there is the same for all.
static void name_device_globals(LLVMModuleRef m, const char *target) {
  sy_arena a = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
    if (!sy_is_device_global(g))
      continue;
    size_t n;
    const char *name = sy_native_symbol(target, LLVMGetValueName2(g, &n), &a);
    LLVMSetValueName2(g, name, strlen(name));
    LLVMSetLinkage(g, LLVMWeakAnyLinkage);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    LLVMSetComdat(g, NULL);
  }
  sy_arena_free(&a);
}

// A thread runs one group at a time, so what belongs to a group can belong to the thread.
static void give_local_memory(LLVMModuleRef m) {
  enum { LOCAL = 3 };
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != LOCAL || LLVMIsDeclaration(g))
      continue;
    LLVMSetInitializer(g, LLVMConstNull(type));
    LLVMSetGlobalConstant(g, 0);
    LLVMSetThreadLocalMode(g, LLVMLocalDynamicTLSModel);
  }
}

// ---- kernels of groups ----------------------------------------------------------------------------

typedef struct plan {
  const char *target;
  bool optimise, sanitized;
  unsigned lanes; // of a sub-group where the kernel does not say
  bool has_size;
  unsigned size[DIMS]; // if so: of groups, required by all kernels
} plan;

#define LANES "sycc-lanes" // on functions with loops over lanes

static void mark_lanes(LLVMValueRef f) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                          LLVMCreateStringAttribute(c, LANES, sizeof LANES - 1, "", 0));
}

static unsigned sub_group_size(LLVMValueRef kernel, const plan *p, sy_diag *d) {
  sy_arena a = {0};
  sy_numbers size = sy_function_facts_read(kernel, &a, d).sub_group;
  unsigned n = size.n ? size.v[0] : p->lanes;
  sy_arena_free(&a);
  return n;
}

// Runs passes that make values of variables, so that fewer things live across barriers.
static bool tidy(LLVMValueRef kernel, const plan *p, sy_diag *d) {
  return !p->optimise || sy_function_run(kernel, NULL, "sroa,early-cse,simplifycfg", d);
}

// rarely: most groups run another version.
static bool split_twice(LLVMValueRef kernel, unsigned lanes, sy_lanes how, bool rarely, const plan *p,
                        sy_diag *d) {
  sy_lanes_split(kernel, lanes, how);
  if (!tidy(kernel, p, d))
    return false;
  sy_work_group_split_lanes(kernel, lanes, how, rarely);
  return true;
}

static bool has_barriers(LLVMValueRef kernel) {
  sy_barriers all = sy_find_barriers(kernel, SY_BARRIERS_ALL);
  bool some = all.n > 0;
  sy_vec_free(&all);
  return some;
}

static LLVMValueRef copy_kernel(kernel_wrapper *w) {
  LLVMValueRef version = sy_llvm_copy_function(w->kernel);
  sy_parallel_adopt(version, w->f);
  return version;
}

// A loop takes several vector registers at a time, so that their instructions overlap. In groups of the
// user's, rows are often 16 long, or 8.
enum { LOOP_LANES = 32, LOOP_LANES_OF_GROUP = 16, LOOP_LANES_OF_SHORT_ROWS = 8 };

// Makes a version of the kernel in which lanes go through loops together, where there are such loops.
static bool vectorise_loops(kernel_wrapper *w, const plan *p, sy_diag *d) {
  if (!p->optimise || (w->of_group && sy_group_at_loops(w->kernel)))
    return true;
  LLVMValueRef version = copy_kernel(w);
  if (!sy_function_run(version, NULL, "loop-simplify", d))
    return false;
  if (!sy_lanes_at_loops(version)) {
    LLVMDeleteFunction(version);
    return true;
  }
  w->lanes = w->of_group ? LOOP_LANES_OF_GROUP : LOOP_LANES;
  w->few_lanes = LOOP_LANES_OF_SHORT_ROWS;
  w->in_rows = version;
  mark_lanes(w->f);
  if (!w->of_group) {
    w->in_short_rows = sy_llvm_copy_function(version);
    sy_parallel_adopt(w->in_short_rows, w->f);
  }
  return split_twice(version, w->lanes, SY_LANES_IN_ROWS, false, p, d) &&
         (w->of_group || split_twice(w->in_short_rows, w->few_lanes, SY_LANES_IN_ROWS, false, p, d));
}

static bool make_kernel_of_group(kernel_wrapper *w, const plan *p, sy_diag *d) {
  bool sub_groups = sy_uses_sub_groups(w->kernel);
  w->of_group = sub_groups || has_barriers(w->kernel);
  if ((w->of_group || p->optimise) && !tidy(w->kernel, p, d))
    return false;
  if (!sub_groups)
    return vectorise_loops(w, p, d) && (!w->of_group || (sy_work_group_split(w->kernel), true));
  w->lanes = sub_group_size(w->kernel, p, d);
  w->in_rows = p->optimise ? copy_kernel(w) : NULL;
  return (!w->in_rows || split_twice(w->in_rows, w->lanes, SY_LANES_IN_ROWS, false, p, d)) &&
         split_twice(w->kernel, w->lanes, SY_LANES_LINEAR, w->in_rows != NULL, p, d);
}

static unsigned dimensions(LLVMValueRef kernel, sy_diag *d) {
  sy_arena a = {0};
  sy_numbers known = sy_function_facts_read(kernel, &a, d).dimensions;
  unsigned n = known.n && known.v[0] < DIMS ? known.v[0] : DIMS;
  sy_arena_free(&a);
  return n;
}

static bool wrap_kernel(LLVMModuleRef m, LLVMValueRef kernel, const plan *p, kernel_wrapper *w, sy_diag *d) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  *w = (kernel_wrapper){.c = c,
                        .b = LLVMCreateBuilderInContext(c),
                        .target = p->target,
                        .i64 = LLVMInt64TypeInContext(c),
                        .ptr = LLVMPointerTypeInContext(c, 0),
                        .kernel = kernel,
                        .dims = dimensions(kernel, d),
                        .size = p->has_size ? p->size : NULL};
  declare_wrapper(w, m);
  sy_parallel_adopt(kernel, w->f);
  if (!make_kernel_of_group(w, p, d))
    return false;
  build_loops(w);
  LLVMValueRef inlined[] = {kernel, w->in_rows, w->in_short_rows};
  for (int i = 0; i < 3; i++)
    if (inlined[i]) {
      sy_force_inline(inlined[i]);
      sy_make_internal(inlined[i]);
    }
  return true;
}

// Built-ins of SPIR-V that are still there have no meaning on this device.
static bool check_builtins(LLVMModuleRef m, sy_diag *d) {
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) ||
        !(strstr(name, "__spirv_") || !strncmp(name, "llvm.spv.", 9)))
      continue;
    char *readable = sy_readable_name(f);
    ok = sy_error(d, SY_NOWHERE, "the native CPU device has no '%s'", readable);
    free(readable);
  }
  return ok;
}

bool sy_native_cpu_knows(const char *name) {
  static const char *const names[] = {
#define F1(fn) #fn, #fn "f",
#define F2(fn) F1(fn)
#define N2(fn) F1(fn)
#define F3(fn) F1(fn)
#include "device-lib/math.def"
#undef F1
#undef F2
#undef N2
#undef F3
#define S(fn) #fn,
#define M(fn) #fn, #fn "f",
#define C(fn)
#define N(fn) #fn,
#include "device-lib/c_library.def"
#undef S
#undef M
#undef C
#undef N
      "aligned_alloc",
      "free",
      "printf",
      "sycc_assert_fail",
      "sycc_kernel_fail",
      "sycc_kernel_give",
      "sycc_kernel_take",
      "sycc_kernel_no_memory",
      "sycc_points_into",
      "sycc_kernel_item",
      "sycc_kernel_barrier",
      "sycc_kernel_undefined",
  };
  for (size_t i = 0; i < SY_COUNT(names); i++)
    if (!strcmp(name, names[i]))
      return true;
  return sy_sanitize_is_handler(name);
}

// LLVM makes other calls of some functions of the C library: bcmp of memcmp, puts of printf, strlen of a
// loop. It declares these with pointers of address space 0, and the call no longer fits: to such a function a
// pointer of another space is given.
static void keep_calls_of_c_library(LLVMModuleRef m) {
  static const char *const names[] = {
#define S(fn) "no-builtin-" #fn,
#define M(fn)
#define C(fn)
#define N(fn)
#include "device-lib/c_library.def"
#undef S
#undef M
#undef C
#undef N
      "no-builtin-printf",
  };
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (size_t i = 0; !LLVMIsDeclaration(f) && i < SY_COUNT(names); i++)
      sy_set_function_attribute(f, names[i], "");
}

typedef SY_VEC(kernel_wrapper) wrappers;

// This is what the passes of the list below share.
typedef struct native_cpu_lowering {
  plan plan;
  sy_values kernels;
  wrappers wrappers;
} native_cpu_lowering;

// A kernel is known by its calling convention, which is about to change.
static bool find_kernels(const sy_pass_job *job) {
  native_cpu_lowering *l = job->state;
  for (LLVMValueRef f = LLVMGetFirstFunction(job->m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      sy_vec_push(&l->kernels, f);
  return true;
}

static bool wrap_kernels(const sy_pass_job *job) {
  native_cpu_lowering *l = job->state;
  bool ok = true;
  for (size_t i = 0; ok && i < l->kernels.n; i++) {
    kernel_wrapper w;
    ok = wrap_kernel(job->m, l->kernels.data[i], &l->plan, &w, job->d);
    sy_vec_push(&l->wrappers, w);
  }
  return ok;
}

static bool replace_built_ins(const sy_pass_job *job) {
  wrappers *all = &((native_cpu_lowering *)job->state)->wrappers;
  for (int which = 0; which < VALUES; which++) {
    LLVMValueRef builtin = sy_work_item_function(job->m, builtin_names[which]);
    for (size_t i = 0; builtin && i < all->n; i++)
      replace_calls(&all->data[i], builtin, all->data[i].v[which]);
  }
  return true;
}

static bool place_memory_of_groups(const sy_pass_job *job) {
  wrappers *all = &((native_cpu_lowering *)job->state)->wrappers;
  for (size_t i = 0; i < all->n; i++) {
    kernel_wrapper *w = &all->data[i];
    sy_group_memory(w->f, w->v[LOCAL_SIZE], w->before, w->after);
    sy_large_variables_of_groups(w->f, w->before, w->after);
  }
  return true;
}

// Requirements belong to images. Where all kernels of an image require the same size, no launch has another.
static bool find_size(const sy_pass_job *job) {
  plan *p = &((native_cpu_lowering *)job->state)->plan;
  sy_arena a = {0};
  bool same = true, first = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(job->m); f && same; f = LLVMGetNextFunction(f)) {
    if (!sy_is_kernel(f))
      continue;
    sy_numbers size = sy_function_facts_read(f, &a, job->d).code_group;
    same = size.n > 0 && size.n <= DIMS;
    for (unsigned i = 0; i < DIMS && same; i++) {
      unsigned n = i < size.n ? size.v[size.n - 1 - i] : 1;
      same = first || p->size[i] == n;
      p->size[i] = n;
    }
    first = false;
  }
  p->has_size = same && !first;
  sy_arena_free(&a);
  return true;
}

static const plan *plan_of(const void *state) {
  return &((const native_cpu_lowering *)state)->plan;
}
static bool is_optimised(const void *state) {
  return plan_of(state)->optimise;
}
static bool is_not_optimised(const void *state) {
  return !is_optimised(state);
}
static bool is_sanitized(const void *state) {
  return plan_of(state)->sanitized;
}

static bool name_variables(const sy_pass_job *job) {
  name_device_globals(job->m, plan_of(job->state)->target);
  return true;
}

static bool lower_imports(const sy_pass_job *job) {
  sy_cpu_imports_lower(job->m, plan_of(job->state)->target);
  return true;
}

static bool check_functions(LLVMModuleRef m, sy_diag *d) {
  return sy_check_defined(m, sy_native_cpu_knows, d);
}

// The calls of the C library are kept a second time for the wrappers: without it LLVM inlines nothing into
// them. Inlining is done twice too: what reaches a barrier into kernels, then kernels into their wrappers.
static const sy_pass lowering_passes[] = {
    {"required size of groups", .with_state = find_size},
    {"arguments of printf", .change = sy_printf_promote_floats},
    {"target", .change_for = retarget},
    {"debug locations", .change = sy_llvm_flatten_debug_locations},
    {"calls of the C library", .change = keep_calls_of_c_library},
    {"names of device_globals", .with_state = name_variables},
    {"local memory", .change = give_local_memory},
    {"imported and exported functions", .with_state = lower_imports},
    {"what reaches work-item functions", .change = inline_users},
    {"inlining into kernels", .llvm = "always-inline,cgscc(inline)", .when = is_optimised},
    {"inlining into kernels", .llvm = "always-inline", .when = is_not_optimised},
    {"atomic operations in local memory", .change = sy_local_atomics_lower, .when = is_optimised},
    {"spaces of pointers", .change = sy_pointer_spaces_lower},
    {"exchanges between lanes", .change = sy_exchanges_lower},
    {"bodies of exported functions", .change = sy_cpu_exports_finish},
    {"fences of barriers", .change = sy_barriers_fence},
    {"lines of kernels", .change = sy_kernel_lines_join},
    {"work-items that sanitizers name", .change = sy_sanitize_mark_items, .when = is_sanitized},
    {"kernels", .with_state = find_kernels},
    {"calling convention", .change = use_c_calls},
    {"loops around kernels", .with_state = wrap_kernels},
    {"calls of the C library in wrappers", .change = keep_calls_of_c_library},
    {"inlining into wrappers", .llvm = "always-inline"},
    {"work-item functions", .with_state = replace_built_ins},
    {"memory of groups", .with_state = place_memory_of_groups},
    {"large variables", .change = sy_large_variables},
    {"unused functions", .llvm = "globaldce"},
    {"built-ins left over", .lower = check_builtins},
    {"undefined functions", .lower = check_functions},
};

bool sy_native_cpu_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *target, bool optimise,
                         unsigned sanitizers, sy_diag *d) {
  native_cpu_lowering l = {.plan = {.target = target,
                                    .optimise = optimise && !sanitizers,
                                    .sanitized = sanitizers != 0,
                                    .lanes = sy_target_lanes(target)}};
  bool ok = sy_passes_run(lowering_passes, SY_COUNT(lowering_passes), &(sy_pass_job){m, tm, &l, d});
  for (size_t i = 0; i < l.wrappers.n; i++) {
    LLVMDisposeBuilder(l.wrappers.data[i].b);
    sy_vec_free(&l.wrappers.data[i].args);
  }
  sy_vec_free(&l.wrappers);
  sy_vec_free(&l.kernels);
  return ok;
}

// ---- optimisation ---------------------------------------------------------------------------------

// Loops over lanes are vectorised before anything else: as they have few rounds, LLVM would unroll them
// first. Then their arrays, of constant size, become registers.
static bool optimise_lanes(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  static const char passes[] = "loop-simplify,lcssa,loop(loop-rotate),loop-mssa(licm),loop(indvars),loop-"
                               "vectorize,instcombine<no-verify-fixpoint>,"
                               "simplifycfg,loop-unroll<full-unroll-max=16;no-partial;no-runtime;no-"
                               "upperbound>,sroa,early-cse<memssa>,"
                               "loop-mssa(licm),instcombine<no-verify-fixpoint>,simplifycfg";
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, LANES, sizeof LANES - 1) &&
        !sy_function_run(f, tm, passes, d))
      return false;
  return true;
}

typedef struct optimisation {
  unsigned level;
  bool all_levels;
} optimisation;

static bool is_for_all_levels(const void *state) {
  return ((const optimisation *)state)->all_levels;
}
static bool is_for_one_level(const void *state) {
  return !is_for_all_levels(state);
}

static bool optimise_module(const sy_pass_job *job) {
  char passes[32];
  snprintf(passes, sizeof passes, "default<O%u>", ((const optimisation *)job->state)->level);
  return sy_module_run(job->m, job->tm, passes, job->d);
}

static const sy_pass optimisation_passes[] = {
    {"closing branches of loops", .change = sy_parallel_part_loops},
    {"scalars", .llvm = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)"},
    {"loops too large for vectors", .change = sy_parallel_bound_loops},
    {"independent accesses", .change = sy_parallel_accesses},
    {"versions for levels of the machine", .change = sy_cpu_levels_add, .when = is_for_all_levels},
    {"tuning for a level of the machine", .change_for = sy_cpu_levels_tune, .when = is_for_one_level},
    {"vector mathematics", .change_for = sy_vector_math},
    {"vectors of lanes", .lower_for = optimise_lanes},
    {"LLVM's optimisation", .with_state = optimise_module},
};

bool sy_native_cpu_optimise(LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned level, bool all_levels,
                            sy_diag *d) {
  optimisation o = {level, all_levels};
  return sy_passes_run(optimisation_passes, SY_COUNT(optimisation_passes), &(sy_pass_job){m, tm, &o, d});
}
