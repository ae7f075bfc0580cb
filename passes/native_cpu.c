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
// A kernel with barriers has the loops over work-items inside, around each part of its code (work_group.c); the wrapper
// then calls it once for each group. One with sub-groups is split twice, into loops over lanes (lanes.c) and into loops
// over sub-groups; where rows of the group are a multiple of the sub-group long, a version for just that runs. So do
// kernels with loops that vectorise this way (lanes_at_loops.c).
#include "passes/native_cpu.h"

#include "base/mem.h"
#include "formats/native_symbol.h"
#include "passes/barriers.h"
#include "passes/cpu_imports.h"
#include "passes/function_facts.h"
#include "passes/group_memory.h"
#include "passes/group_values.h"
#include "passes/lanes.h"
#include "passes/large_variables.h"
#include "passes/local_atomics.h"
#include "passes/loops.h"
#include "passes/parallel.h"
#include "passes/printf_arguments.h"
#include "passes/shim/flow.h"
#include "passes/shim/shim.h"
#include "passes/undefined.h"
#include "passes/vector_math.h"
#include "passes/work_group.h"
#include "passes/work_items.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

enum { X, Y, Z, DIMS };

// The values work-item functions ask for.
enum { GLOBAL_SIZE, GLOBAL_OFFSET, LOCAL_SIZE, GROUP_COUNT, GROUP_ID, GROUP_FIRST, GROUP_ITEMS, LOCAL_ID, GLOBAL_ID, VALUES };

static const char *const builtin_names[VALUES] = {
    [GLOBAL_SIZE] = "GlobalSize",       [GLOBAL_OFFSET] = "GlobalOffset",    [LOCAL_SIZE] = "WorkgroupSize",
    [GROUP_COUNT] = "NumWorkgroups",    [GROUP_ID] = "WorkgroupId",          [LOCAL_ID] = "LocalInvocationId",
    [GROUP_FIRST] = SY_GROUP_FIRST,     [GROUP_ITEMS] = SY_GROUP_ITEMS,      [GLOBAL_ID] = "GlobalInvocationId",
};

// Where the first four stand in sycc_cpu_launch, in units of size_t[3].
static const unsigned launch_field[] = {[GLOBAL_SIZE] = 0, [GLOBAL_OFFSET] = 1, [LOCAL_SIZE] = 2, [GROUP_COUNT] = 3};

typedef SY_VEC(LLVMValueRef) values;

static const char *const sub_group_names[] = {"SubgroupSize", "SubgroupMaxSize", "SubgroupId", "SubgroupLocalInvocationId",
                                              "NumSubgroups"};

// Marks every function from which a work-item function or a barrier can be reached.
static void inline_users(LLVMModuleRef m) {
  values all = {0};
  for (int w = 0; w < VALUES; w++) {
    LLVMValueRef f = sy_work_item_function(m, builtin_names[w]);
    if (f)
      sy_vec_push(&all, f);
  }
  for (size_t i = 0; i < sizeof sub_group_names / sizeof *sub_group_names; i++)
    if (sy_sub_group_function(m, sub_group_names[i]))
      sy_vec_push(&all, sy_sub_group_function(m, sub_group_names[i]));
  if (sy_barrier_function(m))
    sy_vec_push(&all, sy_barrier_function(m));
  sy_inline_users(all.data, all.n);
  sy_vec_free(&all);
}

// ---- the loops around a kernel --------------------------------------------------------------------

typedef struct wrapper {
  LLVMContextRef c;
  LLVMBuilderRef b;
  const char *target;
  LLVMTypeRef i64, ptr;
  LLVMValueRef kernel, f;
  LLVMValueRef in_rows; // a version of the kernel for rows that are a multiple of `lanes` long; null: none
  LLVMValueRef in_short_rows; // one for groups that are too narrow for it; null: none
  LLVMValueRef from;    // where the loop over x begins: behind what these have done
  unsigned lanes, few_lanes;
  unsigned dims; // of the range; in all others there is one work-item
  bool of_group;        // kernel and in_rows do the work of a group
  const unsigned *size; // of groups, x first, if the kernel requires one; else null
  LLVMValueRef v[VALUES][DIMS]; // what the work-item functions return
  LLVMValueRef base[DIMS];      // first work-item of the group
  LLVMValueRef before, after;   // what stands before all groups are run, and after
  values args;
} wrapper;

