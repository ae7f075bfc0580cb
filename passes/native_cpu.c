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
#include "passes/native_cpu.h"

#include "base/mem.h"
#include "formats/native_symbol.h"
#include "passes/shim/shim.h"
#include "passes/undefined.h"
#include "passes/work_items.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

enum { X, Y, Z, DIMS };

// The values work-item functions ask for.
enum { GLOBAL_SIZE, GLOBAL_OFFSET, LOCAL_SIZE, GROUP_COUNT, GROUP_ID, LOCAL_ID, GLOBAL_ID, VALUES };

static const char *const builtin_names[VALUES] = {
    [GLOBAL_SIZE] = "GlobalSize",       [GLOBAL_OFFSET] = "GlobalOffset",    [LOCAL_SIZE] = "WorkgroupSize",
    [GROUP_COUNT] = "NumWorkgroups",    [GROUP_ID] = "WorkgroupId",          [LOCAL_ID] = "LocalInvocationId",
    [GLOBAL_ID] = "GlobalInvocationId",
};

// Where the first four stand in sycc_cpu_launch, in units of size_t[3].
static const unsigned launch_field[] = {[GLOBAL_SIZE] = 0, [GLOBAL_OFFSET] = 1, [LOCAL_SIZE] = 2, [GROUP_COUNT] = 3};

typedef SY_VEC(LLVMValueRef) values;

// Marks every function from which a work-item function can be reached.
static void inline_users(LLVMModuleRef m) {
  values all = {0};
  for (int w = 0; w < VALUES; w++) {
    LLVMValueRef f = sy_work_item_function(m, builtin_names[w]);
    if (f)
      sy_vec_push(&all, f);
  }
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
  LLVMValueRef v[VALUES][DIMS]; // what the work-item functions return
  LLVMValueRef base[DIMS];      // first work-item of the group
  LLVMValueRef count[DIMS];     // work-items of the group, less where it is cut off
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
  size_t n;
  sy_arena a = {0};
  const char *name = sy_native_symbol(w->target, LLVMGetValueName2(w->kernel, &n), &a);
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
  LLVMMetadataRef own = sy_llvm_subprogram_like(w->kernel, LLVMGetValueName2(w->f, &n));
  if (!own)
    return;
  LLVMSetSubprogram(w->f, own);
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

// args[i] points to the value: a closure by value is used where it is, a pointer is loaded.
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
}

static void split_group_number(wrapper *w, LLVMValueRef number) {
  LLVMBuilderRef b = w->b;
  for (unsigned d = 0; d < DIMS; d++) {
    LLVMValueRef n = w->v[GROUP_COUNT][d];
    w->v[GROUP_ID][d] = d == Z ? number : LLVMBuildURem(b, number, n, "group");
    number = d == Z ? number : LLVMBuildUDiv(b, number, n, "");
    w->base[d] = LLVMBuildMul(b, w->v[GROUP_ID][d], w->v[LOCAL_SIZE][d], "base");
    LLVMValueRef rest = LLVMBuildSub(b, w->v[GLOBAL_SIZE][d], w->base[d], "rest");
    LLVMValueRef whole = LLVMBuildICmp(b, LLVMIntULT, w->v[LOCAL_SIZE][d], rest, "");
    w->count[d] = LLVMBuildSelect(b, whole, w->v[LOCAL_SIZE][d], rest, "count");
  }
}

typedef struct loop {
  LLVMBasicBlockRef head, latch;
  LLVMValueRef i;
} loop;

// A loop from `from` whose body starts at the returned head; the builder stands there.
static loop begin_loop(wrapper *w, const char *name, LLVMValueRef from) {
  LLVMBasicBlockRef before = LLVMGetInsertBlock(w->b);
  loop l = {.head = new_block(w, name)};
  LLVMBuildBr(w->b, l.head);
  LLVMPositionBuilderAtEnd(w->b, l.head);
  l.i = LLVMBuildPhi(w->b, w->i64, name);
  LLVMAddIncoming(l.i, &from, &before, 1);
  return l;
}

// Closes it: one more round while i + 1 < end. The builder stands behind the loop. Returns the branch.
static LLVMValueRef end_loop(wrapper *w, loop l, LLVMValueRef end) {
  LLVMBasicBlockRef latch = LLVMGetInsertBlock(w->b), after = new_block(w, "");
  LLVMValueRef next = LLVMBuildNUWAdd(w->b, l.i, LLVMConstInt(w->i64, 1, 0), "");
  LLVMAddIncoming(l.i, &next, &latch, 1);
  LLVMValueRef again = LLVMBuildICmp(w->b, LLVMIntULT, next, end, "");
  LLVMValueRef branch = LLVMBuildCondBr(w->b, again, l.head, after);
  LLVMPositionBuilderAtEnd(w->b, after);
  return branch;
}

