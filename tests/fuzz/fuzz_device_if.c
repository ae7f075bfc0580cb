// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variants of if_device_has. The bytes are decisions about a module of kernels and functions that store
// numbers, ask for aspects and call each other, as the headers have it. Then: every device there may be has
// exactly one variant of each kernel, and what that stores is what the device's answers lead to; no question
// and no branch is left.
#include <llvm-c/Analysis.h>

#include "passes/analysis/device_markers.h"
#include "passes/common/module.h"
#include "passes/images/device_if.h"
#include "tests/fuzz/fuzz.h"

enum { FUNCTIONS = 8, KERNELS = 3, STEPS = 4, ASPECTS = 6 };

// What a function does, in sequence: stores a number, or asks and calls a function, one of those after it, or
// none.
typedef struct step {
  bool asks;
  unsigned number;  // to store, or which aspect
  unsigned yes, no; // functions; FUNCTIONS: none
} step;

typedef struct maker {
  const uint8_t *at, *end;
  LLVMContextRef c;
  LLVMModuleRef m;
  LLVMTypeRef nothing;
  LLVMValueRef out;
  LLVMValueRef functions[FUNCTIONS]; // the first are kernels
  step steps[FUNCTIONS][STEPS];
  unsigned count[FUNCTIONS], n_aspects;
  uint32_t aspects[ASPECTS];
} maker;

typedef struct numbers {
  unsigned v[1 << 16];
  unsigned n;
} numbers;

static void note(numbers *to, unsigned number) {
  fuzz_require(to->n < sizeof to->v / sizeof *to->v, "the code ends");
  to->v[to->n++] = number;
}

static unsigned choose(maker *k, unsigned n) {
  return n && k->at < k->end ? *k->at++ % n : 0;
}

// ---- the module ------------------------------------------------------------------------------------

static void choose_steps(maker *k, unsigned f) {
  k->count[f] = choose(k, STEPS + 1);
  for (unsigned i = 0; i < k->count[f]; i++) {
    unsigned first = f < KERNELS ? KERNELS : f + 1, left = FUNCTIONS - first + 1;
    k->steps[f][i] = (step){.asks = choose(k, 3),
                            .number = choose(k, 256),
                            .yes = first + choose(k, left),
                            .no = first + choose(k, left)};
  }
}

static void declare(maker *k, unsigned i) {
  char name[] = {'f', (char)('a' + i), 0};
  LLVMValueRef f = k->functions[i] = LLVMAddFunction(k->m, name, k->nothing);
  LLVMSetFunctionCallConv(f, i < KERNELS ? SY_CC_SPIR_KERNEL : SY_CC_SPIR_FUNC);
  if (i < KERNELS)
    return;
  LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  sy_set_function_attribute(f, SY_UNDER_CONDITION, "");
  unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", 8);
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(k->c, noinline, 0));
}

static void call(maker *k, LLVMBuilderRef b, unsigned f) {
  if (f < FUNCTIONS)
    LLVMSetInstructionCallConv(LLVMBuildCall2(b, k->nothing, k->functions[f], NULL, 0, ""), SY_CC_SPIR_FUNC);
}

static void ask(maker *k, LLVMBuilderRef b, LLVMValueRef f, const step *s) {
  LLVMValueRef asked = LLVMGetNamedFunction(k->m, "__sycc_device_has");
  LLVMTypeRef i32 = LLVMInt32TypeInContext(k->c);
  LLVMTypeRef type = LLVMFunctionType(LLVMInt1TypeInContext(k->c), &i32, 1, false);
  if (!asked)
    asked = LLVMAddFunction(k->m, "__sycc_device_has", type);
  LLVMValueRef aspect = LLVMConstInt(i32, k->aspects[s->number % k->n_aspects], false);
  LLVMValueRef answer = LLVMBuildCall2(b, type, asked, &aspect, 1, "");
  LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(k->c, f, ""),
                    no = LLVMAppendBasicBlockInContext(k->c, f, ""),
                    end = LLVMAppendBasicBlockInContext(k->c, f, "");
  LLVMBuildCondBr(b, answer, yes, no);
  LLVMPositionBuilderAtEnd(b, yes);
  call(k, b, s->yes);
  LLVMBuildBr(b, end);
  LLVMPositionBuilderAtEnd(b, no);
  call(k, b, s->no);
  LLVMBuildBr(b, end);
  LLVMPositionBuilderAtEnd(b, end);
}

static void make_body(maker *k, unsigned i) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(k->c);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(k->c, k->functions[i], ""));
  for (unsigned s = 0; s < k->count[i]; s++)
    if (k->steps[i][s].asks)
      ask(k, b, k->functions[i], &k->steps[i][s]);
    else
      LLVMSetVolatile(
          LLVMBuildStore(b, LLVMConstInt(LLVMInt32TypeInContext(k->c), k->steps[i][s].number, false), k->out),
          true);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
}