static LLVMBasicBlockRef new_block(wrapper *w, const char *name) {
  return LLVMAppendBasicBlockInContext(w->c, w->f, name);
}

static LLVMValueRef at(wrapper *w, LLVMTypeRef type, LLVMValueRef array, unsigned index) {
  LLVMValueRef i = LLVMConstInt(w->i64, index, 0);
  return LLVMBuildInBoundsGEP2(w->b, type, array, &i, 1, "");
}

static void declare_wrapper(wrapper *w, LLVMModuleRef m) {
  sy_arena a = {0};
  const char *name = sy_native_name(w->kernel, w->target, &a);
  LLVMTypeRef params[] = {w->ptr, w->ptr, w->i64, w->i64};
  w->f = LLVMAddFunction(m, name, LLVMFunctionType(LLVMVoidTypeInContext(w->c), params, 4, 0));
  sy_arena_free(&a);
  LLVMSetVisibility(w->f, LLVMHiddenVisibility);
  static const char nounwind[] = "nounwind";
  unsigned kind = LLVMGetEnumAttributeKindForName(nounwind, sizeof nounwind - 1);
  LLVMAddAttributeAtIndex(w->f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(w->c, kind, 0));
}

// A call in a function with debug information needs a place, or inlining drops all places of the callee.
static void place_call(wrapper *w, LLVMValueRef call) {
  size_t n;
  if (!LLVMGetSubprogram(w->f))
    LLVMSetSubprogram(w->f, sy_llvm_subprogram_like(w->kernel, LLVMGetValueName2(w->f, &n)));
  LLVMMetadataRef own = LLVMGetSubprogram(w->f);
  if (!own)
    return;
  unsigned line = LLVMDISubprogramGetLine(own);
  LLVMInstructionSetDebugLoc(call, LLVMDIBuilderCreateDebugLocation(w->c, line, 0, own, NULL));
}

static bool is_byval(LLVMValueRef f, unsigned param) {
  return LLVMGetEnumAttributeAtIndex(f, param + 1, LLVMGetEnumAttributeKindForName("byval", 5)) != NULL;
}

// In memory of the function's own no store of the kernel can change it: what a closure holds is loaded once, not by each
// work-item.
static LLVMValueRef copy_closure(wrapper *w, unsigned param, LLVMValueRef place) {
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), align = LLVMGetEnumAttributeKindForName("align", 5);
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

// args[i] points to the value: a closure by value is copied once for all groups, a pointer is loaded.
static void load_args(wrapper *w) {
  LLVMValueRef args = LLVMGetParam(w->f, 0);
  for (unsigned i = 0; i < LLVMCountParams(w->kernel); i++) {
    LLVMValueRef place = LLVMBuildLoad2(w->b, w->ptr, at(w, w->ptr, args, i), "place");
    bool byval = is_byval(w->kernel, i);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(w->kernel, i));
    sy_vec_push(&w->args, byval ? copy_closure(w, i, place) : LLVMBuildLoad2(w->b, type, place, "arg"));
  }
}

static void load_launch(wrapper *w) {
  LLVMValueRef launch = LLVMGetParam(w->f, 1);
  for (unsigned which = GLOBAL_SIZE; which <= GROUP_COUNT; which++)
    for (unsigned d = 0; d < DIMS; d++)
      w->v[which][d] = LLVMBuildLoad2(w->b, w->i64, at(w, w->i64, launch, launch_field[which] * DIMS + d), "");
  for (unsigned d = w->dims; d < DIMS; d++) {
    w->v[GLOBAL_SIZE][d] = w->v[GROUP_COUNT][d] = LLVMConstInt(w->i64, 1, 0);
    w->v[GLOBAL_OFFSET][d] = LLVMConstInt(w->i64, 0, 0);
  }
  for (unsigned d = w->dims ? w->dims : 1; d < DIMS; d++) // a single task may require a group that is larger
    w->v[LOCAL_SIZE][d] = LLVMConstInt(w->i64, 1, 0);
  for (unsigned d = 0; w->size && d < DIMS; d++)
    w->v[LOCAL_SIZE][d] = LLVMConstInt(w->i64, w->size[d], 0);
}