// Work-items of a group may run at the same time: the innermost loop is parallel in the accesses of its
// group, which sy_native_cpu_mark_parallel fills. The name makes the group findable there.
static void mark_loop(wrapper *w, LLVMValueRef branch) {
  LLVMMetadataRef group = sy_llvm_distinct_node(w->c, NULL, 0);
  static const char key[] = "llvm.loop.parallel_accesses";
  LLVMMetadataRef pair[] = {LLVMMDStringInContext2(w->c, key, sizeof key - 1), group};
  LLVMMetadataRef accesses = LLVMMDNodeInContext2(w->c, pair, 2);
  LLVMMetadataRef id = sy_llvm_loop_id(w->c, &accesses, 1);
  LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(w->c, "llvm.loop", 9), LLVMMetadataAsValue(w->c, id));
  static const char own[] = "sycc.cpu.accesses";
  LLVMGlobalSetMetadata(w->f, LLVMGetMDKindIDInContext(w->c, own, sizeof own - 1),
                        LLVMMDNodeInContext2(w->c, &group, 1));
}

static void call_kernel(wrapper *w) {
  for (unsigned d = 0; d < DIMS; d++) {
    LLVMValueRef item = LLVMBuildNUWAdd(w->b, w->base[d], w->v[LOCAL_ID][d], "");
    w->v[GLOBAL_ID][d] = LLVMBuildAdd(w->b, item, w->v[GLOBAL_OFFSET][d], "id");
  }
  LLVMValueRef call = LLVMBuildCall2(w->b, LLVMGlobalGetValueType(w->kernel), w->kernel, w->args.data,
                                     (unsigned)w->args.n, "");
  place_call(w, call);
  for (unsigned i = 0; i < w->args.n; i++)
    if (is_byval(w->kernel, i)) {
      unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), align = LLVMGetEnumAttributeKindForName("align", 5);
      LLVMAddCallSiteAttribute(call, i + 1, LLVMGetEnumAttributeAtIndex(w->kernel, i + 1, byval));
      LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(w->kernel, i + 1, align);
      if (a)
        LLVMAddCallSiteAttribute(call, i + 1, a);
    }
}

static void build_loops(wrapper *w) {
  LLVMBasicBlockRef entry = new_block(w, "entry"), some = new_block(w, "some"), none = new_block(w, "none");
  LLVMValueRef first = LLVMGetParam(w->f, 2), end = LLVMGetParam(w->f, 3), zero = LLVMConstInt(w->i64, 0, 0);
  LLVMPositionBuilderAtEnd(w->b, none);
  LLVMBuildRetVoid(w->b);
  LLVMPositionBuilderAtEnd(w->b, entry);
  LLVMBuildCondBr(w->b, LLVMBuildICmp(w->b, LLVMIntULT, first, end, ""), some, none);
  LLVMPositionBuilderAtEnd(w->b, some);
  load_args(w);
  load_launch(w);
  loop groups = begin_loop(w, "group", first);
  split_group_number(w, groups.i);
  loop items[DIMS];
  static const char *const names[] = {"x", "y", "z"};
  for (int d = Z; d >= X; d--) {
    items[d] = begin_loop(w, names[d], zero);
    w->v[LOCAL_ID][d] = items[d].i;
  }
  call_kernel(w);
  for (int d = X; d <= Z; d++) {
    LLVMValueRef branch = end_loop(w, items[d], w->count[d]);
    if (d == X)
      mark_loop(w, branch);
  }
  end_loop(w, groups, end);
  LLVMBuildRetVoid(w->b);
}

// ---- work-item functions become values ------------------------------------------------------------

// The value for a dimension that is only known at run time.
static LLVMValueRef choose(wrapper *w, LLVMValueRef *v, LLVMValueRef dim) {
  LLVMTypeRef i32 = LLVMTypeOf(dim);
  LLVMValueRef r = v[X];
  for (unsigned d = Y; d < DIMS; d++)
    r = LLVMBuildSelect(w->b, LLVMBuildICmp(w->b, LLVMIntEQ, dim, LLVMConstInt(i32, d, 0), ""), v[d], r, "");
  return r;
}