static void make_module(maker *k) {
  static const uint32_t all[] = {5, 6, 28, 1, 2, 1001, 1022, 1102, 1103, 1214};
  k->nothing = LLVMFunctionType(LLVMVoidTypeInContext(k->c), NULL, 0, 0);
  k->out = LLVMAddGlobal(k->m, LLVMInt32TypeInContext(k->c), "out");
  k->n_aspects = 1 + choose(k, ASPECTS);
  for (unsigned i = 0, first = choose(k, 10); i < k->n_aspects; i++)
    k->aspects[i] = all[(first + i) % 10];
  for (unsigned i = 0; i < FUNCTIONS; i++) {
    declare(k, i);
    choose_steps(k, i);
  }
  for (unsigned i = 0; i < FUNCTIONS; i++)
    make_body(k, i);
}

// ---- what has to hold ------------------------------------------------------------------------------

// A device has the aspects with the bits of `device`.
static bool has(const maker *k, unsigned device, uint32_t aspect) {
  for (unsigned i = 0; i < k->n_aspects; i++)
    if (k->aspects[i] == aspect)
      return device >> i & 1;
  return false;
}

static bool may_be(const maker *k, unsigned device) {
  for (unsigned i = 0; i < k->n_aspects; i++)
    for (unsigned j = 0; j < k->n_aspects; j++) {
      enum sy_known known = device >> i & 1 ? sy_aspect_implies(k->aspects[i], k->aspects[j]) : SY_MAYBE;
      if (known != SY_MAYBE && (known == SY_YES) != (device >> j & 1))
        return false;
    }
  return true;
}

static void expect(const maker *k, unsigned f, unsigned device, numbers *to) {
  for (unsigned i = 0; f < FUNCTIONS && i < k->count[f]; i++) {
    const step *s = &k->steps[f][i];
    if (s->asks)
      expect(k, has(k, device, k->aspects[s->number % k->n_aspects]) ? s->yes : s->no, device, to);
    else
      note(to, s->number);
  }
}

static void execute(LLVMValueRef f, numbers *to) {
  fuzz_require(LLVMCountBasicBlocks(f) == 1, "no branch is left");
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAStoreInst(i))
      note(to, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)));
    else if (LLVMIsACallInst(i)) {
      fuzz_require(!LLVMIsDeclaration(LLVMGetCalledValue(i)), "no question is left");
      execute(LLVMGetCalledValue(i), to);
    }
}

static bool fits(const maker *k, const sy_device_variant *v, unsigned device) {
  bool any = !v->cases.n;
  for (size_t i = 0; i < v->cases.n; i++) {
    bool all = true;
    for (size_t w = 0; w < v->cases.data[i].n; w++) {
      uint32_t word = v->cases.data[i].data[w];
      all &= has(k, device, word & ~SY_LACKS) != (bool)(word & SY_LACKS);
    }
    any |= all;
  }
  return any;
}

static void check_kernel(const maker *k, const sy_device_variants *all, unsigned kernel, unsigned device) {
  static numbers expected, found;
  char name[] = {'f', (char)('a' + kernel), 0};
  unsigned variants = 0;
  for (size_t i = 0; i < all->n; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(all->data[i].m, name);
    if (!f || !fits(k, &all->data[i], device))
      continue;
    variants++;
    expected.n = found.n = 0;
    expect(k, kernel, device, &expected);
    execute(f, &found);
    fuzz_require(expected.n == found.n && !memcmp(expected.v, found.v, found.n * sizeof *found.v),
                 "the answers are right");
  }
  fuzz_require(variants == 1, "a device has one variant");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  sy_diag d = {0};
  sy_device_variants all = {0};
  maker k = {.at = data, .end = data + n, .c = sy_context_new(&d)};
  k.m = LLVMModuleCreateWithNameInContext("fuzz", k.c);
  make_module(&k);
  sy_device_if_mark(k.m);
  fuzz_require(!LLVMVerifyModule(k.m, LLVMReturnStatusAction, NULL), "the module is valid");
  fuzz_require(sy_device_if_variants(k.m, &all, &d) && !d.errors, "there are not too many");
  for (size_t i = 0; i < all.n; i++)
    fuzz_require(!LLVMVerifyModule(all.data[i].m, LLVMReturnStatusAction, NULL), "variants are valid");
  for (unsigned device = 0; all.n && device < 1u << k.n_aspects; device++)
    for (unsigned kernel = 0; may_be(&k, device) && kernel < KERNELS; kernel++)
      check_kernel(&k, &all, kernel, device);
  sy_device_variants_free(&all);
  LLVMDisposeModule(k.m);
  LLVMContextDispose(k.c);
  sy_diag_free(&d);
  return 0;
}