static void split_group_number(wrapper *w, LLVMValueRef number) {
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
    // Less where it is cut off, which groups whose work-items know of each other never are.
    LLVMValueRef count = LLVMBuildSelect(b, whole, w->v[LOCAL_SIZE][d], rest, "count");
    w->v[GROUP_ITEMS][d] = w->size && w->of_group ? w->v[LOCAL_SIZE][d] : count;
  }
}

static void call_kernel(wrapper *w, LLVMValueRef kernel) {
  LLVMValueRef call = LLVMBuildCall2(w->b, LLVMGlobalGetValueType(kernel), kernel, w->args.data,
                                     (unsigned)w->args.n, "");
  place_call(w, call);
  for (unsigned i = 0; i < w->args.n; i++)
    if (is_byval(kernel, i)) {
      unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), align = LLVMGetEnumAttributeKindForName("align", 5);
      LLVMAddCallSiteAttribute(call, i + 1, LLVMGetEnumAttributeAtIndex(kernel, i + 1, byval));
      LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(kernel, i + 1, align);
      if (a)
        LLVMAddCallSiteAttribute(call, i + 1, a);
    }
}

static void run_items(wrapper *w) {
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

// if (condition) then(w); else otherwise(w);
static void choose(wrapper *w, LLVMValueRef condition, void (*then)(wrapper *), void (*otherwise)(wrapper *)) {
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

static void run_nothing(wrapper *w) { (void)w; }
static void run_in_rows(wrapper *w) { call_kernel(w, w->in_rows); }
static void run_in_short_rows(wrapper *w) { call_kernel(w, w->in_short_rows); }

static LLVMValueRef multiple_below(wrapper *w, LLVMValueRef count, unsigned lanes) {
  return LLVMBuildSub(w->b, count, LLVMBuildURem(w->b, count, LLVMConstInt(w->i64, lanes, 0), ""), "from");
}

static void run_wide_or_narrow(wrapper *w) {
  LLVMValueRef wide = LLVMBuildICmp(w->b, LLVMIntUGE, w->v[GROUP_ITEMS][X], LLVMConstInt(w->i64, w->lanes, 0), "");
  choose(w, wide, run_in_rows, run_in_short_rows);
}

// Work-items that wait for each other all run in the same version. Of others, in_rows takes as many as it can.
static void run_versions(wrapper *w, void (*run)(wrapper *w)) {
  LLVMValueRef zero = LLVMConstInt(w->i64, 0, 0), count = w->v[GROUP_ITEMS][X], whole = multiple_below(w, count, w->lanes);
  if (w->of_group) {
    choose(w, LLVMBuildICmp(w->b, LLVMIntEQ, whole, count, ""), run_in_rows, run);
    return;
  }
  LLVMValueRef wide = LLVMBuildICmp(w->b, LLVMIntNE, whole, zero, "");
  w->from = LLVMBuildSelect(w->b, wide, whole, multiple_below(w, count, w->few_lanes), "");
  choose(w, LLVMBuildICmp(w->b, LLVMIntNE, w->from, zero, ""), run_wide_or_narrow, run_nothing);
  choose(w, LLVMBuildICmp(w->b, LLVMIntEQ, w->from, count, ""), run_nothing, run);
}

static void run_whole(wrapper *w) { call_kernel(w, w->kernel); }

static void run_group(wrapper *w) {
  for (unsigned d = 0; d < DIMS; d++)
    w->v[GROUP_FIRST][d] = LLVMBuildAdd(w->b, w->base[d], w->v[GLOBAL_OFFSET][d], "first");
  void (*run)(wrapper *w) = w->of_group ? run_whole : run_items;
  w->in_rows ? run_versions(w, run) : run(w);
}

static void build_loops(wrapper *w) {
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

static void replace_calls(wrapper *w, LLVMValueRef builtin, LLVMValueRef *v) {
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
  bool optimise;
  unsigned lanes; // of a sub-group where the kernel does not say
  bool has_size;
  unsigned size[DIMS]; // if so: of groups, required by all kernels
} plan;

#define LANES "sycc-lanes" // on functions with loops over lanes

static void mark_lanes(LLVMValueRef f) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateStringAttribute(c, LANES, sizeof LANES - 1, "", 0));
}

static unsigned sub_group_size(LLVMValueRef kernel, const plan *p, sy_diag *d) {
  sy_arena a = {0};
  sy_numbers size = sy_function_facts_read(kernel, &a, d).sub_group;
  unsigned n = size.n ? size.v[0] : p->lanes;
  sy_arena_free(&a);
  return n;
}

// What makes values of variables, so that fewer things live across barriers.
static bool tidy(LLVMValueRef kernel, const plan *p, sy_diag *d) {
  return !p->optimise || sy_function_run(kernel, NULL, "sroa,early-cse,simplifycfg", d);
}

static bool split_twice(LLVMValueRef kernel, unsigned lanes, sy_lanes how, const plan *p, sy_diag *d) {
  sy_lanes_split(kernel, lanes, how);
  if (!tidy(kernel, p, d))
    return false;
  sy_work_group_split_lanes(kernel, lanes, how);
  return true;
}

static bool has_barriers(LLVMValueRef kernel) {
  sy_barriers all = sy_find_barriers(kernel, SY_BARRIERS_ALL);
  bool some = all.n > 0;
  sy_vec_free(&all);
  return some;
}

static LLVMValueRef copy_kernel(wrapper *w) {
  LLVMValueRef version = sy_llvm_copy_function(w->kernel);
  sy_parallel_adopt(version, w->f);
  return version;
}

// Several registers at a time: their instructions overlap. In groups of the user's, rows are often 16 long, or 8.
enum { LOOP_LANES = 32, LOOP_LANES_OF_GROUP = 16, LOOP_LANES_OF_SHORT_ROWS = 8 };

// A version in which lanes go through loops together, where there are such loops.
static bool vectorise_loops(wrapper *w, const plan *p, sy_diag *d) {
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
  return split_twice(version, w->lanes, SY_LANES_IN_ROWS, p, d) &&
         (w->of_group || split_twice(w->in_short_rows, w->few_lanes, SY_LANES_IN_ROWS, p, d));
}

static bool make_kernel_of_group(wrapper *w, const plan *p, sy_diag *d) {
  bool sub_groups = sy_uses_sub_groups(w->kernel);
  w->of_group = sub_groups || has_barriers(w->kernel);
  if ((w->of_group || p->optimise) && !tidy(w->kernel, p, d))
    return false;
  if (!sub_groups)
    return vectorise_loops(w, p, d) && (!w->of_group || (sy_work_group_split(w->kernel), true));
  w->lanes = sub_group_size(w->kernel, p, d);
  w->in_rows = p->optimise ? copy_kernel(w) : NULL;
  return (!w->in_rows || split_twice(w->in_rows, w->lanes, SY_LANES_IN_ROWS, p, d)) &&
         split_twice(w->kernel, w->lanes, SY_LANES_LINEAR, p, d);
}

static unsigned dimensions(LLVMValueRef kernel, sy_diag *d) {
  sy_arena a = {0};
  sy_numbers known = sy_function_facts_read(kernel, &a, d).dimensions;
  unsigned n = known.n && known.v[0] < DIMS ? known.v[0] : DIMS;
  sy_arena_free(&a);
  return n;
}

static bool wrap_kernel(LLVMModuleRef m, LLVMValueRef kernel, const plan *p, wrapper *w, sy_diag *d) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  *w = (wrapper){.c = c,
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
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) || !(strstr(name, "__spirv_") || !strncmp(name, "llvm.spv.", 9)))
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
      "aligned_alloc", "free", "printf", "sycc_assert_fail", "sycc_kernel_fail", "sycc_kernel_no_memory",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

