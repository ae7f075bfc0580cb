// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sanitizers see into kernels as into other code of the CPU. Clang's front end has put the checks for
// undefined behaviour into the device module. LLVM's passes for the other two run here, on the finished code.
// They look at memory in address space 0 alone, so each access is given a pointer of that space first: on the
// CPU it is the same address.
//
// A report has the stack with source lines, but no work-item. So kernels say which one runs, in calls that
// are there before the kernel is split at its barriers and that the split treats as code of the kernel:
//
//     sycc_kernel_item(x, y, z);  a();  sycc_kernel_barrier(1, "a.cpp:5"); barrier();
//     sycc_kernel_item(x, y, z);  b();  sycc_kernel_barrier(0, null);                      // the end
//
// From the second call the runtime knows whether all work-items of a group come to the same barriers.
#include "passes/cpu/sanitize.h"

#include "base/count.h"
#include "passes/analysis/debug_place.h"
#include "passes/common/barriers.h"
#include "passes/common/values.h"
#include "passes/common/work_items.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static const char handler_prefix[] = "__ubsan_handle_";

bool sy_sanitize_is_handler(const char *name) {
  return !strncmp(name, handler_prefix, sizeof handler_prefix - 1);
}

// ---- calls of the runtime ---------------------------------------------------------------------------

typedef struct sanitize_marks {
  LLVMModuleRef m;
  LLVMBuilderRef b;
  LLVMTypeRef i64, ptr;
} sanitize_marks;

static void call_runtime(sanitize_marks *s, const char *name, LLVMValueRef *args, unsigned n) {
  LLVMTypeRef params[3];
  for (unsigned i = 0; i < n; i++)
    params[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(s->m)), params, n, 0);
  LLVMValueRef f = LLVMGetNamedFunction(s->m, name);
  if (!f)
    f = LLVMAddFunction(s->m, name, type);
  LLVMBuildCall2(s->b, type, f, args, n, "");
}

static void mark_item(sanitize_marks *s, LLVMValueRef before) {
  LLVMValueRef ids[3], f = sy_need_work_item_function(s->m, "GlobalInvocationId");
  LLVMPositionBuilderBefore(s->b, before);
  for (unsigned d = 0; d < SY_COUNT(ids); d++) {
    LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(s->m)), d, 0);
    ids[d] = LLVMBuildCall2(s->b, LLVMGlobalGetValueType(f), f, &dimension, 1, "");
  }
  call_runtime(s, "sycc_kernel_item", ids, SY_COUNT(ids));
}

// "a.cpp:5", or null where nothing is known.
static LLVMValueRef place_text(sanitize_marks *s, LLVMValueRef barrier) {
  sy_arena a = {0};
  sy_where at = sy_debug_user_place(barrier, NULL, &a);
  LLVMValueRef text = LLVMConstNull(s->ptr);
  if (at.file)
    text = LLVMBuildGlobalStringPtr(s->b, sy_arena_printf(&a, "%s:%u", at.file, at.line), "place");
  sy_arena_free(&a);
  return text;
}

static void mark_barrier(sanitize_marks *s, LLVMValueRef before, unsigned number) {
  LLVMPositionBuilderBefore(s->b, before);
  LLVMValueRef args[] = {LLVMConstInt(s->i64, number, 0),
                         number ? place_text(s, before) : LLVMConstNull(s->ptr)};
  call_runtime(s, "sycc_kernel_barrier", args, 2);
}

static void mark_ends(sanitize_marks *s, LLVMValueRef kernel) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    if (LLVMIsAReturnInst(last))
      mark_barrier(s, last, 0);
  }
}

