// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program is to use what the machine has that it runs on, and it is compiled before that is known. So
// kernels are there once for each level of the architecture (devices/cpu_levels.def):
//
//   void __sycc_cpu_K(args, launch, first, end) {       hidden, as before
//     if (launch->level >= 2) __sycc_cpu_K.x86_64_v4(args, launch, first, end);
//     else if (launch->level >= 1) __sycc_cpu_K.x86_64_v3(...);
//     else __sycc_cpu_K.baseline(...);
//   }
//
// All versions are in one module: variables, device_globals and pointers to functions of other libraries
// exist once, and the image looks like any other. Up to here nothing was done for a certain CPU, so that is
// done once too; what follows, vectors above all, takes the CPU from the attribute "target-cpu" of the
// function.
//
// What a kernel calls and was not inlined gets versions as well: it may have loops of its own, and vectors
// that are wider than the baseline's registers travel in other registers between functions of a higher level.
// A kernel that gives such vectors to a function of which there is one version only stays at the baseline; so
// does one that has no loop but that over groups.
#include "passes/cpu/levels.h"

#include "base/count.h"
#include "base/mem.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"
#include "passes/shim/flow.h"

#include <string.h>

#define MARK "sycc-cpu-kernel"
#define CPU "target-cpu"
#define BASELINE "baseline"
#define KEPT "sycc-cpu-baseline" // on functions without versions

typedef struct level {
  const char *architecture, *name;
  const char *bits; // of a vector register
} level;

static const level levels[] = {
#define LEVEL(architecture, name, bits, aspect) {#architecture, name, #bits},
#include "devices/cpu_levels.def"
#undef LEVEL
};

enum {
  MOST_LEVELS = SY_COUNT(levels),
  BASELINE_BITS = 128, // of a vector register
  LAUNCH = 1,          // the parameter
  LEVEL_AT = 12,       // sycc_cpu_launch.level, behind so many size_t
};

// ---- which functions -------------------------------------------------------------------------------------

static bool has_function(const sy_values *all, LLVMValueRef f) {
  for (size_t i = 0; i < all->n; i++)
    if (all->data[i] == f)
      return true;
  return false;
}

static bool is_wide(LLVMTypeRef type, LLVMTargetDataRef layout) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMSizeOfTypeInBits(layout, type) > BASELINE_BITS;
}

static bool takes_wide_vectors(LLVMValueRef call, LLVMTargetDataRef layout) {
  bool wide = is_wide(LLVMTypeOf(call), layout);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && !wide; i++)
    wide = is_wide(LLVMTypeOf(LLVMGetArgOperand(call, i)), layout);
  return wide;
}

static bool keeps_baseline(LLVMValueRef f) {
  return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, KEPT, sizeof KEPT - 1) != NULL;
}

// False: the call is of a function without versions, which takes its arguments in other registers than a
// level's.
static bool follow_call(LLVMValueRef call, LLVMTargetDataRef layout, sy_values *reached) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee))
    return true;
  if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
    return LLVMIsAInlineAsm(callee) || !takes_wide_vectors(call, layout);
  if (keeps_baseline(callee) && !takes_wide_vectors(call, layout))
    return true;
  if (!has_function(reached, callee))
    sy_vec_push(reached, callee);
  return true;
}

static bool follow_calls(LLVMValueRef f, LLVMTargetDataRef layout, sy_values *reached) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && !follow_call(i, layout, reached))
        return false;
  return true;
}

static size_t loops_in(LLVMValueRef f) {
  sy_llvm_loops *loops = sy_llvm_loops_new(f);
  size_t n = sy_llvm_loop_count(loops);
  sy_llvm_loops_free(loops);
  return n;
}

// Adds the kernel and what it calls, unless there is nothing to gain or it can't be.
static void add_reached(LLVMValueRef kernel, sy_values *all) {
  sy_values reached = {0};
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel));
  sy_vec_push(&reached, kernel);
  bool possible = true;
  for (size_t i = 0; possible && i < reached.n; i++)
    possible = follow_calls(reached.data[i], layout, &reached);
  if (possible && (reached.n > 1 || loops_in(kernel) > 1))
    for (size_t i = 0; i < reached.n; i++)
      if (!has_function(all, reached.data[i]))
        sy_vec_push(all, reached.data[i]);
  sy_vec_free(&reached);
}

// ---- versions --------------------------------------------------------------------------------------------

static const char *name_of(LLVMValueRef f) {
  size_t n;
  return LLVMGetValueName2(f, &n);
}

// LLVM would use half of the registers of x86-64-v4, for the sake of machines that slow down otherwise. Loops
// over work-items are long, and twice as fast with all of them where they compute.
static void use_whole_registers(LLVMValueRef f, const level *l) {
  sy_set_function_attribute(f, "prefer-vector-width", l->bits);
}

static LLVMValueRef copy_for(LLVMValueRef f, const level *l) {
  sy_arena a = {0};
  LLVMValueRef version = sy_llvm_copy_function(f);
  char *name = sy_arena_printf(&a, "%s.%s", name_of(f), l->name);
  for (char *c = name + strlen(name) - strlen(l->name); *c; c++)
    *c = *c == '-' ? '_' : *c; // as demanglers take what stands behind a dot
  LLVMSetValueName2(version, name, strlen(name));
  sy_make_internal(version);
  sy_set_function_attribute(version, CPU, l->name);
  use_whole_registers(version, l);
  sy_arena_free(&a);
  return version;
}