// LLVM makes other calls of some functions of the C library: bcmp of memcmp, puts of printf, strlen of a loop. It declares
// these with pointers of address space 0, and the call no longer fits: to such a function a pointer of another space is given.
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
    for (size_t i = 0; !LLVMIsDeclaration(f) && i < sizeof names / sizeof *names; i++)
      sy_set_function_attribute(f, names[i], "");
}

typedef SY_VEC(wrapper) wrappers;

static bool wrap_kernels(LLVMModuleRef m, const plan *p, wrappers *all, sy_diag *d) {
  values kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      sy_vec_push(&kernels, f);
  use_c_calls(m);
  bool ok = true;
  for (size_t i = 0; ok && i < kernels.n; i++) {
    wrapper w;
    ok = wrap_kernel(m, kernels.data[i], p, &w, d);
    sy_vec_push(all, w);
  }
  sy_vec_free(&kernels);
  return ok;
}

static void replace_built_ins(LLVMModuleRef m, wrappers *all) {
  for (int which = 0; which < VALUES; which++) {
    LLVMValueRef builtin = sy_work_item_function(m, builtin_names[which]);
    for (size_t i = 0; builtin && i < all->n; i++)
      replace_calls(&all->data[i], builtin, all->data[i].v[which]);
  }
}

// As many floats as a vector register holds, and not fewer than 8.
static unsigned lanes_for(LLVMTargetMachineRef tm) {
  char *cpu = LLVMGetTargetMachineCPU(tm);
  unsigned n = !strcmp(cpu, "x86-64-v4") ? 16 : 8;
  LLVMDisposeMessage(cpu);
  return n;
}