static void replace_calls(wrapper *w, LLVMValueRef builtin, LLVMValueRef *v) {
  for (LLVMUseRef u = LLVMGetFirstUse(builtin), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (sy_caller_of(u) != w->f)
      continue;
    LLVMPositionBuilderBefore(w->b, call);
    LLVMReplaceAllUsesWith(call, choose(w, v, LLVMGetArgOperand(call, 0)));
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

static void wrap_kernel(LLVMModuleRef m, LLVMValueRef kernel, const char *target, wrapper *w) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  *w = (wrapper){.c = c,
                 .b = LLVMCreateBuilderInContext(c),
                 .target = target,
                 .i64 = LLVMInt64TypeInContext(c),
                 .ptr = LLVMPointerTypeInContext(c, 0),
                 .kernel = kernel};
  declare_wrapper(w, m);
  build_loops(w);
  sy_force_inline(kernel);
  sy_make_internal(kernel);
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
      "exp10",   "exp10f",  "frexp",   "frexpf",   "ilogb",   "ilogbf",  "ldexp",  "ldexpf",  "llrint",        "llrintf",
      "llround", "llroundf", "lrint",  "lrintf",   "lround",  "lroundf", "modf",   "modff",   "nearbyint",     "nearbyintf",
      "remquo",  "remquof", "scalbln", "scalblnf", "scalbn",  "scalbnf", "sincos", "sincosf", "bcmp",          "memchr",
      "memcmp",  "memcpy",  "memmove", "memset",   "strcmp",  "strlen",  "abort",  "printf",  "__assert_fail",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

typedef SY_VEC(wrapper) wrappers;

static void wrap_kernels(LLVMModuleRef m, const char *target, wrappers *all) {
  values kernels = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      sy_vec_push(&kernels, f);
  use_c_calls(m);
  for (size_t i = 0; i < kernels.n; i++) {
    wrapper w;
    wrap_kernel(m, kernels.data[i], target, &w);
    sy_vec_push(all, w);
  }
  sy_vec_free(&kernels);
}

bool sy_native_cpu_lower(LLVMModuleRef m, LLVMTargetMachineRef tm, const char *target, sy_diag *d) {
  wrappers all = {0};
  retarget(m, tm);
  sy_llvm_flatten_debug_locations(m);
  name_device_globals(m, target);
  wrap_kernels(m, target, &all);
  inline_users(m);
  bool ok = sy_module_run(m, tm, "always-inline", d);
  for (int which = 0; ok && which < VALUES; which++) {
    LLVMValueRef builtin = sy_work_item_function(m, builtin_names[which]);
    for (size_t i = 0; builtin && i < all.n; i++)
      replace_calls(&all.data[i], builtin, all.data[i].v[which]);
  }
  for (size_t i = 0; i < all.n; i++) {
    LLVMDisposeBuilder(all.data[i].b);
    sy_vec_free(&all.data[i].args);
  }
  sy_vec_free(&all);
  return ok && sy_module_run(m, tm, "globaldce", d) && check_builtins(m, d) &&
         sy_check_defined(m, sy_native_cpu_knows, d);
}

// ---- parallel accesses ----------------------------------------------------------------------------

// Whether p may point to memory of one work-item: an alloca, which inlining has moved out of the loop so
// that all iterations share it. When in doubt, yes.
static bool maybe_private(LLVMValueRef p, int depth) {
  while (LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p))
    p = LLVMGetOperand(p, 0);
  if (LLVMIsAArgument(p) || LLVMIsAConstant(p))
    return false;
  if (LLVMIsALoadInst(p)) // a pointer that lies in shared memory points to shared memory
    return maybe_private(LLVMGetOperand(p, 0), depth);
  if (depth == 0 || !(LLVMIsAPHINode(p) || LLVMIsASelectInst(p)))
    return true;
  bool phi = LLVMIsAPHINode(p) != NULL;
  unsigned n = phi ? LLVMCountIncoming(p) : 2;
  for (unsigned i = 0; i < n; i++)
    if (maybe_private(phi ? LLVMGetIncomingValue(p, i) : LLVMGetOperand(p, i + 1), depth - 1))
      return true;
  return false;
}

static void mark_access(LLVMValueRef i, unsigned kind, LLVMValueRef group) {
  LLVMValueRef p = LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
  if (p && !maybe_private(p, 4))
    LLVMSetMetadata(i, kind, group);
}

void sy_native_cpu_mark_parallel(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  unsigned own = LLVMGetMDKindIDInContext(c, "sycc.cpu.accesses", 17);
  unsigned kind = LLVMGetMDKindIDInContext(c, "llvm.access.group", 17);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t n;
    LLVMValueMetadataEntry *md = LLVMGlobalCopyAllMetadata(f, &n);
    LLVMMetadataRef holder = NULL;
    for (unsigned i = 0; i < n; i++)
      if (LLVMValueMetadataEntriesGetKind(md, i) == own)
        holder = LLVMValueMetadataEntriesGetMetadata(md, i);
    LLVMDisposeValueMetadataEntries(md);
    if (!holder)
      continue;
    LLVMValueRef group;
    LLVMGetMDNodeOperands(LLVMMetadataAsValue(c, holder), &group);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        mark_access(i, kind, group);
    LLVMGlobalEraseMetadata(f, own);
  }
}