static bool is_of(LLVMValueRef f, const level *l) {
  LLVMAttributeRef cpu = LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, CPU, sizeof CPU - 1);
  unsigned n;
  return cpu && !strcmp(LLVMGetStringAttributeValue(cpu, &n), l->name);
}

// Functions of a level call those of their level.
static void call_version(LLVMValueRef original, LLVMValueRef version, const level *l) {
  for (LLVMUseRef u = LLVMGetFirstUse(original), next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == original && is_of(sy_caller_of(u), l))
      LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, version);
  }
}

static sy_values make_versions(const sy_values *originals, const level *l) {
  sy_values versions = {0};
  for (size_t i = 0; i < originals->n; i++)
    sy_vec_push(&versions, copy_for(originals->data[i], l));
  for (size_t i = 0; i < originals->n; i++)
    call_version(originals->data[i], versions.data[i], l);
  return versions;
}

// ---- the choice ------------------------------------------------------------------------------------------

static void call_and_return(LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef version) {
  LLVMValueRef args[4];
  LLVMGetParams(from, args);
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(version), version, args, 4, "");
  LLVMSetTailCallKind(call, LLVMTailCallKindMustTail);
  LLVMBuildRetVoid(b);
}

static LLVMValueRef load_level(LLVMBuilderRef b, LLVMContextRef c, LLVMValueRef launch) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c);
  LLVMValueRef index = LLVMConstInt(i64, LEVEL_AT, 0);
  return LLVMBuildLoad2(b, i64, LLVMBuildInBoundsGEP2(b, i64, launch, &index, 1, ""), "level");
}

// From the highest down. A level that is not known yet when this is compiled has all that these have.
static void choose_version(LLVMValueRef choice, LLVMValueRef baseline, const sy_values *versions) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(choice));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, choice, "entry"));
  LLVMValueRef level = load_level(b, c, LLVMGetParam(choice, LAUNCH));
  for (size_t i = versions->n; i--;) {
    LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(c, choice, "yes"),
                      no = LLVMAppendBasicBlockInContext(c, choice, "no");
    LLVMValueRef number = LLVMConstInt(LLVMTypeOf(level), i + 1, 0);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntUGE, level, number, ""), yes, no);
    LLVMPositionBuilderAtEnd(b, yes);
    call_and_return(b, choice, versions->data[i]);
    LLVMPositionBuilderAtEnd(b, no);
  }
  call_and_return(b, choice, baseline);
  LLVMDisposeBuilder(b);
}

// Takes the kernel's name.
static LLVMValueRef declare_choice(LLVMModuleRef m, LLVMValueRef kernel) {
  sy_arena a = {0};
  const char *name = sy_arena_printf(&a, "%s", name_of(kernel));
  const char *baseline = sy_arena_printf(&a, "%s." BASELINE, name);
  LLVMSetValueName2(kernel, baseline, strlen(baseline));
  LLVMValueRef choice = LLVMAddFunction(m, name, LLVMGlobalGetValueType(kernel));
  LLVMSetVisibility(choice, LLVMHiddenVisibility);
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMAddAttributeAtIndex(choice, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName("nounwind", 8), 0));
  sy_arena_free(&a);
  return choice;
}

static bool is_for(const char *triple, const level *l) {
  size_t n = strlen(l->architecture);
  return strncmp(triple, l->architecture, n) == 0 && triple[n] == '-';
}

// ----------------------------------------------------------------------------------------------------

void sy_cpu_levels_mark(LLVMValueRef f) {
  sy_set_function_attribute(f, MARK, "");
}

void sy_cpu_levels_keep_baseline(LLVMValueRef f) {
  sy_set_function_attribute(f, KEPT, "");
}

static bool is_kernel(LLVMValueRef f) {
  return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, MARK, sizeof MARK - 1) != NULL;
}

// Versions of originals[i], from the lowest level up.
static sy_values versions_of(size_t i, const sy_values *versions, size_t levels) {
  sy_values own = {0};
  for (size_t l = 0; l < levels; l++)
    sy_vec_push(&own, versions[l].data[i]);
  return own;
}

static void add_choices(LLVMModuleRef m, const sy_values *originals, const sy_values *versions,
                        size_t levels) {
  for (size_t i = 0; levels && i < originals->n; i++) {
    LLVMValueRef original = originals->data[i];
    if (!is_kernel(original))
      continue;
    sy_values own = versions_of(i, versions, levels);
    LLVMValueRef choice = declare_choice(m, original);
    sy_make_internal(original);
    choose_version(choice, original, &own);
    sy_vec_free(&own);
  }
}

void sy_cpu_levels_tune(LLVMModuleRef m, LLVMTargetMachineRef tm) {
  char *cpu = LLVMGetTargetMachineCPU(tm);
  for (size_t i = 0; i < MOST_LEVELS; i++)
    for (LLVMValueRef f = strcmp(cpu, levels[i].name) ? NULL : LLVMGetFirstFunction(m); f;
         f = LLVMGetNextFunction(f))
      use_whole_registers(f, &levels[i]);
  LLVMDisposeMessage(cpu);
}

void sy_cpu_levels_add(LLVMModuleRef m) {
  sy_values originals = {0}, versions[MOST_LEVELS];
  size_t n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (is_kernel(f) && !keeps_baseline(f))
      add_reached(f, &originals);
  for (size_t i = 0; i < MOST_LEVELS; i++)
    if (is_for(LLVMGetTarget(m), &levels[i]))
      versions[n++] = make_versions(&originals, &levels[i]);
  add_choices(m, &originals, versions, n);
  for (size_t i = 0; i < n; i++)
    sy_vec_free(&versions[i]);
  sy_vec_free(&originals);
}