// Requirements belong to images: where all kernels of one require the same size, no launch has another.
static void find_size(LLVMModuleRef m, plan *p, sy_diag *d) {
  sy_arena a = {0};
  bool same = true, first = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && same; f = LLVMGetNextFunction(f)) {
    if (!sy_is_kernel(f))
      continue;
    sy_numbers size = sy_function_facts_read(f, &a, d).code_group;
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
}

bool sy_native_cpu_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *target, bool optimise, sy_diag *d) {
  wrappers all = {0};
  plan p = {.target = target, .optimise = optimise, .lanes = lanes_for(tm)};
  find_size(m, &p, d);
  sy_printf_promote_floats(m);
  retarget(m, tm);
  sy_llvm_flatten_debug_locations(m);
  keep_calls_of_c_library(m);
  name_device_globals(m, target);
  give_local_memory(m);
  sy_cpu_imports_lower(m, target);
  inline_users(m);
  // Twice: what reaches a barrier into kernels, then kernels into their wrappers.
  bool ok = sy_module_run(m, tm, optimise ? "always-inline,cgscc(inline)" : "always-inline", d);
  if (ok && optimise)
    sy_local_atomics_lower(m);
  if (ok)
    sy_cpu_exports_finish(m);
  if (ok)
    sy_barriers_fence(m);
  ok = ok && wrap_kernels(m, &p, &all, d);
  keep_calls_of_c_library(m); // the wrappers too, or LLVM inlines nothing into them
  ok = ok && sy_module_run(m, tm, "always-inline", d);
  if (ok)
    replace_built_ins(m, &all);
  for (size_t i = 0; i < all.n; i++) {
    if (ok) {
      sy_group_memory(all.data[i].f, all.data[i].v[LOCAL_SIZE], all.data[i].before, all.data[i].after);
      sy_large_variables_of_groups(all.data[i].f, all.data[i].before, all.data[i].after);
    }
    LLVMDisposeBuilder(all.data[i].b);
    sy_vec_free(&all.data[i].args);
  }
  sy_vec_free(&all);
  if (ok)
    sy_large_variables(m);
  return ok && sy_module_run(m, tm, "globaldce", d) && check_builtins(m, d) &&
         sy_check_defined(m, sy_native_cpu_knows, d);
}

// ---- optimisation ---------------------------------------------------------------------------------

// Loops over lanes are vectorised before anything else: as they have few rounds, LLVM would unroll them first. Then
// their arrays, of constant size, become registers.
static bool optimise_lanes(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  static const char passes[] =
      "loop-simplify,lcssa,loop(loop-rotate),loop-mssa(licm),loop(indvars),loop-vectorize,instcombine<no-verify-fixpoint>,"
      "simplifycfg,loop-unroll<full-unroll-max=16;no-partial;no-runtime;no-upperbound>,sroa,early-cse<memssa>,"
      "loop-mssa(licm),instcombine<no-verify-fixpoint>,simplifycfg";
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, LANES, sizeof LANES - 1) &&
        !sy_function_run(f, tm, passes, d))
      return false;
  return true;
}

bool sy_native_cpu_optimise(LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned level, sy_diag *d) {
  char passes[32];
  snprintf(passes, sizeof passes, "default<O%u>", level);
  sy_parallel_part_loops(m);
  if (!sy_module_run(m, tm, "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)", d))
    return false;
  sy_parallel_accesses(m);
  sy_vector_math(m, tm);
  return optimise_lanes(m, tm, d) && sy_module_run(m, tm, passes, d);
}