static LLVMValueRef behind_variables(LLVMValueRef kernel) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
  while (LLVMIsAAllocaInst(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static void mark_kernel(sanitize_marks *s, LLVMValueRef kernel) {
  sy_barriers all = sy_find_barriers(kernel, SY_BARRIERS_ALL);
  bool of_groups = false;
  for (size_t i = 0; i < all.n; i++) {
    mark_item(s, LLVMGetNextInstruction(all.data[i]));
    if (!sy_is_for_work_groups(all.data[i]))
      continue;
    mark_barrier(s, all.data[i], (unsigned)i + 1);
    of_groups = true;
  }
  if (of_groups)
    mark_ends(s, kernel);
  mark_item(s, behind_variables(kernel));
  sy_vec_free(&all);
}

// ---- reports of undefined behaviour -----------------------------------------------------------------

static void collect_handler_calls(LLVMModuleRef m, sy_values *calls) {
  size_t n;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef u = sy_sanitize_is_handler(LLVMGetValueName2(f, &n)) ? LLVMGetFirstUse(f) : NULL; u;
         u = LLVMGetNextUse(u))
      if (LLVMIsACallInst(LLVMGetUser(u)))
        sy_vec_push(calls, LLVMGetUser(u));
}

// Those of the minimal run-time library have no argument.
static void mark_report(sanitize_marks *s, LLVMValueRef call) {
  LLVMPositionBuilderBefore(s->b, call);
  LLVMValueRef check = LLVMConstNull(s->ptr);
  if (LLVMGetNumArgOperands(call))
    check = LLVMBuildAddrSpaceCast(s->b, LLVMGetArgOperand(call, 0), s->ptr, "");
  call_runtime(s, "sycc_kernel_undefined", &check, 1);
}

void sy_sanitize_mark_items(LLVMModuleRef m) {
  LLVMContextRef c = LLVMGetModuleContext(m);
  sanitize_marks s = {m, LLVMCreateBuilderInContext(c), LLVMInt64TypeInContext(c),
                      LLVMPointerTypeInContext(c, 0)};
  sy_values calls = {0};
  collect_handler_calls(m, &calls);
  for (size_t i = 0; i < calls.n; i++)
    mark_report(&s, calls.data[i]);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (sy_is_kernel(f))
      mark_kernel(&s, f);
  LLVMDisposeBuilder(s.b);
  sy_vec_free(&calls);
}

bool sy_sanitize_drop(LLVMModuleRef m, LLVMTargetMachineRef tm, sy_diag *d) {
  sy_values calls = {0};
  collect_handler_calls(m, &calls);
  for (size_t i = 0; i < calls.n; i++)
    LLVMInstructionEraseFromParent(calls.data[i]);
  bool some = calls.n > 0;
  sy_vec_free(&calls);
  return !some || sy_module_run(m, tm, "function(simplifycfg,instcombine<no-verify-fixpoint>),globaldce", d);
}

// ---- accesses in address space 0 --------------------------------------------------------------------

static LLVMValueRef flat(LLVMBuilderRef b, LLVMValueRef pointer) {
  if (!LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)))
    return pointer;
  LLVMTypeRef ptr = LLVMPointerTypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer)), 0);
  return LLVMBuildAddrSpaceCast(b, pointer, ptr, "");
}

// Returns which operand of a load, a store or an atomic operation is the address; -1: it is none of these.
static int address_operand(LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
    return 0;
  return LLVMIsAStoreInst(i) ? 1 : -1;
}

static bool starts_with(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

// The names of these intrinsics depend on the address spaces, so they are built anew.
static void flatten_memory_call(LLVMBuilderRef b, LLVMValueRef call) {
  size_t n;
  LLVMValueRef f = LLVMGetCalledValue(call), made = NULL;
  const char *name = LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
  bool set = starts_with(name, "llvm.memset."), move = starts_with(name, "llvm.memmove."),
       copy = starts_with(name, "llvm.memcpy.");
  if (!set && !move && !copy)
    return;
  LLVMValueRef to = flat(b, LLVMGetArgOperand(call, 0)), from = LLVMGetArgOperand(call, 1),
               bytes = LLVMGetArgOperand(call, 2);
  if (set)
    made = LLVMBuildMemSet(b, to, from, bytes, 1);
  else if (move)
    made = LLVMBuildMemMove(b, to, 1, flat(b, from), 1, bytes);
  else
    made = LLVMBuildMemCpy(b, to, 1, flat(b, from), 1, bytes);
  LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(call));
  LLVMInstructionEraseFromParent(call);
}

static void flatten_access(LLVMBuilderRef b, LLVMValueRef i) {
  int address = address_operand(i);
  LLVMPositionBuilderBefore(b, i);
  if (address >= 0)
    LLVMSetOperand(i, (unsigned)address, flat(b, LLVMGetOperand(i, (unsigned)address)));
  else if (LLVMIsACallInst(i))
    flatten_memory_call(b, i);
}

static void flatten_accesses(LLVMValueRef f) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(f)));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      flatten_access(b, i);
    }
  LLVMDisposeBuilder(b);
}

// ---- LLVM's passes ----------------------------------------------------------------------------------

static const struct {
  unsigned sanitizer;
  const char *attribute, *passes;
} instrumentations[] = {
    {SY_SANITIZE_ADDRESS, "sanitize_address", "asan"},
    {SY_SANITIZE_THREAD, "sanitize_thread", "tsan-module,function(tsan)"},
};

static void add_attribute(LLVMValueRef f, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(f));
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(c, kind, 0));
}

bool sy_sanitize_instrument(LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned sanitizers, sy_diag *d) {
  bool ok = true;
  for (size_t i = 0; ok && i < SY_COUNT(instrumentations); i++) {
    if (!(sanitizers & instrumentations[i].sanitizer))
      continue;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f)) {
        flatten_accesses(f);
        add_attribute(f, instrumentations[i].attribute);
      }
    ok = sy_module_run(m, tm, instrumentations[i].passes, d);
  }
  return ok;
}
